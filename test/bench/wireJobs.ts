import type { Job } from '../../src/sandbox/wire.ts';

const workflows = ['Invoice Approval', 'Contract Review', 'Employee Onboarding', 'Purchase Request', 'Travel Expenses', 'Data Subject Request', 'Incident Report', 'Supplier Audit'];
const steps = ['Collect documents', 'Check amount', 'Release payment', 'Await signature', 'Assign equipment', 'Inform applicant'];
const people = [
  ['Ada', 'Okafor'],
  ['Bruno', 'Lindqvist'],
  ['Chiara', 'Moretti'],
  ['Dmitri', 'Horák'],
] as const;

/** Newest first: so many milliseconds lie between two starts. */
const interval = 137_000;
const newest = Date.UTC(2026, 10, 1, 12);

/** The job at a place of the list, from 0; the same each time. */
export function wireJob(index: number): Job {
  const startedAt = newest - index * interval;
  const isCompleted = index % 3 === 1;
  const named = (kind: string, names: readonly string[], at: number) => ({ key: `${kind}_${at % names.length}`, name: names[at % names.length] ?? '' });
  const person = ([firstName, lastName]: readonly [string, string], at: number) => ({ key: `usr_${at % people.length}`, firstName, lastName });
  const somebody = (at: number) => person(people[at % people.length] ?? people[0], at);
  return {
    key: keyOf(index),
    activeWorkflows: isCompleted ? [] : [named('wf', workflows, index)],
    activeSteps: isCompleted ? [] : [named('stp', steps, index * 7)],
    assignedTo: index % 4 === 0 ? null : somebody(index),
    startedBy: index % 5 === 0 ? { key: null, firstName: null, lastName: null } : somebody(index * 3),
    startedAt: timestamp(startedAt),
    updatedAt: timestamp(startedAt + 61_000),
    completedAt: isCompleted ? timestamp(startedAt + 122_000) : null,
  };
}

export function keyOf(index: number): string {
  return `job_${String(index).padStart(8, '0')}`;
}

/** `GET /jobs?page={number}` as the interface document wraps it. */
export function wirePage(number: number, jobs: number, perPage = 50): object {
  const from = (number - 1) * perPage;
  const count = Math.max(0, Math.min(perPage, jobs - from));
  const lastPage = Math.max(1, Math.ceil(jobs / perPage));
  const hasMore = number < lastPage;
  const pagination = {
    currentPage: number,
    from: count === 0 ? null : from + 1,
    to: count === 0 ? null : from + count,
    lastPage,
    perPage,
    hasMore,
    nextPage: hasMore ? number + 1 : null,
    nextPageUrl: hasMore ? `https://service.example/jobs?page=${number + 1}` : null,
    total: jobs,
  };
  return { status: 'ok', code: 200, data: { jobs: Array.from({ length: count }, (_, at) => wireJob(from + at)), pagination } };
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+00:00');
}
