// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { jobMembers } from '../../../../src/model/jobs/members/jobMembers.ts';
import type { TimelineEvent, TimelineStep } from '../../../../src/model/jobPage/jobTimeline.ts';
import type { PageContent } from '../../../../src/model/jobPage/panelContent.ts';
import type { FieldValue, LogEntry } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { formatMoment } from '../../../../src/text/time.ts';
import { jobChanges } from '../../../../src/webview/jobPage/changes.ts';
import {
  type Changes,
  buttonNamed,
  disclosureNamed,
  empty,
  fieldValue,
  jobPage,
  moment,
  now,
  renderedPage,
  show,
  textOf,
  valuesOf,
} from '../builders.tsx';

const field = (changes: Partial<FieldValue> = {}) =>
  fieldValue({ type: 'dropdown', value: 'opt_h', labels: ['High'], ...changes });
const event = (
  kind: Exclude<TimelineEvent['kind'], 'step'>,
  minutesAgo: number,
  name = kind === 'log' ? 'Entry' : jobMembers[kind].label(),
): TimelineEvent => ({
  kind,
  name,
  at: now - minutesAgo * 60_000,
  isPlanned: false,
  people: kind === 'startedAt' ? ['Ada Lovelace'] : [],
});
const step = (
  name: string,
  minutesAgo: number,
  changes: Partial<TimelineStep> = {},
): TimelineStep => ({
  kind: 'step',
  name,
  at: now - minutesAgo * 60_000,
  beganEarlier: false,
  until: null,
  people: [],
  ...changes,
});
const buttonNames = (main: ParentNode) =>
  [...main.querySelectorAll('button')].map(
    (each) => each.getAttribute('aria-label') ?? each.textContent,
  );
/** Returns the time, text, and position (in percent) of each row of the timeline. */
const rowsOf = (main: ParentNode) =>
  [...main.querySelectorAll('[data-section=timeline] li')].map((row) => {
    const [time, what] = [...row.children].map(({ textContent }) =>
      textContent.replaceAll('\u00a0', ' '),
    );
    const { left = '', width = '' } = row.querySelector<HTMLElement>('.track > *')?.style ?? {};
    const place = [left, width].map((each) => Math.round(Number.parseFloat(each)));
    return { time, what: what?.trim(), place, classes: row.className };
  });

const input = (main: ParentNode, name: string, value: string) => {
  const control = main.querySelector<HTMLInputElement | HTMLSelectElement>(
    `[aria-label="${name}"]`,
  );
  if (control === null) throw new Error(`There is no control “${name}”.`);
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
};

