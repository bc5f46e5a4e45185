import {
  type JobDetailsState,
  applyResponse,
  initialDetails,
} from '../../../src/model/jobPage/detailsState.ts';
import {
  type PageState as PageShown,
  describePage,
} from '../../../src/model/jobPage/panelContent.ts';
import type { JobContent, PageContent } from '../../../src/model/jobPage/panelContent.ts';
import type { PageEnvironment } from '../../../src/model/environments/environment.ts';
import {
  ServiceError,
  type ServiceErrorKind,
  readFields,
  readJobRows,
} from '../../../src/service/index.ts';
import { aField, aJob, release } from '../../support/service/builders.ts';
import { now } from '../../unit/webview/contents.ts';
import type { PageState } from './pageStates.ts';

const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const [ada, grace] = [
  { key: 'u1', firstName: 'Ada', lastName: 'Byron' },
  { key: 'u2', firstName: 'Grace', lastName: 'Hopper' },
];
const [collect, review] = [
  { key: 'stp_collect', name: 'Collect documents' },
  { key: 'stp_review', name: 'Review amounts' },
];

const definitions = readFields([
  aField({
    key: 'fld_p',
    name: 'Priority',
    type: 'dropdown',
    required: true,
    details: {
      options: [
        { key: 'opt_h', label: 'High' },
        { key: 'opt_l', label: 'Low' },
      ],
    },
  }),
  ...['Cost centre', 'Supplier', 'Invoice', 'Notes'].map((name, index) =>
    aField({ key: `fld_${index}`, name, required: index === 0 }),
  ),
]);
const values = [
  'CC-4711',
  'Paper & Sons Ltd',
  'https://example.com/invoices/2026/4711?copy=1',
  'To be paid before the end of the month, in two parts.',
];
const content = {
  fields: [
    { key: 'fld_p', value: 'opt_l' },
    ...values.map((value, index) => ({ key: `fld_${index}`, value })),
  ],
};
const actions = [
  { key: 'act_1', name: 'Approve' },
  { key: 'act_2', name: 'Reject', reason: 'required' },
];
const [connection, place] = ['eu.example.com/api/v2', 'Live (eu.example.com/api/v2)'];
const page = { key: 'job_004213', baseUrl: `https://${connection}/` };
const production: PageEnvironment = { line: 'Live · Production · read-only', kind: 'production' };
const staging: PageEnvironment = { line: 'Trial · Staging', kind: 'staging' };

/** Returns a typical job, which started five hours ago. */
export function usual(name: string, overrides: object = {}) {
  const began = ago(300);
  return aJob({
    key: 'job_004213',
    activeWorkflows: [{ key: 'wf_1', name }],
    activeSteps: [collect],
    startedBy: ada,
    assignedTo: grace,
    startedAt: began,
    updatedAt: began,
    content,
    actions,
    logs: [{ at: began, level: 'info', message: 'Job started' }],
    ...overrides,
  });
}

/**
 * Returns the details of a job after the service returned these versions, newest last. The last
 * response arrived four minutes ago.
 */
export function read(...versions: object[]): JobDetailsState {
  return versions
    .flatMap((version) => readJobRows([version], 1))
    .reduce((state, row) => {
      if (row.kind === 'unreadable') return { ...state, unreadable: row };
      return applyResponse(state, {
        reading: { kind: 'job', job: row.job },
        isListed: true,
        now: Date.parse(ago(4)),
      });
    }, initialDetails(now));
}

function failed(
  state: JobDetailsState,
  kind: ServiceErrorKind,
  message: string,
  status?: number,
): JobDetailsState {
  const error = new ServiceError(kind, message, { status });
  return applyResponse(state, { reading: { kind: 'failed', error }, isListed: false, now });
}

/** Returns details that are outdated for this reason. */
function outdated(
  state: JobDetailsState,
  freshness: JobDetailsState['freshness'],
): JobDetailsState {
  return { ...state, freshness };
}

function pageState(details: JobDetailsState): PageShown {
  return {
    page,
    name: null,
    details,
    service: { service: connection, name: place, environment: null },
    switchTo: 'Staging',
    fields: definitions,
    isPolled: false,
    isWatched: false,
    neighbours: { previous: false, next: true },
    isConnected: details.freshness.kind !== 'disconnected',
    hasWebPage: true,
    isEndNotified: false,
  };
}

