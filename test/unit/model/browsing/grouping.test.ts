import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JobTreeNode,
  arranged,
  groupings,
  rowsOfGroup,
  rowsPerSection,
} from '../../../../src/model/browsing/grouping.ts';
import { type JobRow, jobRow } from '../../../../src/service/index.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { setTimeZone } from '../../../../src/text/timeZone.ts';
import { damagedRow, job } from '../builders.ts';

function rowsOf(count: number, overrides: (index: number) => object = () => ({})): JobRow[] {
  return Array.from({ length: count }, (_, index) => jobRow(job(String(index), overrides(index))));
}

function leaves(nodes: readonly JobTreeNode[]): JobRow[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? leaves(rowsOfGroup(node)) : [node]));
}

function labels(nodes: readonly JobTreeNode[]): string[] {
  return nodes.flatMap((node) =>
    node.kind === 'group' ? [`${node.label} (${node.rows.length})`] : [],
  );
}

describe('Job grouping', () => {
  it('adds a group for every 1,000 rows after the first 1,000 rows', () => {
    expect(labels(arranged(rowsOf(rowsPerSection), 'none'))).toEqual([]);
    expect(labels(arranged(rowsOf(2_350), 'none'))).toEqual([
      '1,001 – 2,000 (1000)',
      '2,001 – 3,000 (350)',
    ]);
  });

  it('formats group labels in the display language', () => {
    const rows = rowsOf(2_001, () => ({ startedAt: '2026-10-01T12:00:00Z' }));
    expect(labels(arranged(rows, 'day'))).toEqual(['Thu, Oct 1, 2026 (2001)']);
    setLanguage('de');
    expect(labels(arranged(rowsOf(1_200), 'none'))).toEqual(['1.001 – 2.000 (200)']);
    expect(labels(arranged(rows, 'day'))).toEqual(['Do., 1. Okt. 2026 (2001)']);
    const [group] = arranged(rows, 'day');
    expect(group?.kind === 'group' && labels(rowsOfGroup(group))).toEqual([
      '1.001 – 2.000 (1000)',
      '2.001 – 3.000 (1)',
    ]);
  });

  it.each([
    ['UTC', ['Thu, Nov 26, 2026 (2)', 'Fri, Nov 27, 2026 (1)']],
    ['Europe/Berlin', ['Thu, Nov 26, 2026 (1)', 'Fri, Nov 27, 2026 (2)']],
    ['Asia/Kathmandu', ['Fri, Nov 27, 2026 (3)']],
  ])('groups jobs by day in the time zone %s', (zone, days) => {
    setTimeZone(zone);
    const starts = ['2026-11-26T18:20:00Z', '2026-11-26T23:30:00Z', '2026-11-27T12:00:00Z'];
    expect(
      labels(
        arranged(
          rowsOf(3, (index) => ({ startedAt: starts[index] })),
          'day',
        ),
      ),
    ).toEqual(days);
  });

  it('creates a single group for a day with 25 hours', () => {
    setTimeZone('Europe/Berlin');
    const starts = ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'];
    expect(
      labels(
        arranged(
          rowsOf(3, (index) => ({ startedAt: starts[index] })),
          'day',
        ),
      ),
    ).toEqual(['Sun, Oct 25, 2026 (2)', 'Mon, Oct 26, 2026 (1)']);
  });

  it('puts names that differ only in Unicode normalization into one group', () => {
    expect(
      labels(
        arranged(
          rowsOf(2, (index) => ({
            activeWorkflows: [{ key: 'w', name: index === 0 ? 'Prüfung' : 'Pru\u0308fung' }],
          })),
          'workflow',
        ),
      ),
    ).toEqual(['Prüfung (2)']);
  });

  it('puts jobs without a value into the last group', () => {
    const rows = rowsOf(
      3,
      (index) =>
        [
          { activeWorkflows: [{ key: 'w', name: 'Alpha' }], startedAt: '2026-10-01T12:00:00Z' },
          {
            activeWorkflows: [
              { key: 'w', name: 'Alpha' },
              { key: 'v', name: 'Beta' },
            ],
            completedAt: '2026-10-02T12:00:00Z',
            activeSteps: [],
            startedAt: '2026-10-01T12:30:00Z',
          },
          { activeWorkflows: [], activeSteps: [], startedAt: 'never' },
        ][index] ?? {},
    );
    expect(labels(arranged(rows, 'workflow'))).toEqual([
      'Alpha (1)',
      'Alpha, Beta (1)',
      'No workflow (1)',
    ]);
    expect(labels(arranged(rows, 'step'))).toEqual(['Release payment (1)', 'No active step (2)']);
    const people = [{ firstName: 'Ada' }, null, [{ firstName: 'Ada' }, { key: 'u2' }]];
    const assigned = rowsOf(3, (index) => ({ assignedTo: people[index] }));
    expect(labels(arranged(assigned, 'person'))).toEqual([
      'Ada (1)',
      'Ada, u2 (1)',
      'Unassigned (1)',
    ]);
    expect(labels(arranged(rows, 'state'))).toEqual(['active (2)', 'completed (1)']);
    expect(labels(arranged(rows, 'day')).map((label) => label.replace(/^.*2026/, '2026'))).toEqual([
      '2026 (2)',
      'Unknown start time (1)',
    ]);
  });

  it.each([
    ['workflow', 'No workflow (1)'],
    ['step', 'No active step (1)'],
    ['state', 'active (1)'],
    ['day', 'Unknown start time (1)'],
  ] as const)(
    'adds a separate group for unreadable jobs when grouping by %s',
    (grouping, others) => {
      const rows = [
        ...rowsOf(1, () => ({ activeWorkflows: [], activeSteps: [], startedAt: null })),
        damagedRow({}, 'odd'),
      ];
      expect(labels(arranged(rows, grouping))).toEqual([others, 'Unreadable (1)']);
    },
  );

  it.each(['none', 'workflow'] as const)(
    'does not modify the previous groups when rows are added with the grouping “%s”',
    (grouping) => {
      const rows = rowsOf(3_000, (index) => ({
        activeWorkflows: [{ key: 'w', name: index < 1_500 ? 'Alpha' : 'Beta' }],
      }));
      const growing = rows.slice(0, 2_500);
      const before = arranged(growing, grouping);
      const shown = labels(before);
      growing.push(...rows.slice(2_500));
      expect(labels(before)).toEqual(shown);
      expect(labels(arranged(growing, grouping, before))).not.toEqual(shown);
    },
  );

  it.each(['none', '!none', 'unreadable', 'No workflow'])(
    'creates a separate group for a workflow named “%s”',
    (name) => {
      const workflows = [[{ key: 'w', name }], [], undefined];
      const rows = [
        ...rowsOf(3, (index) => ({ activeWorkflows: workflows[index] })),
        damagedRow({}, 'odd'),
      ];
      expect(labels(arranged(rows, 'workflow'))).toEqual([
        `${name} (1)`,
        'No workflow (2)',
        'Unreadable (1)',
      ]);
    },
  );

  it('generates unique IDs even if a group name looks like a generated ID', () => {
    const [first, second] = arranged(
      rowsOf(1_002, (index) => ({
        activeWorkflows: [{ key: 'w', name: index < 1_001 ? 'a' : 'a/section:1000' }],
      })),
      'workflow',
    );
    const ids = [first, second].flatMap((group) =>
      group?.kind === 'group' ? [group.id, ...rowsOfGroup(group).map(({ id }) => id)] : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('returns each row exactly once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_500 }),
        fc.constantFrom(...groupings),
        fc.integer({ min: 1, max: 5 }),
        (count, grouping, names) => {
          const rows = rowsOf(count, (index) => ({
            activeWorkflows: [{ key: 'w', name: `Workflow ${index % names}` }],
          }));
          const nodes = arranged(rows, grouping);
          expect(
            leaves(nodes)
              .map(({ id }) => id)
              .sort(),
          ).toEqual(rows.map(({ id }) => id).sort());
          const ids = nodes.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