describe('Timeline', () => {
  const whatOf = (main: ParentNode) => rowsOf(main).map(({ what }) => what);

  it('shows the time, name, people, and position of each event', () => {
    const { main } = renderedPage(
      show({
        timeline: [
          event('startedAt', 200),
          step('Collect', 150, { until: now - 50 * 60_000 }),
          step('Release payment', 50, { people: ['Grace Hopper', 'Alan'] }),
          event('log', 20, 'Approved'),
        ],
      }),
    );
    expect(rowsOf(main).map(({ what, place }) => [what, ...place])).toEqual([
      ['Started Ada Lovelace', 0, 0],
      ['Collect 1 h 40 min', 25, 50],
      ['Release payment for 50 min · Grace Hopper · Alan', 75, 25],
      ['Approved', 90, 0],
    ]);
    expect(rowsOf(main).map(({ classes }) => classes)).toEqual([
      'startedAt',
      'step',
      'step active',
      'log',
    ]);
    expect(rowsOf(main)[0]?.time).toBe(formatMoment(now - 200 * 60_000, now));
  });

  it('shows “or earlier” if the start time of a step is unknown', () => {
    const { main } = renderedPage(
      show({
        timeline: [event('startedAt', 192), step('Release payment', 48, { beganEarlier: true })],
      }),
    );
    expect(rowsOf(main)[1]).toMatchObject({
      time: `since ${formatMoment(now - 48 * 60_000, now)} or earlier`,
      what: 'Release payment',
    });
  });

  it('shows future events at the end', () => {
    const { main } = renderedPage(
      show({
        timeline: [
          event('startedAt', 200),
          step('Collect', 150, { until: now + 600_000 }),
          step('Pay', -90),
          event('log', -120, 'Reminder'),
          { kind: 'startedAt', name: 'Due', at: now + 120 * 60_000, isPlanned: true, people: [] },
        ],
      }),
    );
    expect(rowsOf(main).map(({ what, place, classes }) => [what, ...place, classes])).toEqual([
      ['Started Ada Lovelace', 0, 0, 'startedAt'],
      ['Collect 2 h 30 min', 25, 75, 'step'],
      ['Pay later than this computer’s clock', 100, 0, 'step active future'],
      ['Reminder later than this computer’s clock', 100, 0, 'log future'],
      ['Due in 2 hours', 100, 0, 'startedAt future'],
    ]);
  });

  it('tolerates a service clock that is slightly ahead', () => {
    const { main } = renderedPage(
      show({ timeline: [event('startedAt', 20), step('Collect', -0.3, { until: now + 30_000 })] }),
    );
    expect(rowsOf(main)[1]).toMatchObject({ what: 'Collect 12 s', place: [99, 1] });
  });

  it('shows seconds if the timeline covers less than ten minutes', () => {
    const { main } = renderedPage(
      show({
        timeline: [
          event('startedAt', 4),
          step('Collect', 3.5, { until: now - 75_000 }),
          step('Release payment', 1.25),
        ],
      }),
    );
    const [started, collect, release] = rowsOf(main);
    expect(started?.time).toMatch(/\d:\d\d:00/);
    expect(collect?.time).toMatch(/:30\b/);
    expect(collect?.what).toBe('Collect 2 min');
    expect(release?.what).toBe('Release payment for 1 min');
    const longer = renderedPage(
      show({ timeline: [event('startedAt', 11), event('updatedAt', 1)] }),
    ).main;
    expect(rowsOf(longer)[0]?.time).not.toMatch(/\d:\d\d:\d/);
  });

  it('ends at the last successful poll if polling fails', () => {
    const timeline = [event('startedAt', 60), step('Collect', 45)];
    const lost = { ...show({ timeline, isStale: true }), staleSince: now - 30 * 60_000 };
    const { main } = renderedPage(lost);
    expect(rowsOf(main).at(-1)).toMatchObject({ what: 'Collect for 15 min', place: [50, 50] });
    expect(textOf(main, '.up-to-date')).toContain('Last checked 30 minutes ago');
    expect(textOf(main, '.summary')).toContain('started 3 hours ago');
    expect(valuesOf(main, 'times')['Completed']).toBe('not set');
    expect(textOf(renderedPage({ ...lost, isUnreachable: true }).main, '.up-to-date')).toBe(
      `Not reachable since ${formatMoment(lost.staleSince, now)}. This page shows the data from that time.`,
    );
    const deleted = { ...lost, deletedAt: now - 29 * 60_000 };
    setLanguage('en-GB');
    expect(textOf(renderedPage(deleted).main, '.up-to-date')).toBe(
      `Deleted before ${formatMoment(deleted.deletedAt, now)}. Last seen ${formatMoment(lost.staleSince, now)} (30 minutes ago).`,
    );
    setLanguage('el');
    // A Greek time ends with a period, so the sentence has no additional period.
    expect(textOf(renderedPage(lost).main, '.up-to-date')).toMatch(/[μΜ]\.\)$/);
    expect(textOf(renderedPage(lost).main, '.up-to-date')).not.toContain('..');
  });

  it('ends at the last event if the job is completed', () => {
    const { main } = renderedPage(
      show({ state: 'completed', timeline: [event('startedAt', 60), event('completedAt', 5)] }),
    );
    expect([whatOf(main), rowsOf(main).at(-1)?.place]).toEqual([
      ['Started Ada Lovelace', 'Completed'],
      [100, 0],
    ]);
  });

  it('appears only if there are at least two events', () => {
    for (const timeline of [[], [event('startedAt', 1)]]) {
      const { main } = renderedPage(show({ timeline }));
      expect(main.querySelector('[data-section=timeline]')).toBeNull();
    }
  });
});