/** Returns the content of a page that is polled and has neighbors in the list. */
export function show(details: JobDetailsState, changes: Partial<JobContent> = {}): PageContent {
  const content = describePage({ ...pageState(details), isPolled: true });
  if (content.kind === 'empty') return content;
  const followedAt = content.followedAt === null ? null : now - 3000;
  return { ...content, followedAt, ...changes };
}

function empty(details: JobDetailsState, environment: PageEnvironment | null = null): PageContent {
  return { ...describePage(pageState(details)), environment };
}

const several = {
  ...usual('Several'),
  activeWorkflows: [
    { key: 'wf_a', name: 'Several' },
    { key: 'wf_b', name: 'Incident Review' },
  ],
  activeSteps: [release, { key: 'stp_b', name: 'Find cause' }],
  assignedTo: [ada, grace],
  startedBy: { key: null, firstName: null, lastName: null },
  startedAt: ago(76 * 60),
  updatedAt: ago(4),
  content: {
    fields: [
      { key: 'fld_p', value: 'opt_h' },
      { key: 'fld_t', name: 'Title', type: 'shortText', value: '' },
      { key: 'fld_x', name: 'Amounts', type: 'list', value: [1, { net: 2 }] },
    ],
  },
  logs: [
    { at: ago(76 * 60), message: 'Job started' },
    {
      at: ago(60),
      message: 'Step “Release payment” became active',
      by: { host: 'eu-1', retry: true },
    },
    { at: 'last Tuesday', message: '' },
  ],
  cost: {
    centre: { code: 7, open: true, in: { a: { deep: { place: ['one', 'two'] } } } },
    none: null,
  },
};
const completed = usual('Completed one', {
  activeSteps: [],
  startedAt: ago(3000),
  updatedAt: ago(60),
  completedAt: ago(60),
  logs: ['Began', 'Ended'],
});
const unknown = {
  key: 'job_unknown',
  activeWorkflows: [],
  activeSteps: [],
  assignedTo: null,
  startedBy: null,
  startedAt: null,
  updatedAt: null,
};
const long =
  'A workflow whose name goes on and on, because somebody described all of what it does in it';
const longest = usual(long, {
  key: `job_${'x'.repeat(200)}`,
  activeSteps: [{ key: 's', name: long.repeat(2) }],
  startedAt: '2 weeks ago',
  more: 'word '.repeat(400),
  ['member'.repeat(20)]: 1,
  content: { fields: [{ key: 'fld_3', value: 'x'.repeat(5000) }] },
});
const many = usual('', {
  activeWorkflows: Array.from({ length: 40 }, (_, index) => ({
    key: `wf_${index}`,
    name: index === 0 ? 'Many approvals of invoices' : `Approval of part ${index}`,
  })),
  logs: [],
});
const logged = usual('Logged at length', {
  updatedAt: ago(30),
  logs: Array.from({ length: 105 }, (_, index) => {
    const quiet = index % 11 === 0 ? 'warning' : 'info';
    const level = index % 17 === 0 ? 'error' : quiet;
    return {
      at: ago(180 - index),
      level,
      message:
        level === 'error'
          ? `Transfer ${index} was refused by the bank`
          : `Checked line ${index} of the invoice`,
      attempt: (index % 3) + 1,
      ...(index % 40 === 0 && { context: { host: 'eu-1', retry: true } }),
    };
  }),
});

/** The versions of a job that was updated five times. */
const live = [collect, review, review, release, release].reduce<ReturnType<typeof usual>[]>(
  (versions, step, index) => {
    const before = versions.at(-1) ?? usual('Live payment');
    const at = ago(200 - index * 40);
    return [
      ...versions,
      {
        ...before,
        updatedAt: at,
        activeSteps: [step],
        logs: [
          ...before.logs,
          { at, level: index === 2 ? 'warning' : 'info', message: `Update ${index + 1}` },
        ],
      },
    ];
  },
  [usual('Live payment')],
);
const [last = usual('')] = live.slice(-1);
const moved = {
  ...last,
  updatedAt: ago(1),
  activeSteps: [{ key: 'stp_pay', name: 'Pay' }],
  assignedTo: ada,
  content: { fields: [{ key: 'fld_p', value: 'opt_h' }] },
  logs: [...last.logs, { at: ago(1), message: 'Approved' }],
};

