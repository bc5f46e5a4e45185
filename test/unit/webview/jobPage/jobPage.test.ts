// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Changes, empty, fieldValue, now } from '../contents.ts';
import { buttonNamed, moment, renderedPage, show, textOf, valuesOf } from '../builders.tsx';
import { codePoint } from '../../codePoint.ts';
import { jsonValue, memberName } from '../../jsonValue.ts';

const loading = empty();

describe('Job page', () => {
  it('shows the active step and the running time in the heading', () => {
    const { main } = renderedPage(show());
    expect(textOf(main, '.state')).toBe('Active');
    expect(main.querySelector('.state .icon')?.getAttribute('aria-hidden')).toBe('true');
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(textOf(main, '.summary')).toBe(
      'Waiting for Grace Hopper at Release payment for at least 4 min\u00a0· running 3 h 12 min\u00a0· job_004213',
    );
  });

  it.each<[string, Changes, string]>([
    ['an unassigned job', { assignedTo: [] }, 'Waiting at Release payment for at least 4 min'],
    ['a job without steps', { steps: [] }, 'Waiting for Grace Hopper'],
    [
      'a job without an update time',
      { updatedAt: null },
      'Waiting for Grace Hopper at Release payment',
    ],
    ['an unassigned job without steps', { assignedTo: [], steps: [] }, 'running 3 h 12 min'],
    [
      'a job whose step has a start time',
      { waiting: { people: [], steps: ['Sign'], since: now - 3_600_000, beganEarlier: false } },
      'Waiting at Sign for 1 h',
    ],
    ['an outdated job', { isStale: true }, 'Waiting for Grace Hopper at Release payment'],
  ])('summarizes %s in the heading', (_what, changes, text) => {
    const staleSince = changes.isStale === true ? now : null;
    const { main } = renderedPage({ ...show(changes), staleSince });
    expect(textOf(main, '.summary').split('\u00a0· ')[0]).toBe(text);
  });

  it('sets the document title to the title of the job', () => {
    renderedPage(show({ title: 'Contract Review' }));
    expect(document.title).toBe('Contract Review');
    renderedPage(loading);
    expect(document.title).toBe('Job');
  });

  it('shows the timeline before the fields and the log', () => {
    const { main } = renderedPage(
      show({
        timeline: [0, 1].map((hours) => ({
          kind: 'log',
          name: 'Entry',
          at: now - hours * 3_600_000,
          isPlanned: false,
          people: [],
        })),
        fields: [fieldValue({ value: 'x' })],
        log: [{ at: null, text: 'Entry', otherMembers: {} }],
      }),
    );
    const sections = [...main.querySelectorAll<HTMLElement>('[data-section]')].map(
      ({ dataset }) => dataset['section'],
    );
    expect(sections.slice(sections.indexOf('times') + 1, -1)).toEqual([
      'timeline',
      'fields',
      'log',
    ]);
  });

  it('shows the duration of a completed job in the heading', () => {
    const { main } = renderedPage(
      show({ state: 'completed', completedAt: moment('2026-10-01T10:24:00Z') }),
    );
    expect(textOf(main, '.state')).toBe('Completed');
    expect(textOf(main, '.summary')).toContain('completed 2 hours ago\u00a0· took 1 h 12 min');
  });

  it('omits the running time if the state or start time is unknown', () => {
    const unknown = renderedPage(show({ state: 'unknown' })).main;
    expect(textOf(unknown, '.state')).toBe('State unknown');
    expect(textOf(unknown, '.summary')).toContain('started 3 hours ago');
    const unreadableStart = renderedPage(show({ startedAt: moment('yesterday') })).main;
    expect(textOf(unreadableStart, '.summary')).not.toContain('running');
  });

  it('explains why a job could not be read', () => {
    const nothing = {
      workflows: [],
      steps: [],
      assignedTo: [],
      startedBy: null,
      startedAt: null,
      updatedAt: null,
    };
    const { main } = renderedPage(
      show({ state: 'unreadable', problem: '“startedAt” is missing.', ...nothing }),
    );
    expect(textOf(main, '.state')).toBe('Could not be read');
    expect(textOf(main, '.problem')).toBe('“startedAt” is missing.');
    expect(main.textContent).not.toContain('unassigned');
    expect(main.querySelector('.card')).toBeNull();
  });

  it('lists three steps in the heading and counts the others', () => {
    const steps = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ key: name, name }));
    const { main } = renderedPage(show({ steps }));
    expect(textOf(main, '.summary')).toContain('at One, Two, Three, and 2 more for');
  });

  it('shows the name and the key while the job is loading', () => {
    const { main } = renderedPage({ ...loading, name: 'Invoice Approval' });
    expect(textOf(main, '.state')).toBe('Loading…');
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(textOf(main, '.summary')).toContain('job_004213');
    expect(() => buttonNamed(main, 'Try Again')).toThrow();
  });

  it('shows a loading error with Try Again and Show Log', () => {
    const failed = renderedPage({
      ...loading,
      notice: { sentence: 'The service has no such job.', actions: ['refresh', 'showLog'] },
    });
    expect(textOf(failed.main, '[role=status]')).toBe('The service has no such job.');
    buttonNamed(failed.main, 'Try Again').click();
    buttonNamed(failed.main, 'Show Log').click();
    expect(failed.sent).toEqual([{ kind: 'refresh' }, { kind: 'showLog' }]);
  });

  it('shows the key of the job only once if it has no workflow', () => {
    const { main } = renderedPage(show({ title: 'job_004213' }));
    expect(textOf(main, 'header').match(/job_004213/g)).toHaveLength(1);
    expect(textOf(main, '.summary')).toMatch(/running 3 h 12 min$/);
    expect(() => buttonNamed(main, 'Copy job_004213')).not.toThrow();
  });

  it('shows the environment above the heading', () => {
    const environment = { line: 'Live · Production', kind: 'production' } as const;
    for (const content of [
      { ...show(), environment },
      { ...loading, environment },
    ]) {
      const { main } = renderedPage(content);
      expect(textOf(main, '.environment.production')).toBe('Live · Production');
      expect(main.querySelector('.environment')?.nextElementSibling?.tagName).toBe('HEADER');
    }
  });

  it('shows no environment if the base URL does not belong to one', () => {
    expect(renderedPage(show()).main.querySelector('.environment')).toBeNull();
  });

  const later = moment('2026-10-01T14:24:00Z');

  it('marks a time in the future as later than the local clock', () => {
    const { main } = renderedPage(
      show({
        startedAt: later,
        updatedAt: later,
        timeline: [
          { kind: 'startedAt', name: '', at: later.ms ?? 0, isPlanned: false, people: [] },
        ],
      }),
    );
    expect(main.textContent).not.toMatch(/in 2 hours/);
    expect(textOf(main, '.summary')).not.toContain('running');
    expect(textOf(main, '[data-section=times]')).toContain('later than this computer’s clock');
  });

  it('shows “just now” for a time up to five minutes in the future', () => {
    const startedAt = moment('2026-10-01T12:28:59Z');
    const { main } = renderedPage(
      show({
        startedAt,
        timeline: [
          { kind: 'startedAt', name: '', at: startedAt.ms ?? 0, isPlanned: false, people: [] },
        ],
      }),
    );
    expect(textOf(main, '.summary')).toContain('running 0 s');
    expect(textOf(main, '[data-section=times]')).toContain('just now');
    expect(main.textContent).not.toContain('later than this computer’s clock');
  });

  it('omits the duration if the job was completed before it started', () => {
    const { main } = renderedPage(
      show({
        state: 'completed',
        startedAt: moment('2026-10-01T11:00:00Z'),
        completedAt: moment('2026-10-01T10:00:00Z'),
      }),
    );
    expect(textOf(main, '.summary')).toContain('completed 2 hours ago');
    expect(textOf(main, '.summary')).not.toContain('took');
  });

  it('sends a message when a button is clicked', () => {
    const { main, sent } = renderedPage(show({}, false, 'The details could not be loaded.'));
    for (const name of ['Refresh', 'Start Another', 'Copy Key', 'Copy job_004213', 'Show Log']) {
      buttonNamed(main, name).click();
    }
    expect(sent).toEqual([
      { kind: 'refresh' },
      { kind: 'startAnother' },
      { kind: 'copyKey' },
      { kind: 'copyKey' },
      { kind: 'showLog' },
    ]);
  });

  it('shows a loading message while the details are loading', () => {
    expect(textOf(renderedPage(show({}, true)).main, '.actions')).toContain('Loading details…');
    expect(textOf(renderedPage(show()).main, '.actions')).not.toContain('Loading details…');
  });

  it('hides Show Log if there is no error', () => {
    expect(() => buttonNamed(renderedPage(show()).main, 'Show Log')).toThrow();
  });

  it('shows workflows, steps, and people', () => {
    const { main } = renderedPage(show());
    expect(valuesOf(main, 'activeIn')).toEqual({
      Workflow: 'Invoice Approval wf_invoice',
      Step: 'Release payment st_release',
    });
    expect(valuesOf(main, 'people')).toEqual({
      'Assigned to': 'Grace Hopper',
      'Started by': 'Ada Lovelace',
    });
  });

  it('shows the key of a step only once if the step has no name', () => {
    expect(
      valuesOf(
        renderedPage(show({ steps: [{ key: 'st_release', name: 'st_release' }] })).main,
        'activeIn',
      )['Step'],
    ).toBe('st_release');
  });

  it('breaks long keys after underscores', () => {
    const { main } = renderedPage(
      show({ workflows: [{ key: 'wf_invoice_approval', name: 'Invoice Approval' }] }),
    );
    expect(main.querySelector('[data-section=activeIn] code')?.innerHTML).toContain(
      'wf_<wbr>invoice_<wbr>approval',
    );
    expect(
      renderedPage(
        show({ log: [{ at: null, text: '_'.repeat(500), otherMembers: {} }] }),
      ).main.querySelectorAll('[data-section=log] wbr'),
    ).toHaveLength(0);
  });

  it('shows a placeholder for each missing value', () => {
    const { main } = renderedPage(
      show({
        workflows: [],
        steps: [],
        assignedTo: [],
        startedBy: null,
        startedAt: null,
        updatedAt: null,
        more: {},
      }),
    );
    expect(valuesOf(main, 'activeIn')).toEqual({ Workflow: 'none', Step: 'none' });
    expect(valuesOf(main, 'people')).toEqual({
      'Assigned to': 'unassigned',
      'Started by': 'not recorded',
    });
    expect(valuesOf(renderedPage(show({ startedBy: '' })).main, 'people')['Started by']).toBe(
      'not recorded',
    );
    expect(valuesOf(main, 'times')).toEqual({
      Started: 'not set',
      Updated: 'not set',
      Completed: 'still active',
    });
    expect(main.querySelector('[data-section=more]')).toBeNull();
    expect(main.textContent).not.toMatch(/null|undefined/);
  });

  it('shows the last active workflow of a completed job', () => {
    expect(
      textOf(
        renderedPage(show({ state: 'completed', areWorkflowsActive: false, steps: [] })).main,
        '[data-section=activeIn]',
      ),
    ).toBe('Last active inLast workflowInvoice Approval wf_invoice');
    const { main } = renderedPage(
      show({
        state: 'completed',
        workflows: [],
        steps: [],
        completedAt: moment('2026-10-01T10:24:00Z'),
      }),
    );
    expect(textOf(main, '[data-section=activeIn]')).toBe('Active inno longer active');
  });

  it('shows absolute and relative times', () => {
    const { main } = renderedPage(show());
    const time = main.querySelector('time');
    expect(time?.getAttribute('datetime')).toBe('2026-10-01T09:12:00.000Z');
    expect(time?.title).toBe('2026-10-01T11:12:00+02:00');
    expect(time?.textContent).toMatch(/Oct 1, 2026/);
    expect(valuesOf(main, 'times')['Started']).toMatch(/3 hours ago$/);
  });

  it('shows an invalid time unchanged', () => {
    const { main } = renderedPage(show({ startedAt: moment('on 1 Vendémiaire') }));
    expect(valuesOf(main, 'times')['Started']).toBe('on 1 Vendémiairenot a valid time');
  });

  it('shows only three steps until Show More is selected', () => {
    const steps = Array.from({ length: 500 }, (_, index) => ({
      key: `st_${index}`,
      name: `Step ${index}`,
    }));
    const { main, values } = renderedPage(show({ steps }));
    const shown = () => main.querySelectorAll('[data-section=activeIn] dd:last-child li').length;
    expect(valuesOf(main, 'activeIn')['Step']).not.toContain('Step 3');
    const before = shown();
    buttonNamed(main, 'Show 497 More').click();
    expect(shown() - before).toBe(497);
    expect(document.activeElement?.textContent).toContain('Step 3');
    expect(
      valuesOf(renderedPage(show({ steps }), { values: values() }).main, 'activeIn')['Step'],
    ).toContain('Step 499');
  });

  const hostile =
    '<script>alert(1)</script><img src=x onerror=alert(1)> **bold** [link](command:x) $(bug)';

  it('renders markup from the service as plain text', () => {
    const { main } = renderedPage(
      show({
        key: hostile,
        title: hostile,
        problem: hostile,
        workflows: [{ key: hostile, name: hostile }],
        assignedTo: [hostile],
        startedBy: hostile,
        startedAt: moment(hostile),
        more: { [hostile]: { [hostile]: hostile } },
        connection: hostile,
      }),
    );
    for (const details of main.querySelectorAll('details')) details.open = true;
    expect(main.querySelector('script, img, a, iframe')).toBeNull();
    expect(textOf(main, 'h1')).toBe(hostile);
    expect(textOf(main, '[data-section=more] dd')).toBe(hostile);
  });

  it('makes bidirectional control characters visible', () => {
    const { main } = renderedPage(
      show({
        title: 'a\u202eb',
        steps: [{ key: 's', name: 'שלב \u2066x' }],
        assignedTo: ['\u200fעדה'],
      }),
    );
    expect(textOf(main, 'h1')).toBe('a[RLO]b');
    expect(main.textContent).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(main.querySelectorAll('.summary bdi')[1]?.textContent).toBe('שלב [LRI]x');
  });

  it('shortens a long string until Show All is selected', () => {
    const long = `${'x'.repeat(599)}😀${'y'.repeat(100_000)}`;
    const { main } = renderedPage(show({ title: long, key: long, more: { long } }));
    expect(main.textContent.length).toBeLessThan(5_000);
    expect(main.textContent.isWellFormed()).toBe(true);
    const value = main.querySelector('[data-section=more] dd');
    const toggle = buttonNamed(value ?? main, 'Show All 100,601 Characters');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    toggle.click();
    expect(value?.textContent).toContain(long);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    toggle.click();
    expect(value?.textContent.length).toBeLessThan(700);
  });

  it('replaces unpaired surrogates in strings', () => {
    const { main } = renderedPage(show({ title: 'a\ud800b', more: { '\udc00': '\ud83d' } }));
    expect(textOf(main, 'h1')).toBe('a\ufffdb');
    expect(main.textContent.isWellFormed()).toBe(true);
  });

  it('creates only allowed HTML elements for any data from the service', () => {
    const allowed = new Set([
      'bdi',
      'button',
      'code',
      'dd',
      'details',
      'div',
      'dl',
      'dt',
      'footer',
      'h1',
      'h2',
      'header',
      'li',
      'p',
      'path',
      'section',
      'span',
      'strong',
      'summary',
      'svg',
      'time',
      'ul',
      'wbr',
    ]);
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint }),
        fc.dictionary(memberName, jsonValue()),
        (text, members) => {
          const more = JSON.parse(JSON.stringify(members)) as Record<string, never>;
          const content = show({
            key: text,
            title: text,
            workflows: [{ key: text, name: text }],
            startedAt: { text, ms: null },
            more,
          });
          const elements = [...renderedPage(content).main.querySelectorAll('*')];
          expect(
            elements.filter((each) => !allowed.has(each.localName) || each.hasAttribute('style')),
          ).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });
});
