import type { WireField, WireJob, WirePagination } from '../../../src/sandbox/wire.ts';

type TextField = Extract<WireField, { type: 'shortText' }>;
type With<Base, Overrides> = Omit<Base, keyof Overrides> & Overrides;

/** Returns the ISO 8601 timestamp of a time in the past. */
export const minutesAgo = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000).toISOString();

export const release = { key: 'stp_release', name: 'Release payment' };

/** Creates an active job. Overrides can also add properties or make the job invalid. */
export function aJob<Overrides extends object>(overrides?: Overrides): With<WireJob, Overrides> {
  const job: WireJob = {
    key: 'job_1',
    activeWorkflows: [{ key: 'wf_invoice_approval', name: 'Invoice Approval' }],
    activeSteps: [release],
    assignedTo: null,
    startedBy: { key: null, firstName: null, lastName: null },
    startedAt: '2026-10-01T09:12:00+02:00',
    updatedAt: '2026-10-01T09:30:00+02:00',
    completedAt: null,
  };
  return Object.assign(job, overrides);
}

/** Creates a field of the type `shortText`. */
export function aField<Overrides extends object>(
  overrides?: Overrides,
): With<TextField, Overrides> {
  const field: TextField = {
    key: 'fld_1',
    name: 'Title',
    type: 'shortText',
    details: null,
    required: false,
  };
  return Object.assign(field, overrides);
}

/** Creates the data of a job list response, by default with a single page. */
export function aPage<Row>(
  jobs: Row[],
  overrides: Partial<WirePagination> = {},
): { jobs: Row[]; pagination: WirePagination } {
  const pagination: WirePagination = {
    currentPage: 1,
    from: jobs.length > 0 ? 1 : 0,
    lastPage: 1,
    perPage: 50,
    hasMore: false,
    nextPage: null,
    nextPageUrl: null,
    to: jobs.length,
    total: jobs.length,
  };
  return { jobs, pagination: { ...pagination, ...overrides } };
}

/**
 * Creates the data of a job list response with one page of these jobs. `total` may be greater than
 * the number of jobs.
 */
export function aPageOf<Row>(
  jobs: readonly Row[],
  number: number,
  perPage = 50,
  total = jobs.length,
): { jobs: Row[]; pagination: WirePagination } {
  const before = (number - 1) * perPage;
  const page = jobs.slice(before, before + perPage);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const hasMore = number < lastPage;
  const [from, to] = page.length > 0 ? [before + 1, before + page.length] : [0, 0];
  return aPage(page, {
    currentPage: number,
    from,
    to,
    lastPage,
    perPage,
    hasMore,
    nextPage: hasMore ? number + 1 : null,
    total,
  });
}
