import { aField, aJob, aPageOf, minutesAgo } from '../support/service/builders.ts';
import { type Service, json, startService } from '../support/service/service.ts';

const numberOfJobs = 140;
const workflows = [
  { key: 'wf_invoice_approval', name: 'Invoice Approval' },
  { key: 'wf_employee_onboarding', name: 'Employee Onboarding' },
];
const people = [
  { key: 'usr_ada', firstName: 'Ada', lastName: 'Lovelace' },
  { key: 'usr_alan', firstName: 'Alan', lastName: 'Turing' },
];

/** Starts a service with two fields and three pages of jobs, each a day older than the one before. */
export async function startListService(): Promise<Service> {
  const jobs = Array.from({ length: numberOfJobs }, (_, index) => jobAt(index));
  const fields = [aField({ name: 'Cost center' }), regions()];
  return startService(({ method, url }) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const key = /^\/jobs\/(.+)$/.exec(pathname)?.[1];
    if (key !== undefined) return ok({ job: jobs.find((job) => job.key === key) });
    if (pathname === '/fields') return ok({ fields });
    if (method === 'POST') return ok({ job: jobAt(0) });
    return ok(aPageOf(jobs, Number(searchParams.get('page'))));
  });
}

function jobAt(index: number) {
  const minutes = 60 + index * 24 * 60;
  const isCompleted = index % 5 === 4;
  return aJob({
    key: `job_${index + 1}`,
    activeWorkflows: [workflows[index % 2]],
    activeSteps: isCompleted ? [] : [{ key: 'stp_review', name: 'Manager review' }],
    assignedTo: isCompleted ? null : people[index % 2],
    startedBy: people[0],
    startedAt: minutesAgo(minutes),
    updatedAt: minutesAgo(minutes - 40),
    completedAt: isCompleted ? minutesAgo(minutes - 40) : null,
  });
}

function regions() {
  const options = ['Europe', 'Americas', 'Asia'].map((label) => ({ key: `opt_${label}`, label }));
  return { key: 'fld_region', name: 'Region', type: 'dropdown', details: { options }, required: true };
}

function ok(data: object) {
  return json(200, { status: 'ok', code: 200, data });
}
