// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { describe, expect, it, vi } from 'vitest';
import type { FromOverview, GrowthPicture, OverviewPageContent } from '../../../../src/protocol/overview.ts';
import type { PageBoot } from '../../../../src/protocol/page.ts';
import { openPage } from '../../../../src/webview/overview/openPage.tsx';
import { buttonNamed, textOf } from '../builders.tsx';
import { isolatePages, openedPage } from '../openedPage.ts';
import { duration, growth, overview, panel, panels } from './builders.ts';

const loading: OverviewPageContent = {
  kind: 'empty',
  connection: 'eu.example.com',
  environment: null,
  notice: null,
};

const opened = (boot: Partial<PageBoot<OverviewPageContent>> | string = {}, kept?: unknown) =>
  openedPage<FromOverview, unknown>(
    openPage,
    typeof boot === 'string' ? boot : { content: loading, ...boot },
    kept,
  );
isolatePages();

describe('the overview page', () => {
  it('keeps its state, says it is ready, and shows what it is told', () => {
    const { main, sent, states, receive } = opened();
    expect([sent, states]).toEqual([
      [{ kind: 'ready', shown: true }],
      [{ html: 'html-1', view: { values: [], scroll: 0 } }],
    ]);
    expect(textOf(main, '.waiting')).toBe('Reading the first jobs…');
    receive(overview());
    expect(main.querySelectorAll('section')).toHaveLength(5);
    receive({
      kind: 'empty',
      connection: '',
      environment: null,
      notice: { sentence: 'No service is connected.', actions: [] },
    });
    expect(main.querySelectorAll('section')).toHaveLength(0);
    receive({ kind: 'unheard of' });
    receive(null);
    expect(textOf(main, '[role=status]')).toBe('No service is connected.');
  });

  it('reports the time zone of the window', () => {
    expect(opened().timeZones).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone]);
  });

  it('does not show what its HTML holds when that was shown before, and may have changed since', () => {
    expect(opened({ content: overview() }).main.querySelectorAll('section')).toHaveLength(5);
    expect(opened({ content: overview() }, { html: 'html-1' }).main.querySelectorAll('section')).toHaveLength(
      0,
    );
  });

  it('keeps the focus on its button while it reads, among the bars where one is gone, and in the page where all are', () => {
    const { main, receive } = opened({ content: overview() });
    buttonNamed(main, 'Refresh').focus();
    receive(overview({ reading: { ...overview().reading, state: 'readingAll' } }));
    receive(overview());
    expect(document.activeElement?.textContent).toBe('Refresh');
    main.querySelector<HTMLElement>('[data-id="growth/started/3"]')?.focus();
    receive(overview({ panels: panels({ growth: panel(growth([1])) }) }));
    expect(document.activeElement?.textContent).toBe('today: 1 started, not over yet');
    receive(overview({ panels: panels({ growth: panel<GrowthPicture>(null) }) }));
    expect(document.activeElement).toBe(main);
  });

  it('names the bar and the time that have the focus as they now are', () => {
    const { main, receive } = opened({
      content: overview({ panels: panels({ growth: panel(growth([3, 4])) }) }),
    });
    const bar = main.querySelector<HTMLElement>('[data-id="growth/started/0"]');
    void act(() => bar?.focus());
    expect(document.activeElement?.textContent).toBe('Sep 30: 3 started');
    void act(() => receive(overview({ panels: panels({ growth: panel(growth([5, 6])) }) })));
    expect(document.activeElement?.textContent).toBe('Sep 30: 5 started');
    const slider = main.querySelector<HTMLInputElement>('.curve input');
    if (slider !== null) slider.value = '200';
    void act(() => void slider?.dispatchEvent(new Event('input', { bubbles: true })));
    void act(() => receive(overview({ panels: panels({ duration: panel(duration(3)) }) })));
    expect(slider?.getAttribute('aria-valuetext')).toMatch(/^Within 3 d, /);
    expect(textOf(main, '[data-section=duration] .named')).toContain(
      slider?.getAttribute('aria-valuetext') ?? '',
    );
  });

  it('keeps open what the reader opened', () => {
    const { main, states, receive } = opened();
    receive(overview());
    buttonNamed(main.querySelector('[data-section=growth]') ?? main, 'Show as table').click();
    vi.advanceTimersByTime(1000);
    const kept = states.at(-1);
    expect(kept).toMatchObject({ html: 'html-1', view: { values: [['table/growth', true]] } });
    expect(
      opened({ id: 'html-2', content: overview() }, kept).main.querySelector('[data-section=growth] table'),
    ).not.toBeNull();
  });

  it('says that a table was copied, and what was read once the reading ends, and is silent about numbers', () => {
    const { main, receive } = opened({
      content: overview({ reading: { ...overview().reading, state: 'readingAll' } }),
    });
    const said = () => [...main.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
    receive(
      overview({
        reading: { ...overview().reading, state: 'readingAll' },
        panels: panels({ growth: { ...panels().growth, sentence: ['Another.'] } }),
      }),
    );
    expect(said()).toEqual(['', '']);
    receive({ kind: 'copied', sentence: 'Table copied' });
    receive(overview());
    expect(said()).toEqual(['Table copied', overview().reading.line]);
  });

  it('says so where it cannot start', () => {
    expect(opened('{').main.textContent).toBe(
      'This page could not start. Close it and open the overview again.',
    );
  });
});
