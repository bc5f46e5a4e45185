import { type Job, type JobsPage, type StartingClient, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { baseUrlOf } from '../../service/harness.ts';
import { job } from '../builders.ts';

export const completed = { completedAt: '2026-10-02T08:00:00Z', activeSteps: [], activeWorkflows: [] };
export const notFound = () => new ServiceError('notFound', 'Not there.', { status: 404 });
export const serverFault = () => new ServiceError('serverFault', 'It failed.', { status: 503 });
export const unauthorized = () => new ServiceError('unauthorized', 'Not you.', { status: 401 });

/** A service in memory, which answers at once. A test changes its members. */
export function serviceOf(...jobs: Job[]) {
  const service = { jobs, perPage: 50, hasSingles: true, failure: undefined as (() => ServiceError) | undefined, isSilent: false, requests: [] as string[] };
  const receive = async (request: string, signal: AbortSignal) => {
    if (signal.aborted) throw new ServiceError('cancelled', 'left');
    service.requests.push(request);
    if (service.isSilent) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new ServiceError('cancelled', 'left'))));
    if (service.failure !== undefined) throw service.failure();
  };
  const client: StartingClient<void> = {
    baseUrl: baseUrlOf('https://one.example'),
    listFields: () => Promise.resolve([]),
    startJob: () => Promise.resolve(job('new')),
    listJobs: async (page, signal): Promise<JobsPage> => {
      await receive(`page ${page}`, signal);
      const { perPage } = service;
      return { jobs: service.jobs.slice((page - 1) * perPage, page * perPage).map(jobRow), pagination: { currentPage: page, hasMore: page * perPage < service.jobs.length, total: null, lastPage: null } };
    },
    getJob: async (key, signal) => {
      await receive(`job ${key}`, signal);
      const found = service.jobs.find((each) => each.key === key);
      if (!service.hasSingles || found === undefined) throw notFound();
      return found;
    },
  };
  const change = (key: string, overrides: object) => void (service.jobs = service.jobs.map((each) => (each.key === key ? { ...each, ...overrides } : each)));
  return Object.assign(service, { client, change });
}
