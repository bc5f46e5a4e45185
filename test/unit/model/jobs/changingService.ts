import { type Job, type JobsPage, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { fault, job } from '../builders.ts';

export const perPage = 4;

export interface Call {
  readonly signal: AbortSignal;
  readonly settled: () => boolean;
  readonly respond: () => void;
  readonly fail: () => void;
}

/**
 * A service whose jobs change during the test. The newest job is first. The test sends each
 * response.
 */
export class Service {
  readonly #generation: number;
  #serial = 0;
  jobs: Job[] = [];
  readonly sent = new Set<Job>();
  readonly calls: Call[] = [];
  patient = true;
  /**
   * True if responses contain the number of the last page. Then, several pages can be requested at
   * once.
   */
  sendsLastPage = false;

  constructor(generation: number, size: number) {
    this.#generation = generation;
    for (let count = 0; count < size; count++) this.insert();
  }

  insert(): Job {
    const started = job(`g${this.#generation}-${String(this.#serial++).padStart(4, '0')}`);
    this.jobs.unshift(started);
    return started;
  }

  remove(place: number): void {
    this.jobs.splice(place % Math.max(this.jobs.length, 1), 1);
  }

  complete(place: number): void {
    const at = place % Math.max(this.jobs.length, 1);
    const found = this.jobs[at];
    if (found !== undefined) this.jobs[at] = { ...found, completedAt: '2026-10-02T08:00:00Z' };
  }

  /** The response contains the jobs at the time of the response, not at the time of the request. */
  readonly send = (page: number, signal: AbortSignal): Promise<JobsPage> => {
    const { promise, resolve, reject } = Promise.withResolvers<JobsPage>();
    let settled = false;
    const settle = (how: () => void) => () => {
      settled = true;
      how();
    };
    const call: Call = {
      signal,
      settled: () => settled,
      respond: settle(() => resolve(this.#page(page))),
      fail: settle(() => reject(fault())),
    };
    signal.addEventListener(
      'abort',
      settle(() => reject(new ServiceError('cancelled', 'It was canceled.'))),
    );
    this.calls.push(call);
    if (!this.patient) call.respond();
    return promise;
  };

  get waiting(): Call[] {
    return this.calls.filter((call) => !call.settled());
  }

  /** Pending requests that are not aborted. */
  get wanted(): Call[] {
    return this.waiting.filter(({ signal }) => !signal.aborted);
  }

  #page(number: number): JobsPage {
    const jobs = this.jobs.slice((number - 1) * perPage, number * perPage);
    for (const each of jobs) this.sent.add(each);
    return {
      jobs: jobs.map(jobRow),
      pagination: {
        currentPage: number,
        hasMore: number * perPage < this.jobs.length,
        total: this.jobs.length,
        lastPage: this.sendsLastPage ? Math.ceil(this.jobs.length / perPage) : null,
      },
    };
  }
}
