import { describe, expect, it } from 'vitest';
import {
  type ValueChange,
  type PageAction,
  initialState,
  reduce,
} from '../../../../src/webview/shared/page.tsx';

interface Content {
  readonly id: string;
  readonly changes: readonly ValueChange[];
}

const comparison = {
  identityOf: ({ id }: Content) => ({ id }),
  changesBetween: (_: Content, { changes }: Content) => changes,
  titleOf: ({ id }: Content) => `Title of ${id}`,
};

type TimedAction = PageAction<Content> & { readonly now: number };

const initial = initialState<Content>({ id: 'job', changes: [] }, 0);
const after = (...actions: TimedAction[]) =>
  actions.reduce((state, action) => reduce(comparison, state, action), initial);
const change = (id: string, sentence: string | null = `${id} changed`): ValueChange => ({
  id,
  sentence,
});
const show = (now: number, ...changes: ValueChange[]): TimedAction => ({
  kind: 'show',
  content: { id: 'job', changes },
  now,
});
const tick = (now: number): TimedAction => ({ kind: 'tick', now });

describe('Page reducer', () => {
  const marksAfter = (...actions: TimedAction[]) => [...after(...actions).marks.keys()];

  it('removes a highlight four seconds after the last change', () => {
    expect(marksAfter(show(0, change('a'), change('b')))).toEqual(['a', 'b']);
    expect(
      marksAfter(show(0, change('a'), change('b')), show(3000, change('b')), tick(4000)),
    ).toEqual(['b']);
    expect(marksAfter(show(0, change('a')), show(3000, change('a')), tick(7000))).toEqual([]);
  });

  const textAfter = (...actions: TimedAction[]) => after(...actions).announcement.text;

  it('includes other recent changes in the announcement', () => {
    expect(textAfter(show(0, change('a')), show(1000, change('b'), change('c', null)))).toBe(
      'b changed. a changed',
    );
    expect(textAfter(show(0, change('a')), show(5000, change('b')))).toBe('b changed');
  });

  it('includes each sentence only once in the announcement', () => {
    const entry = (id: string) => change(id, '1 new log entry');
    expect(textAfter(show(0, entry('a')), show(2500, entry('b')))).toBe('1 new log entry');
    const fields = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => change(id));
    const completed = change('state', 'State: Completed');
    expect(textAfter(show(0, ...fields), show(2500, completed))).toMatch(
      /^State: Completed\. a changed/,
    );
    expect(textAfter(show(0, completed, ...fields))).toMatch(/^State: Completed\. a changed/);
  });

  it('clears the announcement after ten seconds', () => {
    const action: TimedAction = { kind: 'announce', sentence: 'May to June chosen', now: 0 };
    expect(textAfter(action, tick(9999))).toBe('May to June chosen');
    expect(textAfter(action, tick(10_000))).toBe('');
  });

  it('keeps the current announcement if a change is not announced', () => {
    const announced = after(show(0, change('a'))).announcement;
    const silent = after(
      show(0, change('a')),
      show(1000),
      tick(2000),
      show(3000, change('b', null)),
    );
    expect(silent.announcement).toEqual(announced);
    expect(after(show(0, change('a')), show(5000, change('a'))).announcement).not.toEqual(
      announced,
    );
  });

  it('clears the confirmation message after two seconds', () => {
    const confirm: TimedAction = { kind: 'confirm', sentence: 'Key copied', now: 0 };
    expect(after(confirm, tick(1999)).confirmation.text).toBe('Key copied');
    expect(after(confirm, tick(2000)).confirmation.text).toBe('');
  });

  const open: TimedAction = { kind: 'set', id: 'a', value: true, now: 0 };

  it('stores and removes view state values', () => {
    expect([...after(open).values]).toEqual([['a', true]]);
    expect(after(open, { ...open, value: false }).values.size).toBe(0);
  });

  it('returns the same state object if no value changes', () => {
    const opened = after(open);
    expect(reduce(comparison, opened, open)).toBe(opened);
  });

  it('resets the view state and announces the title when another job is shown', () => {
    const turned = after({ kind: 'set', id: 'a', value: true, now: 0 }, show(0, change('a')), {
      kind: 'show',
      content: { id: 'next job', changes: [change('b')] },
      now: 1000,
    });
    expect([turned.values.size, turned.marks.size, turned.scroll]).toEqual([0, 0, 0]);
    expect(turned.announcement.text).toBe('Title of next job');
  });
});
