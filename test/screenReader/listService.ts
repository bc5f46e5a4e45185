import { setTimeout as delay } from 'node:timers/promises';
import { aField, aJob, aPageOf, minutesAgo } from '../support/service/builders.ts';
import { json, errorResponse, startService } from '../support/service/service.ts';

const numberOfJobs = 140;
/** Duration of a start in milliseconds, so that VS Code shows its progress. */
const startMs = 300;
const workflows = [
  { key: 'wf_invoice_approval', name: 'Invoice Approval' },
  { key: 'wf_employee_onboarding', name: 'Employee Onboarding' },
];
const people = [
  { key: 'usr_ada', firstName: 'Ada', lastName: 'Lovelace' },
  { key: 'usr_alan', firstName: 'Alan', lastName: 'Turing' },
];

export type ListService = Awaited<ReturnType<typeof startListService>>;

/**
 * Starts a service with two fields and three pages of jobs. Each job is a day older than the previous
 * job.
 */
export async function startListService() {
  const jobs: object[] = Array.from({ length: numberOfJobs }, (_, index) => jobAt(index));
  const fields = [aField({ name: 'Cost center' }), regions()];
  let isDown = false;
  const service = await startService(async ({ method, url }) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const key = /^\/jobs\/(.+)$/.exec(pathname)?.[1];
    if (isDown) return errorResponse(400, 'The service is being updated.');
    if (key !== undefined)
      return ok({ job: jobs.find((job) => (job as { key: string }).key === key) });
    if (pathname === '/fields') return ok({ fields });
    if (method === 'POST') {
      await delay(startMs);
      jobs.unshift(startedJob());
      return ok({ job: jobs[0] });
    }
    return ok(aPageOf(jobs, Number(searchParams.get('page'))));
  });
  return {
    url: service.url,
    close: () => service.close(),
    /** Completes the job that was started last. */
    completeStarted: () => {
      jobs[0] = { ...jobs[0], activeSteps: [], completedAt: minutesAgo(0) };
    },
    setDown: (value: boolean) => {
      isDown = value;
    },
  };
}

function startedJob() {
  return aJob({
    key: 'job_started',
    activeWorkflows: [workflows[0]],
    startedBy: people[0],
    startedAt: minutesAgo(0),
    updatedAt: minutesAgo(0),
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
  return {
    key: 'fld_region',
    name: 'Region',
    type: 'dropdown',
    details: { options },
    required: true,
  };
}

function ok(data: object) {
  return json(200, { status: 'ok', code: 200, data });
}
