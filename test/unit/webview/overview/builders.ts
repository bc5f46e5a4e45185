import type {
  Count,
  CountFilter,
  DurationPicture,
  FirstJob,
  GrowthPicture,
  Holder,
  OverviewContent,
  Panel,
  Panels,
  StuckPicture,
} from '../../../../src/protocol/overview.ts';
import { now } from '../contents.ts';

const [hour, day] = [3_600_000, 86_400_000];

export function filterOf(changes: CountFilter = {}): CountFilter {
  return { state: 'active', ...changes };
}

/** A number; all but none with a filter. */
export function count(value: number, changes: Partial<Count> = {}): Count {
  return { value, filter: value > 0 ? filterOf({ steps: [`${value} jobs`] }) : null, ...changes };
}

export function panel<Picture>(
  picture: Picture | null,
  changes: Partial<Panel<Picture>> = {},
): Panel<Picture> {
  return {
    sentence: ['A sentence.'],
    picture,
    table: { columns: [{ name: 'Name' }, { name: 'Jobs' }], rows: [['Approve amount', 21]] },
    ...changes,
  };
}

const labels = ['under 1 h', '1 h – 1 d', '1 – 3 d', '3 – 13 d', 'over 13 d'];
const tones = ['usual', 'usual', 'usual', 'long', 'overdue'] as const;

export function stuck(): StuckPicture {
  const rows: [string, number, number[]][] = [
    ['Approve amount', 1, [3, 9, 14, 21, 12]],
    ['Check bank details', 1, [1, 4, 6, 5, 3]],
    ['Collect documents', 1, [6, 11, 9, 4, 1]],
    ['Negotiate clauses', 1, [2, 5, 4, 2, 0]],
    ['Await signature', 1, [4, 3, 2, 0, 0]],
    ['Order equipment', 1, [0, 2, 3, 1, 0]],
    ['no step named', 1, [0, 1, 0, 0, 1]],
    ['2 further steps', 2, [1, 2, 1, 0, 0]],
  ];
  return {
    ages: labels.map((label, index) => ({
      label,
      name: label.replace('–', 'to'),
      tone: tones[index] ?? 'usual',
    })),
    steps: rows.map(([name, steps, values]) => ({
      name,
      steps,
      cells: values.map((value) => count(value)),
      active: count(values.reduce((sum, value) => sum + value, 0)),
    })),
  };
}

export function firstJobs(): FirstJob[] {
  const jobs: [string, string | null, number, number, FirstJob['why']][] = [
    ['Contract Review', 'Approve amount', 41, 9, 'oldest'],
    ['Vendor Setup', 'Check bank details', 38, 38, 'both'],
    ['Invoice Approval', 'Approve amount', 33, 2, 'oldest'],
    ['job_003117', null, 29, 29, 'both'],
    ['Employee Onboarding', 'Collect documents', 27, 4, 'oldest'],
    ['Purchase Request', 'Negotiate clauses', 26, 1, 'oldest'],
    ['Invoice Approval', 'Approve amount', 25, 24, 'both'],
    ['Contract Review', 'Await signature', 22, 21, 'silent'],
    ['Employee Onboarding', 'Order equipment', 20, 19, 'silent'],
    ['Vendor Setup', 'Check bank details', 19, 18, 'silent'],
  ];
  return jobs.map(([title, step, age, silent, why], index) => ({
    id: `row_${index}`,
    key: `job_${index}`,
    title,
    step,
    assignees: index === 0 ? 'Grace Hopper' : '',
    startedAt: now - age * day,
    updatedAt: now - silent * day,
    why,
  }));
}

/** Bins of a day, the last under way. */
export function growth(
  started: (number | null)[],
  completed: (number | null)[] = started.map(() => null),
): GrowthPicture {
  const first = new Date(new Date(now).setHours(0, 0, 0, 0)).getTime() - (started.length - 1) * day;
  const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
  const countOf = (value: number | null | undefined) => (value == null ? null : count(value));
  const bins = started.map((value, index) => {
    const from = first + index * day;
    const isUnderWay = index === started.length - 1;
    return {
      from,
      to: from + day,
      label: isUnderWay ? 'today' : format.format(from),
      started: countOf(value),
      completed: countOf(completed[index]),
      isUnderWay,
    };
  });
  return { bins };
}

export const daily = [7, 8, 5, 10, 11, 3, 2, 5, 4, 10, 8, 4, 4, 6, 8, 6, 5, 8, 7, 1, 5, 8, 7, 6, 8, 8, 6, 2];

