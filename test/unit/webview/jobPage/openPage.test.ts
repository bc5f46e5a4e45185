// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { PageIdentity } from '../../../../src/model/jobPage/pageContent.ts';
import type { PageContent } from '../../../../src/model/jobPage/panelContent.ts';
import type { FieldValue, LogEntry } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import type { FromPage } from '../../../../src/protocol/jobPage.ts';
import type { Json } from '../../../../src/model/util/json.ts';
import type { PageBoot, ToPage } from '../../../../src/protocol/page.ts';
import { openJobPage } from '../../../../src/webview/jobPage/openPage.tsx';
import {
  type Changes,
  buttonNamed,
  disclosureNamed,
  empty,
  fieldValue,
  moment,
  now,
  show,
  textOf,
} from '../builders.tsx';
import { type OpenedPage, isolatePages, openedPage } from '../openedPage.ts';

const state = { key: 'job_004213', baseUrl: 'https://eu.example.com/api/v2' };
const loading = empty();

/** The stored view state of a page on which no section is open. */
const unopened = { values: [], scroll: 0 };

/** The state that a page stores with `setState`. */
type PageState = PageIdentity & { html?: string; view?: object };

type Page = OpenedPage<FromPage, PageState>;

const opened = (boot: Partial<PageBoot<PageContent>> | string = {}, stored?: unknown): Page =>
  openedPage(openJobPage, typeof boot === 'string' ? boot : { content: loading, ...boot }, stored);
isolatePages();

/** Opens a page and sends it this content. */
function showing(content: unknown = show()): Page {
  const page = opened();
  page.receive(content);
  return page;
}

const field = fieldValue();
const entry: LogEntry = { at: null, text: 'Began', otherMembers: {} };

/** Returns the button or disclosure that shows more content. */
function openerNamed(main: HTMLElement, name: string): HTMLElement {
  const found = [...main.querySelectorAll<HTMLElement>('summary, button')].find(({ textContent }) =>
    textContent.includes(name),
  );
  if (!found) throw new Error(`Nothing opens “${name}”.`);
  return found;
}

function open(main: HTMLElement, name: string): void {
  const opener = openerNamed(main, name);
  if (opener.parentElement instanceof HTMLDetailsElement) opener.parentElement.open = true;
  else opener.click();
}

