// @vitest-environment happy-dom
import { h } from 'preact';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/model/util/json.ts';
import { JsonTree } from '../../../../src/webview/shared/jsonTree.tsx';
import type { ViewValues } from '../../../../src/webview/shared/page.tsx';
import { buttonNamed, disclosureNamed, rendered, textOf } from '../builders.tsx';

type Members = { [name: string]: Json };

function renderedTree(
  members: Members,
  values?: ViewValues,
): { root: HTMLElement; values: () => ViewValues } {
  const { main: root, values: reached } = rendered(
    () => h(JsonTree, { branch: members, path: 'more' }),
    {
      values,
    },
  );
  return { root, values: reached };
}

function tree(members: Members): HTMLElement {
  return renderedTree(members).root;
}

function rowsOf(root: ParentNode): string[][] {
  return [...root.querySelectorAll('.row')].map((row) => [textOf(row, 'dt'), textOf(row, 'dd')]);
}

describe('JsonTree', () => {
  it('shows simple values in rows', () => {
    const root = tree({
      count: 0,
      locked: false,
      open: true,
      due: null,
      note: '',
      items: [],
      facts: {},
      text: 'two\nlines',
    });
    expect(rowsOf(root)).toEqual([
      ['count', '0'],
      ['locked', 'no'],
      ['open', 'yes'],
      ['due', 'not set'],
      ['note', 'empty text'],
      ['items', 'no items'],
      ['facts', 'no properties'],
      ['text', 'two\nlines'],
    ]);
  });

  it('shows properties in response order', () => {
    const root = tree({ a: 1, b: { x: 1 }, c: 2, d: [1, 2] });
    expect([...root.children].map((each) => each.textContent)).toEqual([
      'a1',
      'b 1 property',
      'c2',
      'd 2 items',
    ]);
  });

  it('shows the name or label of an array item next to its position', () => {
    const root = tree({
      fields: [{ key: 'k', name: 'Priority' }, { label: 'High' }, { value: 1 }, [1]],
    });
    disclosureNamed(root, 'fields').open = true;
    const titles = [...root.querySelectorAll('details details summary')].map(
      (each) => each.textContent,
    );
    expect(titles).toEqual([
      '1 Priority 2 properties',
      '2 High 1 property',
      '3 1 property',
      '4 1 item',
    ]);
  });

  it('renders nested values only while their parents are open', () => {
    const root = tree({ outer: { inner: { leaf: 'value' } } });
    const outer = disclosureNamed(root, 'outer');
    expect(root.querySelectorAll('details')).toHaveLength(1);
    outer.open = true;
    disclosureNamed(outer, 'inner').open = false;
    expect(root.querySelectorAll('details')).toHaveLength(2);
    expect(rowsOf(root)).toEqual([]);
    outer.open = false;
    expect(root.querySelectorAll('details')).toHaveLength(1);
  });

  it('expands values that are nested at any depth', () => {
    let deep: Json = 'bottom';
    for (let level = 0; level < 3_000; level += 1) deep = { level: deep };
    const root = tree({ deep });
    let details = root.querySelector('details');
    for (let level = 0; level < 50; level += 1) {
      if (!details) break;
      details.open = true;
      details = details.querySelector('details');
    }
    expect(root.querySelectorAll('details')).toHaveLength(51);
  });

  it('focuses the first row that Show More adds', () => {
    const big = Array.from({ length: 650 }, (_, index) => `entry ${index}`);
    const root = tree({ big });
    disclosureNamed(root, 'big').open = true;
    expect(rowsOf(root)).toHaveLength(100);
    buttonNamed(root, 'Show 500 More of 550').click();
    expect(rowsOf(root)).toHaveLength(600);
    expect(document.activeElement?.textContent).toBe('101');
    buttonNamed(root, 'Show 50 More').click();
    expect(rowsOf(root).at(-1)).toEqual(['650', 'entry 649']);
    expect(root.querySelector('button')).toBeNull();
  });

  it('shows the same rows after the page is restored', () => {
    const members = {
      big: Array.from({ length: 700 }, (_, index) => (index % 7 === 0 ? { index } : index)),
    };
    const { root: first, values } = renderedTree(members);
    disclosureNamed(first, 'big').open = true;
    buttonNamed(first, 'Show 500 More of 600').click();
    for (const each of first.querySelectorAll('[tabindex]')) each.removeAttribute('tabindex');
    expect(renderedTree(members, values()).root.isEqualNode(first)).toBe(true);
  });

  it('distinguishes properties with slashes in their names', () => {
    const members = { 'a/b': { x: 1 }, a: { b: { y: 2 } }, 'a~1b': { z: 3 } };
    const { root, values } = renderedTree(members);
    disclosureNamed(root, 'a/b').open = true;
    expect([...values().keys()]).toEqual(['more/a~1b']);
    const { root: again } = renderedTree(members, values());
    expect([...again.querySelectorAll('details')].map((each) => each.open)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
