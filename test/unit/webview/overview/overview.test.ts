// @vitest-environment happy-dom
import { act } from 'preact/test-utils';
import { describe, expect, it, vi } from 'vitest';
import type { DurationPicture, OverviewContent, Panels } from '../../../../src/protocol/overview.ts';
import { buttonNamed, now, textOf } from '../builders.tsx';
import {
  count,
  daily,
  duration,
  firstJobs,
  growth,
  holder,
  overview,
  panel,
  panels,
  filterOf,
  stuck,
} from './builders.ts';
import { renderedOverview } from './rendered.tsx';

const day = 86_400_000;
const showing = (changes: Partial<Panels> = {}, content: Partial<OverviewContent> = {}) =>
  renderedOverview(overview({ panels: panels(changes), ...content }));
const found = (within: ParentNode, selector: string) => {
  const element = within.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`There is no ${selector}.`);
  return element;
};
const section = (main: ParentNode, id: string) => found(main, `[data-section="${id}"]`);
/** The text of a cell as it is seen. */
const textWithout = (cell: Element, selector: string) => {
  const copy = cell.cloneNode(true) as Element;
  for (const each of copy.querySelectorAll(selector)) each.remove();
  return copy.textContent;
};
const seen = (cell: Element) => textWithout(cell, '.visually-hidden');
const cells = (main: ParentNode) =>
  [...section(main, 'stuck').querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')]);
const focused = () => document.activeElement?.getAttribute('data-at');
const press = (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  void act(() => void document.activeElement?.dispatchEvent(event));
  return event;
};
const focus = (element: Element | null | undefined) => void act(() => (element as HTMLElement).focus());

describe('the numbers', () => {
  const [first] = stuck().steps;
  if (first === undefined) throw new Error('There is no step.');

  it('are named with their step and age, short where they are long, and 0 for none', () => {
    const { main } = showing({
      stuck: panel({
        ages: stuck().ages,
        steps: [{ ...first, cells: [1, 12, 25_874, 0, 3].map((value) => count(value)), active: count(59) }],
      }),
    });
    const [row = []] = cells(main);
    const nameOf = (cell: Element) => cell.querySelector('button')?.getAttribute('aria-label');
    expect(row.map(seen)).toEqual(['1', '12', '26K', '0', '3', '59']);
    expect(row.map(nameOf)).toEqual([
      'Approve amount, under 1 h: 1 job',
      'Approve amount, 1 h to 1 d: 12 jobs',
      'Approve amount, 1 to 3 d: 25,874 jobs',
      undefined,
      'Approve amount, over 13 d: 3 jobs',
      'Approve amount, active: 59 jobs',
    ]);
    expect(row[2]?.querySelector('button')?.title).toBe('25,874');
  });

  it('show their jobs, and those of a sentence', () => {
    const filter = filterOf({ steps: ['Approve amount'], age: { from: day, to: null } });
    const { main, sent } = showing({
      stuck: panel(
        { ...stuck(), steps: [{ ...first, cells: [count(21, { filter })] }] },
        {
          sentence: [
            'Now ',
            { strong: '21 jobs', filter },
            ' in ',
            { strong: 'Approve amount', filter: null },
            '.',
          ],
        },
      ),
    });
    buttonNamed(section(main, 'stuck'), 'Approve amount, under 1 h: 21 jobs').click();
    buttonNamed(section(main, 'stuck'), '21 jobs').click();
    expect(sent).toEqual([
      { kind: 'filter', filter },
      { kind: 'filter', filter },
    ]);
    expect(textOf(section(main, 'stuck'), '.sentence')).toBe('Now 21 jobs in Approve amount.');
  });
});

describe('the table of steps and ages', () => {
  it('is a table with headers, whose last row may be of further steps', () => {
    const { main } = showing();
    const table = section(main, 'stuck').querySelector('table');
    expect([...(table?.querySelectorAll('[scope=col]') ?? [])].map(({ textContent }) => textContent)).toEqual(
      ['Step', 'under 1 h', '1 h – 1 d', '1 – 3 d', '3 – 13 d', 'over 13 d', 'active'],
    );
    expect(
      [...(table?.querySelectorAll('[scope=row]') ?? [])].map(({ textContent }) => textContent).slice(-3),
    ).toEqual(['Order equipment', 'no step named', '2 further steps']);
  });

  it('is one stop of the keyboard; arrow keys go on to the next number that can be pressed', () => {
    const { main } = showing({
      stuck: panel({
        ages: stuck().ages,
        steps: [
          [1, 0, 3],
          [0, 5, 0],
        ].map((values, row) => ({
          name: `Step ${row}`,
          steps: 1,
          cells: values.map((value) => count(value)),
          active: count(0),
        })),
      }),
    });
    const buttons = () =>
      [...section(main, 'stuck').querySelectorAll<HTMLElement>('[data-at]')].map((each) => [
        each.dataset['at'],
        each.tabIndex,
      ]);
    expect(buttons()).toEqual([
      ['0,0', 0],
      ['0,2', -1],
      ['1,1', -1],
    ]);
    focus(section(main, 'stuck').querySelector('[data-at]'));
    const went = ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End', 'Home'].map(
      (key) => {
        press(key);
        return focused();
      },
    );
    expect(went).toEqual(['0,2', '0,2', '1,1', '1,1', '0,0', '0,2', '0,0']);
    press('ArrowRight');
    expect(buttons().map(([, tab]) => tab)).toEqual([-1, 0, -1]);
  });
});