describe('Job page', () => {
  it('sends the URL of a selected link to the extension', () => {
    const { main, sent } = showing(
      show({ fields: [{ ...field, value: 'See https://a.example/x?y=1 first.' }] }),
    );
    const onClick = vi.fn();
    document.addEventListener('click', onClick);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    main.querySelector('a')?.dispatchEvent(click);
    expect([click.defaultPrevented, onClick.mock.calls]).toEqual([true, []]);
    expect(sent.at(-1)).toEqual({ kind: 'openLink', url: 'https://a.example/x?y=1' });
  });

  it('reports that it is ready and shows the job key', () => {
    const { main, sent, states } = opened();
    expect(states).toEqual([{ ...state, html: 'html-1', view: unopened }]);
    expect(sent).toEqual([{ kind: 'ready', shown: true }]);
    expect(textOf(main, '.state')).toBe('Loading…');
    expect(textOf(main, 'code.key')).toBe('job_004213');
  });

  it('hides outdated content when its HTML is restored', () => {
    const { main, sent, receive } = opened({ content: show() }, { ...state, html: 'html-1' });
    expect(textOf(main, '.state')).toBe('Loading…');
    expect(main.textContent).not.toContain('Invoice Approval');
    expect(sent).toEqual([{ kind: 'ready', shown: false }]);
    receive(show({ state: 'completed', title: 'By now' }));
    expect(textOf(main, 'h1')).toBe('By now');
    expect(main.querySelectorAll('.changed')).toHaveLength(0);
  });

  it('reopens the saved sections when the extension sends new HTML', () => {
    const view = { values: [['more/cost', true]], scroll: 0 };
    const { main, sent, states } = opened(
      { content: show({ more: { cost: { net: 7 } } }), id: 'html-2' },
      { ...state, html: 'html-1', view },
    );
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(disclosureNamed(main, 'cost').open).toBe(true);
    expect(sent).toEqual([{ kind: 'ready', shown: true }]);
    expect(states).toEqual([{ ...state, html: 'html-2', view }]);
  });

  /** Opens a page that is too short to scroll until it shows the job. */
  const openedShort = () => {
    window.scrollTo(0, 0);
    vi.spyOn(window, 'scrollTo').mockImplementationOnce(() => undefined);
    return opened({}, { ...state, view: { values: [], scroll: 120 } });
  };

  it('scrolls to the saved position when content arrives', () => {
    const { states, receive } = openedShort();
    expect(states.at(-1)).toMatchObject({ view: { scroll: 120 } });
    for (const isLoading of [true, false]) {
      receive(show({}, isLoading));
      expect(window.scrollY).toBe(120);
    }
  });

  it('keeps the scroll position if the user has already scrolled', () => {
    const { receive } = openedShort();
    window.scrollTo(0, 40);
    receive(show());
    expect(window.scrollY).toBe(40);
  });

  it('keeps the scroll position if an element has focus', () => {
    const { main, receive } = openedShort();
    const copy = buttonNamed(main, 'Copy job_004213');
    copy.focus();
    receive(show());
    expect(document.activeElement).toBe(copy);
    expect(window.scrollY).toBe(0);
  });

  it.each([
    7,
    { ...state, html: 7, view: 'far down' },
    { ...state, html: null, view: { values: { 0: 'more/cost' }, scroll: 'far' } },
  ])('ignores the invalid saved state %j', (stored) => {
    const { main, sent } = opened({ content: show({ more: { cost: { net: 7 } } }) }, stored);
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(disclosureNamed(main, 'cost').open).toBe(false);
    expect(sent).toEqual([{ kind: 'ready', shown: true }]);
  });

  it('shows the translations that its HTML contains', () => {
    const { main, receive } = opened({
      language: 'de',
      translations: { Active: 'Aktiv', 'running {0}': 'läuft seit {0}' },
    });
    receive(show());
    expect(textOf(main, '.state')).toBe('Aktiv');
    expect(textOf(main, '.summary')).toContain('läuft seit 3 h 12 min');
    expect(textOf(main, '[data-section=times]')).toContain('vor 3 Stunden');
  });

  it.each(['', '{', '{"state":{}}'])('shows an error message if the page data is %j', (boot) => {
    const { main, sent } = opened(boot);
    expect(main.textContent).toMatch(/could not start/);
    expect(sent).toEqual([]);
  });

  it.each([null, 'text', { kind: 'dance' }])('ignores the invalid message %j', (message) => {
    const { main, receive } = showing();
    const before = main.innerHTML;
    receive(message);
    expect(main.innerHTML).toBe(before);
  });

  it('shows values that are nested 50,000 levels deep', () => {
    const { main, receive } = opened();
    let deep: Json = null;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    receive(show({ more: { deep } }));
    disclosureNamed(main, 'deep').open = true;
    expect(textOf(main, '[data-section=more] .disclosed')).toBe('1 1 item');
  });

  it('announces a notice in the existing live region', () => {
    const { main, receive } = showing();
    const region = main.querySelector('[role=status]');
    receive(show({}, false, 'The details could not be loaded.'));
    expect(main.querySelector('[role=status]')).toBe(region);
    expect(region?.textContent).toBe('The details could not be loaded.');
  });

  it('keeps sections open when the job changes', () => {
    const { main, receive } = opened();
    const more = {
      content: { fields: [{ name: 'Priority', value: 'High' }] },
      long: 'x'.repeat(1_000),
      version: 1,
    };
    receive(show({ more }));
    disclosureNamed(main, 'content').open = true;
    disclosureNamed(main, 'fields').open = true;
    buttonNamed(main, 'Show All 1,000 Characters').click();
    main.querySelector<HTMLElement>('summary[data-id="more/content/fields"]')?.focus();

    receive(show({ more: { ...more, version: 2 } }));
    expect(disclosureNamed(main, 'fields').open).toBe(true);
    expect(textOf(main, '[data-section=more]')).toContain('1 Priority 2 properties');
    expect(textOf(main, '[data-section=more]')).toContain('x'.repeat(1_000));
    expect(document.activeElement?.getAttribute('data-id')).toBe('more/content/fields');

    disclosureNamed(main, 'content').open = false;
    receive(show({ more: { ...more, version: 3 } }));
    expect(disclosureNamed(main, 'content').open).toBe(false);
  });

  const hiddenContent: [what: string, changes: (value: number) => Changes, opens: string[]][] = [
    ['a property', (value) => ({ more: { progress: { percent: value } } }), ['progress']],
    [
      'an older log entry',
      (value) => ({ log: [...Array<LogEntry>(200).fill(entry), { ...entry, text: `${value}` }] }),
      ['Show 1 More'],
    ],
    [
      'the last of nine steps',
      (value) => ({
        steps: Array.from({ length: 9 }, (_, index) => ({
          key: `s${index}`,
          name: `Step ${index === 8 ? value : index}`,
        })),
      }),
      ['Show 6 More'],
    ],
  ];

  it.each(hiddenContent)('updates %s in hidden content', (_, changes, opens) => {
    const { main, receive } = showing(show(changes(1234)));
    for (const name of opens.slice(0, -1)) open(main, name);
    const last = openerNamed(main, opens.at(-1) ?? '');
    last.focus();
    receive(show(changes(8765)));
    expect(document.activeElement).toBe(last);
    expect(openerNamed(main, opens.at(-1) ?? '')).toBe(last);
    open(main, opens.at(-1) ?? '');
    expect(main.textContent).toContain('8765');
  });

  it.each(['oldest', 'newest'])(
    'reuses the elements of log entries if the response starts with the %s entry',
    (first) => {
      const { main, receive } = opened();
      const log = (...texts: string[]) => {
        const entries = texts.map((text, minute) => ({
          at: moment(`2026-10-01T10:0${minute}:00Z`),
          text,
          otherMembers: { words: [text] },
        }));
        return first === 'oldest' ? entries : entries.toReversed();
      };
      const textNode = (text: string) =>
        [...main.querySelectorAll('.text')].find(({ textContent }) => textContent === text)
          ?.firstChild;
      receive(show({ log: log('Began', 'Approved') }));
      const [began, summary] = [
        textNode('Began'),
        [...main.querySelectorAll<HTMLElement>('.entries summary')].at(-1),
      ];
      summary?.focus();
      if (summary?.parentElement instanceof HTMLDetailsElement) summary.parentElement.open = true;
      receive(show({ log: log('Began', 'Approved', 'Released') }, false, 'Late.'));
      expect(
        [...main.querySelectorAll('.entries li > div > .text')].map(
          ({ textContent }) => textContent,
        ),
      ).toEqual(['Released', 'Approved', 'Began']);
      expect(textNode('Began')).toBe(began);
      expect(document.activeElement).toBe(summary);
      expect(
        [...main.querySelectorAll('.entries li > div > details')].map((each) =>
          each.hasAttribute('open'),
        ),
      ).toEqual([false, false, true]);
      expect(
        [...main.querySelectorAll('.entries .changed')].map(({ textContent }) => textContent),
      ).toEqual([expect.stringContaining('Released')]);
    },
  );

  it('keeps the focus in a field when another field is inserted above', () => {
    const fields = [1, 2].map((count): FieldValue => ({ ...field, value: { count } }));
    const { main, receive } = showing(show({ fields }));
    const copy = [...main.querySelectorAll<HTMLElement>('[data-section=fields] button')][1];
    open(main.querySelectorAll<HTMLElement>('[data-section=fields] td')[1] ?? main, '1 property');
    copy?.focus();
    receive(
      show({ fields: [{ ...field, key: 'first', name: 'First', value: { count: 0 } }, ...fields] }),
    );
    expect(
      [...main.querySelectorAll('[data-section=fields] .disclosed')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['', '', 'count2']);
    expect(document.activeElement).toBe(copy);
    expect(copy?.closest('tr')?.textContent).toContain('count2');
  });

  it('highlights only the new entries of a long log', () => {
    const { main, receive } = opened();
    const log = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        at: null,
        text: index % 2 === 0 ? 'Tick' : `Tock ${index}`,
        otherMembers: {},
      }));
    receive(show({ log: log(150) }));
    const before = [...main.querySelectorAll('.entries li')];
    receive(show({ log: log(152) }));
    const after = [...main.querySelectorAll('.entries li')];
    expect(after.slice(0, 150)).toEqual(before);
    expect(
      after.flatMap((each, index) => (each.classList.contains('changed') ? [index] : [])),
    ).toEqual([150, 151]);
  });

  it('announces a change again if it is repeated', () => {
    const { receive } = opened();
    const announcement = () =>
      document.querySelector('.visually-hidden[aria-live=polite]')?.firstChild;
    receive(show());
    receive(show({ assignedTo: [] }));
    const first = announcement();
    vi.advanceTimersByTime(4_000);
    expect(announcement()).toBe(first);
    receive(show());
    vi.advanceTimersByTime(4_000);
    receive(show({ assignedTo: [] }));
    expect(announcement()?.nodeValue).toBe('Unassigned');
    expect(announcement()).not.toBe(first);
  });

  it('moves the focus to the page if the focused element is removed', () => {
    const { main, receive } = showing(
      empty({ notice: { sentence: 'No response.', actions: ['showLog'] } }),
    );
    buttonNamed(main, 'Show Log').focus();
    receive(show());
    expect(document.activeElement).toBe(main);
  });

  it('closes all sections and announces the title when it shows another job', () => {
    const { main, sent, states, receive } = showing({
      ...show({ more: { nested: { a: 1 } } }),
      neighbours: { previous: false, next: true },
    });
    open(main, 'nested');
    window.scrollTo(0, 120);
    const next = buttonNamed(main, 'Next Job');
    next.focus();
    next.click();
    expect(sent).toContainEqual({ kind: 'nextJob' });
    receive({
      ...show({
        key: 'job_2',
        title: 'Contract Review',
        state: 'completed',
        more: { nested: { a: 1 } },
      }),
      neighbours: { previous: true, next: false },
    });
    expect(document.activeElement).toBe(next);
    expect(next.isConnected).toBe(true);
    expect(document.querySelector('.visually-hidden[aria-live=polite]')?.textContent).toBe(
      'Contract Review. Completed',
    );
    expect([
      main.querySelector('details[open]'),
      main.querySelector('.changed'),
      window.scrollY,
    ]).toEqual([null, null, 0]);
    expect(states.at(-1)).toEqual({ ...state, key: 'job_2', html: 'html-1', view: unopened });
    next.click();
    expect(sent.filter(({ kind }) => kind === 'nextJob')).toHaveLength(1);
    receive(show({ key: 'job_2', title: 'Contract Review' }));
    expect(document.querySelector('.visually-hidden[aria-live=polite]')?.textContent).toBe(
      'State: Active',
    );
  });

  it('saves the scroll position when scrolling ends', () => {
    const { states } = showing();
    window.scrollTo(0, 120);
    window.dispatchEvent(new Event('scrollend'));
    expect(states.at(-1)).toMatchObject({ view: { scroll: 120 } });
  });

  it('shows a confirmation for two seconds', () => {
    const { main, sent, receive } = showing();
    const region = document.querySelector('.confirmation[aria-live=polite]');
    buttonNamed(main, 'Copy Key').click();
    expect(sent).toContainEqual({ kind: 'copyKey' });
    expect(region?.textContent).toBe('');
    receive({ kind: 'copied', sentence: 'Key copied' } satisfies ToPage<PageContent>);
    expect(region?.textContent).toBe('Key copied');
    receive(show({ title: 'Another' }));
    expect(region?.textContent).toBe('Key copied');
    vi.advanceTimersByTime(2_000);
    expect(region?.textContent).toBe('');
  });

  it('updates the running time every second', () => {
    const { main } = showing(
      show({ startedAt: moment(new Date(now).toISOString()), updatedAt: null }),
    );
    const heading = main.querySelector('.summary');
    expect(heading?.textContent).toContain('running 0 s');
    vi.advanceTimersByTime(7_000);
    expect(heading?.textContent).toContain('running 7 s');
    vi.advanceTimersByTime(173_000);
    expect(heading?.textContent).toContain('running 3 min');
    expect(main.querySelector('.summary')).toBe(heading);
  });

  it('uses one timer for all updates', () => {
    const { receive } = opened();
    for (let count = 0; count < 10; count += 1) receive(show({ title: `Title ${count}` }));
    expect(vi.getTimerCount()).toBe(1);
  });
});

