// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldValue, now } from '../contents.ts';
import { buttonNamed, moment, renderedPage, show, textOf, valuesOf } from '../builders.tsx';
import { codePoint } from '../../codePoint.ts';
import { jsonValue, memberName } from '../../jsonValue.ts';
import { loading } from './sectionsSetup.ts';

describe('Job page', () => {
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
    expect(textOf(main, '[data-section=activeIn]')).toBe('Active inWorkflownoneStepnone');
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
    const steps = Array.from({ length: 50 }, (_, index) => ({
      key: `st_${index}`,
      name: `Step ${index}`,
    }));
    const { main, values } = renderedPage(show({ steps }));
    const shown = () => main.querySelectorAll('[data-section=activeIn] dd:last-child li').length;
    expect(valuesOf(main, 'activeIn')['Step']).not.toContain('Step 3');
    const before = shown();
    buttonNamed(main, 'Show 47 More').click();
    expect(shown() - before).toBe(47);
    expect(document.activeElement?.textContent).toContain('Step 3');
    expect(
      valuesOf(renderedPage(show({ steps }), { values: values() }).main, 'activeIn')['Step'],
    ).toContain('Step 49');
  });

  const hostile =
    '<script>alert(1)</script><img src=x onerror=alert(1)> **bold** [link](command:x) $(bug)';

  it('renders markup from the service as plain text', () => {
    const content = show({
      key: hostile,
      title: hostile,
      problem: hostile,
      workflows: [{ key: hostile, name: hostile }],
      assignedTo: [hostile],
      startedBy: hostile,
      startedAt: moment(hostile),
      more: { [hostile]: { [hostile]: hostile } },
    });
    const { main } = renderedPage({ ...content, connection: hostile });
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
    expect(textOf(main, 'h1')).toBe('a\\u202eb');
    expect(main.textContent).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(main.querySelectorAll('.summary bdi')[1]?.textContent).toBe('שלב \\u2066x');
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
