import { type Job, type JobsPage, ServiceError, type ServiceErrorKind, jobRow } from '../../../../../src/service/index.ts';
import { job } from '../../builders.ts';

export const startOfList = Date.parse('2026-10-01T08:00:00Z');

/** A service whose jobs start, finish and go; newest first, each started a minute after the one before it. */
export class ListService {
  jobs: Job[] = [];
  readonly asked: number[] = [];
  readonly perPage: number;
  /** Requests without an answer, and the most of them at once. */
  underWay = 0;
  mostUnderWay = 0;
  hasTotal = true;
  hasLastPage = true;
  isOldestFirst = false;
  /** What keeps a page from being answered. */
  refuses: (page: number) => ServiceErrorKind | 'firstPage' | 'empty' | undefined = () => undefined;
  /** Called before each answer. */
  beforeAnswer: (page: number) => void | Promise<void> = () => undefined;
  #serial = 0;

  constructor(size: number, perPage = 50) {
    this.perPage = perPage;
    this.start(size);
  }

  start(count = 1): void {
    const started = Array.from({ length: count }, (): Job => {
      const at = new Date(startOfList + this.#serial * 60_000).toISOString();
      return job(`job_${String(this.#serial++).padStart(6, '0')}`, { startedAt: at, updatedAt: at });
    });
    this.jobs = [...started.reverse(), ...this.jobs];
  }

  finish(place: number): void {
    const at = '2026-12-01T08:00:00Z';
    this.jobs = this.jobs.map((each, index) => (index === place ? { ...each, completedAt: at, updatedAt: at } : each));
  }

  remove(place: number): void {
    this.jobs = this.jobs.filter((_, index) => index !== place);
  }

  get lastPage(): number {
    return Math.max(1, Math.ceil(this.jobs.length / this.perPage));
  }

  readonly source = async (page: number, signal: AbortSignal): Promise<JobsPage> => {
    this.asked.push(page);
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    try {
      await Promise.resolve();
      await this.beforeAnswer(page);
    } finally {
      this.underWay--;
    }
    if (signal.aborted) throw new ServiceError('cancelled', 'It was cancelled.');
    const refusal = this.refuses(page);
    if (refusal === undefined || refusal === 'firstPage') return this.pageOf(refusal === undefined ? page : 1);
    if (refusal === 'empty') return { ...this.pageOf(page), jobs: [] };
    throw new ServiceError(refusal, `Page ${page} failed.`);
  };

  pageOf(page: number): JobsPage {
    const list = this.isOldestFirst ? [...this.jobs].reverse() : this.jobs;
    const jobs = list.slice((page - 1) * this.perPage, page * this.perPage);
    return {
      jobs: jobs.map(jobRow),
      pagination: {
        currentPage: page,
        hasMore: page < this.lastPage,
        total: this.hasTotal ? list.length : null,
        lastPage: this.hasLastPage ? this.lastPage : null,
      },
    };
  }
}
