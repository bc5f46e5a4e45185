import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arrangement, type JobTreeNode, groupings, rowsOfGroup, rowsPerSection } from '../../../../src/model/browsing/grouping.ts';
import { type JobRow, jobRow } from '../../../../src/service/index.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { arrange, damagedRow, job } from '../builders.ts';

function rowsOf(count: number, overrides: (index: number) => object = () => ({})): JobRow[] {
  return Array.from({ length: count }, (_, index) => jobRow(job(String(index), overrides(index))));
}

function leaves(nodes: readonly JobTreeNode[]): JobRow[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? leaves(rowsOfGroup(node)) : [node]));
}

function labels(nodes: readonly JobTreeNode[]): string[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? [`${node.label} (${node.rows.length})`] : []));
}

describe('the arrangement of jobs', () => {
  it('is flat up to a thousand, and in sections beyond', () => {
    expect(labels(arrange(rowsOf(rowsPerSection), 'none'))).toEqual([]);
    expect(labels(arrange(rowsOf(2_350), 'none'))).toEqual(['1,001 – 2,000 (1000)', '2,001 – 3,000 (350)']);
  });

  it('writes numbers and days as the reader’s language does', () => {
    const rows = rowsOf(2_001, () => ({ startedAt: '2026-10-01T12:00:00Z' }));
    expect(labels(arrange(rows, 'day'))).toEqual(['Thu, Oct 1, 2026 (2001)']);
    setLanguage('de');
    expect(labels(arrange(rowsOf(1_200), 'none'))).toEqual(['1.001 – 2.000 (200)']);
    expect(labels(arrange(rows, 'day'))).toEqual(['Do., 1. Okt. 2026 (2001)']);
    const [group] = arrange(rows, 'day');
    expect(group?.kind === 'group' && labels(rowsOfGroup(group))).toEqual(['1.001 – 2.000 (1000)', '2.001 – 3.000 (1)']);
  });

  it('groups by workflow, step, state and day, those without one apart', () => {
    const rows = rowsOf(3, (index) => [
      { activeWorkflows: [{ key: 'w', name: 'Alpha' }], startedAt: '2026-10-01T12:00:00Z' },
      { activeWorkflows: [{ key: 'w', name: 'Alpha' }, { key: 'v', name: 'Beta' }], completedAt: '2026-10-02T12:00:00Z', activeSteps: [], startedAt: '2026-10-01T12:30:00Z' },
      { activeWorkflows: [], activeSteps: [], startedAt: 'never' },
    ][index] ?? {});
    expect(labels(arrange(rows, 'workflow'))).toEqual(['Alpha (1)', 'Alpha, Beta (1)', 'No workflow (1)']);
    expect(labels(arrange(rows, 'step'))).toEqual(['Release payment (1)', 'No active step (2)']);
    expect(labels(arrange(rows, 'state'))).toEqual(['active (2)', 'completed (1)']);
    expect(labels(arrange(rows, 'day')).map((label) => label.replace(/^.*2026/, '2026'))).toEqual(['2026 (2)', 'No start time (1)']);
  });

  it.each([
    ['workflow', 'No workflow (1)'],
    ['step', 'No active step (1)'],
    ['state', 'active (1)'],
    ['day', 'No start time (1)'],
  ] as const)('by %s has those that could not be read in a group of their own', (grouping, others) => {
    const rows = [...rowsOf(1, () => ({ activeWorkflows: [], activeSteps: [], startedAt: null })), damagedRow({}, 'odd')];
    expect(labels(arrange(rows, grouping))).toEqual([others, 'Could not be read (1)']);
  });

  it('that goes on leaves what was shown as it was, and groups that get no more rows the same objects', () => {
    const rows = rowsOf(3_000, (index) => ({ activeWorkflows: [{ key: 'w', name: index < 1_500 ? 'Alpha' : 'Beta' }] }));
    for (const [grouping, before, after] of [
      ['none', ['1,001 – 2,000 (1000)', '2,001 – 3,000 (500)'], ['1,001 – 2,000 (1000)', '2,001 – 3,000 (1000)']],
      ['workflow', ['Alpha (1500)', 'Beta (1000)'], ['Alpha (1500)', 'Beta (1500)']],
    ] as const) {
      const arrangement = new Arrangement(grouping);
      for (const row of rows.slice(0, 2_500)) arrangement.add(row);
      const shown = arrangement.nodes;
      expect(labels(shown)).toEqual(before);
      for (const row of rows.slice(2_500)) arrangement.add(row);
      expect(labels(shown)).toEqual(before);
      expect(labels(arrangement.nodes)).toEqual(after);
      expect(arrangement.nodes.at(-2)).toBe(shown.at(-2));
      expect(arrangement.nodes.at(-1)).toBe(arrangement.nodes.at(-1));
    }
  });

  it.each(['none', '!none', 'unreadable', 'No workflow'])('keeps a workflow called “%s” apart from none and from what could not be read', (name) => {
    const workflows = [[{ key: 'w', name }], [], undefined];
    const rows = [...rowsOf(3, (index) => ({ activeWorkflows: workflows[index] })), damagedRow({}, 'odd')];
    expect(labels(arrange(rows, 'workflow'))).toEqual([`${name} (1)`, 'No workflow (2)', 'Could not be read (1)']);
  });

  it('gives the sections of a group other ids than a group whose name reads like one', () => {
    const [one, other] = arrange(rowsOf(1_002, (index) => ({ activeWorkflows: [{ key: 'w', name: index < 1_001 ? 'a' : 'a/section:1000' }] })), 'workflow');
    const ids = [one, other].flatMap((group) => (group?.kind === 'group' ? [group.id, ...rowsOfGroup(group).map(({ id }) => id)] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('loses and repeats no row, and no id stands twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_500 }), fc.constantFrom(...groupings), fc.integer({ min: 1, max: 5 }), (count, grouping, names) => {
        const rows = rowsOf(count, (index) => ({ activeWorkflows: [{ key: 'w', name: `Workflow ${index % names}` }] }));
        const nodes = arrange(rows, grouping);
        expect(leaves(nodes).map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
        const ids = nodes.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 40 },
    );
  });
});
