// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { describe, expect, it } from 'vitest';
import type { Panel, ShownReport } from '../../../../src/model/overview/report.ts';
import { buttonNamed, now, textOf } from '../builders.tsx';
import { aPanel, aTable, count, overview, panelsOf, partOfList, wholeList } from './builders.ts';
import { renderedOverview } from './rendered.tsx';

const showing = (panel: Partial<Panel> = {}, content: Partial<ShownReport> = {}) =>
  renderedOverview(overview({ panels: [aPanel(panel)], ...content }));
const section = (main: ParentNode, id: string) => {
  const element = main.querySelector<HTMLElement>(`[data-section="${id}"]`);
  if (element === null) throw new Error(`There is no section ${id}.`);
  return element;
};
const texts = (main: ParentNode, selector: string) =>
  [...main.querySelectorAll(selector)].map(({ textContent }) => textContent);
const names = (main: ParentNode, selector: string) =>
  [...main.querySelectorAll(selector)].map((each) => each.getAttribute('aria-label'));

describe('Overview table', () => {
  it('omits columns that only the export contains', () => {
    const { main } = showing();
    const table = section(main, 'stuck').querySelector('table');
    expect(main.querySelector(`#${table?.getAttribute('aria-labelledby')}`)?.textContent).toBe(
      'Where is it stuck? ',
    );
    expect(texts(main, 'thead [scope=col]')).toEqual(['Step', 'Late', 'Active']);
    expect(texts(main, 'tbody [scope=row]')).toEqual(['Approve']);
    expect(texts(main, 'tbody td')).toEqual(['4', '9']);
  });

  it('provides a button with an accessible name for each number', () => {
    const { main, sent } = showing({
      table: aTable({ cells: ['Approve', 'stp', count(25_874), count(0)] }),
    });
    expect(names(main, 'td button')).toEqual(['Approve, Late: 25,874']);
    expect(texts(main, 'td')).toEqual(['25,874', '0']);
    buttonNamed(main, 'Approve, Late: 25,874').click();
    expect(sent).toEqual([{ kind: 'filter', filter: count(25_874).filter }]);
  });

  it('ignores combined rows when scaling the bars', () => {
    const { main } = showing({
      table: aTable(
        { cells: ['Approve', 'a', count(4), count(90)] },
        { cells: ['Check', 'b', count(2), count(2)] },
        { cells: ['Sign', 'c', count(0), count(2)] },
        { cells: ['3 more steps', '', count(8), count(8)], isCombined: true },
      ),
    });
    const bars = [...main.querySelectorAll<HTMLElement>('.bar')];
    expect(bars.map(({ style }) => style.getPropertyValue('--share'))).toEqual(['1', '0.5', '1']);
    expect(bars.map((bar) => bar.getAttribute('aria-hidden'))).toEqual(Array(3).fill('true'));
  });

  it('shows “Unknown” for a missing value', () => {
    const { main } = showing({ table: aTable({ cells: ['Approve', 'a', null, 'not read'] }) });
    expect(texts(main, 'td')).toEqual(['Unknown', 'not read']);
  });

  it('opens a job when its row is selected', () => {
    const { main, sent } = showing({
      table: aTable(
        {
          cells: ['Invoice', 'a', null, null],
          job: { id: 'row_1', name: 'Invoice, Approve, started Oct 1' },
        },
        {
          cells: ['Invoice', 'b', null, null],
          job: { id: 'row_2', name: 'Invoice, Approve, started Oct 2' },
        },
      ),
    });
    expect(texts(main, 'th button')).toEqual(['Invoice', 'Invoice']);
    buttonNamed(main, 'Invoice, Approve, started Oct 2').click();
    expect(sent).toEqual([{ kind: 'openJob', id: 'row_2' }]);
  });

  it('moves the focus between cells with the arrow keys', () => {
    const { main } = showing({
      table: aTable(
        { cells: ['Approve', 'a', count(0), count(1)] },
        { cells: ['Check', 'b', count(2), count(3)] },
      ),
    });
    const stops = () => [...main.querySelectorAll<HTMLElement>('tbody [tabindex="0"]')];
    expect(stops().map(({ textContent }) => textContent)).toEqual(['1']);
    void act(() => stops()[0]?.focus());
    const visited = [
      'ArrowLeft',
      'ArrowDown',
      'Home',
      'ArrowUp',
      'ArrowUp',
      'End',
      'ArrowRight',
    ].map((key) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      void act(() => void document.activeElement?.dispatchEvent(event));
      return document.activeElement?.textContent;
    });
    expect(visited).toEqual(['0', '2', 'Check', 'Approve', 'Approve', '1', '1']);
    expect(stops()).toEqual([document.activeElement]);
  });
});

