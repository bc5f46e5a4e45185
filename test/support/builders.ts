import type { Field, Job, Pagination } from '../../src/sandbox/wire.ts';

type TextField = Extract<Field, { type: 'shortText' }>;
type With<Base, Overrides> = Omit<Base, keyof Overrides> & Overrides;

/** An active job as the interface document shows one; overrides may also break it or add to it. */
export function aJob<Overrides extends object>(overrides?: Overrides): With<Job, Overrides> {
  const job: Job = {
    key: 'job_1',
    activeWorkflows: [{ key: 'wf_invoice_approval', name: 'Invoice Approval' }],
    activeSteps: [{ key: 'stp_release', name: 'Release payment' }],
    assignedTo: null,
    startedBy: { key: null, firstName: null, lastName: null },
    startedAt: '2026-10-01T09:12:00+02:00',
    updatedAt: '2026-10-01T09:30:00+02:00',
    completedAt: null,
  };
  return Object.assign(job, overrides);
}

/** A short text field as the interface document shows one. */
export function aField<Overrides extends object>(overrides?: Overrides): With<TextField, Overrides> {
  const field: TextField = { key: 'fld_1', name: 'Title', type: 'shortText', details: null, required: false };
  return Object.assign(field, overrides);
}

/** The data of a list answer: these jobs as the only page, unless the overrides say otherwise. */
export function aPage<Row>(jobs: Row[], overrides: Partial<Pagination> = {}): { jobs: Row[]; pagination: Pagination } {
  const pagination: Pagination = {
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
