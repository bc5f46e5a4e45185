import {
  type Job,
  type JobsPage,
  ServiceError,
  type ServiceErrorKind,
  jobRow,
} from '../../../src/service/index.ts';
import { job } from './builders.ts';

export const startOfList = Date.parse('2026-10-01T08:00:00Z');

/**
 * A service whose jobs change during the test. The newest job is first. Jobs start one minute
 * apart.
 */
export class ListService {
  jobs: Job[] = [];
  readonly requestedPages: number[] = [];
  readonly requestedKeys: string[] = [];
  readonly perPage: number;
  /** Current and maximum number of pending requests. */
  pending = 0;
  maxPending = 0;
  hasTotal = true;
  /** Total number of jobs that the service claims to have. By default, the number of its jobs. */
  total: number | undefined;
  hasSingles = true;
  isOldestFirst = false;
  /** Returns an error, or a page that is sent instead of the requested one. */
  refusalOf: (
    page: number,
  ) => ServiceErrorKind | 'firstPage' | 'firstPageUnnamed' | 'empty' | undefined = () => undefined;
  /** Called before each response. */
  beforeResponse: (page: number) => void | Promise<void> = () => undefined;
  afterResponse: () => void = () => undefined;
  #serial = 0;

  constructor(size: number, perPage = 50) {
    this.perPage = perPage;
    this.start(size);
  }

  start(count = 1): void {
    const started = Array.from({ length: count }, (): Job => {
      const at = new Date(startOfList + this.#serial * 60_000).toISOString();
      return job(`job_${String(this.#serial++).padStart(6, '0')}`, {
        startedAt: at,
        updatedAt: at,
      });
    });
    this.jobs = [...started.reverse(), ...this.jobs];
  }

  complete(place: number, at = '2026-11-01T08:00:00Z'): void {
    this.jobs = this.jobs.map((each, index) =>
      index === place && each.completedAt === null
        ? { ...each, activeSteps: [], completedAt: at, updatedAt: at }
        : each,
    );
  }

  remove(place: number, count = 1): void {
    this.jobs = this.jobs.toSpliced(place, count);
  }

  get lastPage(): number {
    return Math.max(1, Math.ceil(this.jobs.length / this.perPage));
  }

  readonly source = async (page: number, signal: AbortSignal): Promise<JobsPage> => {
    if (signal.aborted) throw new ServiceError('cancelled', 'It was canceled.');
    this.requestedPages.push(page);
    this.maxPending = Math.max(this.maxPending, ++this.pending);
    try {
      await Promise.resolve();
      await this.beforeResponse(page);
    } finally {
      this.pending--;
    }
    if (signal.aborted) throw new ServiceError('cancelled', 'It was canceled.');
    const response = this.#responseTo(page);
    this.afterResponse();
    return response;
  };

  readonly getJob = (key: string): Promise<Job> => {
    this.requestedKeys.push(key);
    const found = this.hasSingles ? this.jobs.find((each) => each.key === key) : undefined;
    return found === undefined
      ? Promise.reject(new ServiceError('notFound', 'There is none.', { status: 404 }))
      : Promise.resolve(found);
  };

  #responseTo(page: number): JobsPage {
    const refusal = this.refusalOf(page);
    const first = this.pageOf(1);
    if (refusal === undefined) return this.pageOf(page);
    if (refusal === 'firstPage') return first;
    if (refusal === 'firstPageUnnamed') {
      return { ...first, pagination: { ...first.pagination, currentPage: null } };
    }
    if (refusal === 'empty') return { ...this.pageOf(page), jobs: [] };
    throw new ServiceError(refusal, `Page ${page} failed.`);
  }

  pageOf(page: number): JobsPage {
    const list = this.isOldestFirst ? this.jobs.toReversed() : this.jobs;
    const jobs = list.slice((page - 1) * this.perPage, page * this.perPage);
    return {
      jobs: jobs.map(jobRow),
      pagination: {
        currentPage: page,
        hasMore: page < this.lastPage,
        total: this.hasTotal ? (this.total ?? list.length) : null,
        lastPage: this.hasTotal ? this.lastPage : null,
      },
    };
  }
}