describe('Field values', () => {
  const cellsOf = (main: ParentNode) =>
    [...main.querySelectorAll('[data-section=fields] tbody tr')].map((each) =>
      [...each.children].map((cell) => cell.textContent),
    );

  it('show the name and type of each field', () => {
    const { main } = renderedPage(
      show({
        fields: [
          field({ required: true }),
          field({ key: 'g', name: 'Cost centre', type: null, value: null, labels: null }),
          field({ key: 'h', name: 'Tags', value: ['a', 'b'], labels: ['Red', null] }),
          field({
            key: 'i',
            name: 'Region',
            value: { key: 'opt_eu', label: 'Europe' },
            labels: ['Europe'],
          }),
          field({ key: 'j', name: 'Weight', type: 'number', value: 7, labels: null, unit: 'kg' }),
        ],
      }),
    );
    expect(cellsOf(main)).toEqual([
      ['Priority requireddropdown', 'High opt_h'],
      ['Cost centre', 'not set'],
      ['Tagsdropdown', 'Red ab'],
      ['Regiondropdown', 'Europe opt_eu'],
      ['Weightnumber', '7 kg'],
    ]);
  });

  it('offer a copy button unless they are empty', () => {
    const { main, sent } = renderedPage(
      show({
        fields: [
          field({ key: 'g', name: 'Cost centre', value: null, labels: null }),
          field(),
          field({ key: 'h', name: 'Note', value: '', labels: null }),
        ],
      }),
    );
    expect(buttonNames(main.querySelector('[data-section=fields]') ?? main)).toEqual([
      'Copy the value of Priority',
    ]);
    buttonNamed(main, 'Copy the value of Priority').click();
    expect(sent).toEqual([{ kind: 'copyValue', index: 1 }]);
  });

  it('contain links only for web URLs', () => {
    const text =
      'See https://a.example/x?y=1, (http://b.example). Not javascript:alert(1), command:x, file:///etc, https://, httpsx://c or https://d.example/\u202e';
    const { main } = renderedPage(
      show({
        fields: [
          field({ value: text, labels: null }),
          field({
            key: 'g',
            name: 'https://name.example',
            value: `${'x '.repeat(290)}https://cut.example/${'y'.repeat(100)}`,
            labels: null,
          }),
        ],
        log: [{ at: null, text: 'https://log.example', otherMembers: {} }],
        more: { deep: 'https://more.example' },
      }),
    );
    expect([...main.querySelectorAll('a')].map((each) => each.getAttribute('href'))).toEqual([
      'https://a.example/x?y=1',
      'http://b.example',
      'https://log.example',
      'https://more.example',
    ]);
    expect(textOf(main, '[data-section=fields] .text')).toBe(text.replace('\u202e', '[RLO]'));
    buttonNamed(main, 'Show All 700 Characters').click();
    expect(main.querySelectorAll('a')).toHaveLength(5);
  });

  it('offer a filter if there are at least ten fields', () => {
    const fields = Array.from({ length: 200 }, (_, index) =>
      field({
        key: `k${index}`,
        name: `Field ${index}`,
        type: index === 7 ? 'special' : 'dropdown',
        value: `opt_${index}`,
        labels: [`Label ${index}.`],
      }),
    );
    const { main } = renderedPage(show({ fields }));
    const filtered = (text: string) => {
      input(main, 'Filter fields', text);
      return cellsOf(main).map(([name]) => name?.replace('dropdown', ''));
    };
    expect(filtered('field 19')).toEqual([
      'Field 19',
      ...Array.from({ length: 10 }, (_, index) => `Field 19${index}`),
    ]);
    expect(textOf(main, '[data-section=fields] [role=status]')).toBe('11 of 200');
    for (const text of ['SPECIAL', '\uff33pecial'])
      expect(filtered(text)).toEqual(['Field 7special']);
    expect(filtered('label 42.')).toEqual(['Field 42']);
    expect(filtered('opt_199')).toEqual(['Field 199']);
    expect([filtered('nowhere'), textOf(main, '[data-section=fields]')]).toEqual([
      [],
      expect.stringContaining('No fields match the filter.'),
    ]);
    expect(
      renderedPage(show({ fields: fields.slice(0, 9) })).main.querySelector(
        '[aria-label="Filter fields"]',
      ),
    ).toBeNull();
  });

  it('appear shortened if they are long', () => {
    const { main } = renderedPage(
      show({
        fields: [
          field({ value: 'x'.repeat(200_000), labels: null }),
          field({
            key: 'g',
            value: { rows: [1, 2] },
            labels: null,
            otherMembers: { editable: true },
          }),
        ],
      }),
    );
    expect(main.textContent.length).toBeLessThan(3000);
    buttonNamed(main, 'Show All 200,000 Characters').click();
    expect(main.textContent.length).toBeGreaterThan(200_000);
    disclosureNamed(main, '1 more property').open = true;
    expect(textOf(main, '[data-section=fields]')).toContain('editableyes');
  });
});

