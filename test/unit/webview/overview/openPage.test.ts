// @vitest-environment happy-dom
import * as l10n from '@vscode/l10n';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromOverview, OverviewPageContent } from '../../../../src/protocol/overview.ts';
import type { PageBoot } from '../../../../src/protocol/page.ts';
import { openPage } from '../../../../src/webview/overview/openPage.tsx';
import { buttonNamed, now, textOf } from '../builders.tsx';
import { overview, panels } from './builders.ts';

const loading: OverviewPageContent = { kind: 'empty', connection: 'eu.example.com', environment: null, notice: null };

/** A page as the extension host builds it. */
function opened(boot: Partial<PageBoot<null, OverviewPageContent>> | string = {}, kept?: unknown) {
  const sent: FromOverview[] = [];
  const states: unknown[] = [];
  const main = document.createElement('main');
  main.id = 'page';
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'boot';
  data.textContent = typeof boot === 'string' ? boot : JSON.stringify({ state: null, language: 'en', translations: {}, content: loading, id: 'html-1', ...boot });
  document.body.replaceChildren(main, data);
  openPage({ postMessage: (message) => sent.push(message as FromOverview), setState: (next) => (states.push(next), next), getState: () => kept }, document);
  return { main, sent, states, receive: (message: unknown) => window.dispatchEvent(new MessageEvent('message', { data: message })) };
}

/** What takes a test's listeners off the shared window and document again. */
const removals: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now });
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject) => {
      add(type, listener);
      removals.push(() => target.removeEventListener(type, listener));
    });
  }
});

afterEach(() => {
  for (const remove of removals.splice(0)) remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
  l10n.config({ contents: {} });
});

describe('the overview page', () => {
  it('keeps its state, says it is ready, and shows what it is told', () => {
    const { main, sent, states, receive } = opened();
    expect([sent, states]).toEqual([[{ kind: 'ready', shown: true }], [{ html: 'html-1' }]]);
    expect(textOf(main, '.waiting')).toBe('Reading the first jobs…');
    receive(overview());
    expect(main.querySelectorAll('section')).toHaveLength(5);
    receive({ kind: 'empty', connection: '', environment: null, notice: { sentence: 'No service is connected.', actions: [] } });
    expect(main.querySelectorAll('section')).toHaveLength(0);
    receive({ kind: 'unheard of' });
    receive(null);
    expect(textOf(main, '[role=status]')).toBe('No service is connected.');
  });

  it('does not show what its HTML holds when that was shown before, and may have changed since', () => {
    expect(opened({ content: overview() }).main.querySelectorAll('section')).toHaveLength(5);
    expect(opened({ content: overview() }, { html: 'html-1' }).main.querySelectorAll('section')).toHaveLength(0);
  });

  it('keeps open what the reader opened', () => {
    const { main, states, receive } = opened();
    receive(overview());
    buttonNamed(main.querySelector('[data-section=growth]') ?? main, 'Show as table').click();
    vi.advanceTimersByTime(1000);
    const kept = states.at(-1);
    expect(kept).toMatchObject({ html: 'html-1', place: { open: ['table/growth'] } });
    expect(opened({ id: 'html-2', content: overview() }, kept).main.querySelector('[data-section=growth] table')).not.toBeNull();
  });

  it('says that a table was copied, and what was read once the reading ends, and is silent about numbers', () => {
    const { main, receive } = opened({ content: overview({ reading: { ...overview().reading, state: 'readingAll' } }) });
    const said = () => [...main.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
    receive(overview({ reading: { ...overview().reading, state: 'readingAll' }, panels: panels({ growth: { ...panels().growth, sentence: ['Another.'] } }) }));
    expect(said()).toEqual(['', '']);
    receive({ kind: 'tableCopied' });
    receive(overview());
    expect(said()).toEqual(['Table copied', overview().reading.line]);
  });

  it('says so where it cannot start', () => {
    expect(opened('{').main.textContent).toBe('This page could not start. Close it and open the overview again.');
  });
});
