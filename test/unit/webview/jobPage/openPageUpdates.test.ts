// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { FieldValue, LogEntry } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import {
  type Changes,
  buttonNamed,
  disclosureNamed,
  empty,
  logTime,
  moment,
  now,
  show,
  textOf,
} from '../builders.tsx';
import { isolatePages } from '../openedPage.ts';
import { entry, field, opened, showing, state, unopened } from './openPageSetup.ts';

isolatePages();

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

  it.each(hiddenContent)('updates %s even while it is hidden', (_, changes, opens) => {
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
          at: logTime(`2026-10-01T10:0${minute}:00Z`),
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

  it('announces a change again if the same change occurs again', () => {
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
    expect(states.at(-1)).toEqual({ ...state, key: 'job_2', view: unopened });
    next.click();
    expect(sent.filter(({ kind }) => kind === 'nextJob')).toHaveLength(1);
    receive(show({ key: 'job_2', title: 'Contract Review' }));
    expect(document.querySelector('.visually-hidden[aria-live=polite]')?.textContent).toBe(
      'State: Active',
    );
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
    ['Refreshed', 'an up-to-date job', show()],
    [
      'Refreshed',
      'a job that is not listed yet',
      { ...show(), notice: { sentence: 'The service does not list it yet.', actions: [] } },
    ],
    ['Refresh failed', 'an error', show({}, false, 'The service did not respond.')],
  ])('announces “%s” for %s', (sentence, _, after) => {
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

  it('announces the result once if the job is already loading', () => {
    const { main, receive } = showing(show({}, true));
    buttonNamed(main, 'Refresh').click();
    receive(show());
    expect(announcement()).toBe('Refreshed');
    vi.advanceTimersByTime(11_000);
    receive(show({}, true));
    receive(show());
    expect(announcement()).toBe('');
  });

  it('announces nothing if the refresh is automatic', () => {
    const { receive } = showing(show());
    receive(show({}, true));
    receive(show());
    expect(announcement()).toBe('');
  });
});