describe('Log', () => {
  it('keeps the response order if an entry has no time', () => {
    const entry = (text: string, time: string | null) => ({
      at: time === null ? null : moment(time),
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
      at: moment(`2026-10-01T09:0${index}:00Z`),
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

  it('shows seconds if several entries fall into the same minute', () => {
    const timesOf = (...times: string[]) => {
      const entries = times.map((time) => ({ at: moment(time), text: 'Entry', otherMembers: {} }));
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

  it('uses the list role only if there are several entries', () => {
    const roleOf = (count: number) =>
      renderedPage(show({ log: log.slice(0, count) }))
        .main.querySelector('[data-section=log] ol')
        ?.getAttribute('role');
    expect([roleOf(1), roleOf(2)]).toEqual(['presentation', null]);
  });

  it('shows short properties next to the entry text', () => {
    const { main } = renderedPage(show({ log }));
    const [, , , host] = main.querySelectorAll('[data-section=log] li');
    expect(textOf(host ?? main, '.members').replaceAll('\u00a0', ' ')).toBe(
      'level: warning · attempt: 2 · retried: yes',
    );
    expect(textOf(host ?? main, 'summary')).toBe('2 more properties');
  });

  it('counts properties with reserved JavaScript names', () => {
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

describe('Actions on the job page', () => {
  it('include Watch if the job can be watched', () => {
    const watching = (watched: boolean | null) => renderedPage({ ...show(), watched });
    const { main, sent } = watching(false);
    buttonNamed(main, 'Watch').click();
    expect(sent).toEqual([{ kind: 'toggleWatch' }]);
    expect(() => buttonNamed(watching(true).main, 'Stop Watching')).not.toThrow();
    expect(textOf(watching(null).main, '.actions')).not.toMatch(/watch/i);
  });

  it('show how long ago the job was polled', () => {
    expect(textOf(renderedPage({ ...show(), followedAt: now - 3000 }).main, '.actions')).toMatch(
      /Live · checked 3 s agoLive$/,
    );
    // The extension stops polling while another window has the focus.
    expect(
      textOf(renderedPage({ ...show(), followedAt: now - 3 * 3_600_000 }).main, '.actions'),
    ).toMatch(/[^·] ?Checked 3 h ago$/);
    expect(textOf(renderedPage(show()).main, '.actions')).not.toContain('Live');
  });

  it('show when the outdated details were loaded', () => {
    const failed = { ...show({}, false, 'Details could not be loaded.'), followedAt: now };
    const { main } = renderedPage({ ...failed, detailsAsOf: now - 3_600_000 });
    const since = formatMoment(now - 3_600_000, now);
    expect(textOf(main, '[data-section=actions]').endsWith(`Details as of ${since}`)).toBe(true);
    // The page is not polled while it shows a problem.
    for (const each of [main, renderedPage(failed).main])
      expect(each.textContent).not.toContain('Live');
  });

  it('hide the age of the last poll from screen readers', () => {
    const { main } = renderedPage({ ...show(), followedAt: now - 3000 });
    for (const each of main.querySelectorAll('[aria-hidden=true]')) each.remove();
    expect(textOf(main, '.actions')).toMatch(/Live$/);
    expect(textOf(main, '.actions')).not.toContain('checked');
  });

  it('copy the keys of workflows and steps', () => {
    const { main, sent } = renderedPage(show());
    buttonNamed(main, 'Copy st_release').click();
    expect(sent).toEqual([{ kind: 'copyMemberKey', member: 'steps', index: 0 }]);
    const keys = [...main.querySelectorAll('code')].map((each) => [
      each.textContent,
      each.getAttribute('aria-hidden'),
    ]);
    expect(keys).toEqual(['job_004213', 'wf_invoice', 'st_release'].map((key) => [key, 'true']));
  });

  it('include buttons that may fix an error', () => {
    const notice = {
      sentence: 'Not connected.',
      switchTo: 'Staging',
      actions: ['switchTo', 'setBaseUrl', 'setApiKey', 'refresh', 'showLog'],
    } satisfies PageContent['notice'];
    const { main, sent } = renderedPage({ ...show(), notice, isConnected: false });
    const buttons = [...main.querySelectorAll<HTMLElement>('[data-section=notice] button')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Switch to Staging',
      'Set Base URL…',
      'Set API Key…',
      'Try Again',
      'Show Log',
    ]);
    for (const button of buttons) button.click();
    expect(sent.map(({ kind }) => kind)).toEqual(notice.actions);
    expect(buttonNames(main)).not.toContain('Refresh');
  });

  it('omit Copy Key if the job has no key', () => {
    for (const content of [
      show({ key: null, state: 'unreadable', title: 'Unreadable entry' }),
      empty({ page: { key: '', baseUrl: 'b', row: 'r' } }),
    ]) {
      const { main } = renderedPage(content);
      expect(main.querySelector('.key')).toBeNull();
      expect(buttonNames(main).filter((name) => name.startsWith('Copy'))).toEqual([]);
    }
    expect(buttonNames(renderedPage(show({ key: null, state: 'unreadable' })).main)).toEqual([
      'Refresh',
      'More Actions',
      'Compare With…',
      'Open as JSON',
    ]);
  });

  it('omit Refresh if the job’s service is not connected', () => {
    const ofAnother = (changes: Changes = {}) =>
      buttonNames(renderedPage({ ...show(changes), isConnected: false }).main);
    expect(ofAnother()).toEqual([
      'Copy job_004213',
      'More Actions',
      'Open as JSON',
      'Copy Key',
      'Copy wf_invoice',
      'Copy st_release',
    ]);
    expect(ofAnother({ key: null, state: 'unreadable' })).toEqual(['More Actions', 'Open as JSON']);
  });

  it('open the previous or next job in the list', () => {
    const { main, sent } = renderedPage({ ...show(), neighbours: { previous: true, next: false } });
    buttonNamed(main, 'Previous Job').click();
    buttonNamed(main, 'Next Job').click();
    expect(sent).toEqual([{ kind: 'previousJob' }]);
    expect(buttonNamed(main, 'Next Job').getAttribute('aria-disabled')).toBe('true');
    expect(buttonNames(renderedPage(show()).main)).not.toContain('Next Job');
  });

  it('filter the list by the job’s values', () => {
    const { main, sent } = renderedPage(show());
    for (const name of [
      'Other jobs for this workflow',
      'Other jobs at this step',
      'Other jobs assigned to the same person',
      'Other jobs started by the same person',
    ]) {
      buttonNamed(main, name).click();
    }
    expect(sent).toEqual([
      { kind: 'filterJobs', by: 'workflows' },
      { kind: 'filterJobs', by: 'steps' },
      { kind: 'filterJobs', by: 'assignees' },
      { kind: 'filterJobs', by: 'starters' },
    ]);
    for (const content of [
      show({ workflows: [], steps: [], assignedTo: [], startedBy: null }),
      { ...show(), isConnected: false },
    ]) {
      expect(
        buttonNames(renderedPage(content).main).filter((name) => name.startsWith('Other jobs')),
      ).toEqual([]);
    }
  });

  it('open a menu with more actions', async () => {
    const { main, sent } = renderedPage(show());
    const more = buttonNamed(main, 'More Actions');
    expect(main.querySelector<HTMLElement>('.more-actions')?.hidden).toBe(true);
    more.click();
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('true');
    expect(main.querySelector<HTMLElement>('.more-actions')?.hidden).toBe(false);
    for (const name of ['Compare With…', 'Open as JSON', 'Copy Link'])
      buttonNamed(main, name).click();
    expect(sent).toEqual([{ kind: 'compare' }, { kind: 'openJson' }, { kind: 'copyLink' }]);
    expect(buttonNames(main)).not.toContain('Open in Browser');
    const withWebPage = renderedPage({ ...show(), hasWebPage: true });
    buttonNamed(withWebPage.main, 'Open in Browser').click();
    expect(withWebPage.sent).toEqual([{ kind: 'openInBrowser' }]);
  });

  it.each([
    [
      'pressing Escape',
      (item: HTMLElement) =>
        item.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    ],
    ['selecting an item', (item: HTMLElement) => item.click()],
  ])('close the menu and restore the focus after %s', async (_cause, act) => {
    const { main } = renderedPage(show());
    const [more, menu, item] = [
      buttonNamed(main, 'More Actions'),
      main.querySelector<HTMLElement>('.more-actions'),
      buttonNamed(main, 'Compare With…'),
    ];
    more.click();
    await expect.poll(() => menu?.hidden).toBe(false);
    item.focus();
    act(item);
    await expect.poll(() => menu?.hidden).toBe(true);
    expect(document.activeElement).toBe(more);
    more.click();
    await expect.poll(() => menu?.hidden).toBe(false);
    buttonNamed(main, 'Refresh').focus();
    await expect.poll(() => menu?.hidden).toBe(true);
  });
});

describe('jobChanges', () => {
  it('ignores fields that are loaded for the first time', () => {
    const before = jobPage();
    const after = jobPage({ state: 'completed', steps: [], assignedTo: [], fields: [field()] });
    expect(jobChanges(before, after).map(({ id, sentence }) => [id, sentence])).toEqual([
      ['state', 'State: Completed'],
      ['steps', 'No step is active'],
      ['assignedTo', 'Unassigned'],
      ['completedAt', null],
    ]);
    expect(jobChanges(after, { ...after, fields: [field({ value: 'opt_l' })] })).toEqual([
      { id: 'field/f', sentence: 'Priority changed' },
    ]);
    expect(jobChanges(before, before)).toEqual([]);
  });

  it('announces nothing if a notification already reports that the job has finished', () => {
    const [before, after] = [jobPage(), jobPage({ state: 'completed', steps: [] })];
    const announced = (left: typeof before, right: typeof before) =>
      jobChanges(left, right, true).filter(({ sentence }) => sentence !== null);
    expect(announced(before, after)).toEqual([]);
    expect(announced(before, jobPage({ assignedTo: [] }))).toHaveLength(1);
  });

  it('counts the people that are omitted from the announcement', () => {
    const assignedTo = ['Ada', 'Alan', 'Grace', 'Joan', 'Edith', 'Kathleen', 'Radia'];
    expect(jobChanges(jobPage(), jobPage({ assignedTo }))).toEqual([
      { id: 'assignedTo', sentence: 'Assigned to Ada, Alan, Grace, Joan, Edith, and 2 more' },
    ]);
  });

  it('distinguishes fields with the same key', () => {
    const twice = (second: string) =>
      jobPage({ fields: [field({ value: 'one' }), field({ value: second })] });
    expect(jobChanges(twice('two'), twice('two'))).toEqual([]);
    expect(jobChanges(twice('two'), twice('three'))).toHaveLength(1);
  });

  it('finds new log entries even if the oldest entries are removed', () => {
    const log = (...texts: string[]) =>
      jobPage({ log: texts.map((text) => ({ at: null, text, otherMembers: {} })) });
    expect(
      jobChanges(log('One', 'Two', 'Three'), log('Three', 'Four', 'Five')).map(
        ({ sentence }) => sentence,
      ),
    ).toEqual(['2 new log entries', null]);
    expect(
      jobChanges(log('One', 'Two'), log('Three', 'Four')).map(({ sentence }) => sentence),
    ).toEqual(['2 new log entries', null]);
  });
});
