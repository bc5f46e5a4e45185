import { describe, expect, it } from 'vitest';
import {
  type JobTreeNode,
  arranged,
  rowsPerSection,
} from '../../../../src/model/browsing/grouping.ts';
import { JobNodes } from '../../../../src/ui/views/jobNodes.ts';
import type { NoteNode } from '../../../../src/ui/views/treeItem.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { job } from '../../model/builders.ts';

const rowOf = (key: string, overrides: object = {}) => jobRow(job(key, overrides));
const note = (id: string, label: string, description: string): NoteNode => ({
  kind: 'note',
  id,
  text: { label, description, tooltip: '', icon: 'info', ariaLabel: label },
});
const more = (progress: string, label = 'Load more') => note('loadMore', label, progress);

function emptyNodes() {
  const nodes = new JobNodes();
  const show = (tree: readonly JobTreeNode[], below: readonly NoteNode[] = []) =>
    nodes.update([...tree, ...below]);
  return { nodes, show };
}

describe('JobNodes', () => {
  it('returns no nodes to redraw if nothing changed', () => {
    const { nodes, show } = emptyNodes();
    const rows = [rowOf('a'), rowOf('b')];
    show(rows, [more('2 of 4')]);
    const before = [...nodes.roots];
    expect(show([...rows], [more('2 of 4')])).toEqual([]);
    expect(nodes.roots.every((node, index) => node === before[index])).toBe(true);
  });

  it('returns only the changed row to redraw', () => {
    const { nodes, show } = emptyNodes();
    const [first, other] = [rowOf('a'), rowOf('b')];
    show([first, other]);
    const [, second] = nodes.roots;
    const change = show([first, rowOf('b', { completedAt: '2026-10-02T08:00:00Z' })]);
    expect(change).toEqual([second]);
  });

  it('returns only the Load more row to redraw while jobs are loading', () => {
    const { nodes, show } = emptyNodes();
    const rows = [rowOf('a')];
    show(rows, [more('1 of 4')]);
    const node = nodes.roots.at(-1);
    const change = show(rows, [more('1 of 4', 'Loading…')]);
    expect(change?.[0]).toBe(node);
    expect(node).toMatchObject({ text: { label: 'Loading…' } });
  });

  it('requests a redraw of all rows if a row is removed', () => {
    const { show } = emptyNodes();
    const rows = [rowOf('a'), rowOf('b')];
    show(rows);
    expect(show(rows.slice(1))).toBeUndefined();
  });

  it('returns the last section and the Load more row when the list grows', () => {
    const { nodes, show } = emptyNodes();
    const rows = Array.from({ length: 2 * rowsPerSection + 2 }, (_, index) => rowOf(`j${index}`));
    show(arranged(rows, 'none'), [more('1')]);
    const [section, last] = nodes.roots.slice(-2);
    const change = show(arranged([...rows, rowOf('last')], 'none'), [more('2')]);
    expect(change).toEqual([section, last]);
    expect(nodes.roots.at(-1)).toMatchObject({ id: 'loadMore', text: { description: '2' } });
  });

  it('returns only the job rows that VS Code has requested', () => {
    const { nodes, show } = emptyNodes();
    const [active, other] = [rowOf('a'), rowOf('b')];
    const done = rowOf('c', { completedAt: '2026-10-02T08:00:00Z' });
    const requested = () => nodes.requested().map(({ id }) => id);
    show([active]);
    expect(requested()).toEqual(['job:a']);
    show(arranged([active, done], 'state'));
    expect(requested()).toEqual([]);
    const group = nodes.roots.find(
      (node) => node.kind === 'group' && node.group.rows.some((row) => row === done),
    );
    if (group?.kind === 'group') nodes.childrenOf(group);
    expect(requested()).toEqual(['job:c']);
    show(arranged([active, other, done], 'state'));
    expect(requested()).toEqual(['job:c']);
  });

  it('prefers the row in the list to the row in the Watched group', () => {
    const { nodes, show } = emptyNodes();
    const [near, far] = [rowOf('near'), rowOf('far')];
    show([{ kind: 'group', id: 'watched', label: 'Watched', rows: [far, near] }, near]);
    expect([nodes.find(near.id)?.id, nodes.find(far.id)?.id]).toEqual([
      'job:near',
      'watched/job:far',
    ]);
  });

  it('returns a group to redraw if its label changed', () => {
    const { nodes, show } = emptyNodes();
    const rows = [rowOf('a')];
    show([{ kind: 'group', id: 'group:day:1', label: 'Thu, UTC', rows }]);
    const [group] = nodes.roots;
    expect(show([{ kind: 'group', id: 'group:day:1', label: 'Thu', rows }])).toEqual([group]);
    expect(group).toMatchObject({ group: { label: 'Thu' } });
  });
});