/** Log-normal times with a median of 2 days, known to `until` days. */
export function duration(until = 14, changes: Partial<DurationPicture> = {}): DurationPicture {
  const logistic = (share: number) => Math.exp(Math.log(2 * day) + 0.87 * Math.log(share / (1 - share)));
  const curve = Array.from({ length: 120 }, (_, index) => ({
    share: (index + 1) / 125,
    time: logistic((index + 1) / 125),
  })).filter(({ time }) => time <= until * day);
  const workflows = ['Invoice Approval', 'Contract Review', 'Vendor Setup', 'Purchase Request'].map(
    (name, index) => ({
      name,
      jobs: count(412 - index * 90),
      median: index === 3 ? null : (index + 1) * 22 * hour,
      nineInTen: index > 1 ? null : (6 + index * 5) * day,
    }),
  );
  return {
    curve,
    until: until * day,
    isComplete: false,
    median: 2 * day,
    nineInTen: until > 13 ? 13.5 * day : null,
    workflows,
    ...changes,
  };
}

export function holder(
  name: string,
  active: number,
  share: Pick<Holder, 'activeShare' | 'allShare'>,
  holders = 1,
): Holder {
  return { name, holders, active: count(active), ...share };
}

export function panels(changes: Partial<Panels> = {}): Panels {
  return {
    stuck: panel(stuck(), {
      sentence: [
        {
          strong: '12 jobs',
          filter: filterOf({ steps: ['Approve amount'], age: { from: 13 * day, to: null } }),
        },
        ' in ',
        { strong: 'Approve amount', filter: null },
        ' have run for more than 13 d; 9 in 10 jobs finish sooner.',
      ],
    }),
    first: panel(firstJobs(), {
      sentence: ['The longest running and the longest silent of the jobs read.'],
      table: {
        columns: [{ name: 'Job' }, { name: 'Step' }, { name: 'Age' }],
        rows: [
          ['Contract Review', 'Approve amount', { text: '41 d', value: 984 }],
          ['job_003117', null, null],
        ],
      },
    }),
    growth: panel(
      growth(
        daily,
        daily.map((value, index) => Math.max(0, value - 2 + (index % 3))),
      ),
      {
        sentence: [
          'In four full weeks ',
          { strong: '212 started', filter: filterOf({ steps: ['212'] }) },
          ' and ',
          { strong: '196 completed', filter: null },
          '.',
        ],
        table: {
          columns: [{ name: 'Day' }, { name: 'Started' }, { name: 'Completed' }],
          rows: daily.map((value, index) => [`Day ${index + 1}`, value, null]),
        },
      },
    ),
    duration: panel(duration(), {
      sentence: [
        'Half of the jobs started since 3 November finished within ',
        { strong: '2 days', filter: null },
        '; 9 in 10 within ',
        { strong: '13 days', filter: null },
        '.',
      ],
    }),
    holders: panel(
      {
        workflows: [
          holder('Invoice Approval', 57, { activeShare: 0.41, allShare: 0.12 }),
          holder('Contract Review', 31, { activeShare: 0.22, allShare: 0.18 }),
          holder('Vendor Setup', 22, { activeShare: 0.16, allShare: 0.21 }),
          holder('Purchase Request', 17, { activeShare: 0.12, allShare: 0.27 }),
          holder('3 further', 12, { activeShare: 0.09, allShare: 0.22 }, 3),
        ],
        people: [
          holder('Grace Hopper', 44, { activeShare: 0.32, allShare: null }),
          holder('Ada Byron', 30, { activeShare: 0.22, allShare: null }),
          holder('Alan Turing', 21, { activeShare: 0.15, allShare: null }),
          holder('14 further', 44, { activeShare: 0.31, allShare: null }, 14),
        ],
      },
      {
        sentence: [
          { strong: 'Invoice Approval', filter: null },
          ' is 12% of what was started, but ',
          { strong: '41%', filter: filterOf({ workflows: ['Invoice Approval'] }) },
          ' of what is active.',
        ],
      },
    ),
    ...changes,
  };
}

export function overview(changes: Partial<OverviewContent> = {}): OverviewContent {
  return {
    kind: 'show',
    connection: 'eu.example.com/api/v2',
    environment: { line: 'Live · Production', kind: 'production' },
    notice: null,
    reading: {
      line: 'As of 2:02 PM: 5,000 of 100,000 jobs (the first 4,000 and the last 1,000 of the list).',
      at: now,
      jobs: 5000,
      parts: [
        { from: 0, to: 0.04 },
        { from: 0.99, to: 1 },
      ],
      state: 'settled',
      progress: null,
      isWhole: false,
      remarks: [],
    },
    scope: { preset: 'month', from: now - 30 * day, to: null },
    panels: panels(),
    ...changes,
  };
}
