import {
  type Job,
  type JobsPage,
  type ChangingClient,
  ServiceError,
  jobRow,
} from '../../../../src/service/index.ts';
import { baseUrlOf } from '../../service/harness.ts';
import { job } from '../builders.ts';

export const completed = {
  completedAt: '2026-10-02T08:00:00Z',
  updatedAt: '2026-10-02T08:00:00Z',
  activeSteps: [],
  activeWorkflows: [],
};
export const notFound = () => new ServiceError('notFound', 'Not there.', { status: 404 });
export const serverFault = () => new ServiceError('serverFault', 'It failed.', { status: 503 });
export const unauthorized = () => new ServiceError('unauthorized', 'Not you.', { status: 401 });

/** A service in memory. It records each request. Tests change its properties. */
export class ServiceInMemory {
  readonly requests: string[] = [];
  jobs: Job[];
  perPage: number;
  /** Jobs that exist, but that are not in the job list. */
  unlisted: Job[] = [];
  /** Error for all requests. */
  failure: ServiceError | undefined;
  /** Errors by request, such as `job a`, `page 1`, `fields`, or `start`. */
  readonly failures = new Map<string, ServiceError>();
  /** True if a page after the last one returns HTTP 404. */
  endsStrictly = false;
  singles: 'offered' | 404 | 405 | 'known as 405' = 'offered';
  /** Time before each response, in milliseconds. If it is `Infinity`, no response is sent. */
  latency = 0;

  constructor(jobs: readonly Job[], perPage = 50) {
    this.jobs = [...jobs];
    this.perPage = perPage;
  }

  readonly listJobs = async (page: number, signal: AbortSignal): Promise<JobsPage> => {
    await this.#receive(`page ${page}`, signal);
    const jobs = this.jobs.slice((page - 1) * this.perPage, page * this.perPage);
    if (this.endsStrictly && page > 1 && jobs.length === 0) throw notFound();
    return {
      jobs: jobs.map(jobRow),
      pagination: {
        currentPage: page,
        hasMore: page * this.perPage < this.jobs.length,
        total: this.jobs.length,
        lastPage: null,
      },
    };
  };

  readonly getJob = async (key: string, signal: AbortSignal): Promise<Job> => {
    await this.#receive(`job ${key}`, signal);
    const found = [...this.jobs, ...this.unlisted].find((each) => each.key === key);
    if (this.singles === 404 || (this.singles === 'offered' && found === undefined))
      throw notFound();
    if (this.singles !== 'offered' || found === undefined) {
      throw new ServiceError('rejected', 'No.', { status: 405 });
    }
    return found;
  };

  readonly client: ChangingClient = {
    baseUrl: baseUrlOf('https://one.example'),
    listFields: async (signal) => {
      await this.#receive('fields', signal);
      return [];
    },
    wait: {
      until: undefined,
      onDidChange: () => ({ dispose: () => undefined }),
      cancel: () => undefined,
    },
    requireNoWait: () => undefined,
    change: async (_endpoint, signal) => {
      await this.#receive('start', signal);
      return job('new');
    },
    listJobs: this.listJobs,
    getJob: this.getJob,
  };

  change(key: string, overrides: object): void {
    const changed = (each: Job) => (each.key === key ? { ...each, ...overrides } : each);
    this.jobs = this.jobs.map(changed);
    this.unlisted = this.unlisted.map(changed);
  }

  complete(...keys: string[]): void {
    for (const key of keys) this.change(key, completed);
  }

  /** Returns the requests since the last call. */
  take(): string[] {
    return this.requests.splice(0);
  }

  async #receive(request: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new ServiceError('cancelled', 'It was canceled.');
    this.requests.push(request);
    if (this.latency > 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = this.latency === Infinity ? undefined : setTimeout(resolve, this.latency);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new ServiceError('cancelled', 'It was canceled.'));
        });
      });
    }
    const failure = this.failure ?? this.failures.get(request);
    if (failure !== undefined) throw failure;
  }
}

export const serviceOf = (...jobs: Job[]) => new ServiceInMemory(jobs);