describe('Job page refresh', () => {
  const announcement = () =>
    document.querySelector('.visually-hidden[aria-live=polite]')?.textContent;

  it('announces that the job is loading', () => {
    const { main, receive } = showing(show({}, false, 'Late.'));
    buttonNamed(main, 'Try Again').click();
    expect(announcement()).toBe('Loading…');
    receive(show({}, true));
    receive(show({ assignedTo: [] }));
    expect(announcement()).toBe('Unassigned');
  });

  it.each([
    ['Refreshed', show()],
    ['Refresh failed', show({}, false, 'The service did not respond.')],
  ])('announces the result “%s”', (sentence, after) => {
    const { main, receive } = showing(show());
    buttonNamed(main, 'Refresh').click();
    // The response to an earlier poll does not end the refresh.
    receive({ ...show(), followedAt: now });
    expect(announcement()).toBe('Loading…');
    receive(show({}, true));
    expect(announcement()).toBe('Loading…');
    receive(after);
    expect(announcement()).toBe(sentence);
  });

  it('announces nothing if the refresh is automatic', () => {
    const { receive } = showing(show());
    receive(show({}, true));
    receive(show());
    expect(announcement()).toBe('');
  });
});

describe('Job preview', () => {
  const log = Array.from({ length: 5 }, (_, index) => ({ ...entry, text: `Entry ${index}` }));

  it('stays open after the user types in a filter', () => {
    const { main, sent, receive } = showing({ ...show({ log }), isPreview: true });
    const filter = main.querySelector<HTMLInputElement>('[type=search]');
    const type = () => filter?.dispatchEvent(new Event('input', { bubbles: true }));
    type();
    expect(sent.slice(1)).toEqual([{ kind: 'keepOpen' }]);
    receive(show({ log }));
    type();
    expect(sent).toHaveLength(2);
  });
});
