// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { PageContent } from '../../../../src/model/jobPage/panelContent.ts';
import type { Json } from '../../../../src/model/util/json.ts';
import type { ToPage } from '../../../../src/protocol/page.ts';
import { buttonNamed, disclosureNamed, show, textOf } from '../builders.tsx';
import { isolatePages } from '../openedPage.ts';
import { entry, field, opened, showing, state, unopened } from './openPageSetup.ts';

isolatePages();

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
    expect(states).toEqual([{ ...state, view: unopened }]);
    expect(sent).toEqual([{ kind: 'ready' }]);
    expect(textOf(main, '.state')).toBe('Loading…');
    expect(textOf(main, '.summary code')).toBe('job_004213');
  });

  it('reopens the saved sections when the extension sends new HTML', () => {
    const view = { values: [['more/cost', true]], scroll: 0 };
    const { main, sent, states } = opened(
      { content: show({ more: { cost: { net: 7 } } }) },
      { ...state, view },
    );
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(disclosureNamed(main, 'cost').open).toBe(true);
    expect(sent).toEqual([{ kind: 'ready' }]);
    expect(states).toEqual([{ ...state, view }]);
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
    { ...state, view: 'far down' },
    { ...state, view: { values: { 0: 'more/cost' }, scroll: 'far' } },
  ])('ignores the invalid saved state %j', (stored) => {
    const { main, sent } = opened({ content: show({ more: { cost: { net: 7 } } }) }, stored);
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(disclosureNamed(main, 'cost').open).toBe(false);
    expect(sent).toEqual([{ kind: 'ready' }]);
  });

  it('uses the translations from its HTML', () => {
    const { main, receive } = opened({
      language: 'de',
      translations: { Active: 'Aktiv', 'running {0}': 'läuft seit {0}' },
    });
    receive(show());
    expect(textOf(main, '.state')).toBe('Aktiv');
    expect(textOf(main, '.summary')).toContain('läuft seit 3 h 12 min');
    expect(textOf(main, '[data-section=times]')).toContain('vor 3 Stunden');
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
});

describe('Job preview', () => {
  const log = Array.from({ length: 5 }, (_, index) => ({ ...entry, text: `Entry ${index}` }));

  it('stays open after the user types in a filter', () => {
    const { main, sent } = showing(show({ log }));
    const filter = main.querySelector<HTMLInputElement>('[type=search]');
    filter?.dispatchEvent(new Event('input', { bubbles: true }));
    expect(sent.at(-1)).toEqual({ kind: 'keepOpen' });
  });
});
