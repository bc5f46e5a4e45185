import { describe, expect, it, vi } from 'vitest';
import { fromPageSchema } from '../../../../src/protocol/jobPage.ts';
import { fromOverviewSchema } from '../../../../src/protocol/overview.ts';
import { formatMoment } from '../../../../src/text/time.ts';
import { ReaderTimeZone } from '../../../../src/ui/webview/readerTimeZone.ts';
import { createKeyValueStore } from '../../model/builders.ts';

const moment = Date.parse('2026-11-26T22:30:00Z');
const shown = () => formatMoment(moment, moment);
const processZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const processTime = Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(moment);

function readerTimeZone(isRemote: boolean, store = createKeyValueStore()) {
  const timeZone = new ReaderTimeZone(store, isRemote);
  const changes = vi.fn();
  timeZone.onDidChange(changes);
  return { timeZone, changes, store };
}

describe('ReaderTimeZone', () => {
  it('shows the remote time zone until a page reports the local time zone', () => {
    const { timeZone, changes } = readerTimeZone(true);
    expect(shown()).toMatch(new RegExp(`^${processTime} \\S+`));
    timeZone.report('Asia/Kathmandu');
    expect([shown(), changes.mock.calls.length]).toEqual(['4:15 AM', 1]);
    timeZone.report('Asia/Kathmandu');
    expect(changes).toHaveBeenCalledTimes(1);
  });

  it('stores the time zone that a page reported for future windows', () => {
    const { timeZone, store } = readerTimeZone(true);
    timeZone.report('Asia/Kathmandu');
    const later = readerTimeZone(true, store);
    expect(shown()).toBe('4:15 AM');
    later.timeZone.report('Europe/Berlin');
    expect([shown(), later.changes.mock.calls.length]).toEqual(['11:30 PM', 1]);
    readerTimeZone(true, store);
    expect(shown()).toBe('11:30 PM');
  });

  it('uses the local time zone if the extension is not remote', () => {
    const { timeZone, changes } = readerTimeZone(
      false,
      createKeyValueStore({ timeZone: 'Asia/Kathmandu' }),
    );
    expect(shown()).toBe(processTime);
    timeZone.report(processZone);
    expect(changes).not.toHaveBeenCalled();
  });

  it.each([[7], [null]])('ignores the invalid stored value %j', (stored) => {
    readerTimeZone(true, createKeyValueStore({ timeZone: stored }));
    expect(shown()).toMatch(new RegExp(`^${processTime} \\S+`));
  });
});

describe('Page message schema', () => {
  const isValid = (name: unknown) =>
    [fromPageSchema, fromOverviewSchema].map(
      (schema) => schema.safeParse({ kind: 'timeZone', name }).success,
    );

  it.each([['Europe/Berlin'], ['UTC']])('accepts the time zone %j', (name) => {
    expect(isValid(name)).toEqual([true, true]);
  });

  it.each([['Mars/Olympus'], [''], [undefined]])('rejects the time zone %j', (name) => {
    expect(isValid(name)).toEqual([false, false]);
  });
});
