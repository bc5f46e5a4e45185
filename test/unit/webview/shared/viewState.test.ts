import { describe, expect, it } from 'vitest';
import {
  initialState,
  nextTick,
  reduce,
  type Change,
  type ViewAction,
} from '../../../../src/webview/shared/viewState.ts';

const initial = initialState('content', 0, new Map());
const after = (...actions: ViewAction<string>[]) => actions.reduce<typeof initial>(reduce, initial);
const show = (now: number, ...changes: Change[]): ViewAction<string> => ({
  kind: 'show',
  content: `content at ${now}`,
  changes,
  now,
});
const change = (id: string, sentence: string | null = `${id} changed`): Change => ({ id, sentence });
const tick = (now: number): ViewAction<string> => ({ kind: 'tick', now });

describe('what changed', () => {
  it('is marked for four seconds, counted anew by a further change', () => {
    const marked = (...actions: ViewAction<string>[]) => [...after(...actions).marks.keys()];
    expect(marked(show(0, change('a'), change('b')))).toEqual(['a', 'b']);
    expect(marked(show(0, change('a'), change('b')), show(3000, change('b')), tick(4000))).toEqual(['b']);
    expect(marked(show(0, change('a')), show(3000, change('a')), tick(7000))).toEqual([]);
  });

  it('is said together with what is still marked', () => {
    expect(after(show(0, change('a')), show(1000, change('b'), change('c', null))).announcement.text).toBe(
      'a changed. b changed',
    );
    expect(after(show(0, change('a')), show(5000, change('b'))).announcement.text).toBe('b changed');
  });

  it('is said once in a text, and before all that was said already', () => {
    const entry = (id: string) => change(id, '1 new log entry');
    expect(after(show(0, entry('a')), show(2500, entry('b'))).announcement.text).toBe('1 new log entry');
    const fields = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => change(id));
    expect(
      after(show(0, ...fields), show(2500, change('state', 'State: Completed'))).announcement.text,
    ).toMatch(/\. State: Completed$/);
    expect(after(show(0, change('state', 'State: Completed'), ...fields)).announcement.text).toMatch(
      /^State: Completed\. /,
    );
  });

  it('is no longer on the page ten seconds later, when it may be untrue', () => {
    const said = after(show(0, change('a')), { kind: 'say', sentence: 'May to June chosen', now: 0 });
    expect(said.announcement.text).toBe('May to June chosen');
    expect(nextTick(reduce(said, tick(4000)), [])).toBe(6000);
    expect(reduce(said, tick(10_000)).announcement.text).toBe('');
  });

  it('is said again where the same changes again, and only then', () => {
    const count = (...actions: ViewAction<string>[]) => after(...actions).announcement.count;
    expect(count(show(0, change('a')), show(5000, change('a')))).toBe(2);
    expect(count(show(0, change('a')), show(1000), tick(2000), show(3000, change('b', null)))).toBe(1);
    expect(count(show(0), tick(1000), show(2000, change('b', null)))).toBe(0);
  });
});

describe('the reader', () => {
  it('changes nothing by opening what is open', () => {
    const open: ViewAction<string> = { kind: 'set', id: 'a', value: true };
    const opened = after(open);
    expect([...opened.values]).toEqual([['a', true]]);
    expect(reduce(opened, open)).toBe(opened);
    expect(reduce(opened, { kind: 'set', id: 'a', value: false }).values.size).toBe(0);
  });
});

describe('the next tick', () => {
  it('comes when a mark, a confirmation or the text of a time ends', () => {
    const minute = 60_000;
    expect(nextTick(initial, [])).toBeNull();
    expect(nextTick(initial, [-2 * minute])).toBe(30_000);
    expect(nextTick(initial, [-2 * minute, -5000])).toBe(1000);
    expect(nextTick(after(show(0, change('a')), tick(1000)), [-2 * minute])).toBe(3000);
    expect(nextTick(after({ kind: 'confirm', sentence: 'Key copied', now: 0 }), [])).toBe(2000);
    expect(nextTick(after({ kind: 'confirm', sentence: 'Key copied', now: 0 }, tick(2000)), [])).toBeNull();
  });
});
