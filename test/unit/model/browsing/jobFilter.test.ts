import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arranged } from '../../../../src/model/browsing/grouping.ts';
import {
  type JobFilter,
  describeFilter,
  filterTest,
  isFiltering,
  countNames,
  namesUnder,
  noValue,
  readFilter,
} from '../../../../src/model/browsing/jobFilter.ts';
import { type Identity, me, peopleOf } from '../../../../src/model/browsing/me.ts';
import { jobsIn } from '../../../../src/model/jobs/listRows.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { damagedRow, job } from '../builders.ts';

const now = Date.parse('2026-10-02T12:00:00Z');
const row = (key: string, overrides: object = {}): JobRow => ({
  kind: 'job',
  id: `job:${key}`,
  job: job(key, overrides),
});
const broken = damagedRow({ key: 'odd' });

function passing(filter: JobFilter, rows: readonly JobRow[]): string[] {
  return rows.filter(filterTest(filter, now)).map(({ id }) => id.replace('job:', ''));
}

describe('filterTest', () => {
  it('matches names that differ only in Unicode normalization', () => {
    const named = (lastName: string) =>
      namesUnder('assignees', job('x', { assignedTo: { firstName: 'Eva', lastName } }));
    expect(named('Mu\u0308ller')).toEqual(named('Müller'));
    expect(
      passing({ steps: ['Pru\u0308fung'] }, [
        row('x', { activeSteps: [{ key: 's', name: 'Prüfung' }] }),
      ]),
    ).toEqual(['x']);
  });

  it('matches @me by key, or by name if a person has no key', () => {
    const ada = { firstName: 'Ada', lastName: 'Byron' };
    const rows = [
      row('mine', { assignedTo: { ...ada, key: 'u1' } }),
      row('namesake', { assignedTo: { ...ada, key: 'u2' } }),
      row('keyless', { assignedTo: [{ firstName: 'Grace' }, ada] }),
      row('started', { startedBy: { ...ada, key: 'u1' } }),
    ];
    const found = (filter: JobFilter, identity?: Identity) =>
      rows.filter(filterTest(filter, now, identity)).map(({ id }) => id.slice(4));
    const identity = { key: 'u1', name: 'Ada Byron' };
    expect(found({ assignees: [me] }, identity)).toEqual(['mine', 'keyless']);
    expect(found({ assignees: [me, 'Ada Byron'] }, identity)).toEqual([
      'mine',
      'namesake',
      'keyless',
    ]);
    expect(found({ starters: [me] }, identity)).toEqual(['started']);
    expect(found({ assignees: [me] }, { name: 'Grace' })).toEqual(['keyless']);
    expect(found({ assignees: [me] })).toEqual([]);
    expect(describeFilter({ assignees: [me], starters: [me] })).toBe(
      'assigned to me, started by me',
    );
    expect(peopleOf(jobsIn(rows))).toEqual([
      identity,
      { ...identity, key: 'u2' },
      { name: 'Ada Byron' },
      { name: 'Grace' },
    ]);
  });
});

describe('countNames', () => {
  it('counts the jobs for each name, including selected names without jobs', () => {
    const at = (...names: string[]) => ({
      activeSteps: names.map((name) => ({ key: name, name })),
    });
    const rows = [row('a', at('Sign')), row('b', at('Sign', 'Check')), row('c', at()), broken];
    expect([...countNames('steps', rows, ['Pay'])]).toEqual([
      [noValue, 1],
      ['Check', 1],
      ['Pay', 0],
      ['Sign', 2],
    ]);
  });

  it('counts a job once if several of its steps have the same name', () => {
    const activeSteps = ['s1', 's2'].map((key) => ({ key, name: 'Review' }));
    expect([...countNames('steps', [row('a', { activeSteps })])]).toEqual([['Review', 1]]);
  });
});

