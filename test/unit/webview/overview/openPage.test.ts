// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { OverviewContent } from '../../../../src/model/overview/report.ts';
import type { FromOverview } from '../../../../src/protocol/overview.ts';
import { openOverviewPage } from '../../../../src/webview/overview/openPage.tsx';
import { buttonNamed, textOf } from '../builders.tsx';
import { isolatePages, openedPage } from '../openedPage.ts';
import { aPanel, aTable, count, overview } from './builders.ts';

const loading: OverviewContent = {
  kind: 'empty',
  connection: 'eu.example.com',
  environment: null,
  notice: null,
};

const opened = (content: OverviewContent = loading) =>
  openedPage<FromOverview, unknown>(openOverviewPage, { content });
isolatePages();

describe('Overview page', () => {
  it('shows each report or notice that the extension sends', () => {
    const { main, sent, states, receive } = opened();
    expect([sent, states]).toEqual([[{ kind: 'ready' }], [{ view: { values: [], scroll: 0 } }]]);
    expect(textOf(main, '.waiting')).toBe('Loading jobs…');
    receive(overview());
    expect(main.querySelectorAll('section')).toHaveLength(2);
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

  it('reports its time zone to the extension', () => {
    expect(opened().timeZones).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone]);
  });

  it('keeps the focus on a button whose action changes', () => {
    const { main, receive } = opened(overview());
    const { reading } = overview();
    buttonNamed(main, 'Read All').focus();
    receive(overview({ reading: { ...reading, state: 'readingAll' } }));
    expect(document.activeElement?.textContent).toBe('Cancel');
    receive(overview({ reading: { ...reading, isWhole: true } }));
    expect(document.activeElement?.textContent).toBe('Refresh');
  });

  it('keeps the focus on a number that changes', () => {
    const panelWith = (value: number) =>
      aPanel({ table: aTable({ cells: ['Approve', 'a', count(value), null] }) });
    const { main, receive } = opened(overview({ panels: [panelWith(3)] }));
    buttonNamed(main, 'Approve, Late: 3').focus();
    receive(overview({ panels: [panelWith(5)] }));
    expect(document.activeElement?.textContent).toBe('5');
  });

  it('announces that all jobs are loaded', () => {
    const { main, receive } = opened(
      overview({ reading: { ...overview().reading, state: 'readingAll' } }),
    );
    const announcements = () =>
      [...main.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
    receive(
      overview({
        reading: { ...overview().reading, state: 'readingAll' },
        panels: [aPanel({ sentence: ['Another.'] })],
      }),
    );
    expect(announcements()).toEqual(['', '']);
    receive({ kind: 'copied', sentence: 'Table copied' });
    receive(overview());
    expect(announcements()).toEqual(['Table copied', overview().reading.line]);
  });
});
