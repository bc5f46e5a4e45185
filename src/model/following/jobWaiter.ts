import * as l10n from '@vscode/l10n';
import { type Job, type ServiceClient, ServiceError } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';
import { JobList } from '../jobs/jobList.ts';
import { JobReader } from '../jobs/jobReader.ts';
import type { Disposable } from '../util/emitter.ts';
import { JobPoller } from './jobPoller.ts';
import { WatchList } from './watchList.ts';

/** The outcome of waiting, with the last reading of the job. */
export type WaitOutcome =
  | { readonly kind: 'over'; readonly job: Job }
  /** The service no longer has the job. */
  | { readonly kind: 'gone'; readonly job: Job }
  | { readonly kind: 'timedOut'; readonly job: Job }
  | { readonly kind: 'cancelled'; readonly job: Job }
  | { readonly kind: 'lost'; readonly job: Job; readonly error: ServiceError };

export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Called with each reading of the job, changed or not. */
  readonly onRead?: (job: Job) => void;
}

/** Consecutive failures after which the connection counts as lost; with the pauses between them, more than a minute. */
const failuresUntilLost = 5;

/** Most pages to search for a job if the service does not support single jobs. */
const mostSearched = 20;

/** Reads jobs and waits for their end. Has its own list and watch list, so that the views do not change. */
export class JobWaiter {
  readonly #jobs = new JobList();
  readonly #reader = new JobReader(this.#jobs);
  readonly #watches = new WatchList({ get: () => undefined, set: () => undefined });
  readonly #poller = new JobPoller({ jobs: this.#jobs, watches: this.#watches, reader: this.#reader });
  /** Number of waits for each key. */
  readonly #waiting = new Map<string, number>();
  readonly #life = new AbortController();

  constructor(client: ServiceClient) {
    this.#jobs.connect(client.listJobs);
    this.#reader.connect(client.getJob);
    this.#watches.connect(client.baseUrl.href);
    this.#poller.connect(true);
    this.#poller.attend({ focused: true, active: true });
  }

  /**
   * Reads a job. If the service does not support single jobs, searches the newest {@link mostSearched} pages of the list.
   * @returns undefined if the job was not found
   * @throws {ServiceError}
   */
  async read(key: string, signal: AbortSignal): Promise<Job | undefined> {
    const ends = AbortSignal.any([signal, this.#life.signal]);
    return untilAborted(ends, this.#read(key, ends));
  }

  /**
   * Waits until a job is over.
   * @returns undefined if {@link read} does not find the job
   * @throws {ServiceError} if the first reading fails or is not in time
   */
  async wait(key: string, { timeout, signal, onRead }: WaitOptions): Promise<WaitOutcome | undefined> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeout);
    try {
      const first = await this.read(key, AbortSignal.any([signal, late.signal])).catch((error: unknown) => {
        throw late.signal.aborted && !signal.aborted ? new ServiceError('timeout', l10n.t('The job was not read in time.')) : error;
      });
      if (first === undefined) return undefined;
      onRead?.(first);
      return jobState(first) === 'completed' ? { kind: 'over', job: first } : await this.#follow(first, late.signal, AbortSignal.any([signal, this.#life.signal]), onRead);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends all waits as cancelled. */
  dispose(): void {
    this.#life.abort();
    for (const each of [this.#poller, this.#watches, this.#jobs]) each.dispose();
  }

  async #read(key: string, signal: AbortSignal): Promise<Job | undefined> {
    const reading = await this.#reader.read(key, signal, true);
    switch (reading.kind) {
      case 'single':
        return reading.job;
      case 'gone':
        return undefined;
      case 'failed':
        throw reading.error;
      case 'list':
        if (reading.error !== null) throw reading.error;
        // The 404 does not prove absence, because the service may not support single jobs.
        return reading.job ?? this.#search(key, signal);
    }
  }

  async #follow(first: Job, late: AbortSignal, cancelled: AbortSignal, onRead: WaitOptions['onRead']): Promise<WaitOutcome> {
    const { key } = first;
    let job = first;
    let failures = 0;
    const { promise, resolve } = Promise.withResolvers<WaitOutcome>();
    const take = (jobs: readonly Job[]) => {
      failures = 0;
      const read = jobs.find((each) => each.key === key);
      if (read === undefined) return;
      job = read;
      onRead?.(job);
    };
    const subscriptions: Disposable[] = [
      this.#poller.onDidPoll((event) => {
        if (event.kind === 'read') take(event.jobs);
        else if (event.kind === 'finished') {
          const over = event.jobs.find((each) => each.key === key);
          if (over !== undefined) resolve({ kind: 'over', job: over });
        } else if (event.kind === 'gone') {
          if (event.watched.includes(key)) resolve({ kind: 'gone', job });
        } else {
          failures++;
          if (event.error.kind === 'unauthorized' || failures >= failuresUntilLost) resolve({ kind: 'lost', job, error: event.error });
        }
      }),
      onAbort(late, () => resolve({ kind: 'timedOut', job })),
      onAbort(cancelled, () => resolve({ kind: 'cancelled', job })),
    ];
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1);
    this.#watches.watch(key);
    try {
      return await promise;
    } finally {
      for (const each of subscriptions) each.dispose();
      this.#leave(key);
    }
  }

  #leave(key: string): void {
    const others = (this.#waiting.get(key) ?? 1) - 1;
    if (others > 0) return void this.#waiting.set(key, others);
    this.#waiting.delete(key);
    this.#watches.unwatch(key);
  }

  async #search(key: string, signal: AbortSignal): Promise<Job | undefined> {
    const isOver = () => this.#jobs.find(key) !== undefined || this.#jobs.state.count >= mostSearched || !this.#jobs.state.hasMore || signal.aborted;
    // Loops, because the load may be that of another search, which ends sooner.
    while (!isOver()) {
      await this.#jobs.loadAll({ until: isOver });
      const { failure } = this.#jobs.state;
      if (failure !== null) throw failure.error;
    }
    return this.#jobs.find(key);
  }
}

/** Calls back when the signal aborts, or at once if it has aborted. */
function onAbort(signal: AbortSignal, call: () => void): Disposable {
  if (signal.aborted) call();
  else signal.addEventListener('abort', call);
  return { dispose: () => signal.removeEventListener('abort', call) };
}

/** Resolves with the work, or rejects as soon as the signal aborts. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const subscription = onAbort(signal, () => reject(new ServiceError('cancelled', l10n.t('Reading the job was cancelled.'))));
  try {
    return await Promise.race([work, promise]);
  } finally {
    subscription.dispose();
  }
}