describe('the first jobs', () => {
  it('tell seconds of one that has just started', () => {
    const jobs = firstJobs()
      .slice(1, 2)
      .map((job) => ({ ...job, startedAt: now - 40_000, updatedAt: now + 600_000 }));
    const { main } = showing({ first: panel(jobs) });
    expect(textOf(section(main, 'first'), '.since')).toBe('40 s · unchanged 0 s');
    expect(section(main, 'first').querySelector<HTMLElement>('.jobs button')?.title).toMatch(
      /^running for 40 s, since .*; unchanged for 0 s, since/,
    );
  });

  it('open, and tell their age and silence with the bounds of both', () => {
    const { main, sent } = showing();
    const [button, second] = section(main, 'first').querySelectorAll<HTMLElement>('li button');
    expect(button?.textContent).toBe('Contract Review Approve amount41 d · unchanged 9 d');
    expect(button?.title).toMatch(/^Grace Hopper; running for 41 d, since .*; unchanged for 9 d, since /);
    second?.click();
    expect(sent).toEqual([{ kind: 'openJob', id: 'row_1' }]);
  });
});

describe('the growth', () => {
  const bars = (main: ParentNode) => [
    ...section(main, 'growth').querySelectorAll<HTMLElement>('.plot button'),
  ];
  const names = (main: ParentNode) => bars(main).map((each) => textOf(each, '.name'));

  it('has a bar for each number, and one hatched area for those in a row that were not read', () => {
    const { main } = showing({
      growth: panel(growth([3, null, null, 0, 2], [null, null, null, null, null])),
    });
    expect(names(main)).toEqual([
      'Sep 27: 3 started',
      'Sep 28 to Sep 29: started not read',
      'Sep 30: 0 started',
      'today: 2 started, not over yet',
      'Sep 27 to today: completed not read',
    ]);
    const looks = bars(main).map((each) => [
      each.matches('.not-read'),
      each.querySelector('.bar')?.className,
    ]);
    expect(looks).toEqual([
      [false, 'bar'],
      [true, undefined],
      [false, undefined],
      [false, 'bar under-way'],
      [true, undefined],
    ]);
    expect(bars(main)[1]?.style.gridColumn).toBe('2 / 4');
  });

  it('has columns on one scale, and lines at round numbers', () => {
    const { main } = showing({ growth: panel(growth([30, 15, 0], [10, 1, 0])) });
    const heights = bars(main).map((each) => each.querySelector<HTMLElement>('.bar')?.style.height);
    expect(heights).toEqual(['100%', '50%', undefined, '100%', '10%', undefined]);
    const { style } = found(section(main, 'growth'), '.bars');
    expect(style.getPropertyValue('--rows')).toBe('minmax(0, 30fr) minmax(0, 10fr)');
    const lines = [...section(main, 'growth').querySelectorAll('.scale span')];
    expect(lines.map(({ textContent }) => textContent)).toEqual(['10', '20', '30', '5', '10']);
  });

  it('moves among its bars by arrow keys, names the one that has the focus, and shows its jobs', () => {
    const { main, sent } = showing({ growth: panel(growth([3, 4, 5], [1, 2, 3])) });
    focus(bars(main)[0]);
    press('ArrowRight');
    press('ArrowDown');
    expect(document.activeElement?.textContent).toBe('Sep 30: 2 completed');
    (document.activeElement as HTMLElement).click();
    expect(sent).toEqual([{ kind: 'filter', filter: filterOf({ steps: ['2 jobs'] }) }]);
    expect(bars(main).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  });

  it('chooses a time by Shift and arrow keys, and lets it go', () => {
    const picture = growth([3, 4, 5, 6]);
    const { main, sent } = showing({ growth: panel(picture) });
    const choice = () => section(main, 'growth').querySelector<HTMLElement>('.choice')?.style.gridColumn;
    focus(bars(main)[1]);
    press('ArrowRight', { shiftKey: true });
    expect(choice()).toBe('2 / 4');
    expect(textOf(section(main, 'growth'), '.named')).toMatch(/^Sep 29 to Sep 30 chosen; Enter shows only/);
    press('Escape');
    expect(choice()).toBeUndefined();
    press('ArrowLeft', { shiftKey: true });
    void act(() => bars(main)[1]?.click());
    expect(sent).toEqual([
      { kind: 'scope', preset: 'custom', from: picture.bins[0]?.from, to: picture.bins[1]?.to },
    ]);
  });

  it('chooses a time by dragging, unless Escape leaves it, and shows the jobs of a bar that is pressed', () => {
    const picture = growth(daily);
    const { main, sent } = showing({ growth: panel(picture) });
    const plot = found(section(main, 'growth'), '.plot');
    plot.setPointerCapture = () => undefined;
    plot.getBoundingClientRect = () => new DOMRect(0, 0, daily.length * 10, 100);
    const point = (type: string, clientX: number) => {
      const event = new PointerEvent(type, { clientX, button: 0, pointerId: 1, bubbles: true });
      void act(() => void plot.dispatchEvent(event));
    };
    focus(bars(main)[9]);
    point('pointerdown', 92);
    point('pointermove', 32);
    press('Escape');
    point('pointermove', 22);
    point('pointerup', 22);
    expect(sent).toEqual([]);
    point('pointerdown', 92);
    point('pointermove', 32);
    point('pointerup', 32);
    point('pointerdown', 42);
    point('pointermove', 43);
    point('pointerup', 43);
    void act(() => bars(main)[4]?.click());
    expect(sent).toEqual([
      { kind: 'scope', preset: 'custom', from: picture.bins[3]?.from, to: picture.bins[9]?.to },
      { kind: 'filter', filter: filterOf({ steps: ['11 jobs'] }) },
    ]);
  });
});

describe('the time to finish', () => {
  const read = (main: ParentNode, place: number) => {
    const slider = found(section(main, 'duration'), 'input') as HTMLInputElement;
    slider.value = String(place);
    void act(() => void slider.dispatchEvent(new Event('input', { bubbles: true })));
    return slider.getAttribute('aria-valuetext');
  };

  it('is read at any time along its curve, at first where half of the jobs are done', () => {
    const curve = [
      { time: day, share: 0.25 },
      { time: 2 * day, share: 0.5 },
    ];
    const { main } = showing({
      duration: panel(duration(4, { curve, until: 4 * day, median: 2 * day, nineInTen: null })),
    });
    const named = () => textOf(section(main, 'duration'), '.named');
    expect(named()).toMatch(/^Within 2 d, 50% finished/);
    expect(read(main, 50)).toBe('Within 1 d, 25% finished');
    expect(read(main, 200)).toBe('Within 4 d, 50% finished');
    expect(named()).toMatch(/^Within 4 d, 50% finished/);
  });

  it('says what cannot be said, for all and for a workflow', () => {
    const { main } = showing({ duration: panel(duration(14, { nineInTen: null })) });
    expect(
      [...section(main, 'duration').querySelectorAll('.reached')].map(({ textContent }) => textContent),
    ).toEqual(['half: 2 d']);
    expect([...section(main, 'duration').querySelectorAll('tbody tr')].at(-1)?.textContent).toMatch(
      /not known yetnot known yet$/,
    );
    expect(textOf(section(main, 'duration'), '.named')).toContain(
      'the curve ends at 14 d: too few jobs have run longer',
    );
    expect(section(main, 'duration').querySelector('.not-read')).toBeNull();
  });

  it('has each time once below it', () => {
    const { main } = showing({ duration: panel(duration(3)) });
    const times = [...main.querySelectorAll('.curve .time')].map(({ textContent }) => textContent);
    expect(times).toEqual([...new Set(times)]);
  });

  it('says that a very long time is drawn closer together', () => {
    expect(textOf(section(showing({ duration: panel(duration(180)) }).main, 'duration'), '.named')).toContain(
      'longer times are drawn closer together',
    );
  });
});

describe('a panel', () => {
  it('shows its table instead of its picture, copies and exports it', () => {
    const { main, sent, values } = showing();
    const growthPanel = section(main, 'growth');
    buttonNamed(growthPanel, 'Show as table').click();
    expect(growthPanel.querySelector('.bars')).toBeNull();
    expect([...growthPanel.querySelectorAll('tbody tr')][1]?.textContent).toBe('Day 28not known');
    buttonNamed(growthPanel, 'Copy as Markdown table').click();
    buttonNamed(growthPanel, 'Export as CSV…').click();
    expect(sent).toEqual([
      { kind: 'copyTable', panel: 'growth' },
      { kind: 'exportTable', panel: 'growth' },
    ]);
    expect([...values().keys()]).toEqual(['table/growth']);
    buttonNamed(growthPanel, 'Show as picture').click();
    expect(growthPanel.querySelector('.bars')).not.toBeNull();
  });

  it('is its sentence where nothing can be shown', () => {
    const { main } = showing({
      duration: panel<DurationPicture>(null, { sentence: ['It cannot be said yet.'] }),
    });
    expect(section(main, 'duration').textContent).toBe('How long does it take?It cannot be said yet.');
  });

  it('is a figure with a name and instructions', () => {
    const { main } = showing();
    for (const id of ['stuck', 'first', 'growth', 'duration', 'holders']) {
      const figure = section(main, id).querySelector('figure');
      expect(main.querySelector(`#${figure?.getAttribute('aria-labelledby')}`)?.localName, id).toBe('h2');
      expect(main.querySelector(`#${figure?.getAttribute('aria-describedby')}`)?.textContent, id).toMatch(
        /Enter|Left/,
      );
    }
  });
});

it('shows names of the service as text, whatever is in them', () => {
  const name = '<b onclick="x">Bold</b> \u202egnol';
  const { main } = showing(
    {
      stuck: panel(
        { ages: [], steps: [{ name, steps: 1, cells: [], active: count(1) }] },
        { sentence: [{ strong: name, filter: null }] },
      ),
      first: panel(firstJobs().map((job) => ({ ...job, title: name, step: name, assignees: name }))),
      duration: panel(duration(14, { workflows: [{ name, jobs: count(1), median: null, nineInTen: null }] })),
      holders: panel(
        { workflows: [holder(name, 1, { activeShare: 1, allShare: 1 })], people: [] },
        { table: { columns: [{ name }], rows: [[name]] } },
      ),
    },
    { connection: name },
  );
  buttonNamed(section(main, 'holders'), 'Show as table').click();
  expect(main.querySelector('b')).toBeNull();
  expect(main.textContent).not.toContain('\u202e');
  for (const id of ['stuck', 'first', 'duration', 'holders', 'heading']) {
    expect(textOf(section(main, id), 'bdi'), id).toContain('<b onclick="x">Bold</b> [RLO]gnol');
  }
});

describe('what was read', () => {
  const reading = overview().reading;

  it('is a line, and a bar of the parts', () => {
    const { main } = showing();
    expect(textOf(section(main, 'reading'), 'p')).toBe(reading.line);
    const parts = [...main.querySelectorAll<HTMLElement>('.parts span')].map(({ style }) => style);
    expect(parts.map(({ left, width }) => [left, width])).toEqual([
      ['0%', '4%'],
      ['99%', '1.0000000000000009%'],
    ]);
    expect(showing({}, { reading: { ...reading, parts: [] } }).main.querySelector('.parts')).toBeNull();
  });

  it('says its age after 15 minutes, and then a refresh comes first', () => {
    const after = (minutes: number, changes: Partial<typeof reading> = {}) => {
      const at = now - minutes * 60_000;
      const { main } = showing({}, { reading: { ...reading, line: 'As of then.', at, ...changes } });
      const isPrimary = buttonNamed(main, 'Refresh').classList.contains('primary');
      return [textOf(section(main, 'reading'), 'p'), isPrimary];
    };
    expect(after(14)).toEqual(['As of then.', false]);
    expect(after(15)).toEqual(['As of then. This report is 15 min old.', true]);
    expect(after(200)).toEqual(['As of then. This report is 3 h old.', true]);
    expect(after(200, { state: 'readingAll' })).toEqual(['As of then.', false]);
  });

  it.each([
    ['settled', 'Read All', ['readAll', 'refresh']],
    ['reading', 'Read All', ['readAll']],
    ['readingAll', 'Cancel', ['cancel']],
  ] as const)('while it is %s it can be asked to %s', (state, label, kinds) => {
    const { main, sent } = showing(
      {},
      { reading: { ...reading, state, progress: state === 'settled' ? null : '4,000 of 100,000' } },
    );
    for (const each of [label, 'Refresh']) buttonNamed(section(main, 'reading'), each).click();
    expect(sent).toEqual(kinds.map((kind) => ({ kind })));
    expect(section(main, 'reading').querySelectorAll('button')).toHaveLength(2);
  });

  it('can only be refreshed where all of it was read, and tells what is not as it should be', () => {
    const { main } = showing(
      {},
      {
        reading: {
          ...reading,
          isWhole: true,
          parts: [],
          remarks: ['3 jobs could not be read and are not counted.'],
        },
      },
    );
    expect(
      [...section(main, 'reading').querySelectorAll('button')].map(({ textContent }) => textContent),
    ).toEqual(['Refresh']);
    expect(main.querySelector('.parts')).toBeNull();
    expect(textOf(main, '.remarks li')).toBe('3 jobs could not be read and are not counted.');
  });

  it('offers to try again only once', () => {
    const { main } = showing({}, { notice: { sentence: 'It failed.', actions: ['refresh'] } });
    expect(
      [...main.querySelectorAll('[data-section=notice] button, [data-section=reading] button')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['Try Again', 'Read All']);
  });
});

describe('the scope', () => {
  const choose = (main: ParentNode, selector: string, value: string) => {
    const control = main.querySelector<HTMLSelectElement | HTMLInputElement>(selector);
    if (control === null) throw new Error(`There is no control ${selector}.`);
    control.value = value;
    void act(() => void control.dispatchEvent(new Event('change', { bubbles: true })));
  };
  const startOf = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();

  it('is chosen, and a custom one begins with the days that were shown', () => {
    const { main, sent } = showing({}, { scope: { preset: 'week', from: now - 7 * day, to: null } });
    choose(main, '[data-id=scope]', 'quarter');
    choose(main, '[data-id=scope]', 'custom');
    expect(sent).toEqual([
      { kind: 'scope', preset: 'quarter', from: null, to: null },
      { kind: 'scope', preset: 'custom', from: startOf(2026, 9, 25), to: startOf(2026, 10, 2) },
    ]);
  });

  it('begins with as many days where one of them has 23 hours', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const { main, sent } = renderedOverview(
      overview({ scope: { preset: 'week', from: 0, to: null } }),
      Date.parse('2026-03-29T22:30:00Z'),
    );
    choose(main, '[data-id=scope]', 'custom');
    expect(sent).toEqual([
      { kind: 'scope', preset: 'custom', from: startOf(2026, 3, 24), to: startOf(2026, 3, 31) },
    ]);
  });

  it('takes the days from and to, both included, in any order: one moves the other along; and no part of a year', () => {
    const { main, sent } = showing(
      {},
      { scope: { preset: 'custom', from: startOf(2026, 9, 1), to: startOf(2026, 9, 11) } },
    );
    expect([...main.querySelectorAll<HTMLInputElement>('[type=date]')].map(({ value }) => value)).toEqual([
      '2026-09-01',
      '2026-09-10',
    ]);
    choose(main, '[data-id="scope/to"]', '0202-09-10');
    choose(main, '[data-id="scope/to"]', '2026-08-20');
    choose(main, '[data-id="scope/from"]', '');
    expect(sent).toEqual([
      { kind: 'scope', preset: 'custom', from: startOf(2026, 8, 20), to: startOf(2026, 8, 21) },
      { kind: 'scope', preset: 'custom', from: null, to: startOf(2026, 9, 11) },
    ]);
  });
});

describe('without numbers', () => {
  it('says that it is reading, or what is wrong and what helps', () => {
    expect(textOf(renderedOverview(overview({ panels: null })).main, '.waiting')).toBe(
      'Reading the first jobs…',
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
});

it('has at most 1,500 nodes and 200 marks a picture with all that can be shown', () => {
  const cellsOfRow = Array.from({ length: 6 }, () => count(1234));
  const many = Array.from({ length: 100 }, (_, index) => (index % 9) + 1);
  const { main } = showing(
    {
      stuck: panel({
        ages: Array.from({ length: 6 }, () => ({
          label: 'over 13 d',
          name: 'over 13 d',
          tone: 'overdue' as const,
        })),
        steps: Array.from({ length: 12 }, (_, row) => ({
          name: `Step ${row}`,
          steps: 1,
          cells: cellsOfRow,
          active: count(9),
        })),
      }),
      growth: panel(growth(many, many)),
      holders: panel({
        workflows: Array.from({ length: 8 }, (_, index) =>
          holder(`W ${index}`, 3, { activeShare: 0.1, allShare: 0.1 }),
        ),
        people: Array.from({ length: 8 }, (_, index) =>
          holder(`P ${index}`, 3, { activeShare: 0.1, allShare: 0.1 }),
        ),
      }),
    },
    {
      reading: {
        ...overview().reading,
        parts: Array.from({ length: 100 }, (_, index) => ({ from: index / 100, to: index / 100 + 0.005 })),
        remarks: ['One.', 'Two.'],
      },
    },
  );
  expect(main.querySelectorAll('*').length).toBeLessThanOrEqual(1500);
  expect(section(main, 'growth').querySelectorAll('[data-at]').length).toBeLessThanOrEqual(200);
});
