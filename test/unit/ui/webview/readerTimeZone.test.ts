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
  it('shows the time zone with each time of a remote machine until a page reports that of the window', () => {
    const { timeZone, changes } = readerTimeZone(true);
    expect(shown()).toMatch(new RegExp(`^${processTime} \\S+`));
    timeZone.report('Asia/Kathmandu');
    expect([shown(), changes.mock.calls.length]).toEqual(['4:15 AM', 1]);
    timeZone.report('Asia/Kathmandu');
    expect(changes).toHaveBeenCalledTimes(1);
  });

  it('keeps the reported time zone for later windows, until a page reports another one', () => {
    const { timeZone, store } = readerTimeZone(true);
    timeZone.report('Asia/Kathmandu');
    const later = readerTimeZone(true, store);
    expect(shown()).toBe('4:15 AM');
    later.timeZone.report('Europe/Berlin');
    expect([shown(), later.changes.mock.calls.length]).toEqual(['11:30 PM', 1]);
    readerTimeZone(true, store);
    expect(shown()).toBe('11:30 PM');
  });

  it('uses the time zone of the process on the machine of the window', () => {
    const { timeZone, changes } = readerTimeZone(false, createKeyValueStore({ timeZone: 'Asia/Kathmandu' }));
    expect(shown()).toBe(processTime);
    timeZone.report(processZone);
    expect(changes).not.toHaveBeenCalled();
  });

  it.each([['Mars/Olympus'], [''], [7], [null]])('ignores %j in place of a stored time zone', (stored) => {
    readerTimeZone(true, createKeyValueStore({ timeZone: stored }));
    expect(shown()).toMatch(new RegExp(`^${processTime} \\S+`));
  });
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
  [undefined, false],
])('the time zone %j in a message of a page is valid: %j', (name, isValid) => {
  const message = { kind: 'timeZone', name };
  expect([fromPageSchema, fromOverviewSchema].map((schema) => schema.safeParse(message).success)).toEqual([
    isValid,
    isValid,
  ]);
});
