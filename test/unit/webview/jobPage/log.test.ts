// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import { buttonNamed, logTime, renderedPage, show, textOf } from '../builders.tsx';
import { input } from './sectionsSetup.ts';

describe('Log section', () => {
  it('keeps the response order if an entry has no timestamp', () => {
    const entry = (text: string, time: string | null) => ({
      at: time === null ? null : logTime(time),
      text,
      otherMembers: {},
    });
    const texts = (...log: ReturnType<typeof entry>[]) =>
      [...renderedPage(show({ log })).main.querySelectorAll('[data-section=log] .text')].map(
        (each) => each.textContent,
      );
    expect(texts(entry('a', '2026-10-01T09:00:00Z'), entry('b', null))).toEqual(['a', 'b']);
  });

  const log = ['Began', 'Host did not answer', 'Gave up', 'Resumed', 'Ended'].map(
    (text, index): LogEntry => ({
      at: logTime(`2026-10-01T09:0${index}:00Z`),
      text,
      otherMembers: {
        level: ['info', 'warning', 'ERROR', 'info', 'info'][index] ?? '',
        ...(index === 1
          ? { attempt: 2, retried: true, host: { name: 'mail-1' }, note: 'x'.repeat(100) }
          : {}),
      },
    }),
  );
  const texts = (main: ParentNode) =>
    [...main.querySelectorAll('[data-section=log] .text')].map((each) => each.textContent);

  it('shows seconds if several entries have the same minute', () => {
    const timesOf = (...times: string[]) => {
      const entries = times.map((time) => ({ at: logTime(time), text: 'Entry', otherMembers: {} }));
      const { main } = renderedPage(show({ log: entries }));
      return [...main.querySelectorAll('[data-section=log] time')].map((each) => each.textContent);
    };
    const shared = timesOf('2026-10-01T09:00:07Z', '2026-10-01T09:00:41Z', '2026-09-28T09:02:00Z');
    expect(shared).toEqual([
      expect.stringMatching(/:\d\d:41/),
      expect.stringMatching(/:\d\d:07/),
      expect.stringMatching(/^Sep \d+, \d+:\d\d:00/),
    ]);
    for (const each of timesOf('2026-10-01T09:00:07Z', '2026-10-01T09:01:07Z')) {
      expect(each).not.toMatch(/:07/);
    }
  });

  it('uses the list role only if there is more than one entry', () => {
    const roleOf = (count: number) =>
      renderedPage(show({ log: log.slice(0, count) }))
        .main.querySelector('[data-section=log] ol')
        ?.getAttribute('role');
    expect([roleOf(1), roleOf(2)]).toEqual(['presentation', null]);
  });

  it('shows short properties next to the text of an entry', () => {
    const { main } = renderedPage(show({ log }));
    const [, , , host] = main.querySelectorAll('[data-section=log] li');
    expect(textOf(host ?? main, '.members').replaceAll('\u00a0', ' ')).toBe(
      'level: warning · attempt: 2 · retried: yes',
    );
    expect(textOf(host ?? main, 'summary')).toBe('2 more properties');
  });

  it('includes properties with names such as `constructor` in the property count', () => {
    const otherMembers = JSON.parse(
      '{ "__proto__": { "percent": 7 }, "constructor": { "percent": 8 } }',
    ) as LogEntry['otherMembers'];
    const { main } = renderedPage(show({ log: [{ at: null, text: 'Began', otherMembers }] }));
    expect(textOf(main, '[data-section=log]')).toContain('2 more properties');
  });

  it('marks errors and warnings with an icon', () => {
    const { main } = renderedPage(show({ log }));
    expect(
      [...main.querySelectorAll('[data-section=log] li')].map(
        (each) => each.querySelector('.icon')?.classList[1],
      ),
    ).toEqual([undefined, undefined, 'icon-error', 'icon-warning', undefined]);
  });

  it('filters entries by text, regardless of case', () => {
    const { main, values } = renderedPage(show({ log }));
    input(main, 'Filter log', 'ATTEMPT: 2');
    expect([texts(main), textOf(main, '[data-section=log] [role=status]')]).toEqual([
      ['Host did not answer'],
      '1 of 5',
    ]);
    expect(texts(renderedPage(show({ log }), { values: values() }).main)).toEqual([
      'Host did not answer',
    ]);
    input(main, 'Filter log', '\uff21ttempt: 2');
    expect(texts(main)).toEqual(['Host did not answer']);
    input(main, 'Filter log', 'level: info');
    expect([texts(main), textOf(main, '[data-section=log] [role=status]')]).toEqual([
      ['Ended', 'Resumed', 'Began'],
      '3 of 5',
    ]);
    input(main, 'Filter log', 'nowhere');
    expect([texts(main), textOf(main, '[data-section=log]')]).toEqual([
      [],
      expect.stringContaining('No entries match the filter.'),
    ]);
  });

  it('shows the newest entry first, regardless of the response order', () => {
    for (const sent of [log, log.toReversed()]) {
      const { main } = renderedPage(show({ log: sent }));
      expect(texts(main)).toEqual(['Ended', 'Resumed', 'Gave up', 'Host did not answer', 'Began']);
    }
  });

  it('hides the filter if there are only a few entries', () => {
    expect(
      renderedPage(show({ log: log.slice(0, 2) })).main.querySelector('[aria-label="Filter log"]'),
    ).toBeNull();
  });

  it('shows more entries when Show More is selected', () => {
    const log = Array.from({ length: 5000 }, (_, index) => ({
      at: null,
      text: `Entry ${index}`,
      otherMembers: {},
    }));
    const { main } = renderedPage(show({ log }));
    const rows = () => main.querySelectorAll('[data-section=log] li').length;
    expect(rows()).toBe(200);
    buttonNamed(main, 'Show 1,000 More of 4,800').click();
    expect(rows()).toBe(1200);
    expect(document.activeElement?.textContent).toContain('Entry 200');
  });
});