describe('Overview panel', () => {
  it('filters the Jobs view when the user selects a job count', () => {
    const filter = { state: 'active' as const, steps: ['Approve'] };
    const { main, sent } = showing({
      sentence: [
        'Now ',
        { strong: '21 jobs', filter },
        ' in ',
        { strong: 'Approve', filter: null },
        '.',
      ],
    });
    expect(textOf(main, '.sentence')).toBe('Now 21 jobs in Approve.');
    buttonNamed(section(main, 'stuck'), '21 jobs').click();
    expect(sent).toEqual([{ kind: 'filter', filter }]);
  });

  it('offers buttons to copy and export the table', () => {
    const { main, sent } = showing();
    buttonNamed(main, 'Copy as Markdown Table: Where is it stuck?').click();
    buttonNamed(main, 'Export as CSV…: Where is it stuck?').click();
    expect(sent).toEqual([
      { kind: 'copyTable', panel: 'stuck' },
      { kind: 'exportTable', panel: 'stuck' },
    ]);
  });

  it('shows only its summary sentence if it has no table', () => {
    const { main } = showing({ table: null, sentence: ['There are no active jobs.'] });
    expect(section(main, 'stuck').textContent).toBe('Where is it stuck? There are no active jobs.');
  });

  it('explains the colors in a legend', () => {
    const { main } = showing({
      legend: [{ tone: 'long', text: 'Half of the jobs finish sooner' }],
    });
    expect(textOf(main, '.legend')).toBe('Half of the jobs finish sooner');
  });

  it('escapes names from the service', () => {
    const name = '<b onclick="x">Bold</b> \u202egnol';
    const inert = '<b onclick="x">Bold</b> \\u202egnol';
    const { main } = showing(
      {
        sentence: [{ strong: name, filter: null }],
        table: aTable({ cells: [name, 'a', count(1), count(1)], job: { id: 'row_1', name } }),
      },
      { connection: name },
    );
    expect(main.querySelector('b')).toBeNull();
    expect(main.textContent).not.toContain('\u202e');
    expect(texts(main, 'header bdi, .panel bdi')).toEqual([inert, inert, inert]);
    expect(names(main, 'tbody button').every((each) => each?.includes('\\u202e'))).toBe(true);
  });
});

describe('Overview status', () => {
  const { reading } = overview();
  const buttons = (main: ParentNode) => texts(section(main, 'reading'), 'button');

  it('shows the report age after 15 minutes', () => {
    const after = (minutes: number, changes: Partial<typeof reading> = {}) => {
      const at = now - minutes * 60_000;
      const { main } = showing(
        {},
        { reading: { ...reading, line: 'As of then.', at, ...changes } },
      );
      const isPrimary = buttonNamed(main, 'Refresh').classList.contains('primary');
      return [textOf(section(main, 'reading'), 'p'), isPrimary];
    };
    expect(after(14)).toEqual(['As of then.', false]);
    expect(after(15)).toEqual(['As of then. This report is 15 min old.', true]);
    expect(after(200)).toEqual(['As of then. This report is 3 h old.', true]);
    expect(after(200, { state: 'readingAll' })).toEqual(['As of then.', false]);
  });

  it.each([
    ['Read All', 'settled', ['readAll', 'refresh']],
    ['Read All', 'reading', ['readAll']],
    ['Cancel', 'readingAll', ['cancel']],
  ] as const)('shows the button “%s” in the state “%s”', (label, state, kinds) => {
    const progress = state === 'settled' ? null : '4,000 of 100,000';
    const { main, sent } = showing({}, { reading: { ...reading, state, progress } });
    for (const each of [label, 'Refresh']) buttonNamed(section(main, 'reading'), each).click();
    expect(sent).toEqual(kinds.map((kind) => ({ kind })));
    expect(buttons(main)).toEqual([label, 'Refresh']);
  });

  it('shows only Refresh if all jobs were loaded', () => {
    const remarks = ['3 jobs could not be read and are not counted.'];
    const { main } = showing({}, { reading: { ...reading, isWhole: true, remarks } });
    expect([buttons(main), texts(main, '.remarks li')]).toEqual([['Refresh'], remarks]);
  });

  it('hides Refresh if a notice offers Try Again', () => {
    const { main } = showing({}, { notice: { sentence: 'It failed.', actions: ['refresh'] } });
    expect([...texts(section(main, 'notice'), 'button'), ...buttons(main)]).toEqual([
      'Try Again',
      'Read All',
    ]);
  });
});

describe('Overview', () => {
  it('shows the period in the heading of each panel that uses it', () => {
    const panels = panelsOf(partOfList, 'month');
    const { main } = renderedOverview(overview({ period: 'month', panels }));
    expect(main.querySelector('select')?.value).toBe('month');
    expect(texts(main, 'h2, .period-choice > .dim')).toEqual([
      'Where is it stuck? 700 jobs read',
      'Look at these first 700 jobs read',
      'Who holds the work? 700 jobs read',
      'Jobs started',
      'Is it growing? Last 30 days · 700 jobs read',
      'How long does it take? Last 30 days · 700 jobs read',
    ]);
  });

  it('sends the selected period to the extension', () => {
    const { main, sent } = showing();
    const select = main.querySelector('select');
    expect(texts(main, 'option')).toEqual([
      'All time',
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
    ]);
    if (select !== null) select.value = 'quarter';
    void act(() => void select?.dispatchEvent(new Event('change', { bubbles: true })));
    expect(sent).toEqual([{ kind: 'setPeriod', period: 'quarter' }]);
  });

  it('shows a notice if there is no report yet', () => {
    expect(textOf(renderedOverview(overview({ panels: null })).main, '.waiting')).toBe(
      'Loading jobs…',
    );
    const { main, sent } = renderedOverview({
      kind: 'empty',
      connection: '',
      environment: null,
      notice: { sentence: 'No service is connected.', actions: ['setBaseUrl'] },
    });
    expect(textOf(main, '[role=status]')).toBe('No service is connected.');
    expect(main.querySelector('.waiting')).toBeNull();
    buttonNamed(main, 'Set Base URL…').click();
    expect(sent).toEqual([{ kind: 'setBaseUrl' }]);
  });

  it('renders at most 1,500 HTML elements', () => {
    const { main } = renderedOverview(overview({ panels: panelsOf(wholeList) }));
    expect(main.querySelectorAll('*').length).toBeLessThanOrEqual(1500);
  });
});