/** A job that returned to an earlier step. Its log has two times in the future. */
const returned = usual('Contract Review', {
  updatedAt: ago(30),
  activeSteps: [review],
  logs: [
    { at: ago(300), message: 'Workflow Contract Review started' },
    { at: ago(290), type: 'stepStarted', step: 'stp_review', message: 'Moved to Review amounts' },
    { at: ago(200), type: 'stepCompleted', step: 'stp_review', message: 'Done' },
    { at: ago(180), type: 'stepStarted', step: 'stp_review', message: 'Sent back by Grace Hopper' },
    { at: ago(-120), message: 'Reminder' },
    { at: '9999-12-31T00:00:00Z', message: 'Deleted at the latest' },
  ],
});

const openAll = 'for (const each of document.querySelectorAll("details")) each.open = true';
const openMenu = 'document.querySelector("[data-id=moreActions]").click()';

const of = (
  name: string,
  content: PageContent,
  texts: string[],
  more: Partial<PageState> = {},
): PageState => ({ page: 'jobPage', name, content, texts, ...more });

/** The states in which the job page is checked. */
export const jobPageStates: readonly PageState[] = [
  of('active', show(read(usual('Live payment'))), ['Active', 'Live payment', 'Live · checked']),
  of('several names', show(read(several), { environment: production }), [
    'Waiting for Ada Byron and Grace Hopper at Release payment and Find cause for at least 4 min · running 3 d 4 h',
    'Assigned toAda ByronGrace HopperStarted bynot recorded',
  ]),
  of(
    'open sections',
    show(read(several), {
      environment: production,
      watched: true,
      neighbours: { previous: true, next: true },
    }),
    ['last Tuesday'],
    { prepare: [openAll, openMenu] },
  ),
  of('completed', show(read(completed)), [
    'Completed',
    'Assigned toGrace HopperStarted byAda Byron',
  ]),
  of('unknown', show(read(unknown)), [
    'State unknown',
    'Assigned tounassignedStarted bynot recorded',
  ]),
  of('unreadable', show(read(usual('Unreadable', { completedAt: 7, note: 'as it came' }))), [
    'Could not be read',
    'completedAt',
  ]),
  of('long texts', show(read(longest)), ['not a valid time']),
  of('timeline', show(read(...live)), ['Update 5']),
  of('repeated step', show(read(returned)), ['Review amounts', 'for 3 h', 'Deleted at the latest']),
  of(
    'outdated details',
    show({
      ...failed(read(usual('Live payment')), 'serverFault', 'The service failed (HTTP 503).', 503),
      freshness: { kind: 'current' },
    }),
    ['Details as of 2:20 PM'],
  ),
  of('changed', show(read(...live)), ['Step: Pay. Assigned to Ada Byron. Priority changed.'], {
    messages: [show(read(...live, moved))],
  }),
  of('copied', show(read(usual('Live payment'))), ['Key copied'], {
    messages: [{ kind: 'copied', sentence: 'Key copied' }],
  }),
  of('details loading', show({ ...read(usual('Live payment')), isLoading: true }), [
    'Loading details…',
  ]),
  of(
    'details rejected',
    show(
      failed(
        read(usual('Live payment')),
        'unauthorized',
        'The service asks for a valid API key (HTTP 401).',
        401,
      ),
    ),
    ['Details could not be loaded.', 'Set API Key…'],
  ),
  of(
    'unreachable',
    show(
      outdated(read(usual('Live payment')), {
        kind: 'failed',
        error: new ServiceError(
          'unreachable',
          'eu.example.com could not be reached: the connection was refused.',
          { advice: 'Check the base URL, the network and the proxy.' },
        ),
      }),
    ),
    ['the connection was refused', 'Last loaded'],
  ),
  of('deleted', show(outdated(read(...live), { kind: 'deleted' })), [
    'no longer exists on the service',
    'Last loaded',
  ]),
  of(
    'another service',
    show(outdated(read(usual('Live payment')), { kind: 'disconnected' }), {
      environment: staging,
      watched: null,
    }),
    [`Not connected to ${place}`],
  ),
  of('forty workflows', show(read(many)), ['Many approvals of invoices and 39 more']),
  of('a long log', show(read(logged)), ['Checked line 104'], { section: 'log' }),
  of('loading', empty({ ...initialDetails(now), isLoading: true }, production), ['Loading…']),
  of(
    'not loaded',
    empty({ ...initialDetails(now), freshness: { kind: 'notFound', searched: 1000 } }),
    ['not among the first 1,000 jobs in the list'],
  ),
  of(
    'not loaded, unreachable',
    empty(
      failed(initialDetails(now), 'unreachable', 'eu.example.com could not be reached.'),
      staging,
    ),
    ['could not be reached', 'Not loaded'],
  ),
];