describe('Job filter', () => {
  const rows = [
    row('a', {
      activeWorkflows: [{ key: 'w1', name: 'Invoice Approval' }],
      activeSteps: [{ key: 's1', name: 'Release' }],
      assignedTo: { firstName: 'Grace', lastName: 'Hopper' },
      startedAt: '2026-10-02T11:30:00Z',
    }),
    row('b', {
      activeWorkflows: [{ key: 'w2', name: 'Contract Review' }],
      completedAt: '2026-10-02T11:00:00Z',
      activeSteps: [],
      startedAt: '2026-09-01T00:00:00Z',
      updatedAt: '2026-10-02T11:00:00Z',
    }),
    row('c', {
      activeWorkflows: [],
      startedBy: { key: 'u1', firstName: 'Ada', lastName: null },
      startedAt: 'once upon a time',
    }),
  ];

  it('matches all jobs if there are no conditions', () => {
    expect(passing({}, rows)).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, JobFilter, string[]]>([
    ['state', { state: 'completed' }, ['b']],
    ['workflow', { workflows: ['Invoice Approval'] }, ['a']],
    [
      'any of several workflows',
      { workflows: ['Invoice Approval', 'Contract Review'] },
      ['a', 'b'],
    ],
    ['step', { steps: ['Release'] }, ['a']],
    ['assignee', { assignees: ['Grace Hopper'] }, ['a']],
    ['missing assignee', { assignees: [noValue] }, ['b', 'c']],
    ['starter', { starters: ['Ada'] }, ['c']],
    ['missing workflow', { workflows: [noValue] }, ['c']],
    ['missing step', { steps: [noValue] }, ['b']],
    ['part of a name, ignoring case', { text: 'INVOICE' }, ['a']],
    ['part of the key', { text: 'b' }, ['b']],
    ['start time within the last hour', { startedWithin: '1 h' }, ['a']],
    ['start time within the last 30 minutes', { startedWithin: '30 min' }, ['a']],
    ['start time within the last 29 minutes', { startedWithin: '29 min' }, []],
    ['update time within the last two hours', { updatedWithin: '2 h' }, ['b']],
    ['completion time within the last two hours', { completedWithin: '2 h' }, ['b']],
    ['completion time within the last 59 minutes', { completedWithin: '59 min' }, []],
    [
      'start time in a period that excludes its end',
      {
        started: {
          from: Date.parse('2026-09-01T00:00:00Z'),
          to: Date.parse('2026-10-02T11:30:00Z'),
        },
      },
      ['b'],
    ],
    ['any valid start time', { started: { from: null, to: null } }, ['a', 'b']],
    [
      'completion time in a period',
      { completed: { from: Date.parse('2026-10-02T11:00:00Z'), to: null } },
      ['b'],
    ],
    ['minimum age', { age: { from: 1_800_000, to: null } }, ['a']],
    ['maximum age, excluding the limit', { age: { from: null, to: 1_800_000 } }, []],
    ['running time of at least 30 minutes', { runningLongerThan: '30 min' }, ['a']],
    ['running time of at least 31 minutes', { runningLongerThan: '31 min' }, []],
    ['time since the last update', { unchangedLongerThan: '1 h' }, ['a', 'c']],
    ['several conditions at once', { workflows: ['Invoice Approval'], state: 'completed' }, []],
  ])('matches jobs by %s', (_what, filter, expected) => {
    expect(passing(filter, rows)).toEqual(expected);
  });

  it('finds text that differs only in Unicode normalization', () => {
    expect(
      passing({ text: 'zoe\u0308' }, [
        row('a'),
        row('b', { startedBy: { firstName: 'Zo\u00eb' } }),
      ]),
    ).toEqual(['b']);
  });

  it.each(['workflows', 'steps'] as const)(
    'selects the same jobs without %s as the grouping',
    (part) => {
      const [name, grouping, heading] =
        part === 'workflows'
          ? (['activeWorkflows', 'workflow', 'No workflow'] as const)
          : (['activeSteps', 'step', 'No active step'] as const);
      const named = fc.record({
        key: fc.constantFrom('', ' ', 'a', 'none', '!none'),
        name: fc.constantFrom(null, '', ' ', 'None', 'none'),
      });
      fc.assert(
        fc.property(
          fc.array(fc.option(fc.array(named, { maxLength: 3 })), { maxLength: 8 }),
          (lists) => {
            const all = lists.map((list, index) => row(String(index), { [name]: list }));
            const without = arranged(all, grouping).find(
              (node) => node.kind === 'group' && node.label === heading,
            );
            expect(passing({ [part]: [noValue] }, all)).toEqual(
              without?.kind === 'group' ? passing({}, without.rows) : [],
            );
          },
        ),
      );
    },
  );

  it('treats a job as assigned even if the assignee has no name', () => {
    const odd = row('odd', { assignedTo: { person: { name: 'Ann' } } });
    const nameless = row('nameless', { assignedTo: { key: null } });
    const unassigned = row('free', { assignedTo: null });
    expect(passing({ assignees: [noValue] }, [odd, nameless, unassigned])).toEqual(['free']);
    expect(
      passing({ assignees: namesUnder('assignees', job('x', { assignedTo: 'Ann' })) }, [
        row('x', { assignedTo: [{ id: 7, name: 'Ann' }] }),
      ]),
    ).toEqual(['x']);
  });

  it('matches an unreadable job only by its key', () => {
    const keyless = damagedRow({ name: 'Odd one', startedAt: 7 });
    const text = damagedRow('job_4', 'odd', 1);
    const rows = [broken, keyless, text];
    expect(passing({ text: 'JOB' }, rows)).toEqual([]);
    expect(passing({ text: 'unreadable' }, rows)).toEqual([]);
    expect(passing({ text: '1' }, rows)).toEqual([]);
    expect(passing({}, rows)).toHaveLength(3);
    expect(passing({ text: 'odd' }, [broken])).toEqual(['odd']);
    expect(passing({ text: 'other' }, [broken])).toEqual([]);
    for (const part of [
      { state: 'active' },
      { workflows: ['odd'] },
      { steps: ['odd'] },
      { assignees: [noValue] },
      { starters: [noValue] },
      { startedWithin: '1 h' },
      { updatedWithin: '1 h' },
      { age: { from: null, to: null } },
    ] satisfies JobFilter[]) {
      expect(passing({ text: 'odd', ...part }, [broken])).toEqual([]);
    }
  });

  it('summarizes all conditions in one line', () => {
    expect(
      describeFilter({
        workflows: ['Invoice Approval'],
        state: 'active',
        assignees: [noValue],
        startedWithin: '1 h',
      }),
    ).toBe('Invoice Approval, active, unassigned, started within 1 h');
    expect(
      describeFilter({
        workflows: [noValue],
        steps: [noValue, 'Release'],
        assignees: ['Ada'],
        starters: [noValue],
        text: 'invoice',
        updatedWithin: '1 min',
      }),
    ).toBe(
      'no workflow, no step, Release, assigned to Ada, started by an unknown person, “invoice”, updated within 1 min',
    );
    expect(describeFilter({ assignees: ['Ada'], starters: ['Ada'], completedWithin: '7 d' })).toBe(
      'assigned to Ada, started by Ada, completed within 7 d',
    );
    expect(
      describeFilter({
        state: 'active',
        steps: ['A', 'B', 'C', 'D'],
        runningLongerThan: '1 h',
        unchangedLongerThan: '7d',
        age: { from: 60_000, to: 120_000 },
      }),
    ).toBe(
      'A, B, C, and 1 more, active, running for more than 1 h, unchanged for more than 7 d, running for 1 min to 2 min',
    );
    expect(
      describeFilter({ started: { from: now, to: null }, completed: { from: null, to: null } }),
    ).toMatch(/^started since Oct 2, 2026, .*, completed at any time$/);
    expect(describeFilter({ age: { from: null, to: 60_000 } })).toBe('running for less than 1 min');
    expect(describeFilter({})).toBe('');
  });

  const whole = {
    state: 'unknown',
    workflows: ['w'],
    steps: ['s'],
    assignees: [noValue],
    starters: ['Ada'],
    text: 't',
    startedWithin: '7 d',
    updatedWithin: '8h',
    runningLongerThan: '30 min',
    unchangedLongerThan: '999999 d',
    started: { from: 1, to: null },
    completed: { from: null, to: 2 },
    age: { from: 1, to: 2 },
  } satisfies JobFilter;

  it('restores all valid conditions of a stored filter', () => {
    expect(readFilter(whole)).toEqual({ filter: whole, problems: [] });
    expect(readFilter({ text: undefined, startedWithin: ' 7 d ' })).toEqual({
      filter: { startedWithin: '7 d' },
      problems: [],
    });
  });

  it('reports each invalid condition of a stored filter and restores the valid conditions', () => {
    const invalid = {
      state: 'odd',
      workflows: [],
      steps: 's',
      assignees: [7],
      starters: [['Ada']],
      text: '',
      started: 1,
      completed: { from: '1', to: null },
      age: { from: 1 },
    };
    expect(readFilter(invalid)).toEqual({
      filter: {},
      problems: Object.keys(invalid).map((part) => `“${part}” has an invalid value.`),
    });
    expect(readFilter({ state: null, text: 'ada', age: { from: 9e15, to: null } }).filter).toEqual({
      text: 'ada',
    });
    expect(readFilter(JSON.parse('{ "__proto__": 1, "constructor": 2 }')).problems).toEqual([
      expect.stringMatching(/^“__proto__” is not a valid condition\. Valid conditions are /),
      expect.stringMatching(/^“constructor” is not a valid condition\. Valid conditions are /),
    ]);
  });

  it.each(['', 'a week', '0 d', '-1 h', '1.5 h', '7 days', '1000000 d', 7])(
    'rejects the duration %j',
    (duration) => {
      expect(readFilter({ startedWithin: duration })).toEqual({
        filter: {},
        problems: ['“startedWithin” must be a duration such as “8 h” or “7 d”.'],
      });
    },
  );

  it('never throws for an invalid stored value', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const read = readFilter(stored).filter;
        expect(typeof describeFilter(read)).toBe('string');
        expect(typeof isFiltering(read)).toBe('boolean');
        passing(read, [...rows, broken]);
      }),
    );
  });
});
