import { type Job, type ServiceClient, ServiceError } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';
import { JobList } from '../jobs/jobList.ts';
import { JobReader } from '../jobs/jobReader.ts';
import type { Disposable } from '../util/emitter.ts';
import { JobPoller } from './jobPoller.ts';
import { WatchList } from './watchList.ts';

/** How waiting for a job ended, with the job as it was read last. */
export type WaitOutcome =
  | { readonly kind: 'over'; readonly job: Job }
  /** The service knows the job no more. */
  | { readonly kind: 'gone'; readonly job: Job }
  | { readonly kind: 'timedOut'; readonly job: Job }
  | { readonly kind: 'cancelled'; readonly job: Job }
  | { readonly kind: 'lost'; readonly job: Job; readonly error: ServiceError };

export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Called with the job each time it is read, changed or not. */
  readonly onRead?: (job: Job) => void;
}

/** Failures in a row after which the connection counts as lost: with the pauses between them, about two minutes. */
const failuresUntilLost = 5;

/** The most pages of the list that are searched for a job, where the service does not read single jobs. */
const mostSearched = 20;

/** Reads single jobs and waits for their end, with a list and a watch list of its own: the views do not change. */
export class JobWaiter {
  readonly #jobs = new JobList();
  readonly #reader = new JobReader(this.#jobs);
  readonly #watches = new WatchList({ get: () => undefined, set: () => undefined });
  readonly #poller = new JobPoller({ jobs: this.#jobs, watches: this.#watches, reader: this.#reader });
  /** How many wait for a job, by its key. */
  readonly #waiting = new Map<string, number>();

  constructor(client: ServiceClient) {
    this.#jobs.connect(client.listJobs);
    this.#reader.connect(client.getJob);
    this.#watches.connect(client.baseUrl.href);
    this.#poller.connect(client.listJobs);
    this.#poller.attend({ focused: true, active: true });
  }

  /**
   * Reads a job, from the list where the service does not read single jobs; then only the newest {@link mostSearched} pages are searched.
   * @returns undefined where there is no such job, or none that was found
   * @throws {ServiceError}
   */
  async read(key: string, signal: AbortSignal): Promise<Job | undefined> {
    const reading = await this.#reader.read(key, signal, true);
    if (signal.aborted) throw new ServiceError('cancelled', String(signal.reason));
    switch (reading.kind) {
      case 'single':
        return reading.job;
      case 'gone':
        return undefined;
      case 'failed':
        throw reading.error;
      case 'list':
        if (reading.error !== null) throw reading.error;
        return reading.job ?? (reading.isAbsent ? undefined : this.#search(key, signal));
    }
  }

  /**
   * Waits until a job is over.
   * @returns undefined where {@link read} finds no such job
   * @throws {ServiceError} where the job cannot be read at all
   */
  async wait(key: string, { timeout, signal, onRead }: WaitOptions): Promise<WaitOutcome | undefined> {
    const first = await this.read(key, signal);
    if (first === undefined) return undefined;
    onRead?.(first);
    if (jobState(first) === 'completed') return { kind: 'over', job: first };
    let job = first;
    let failures = 0;
    const { promise, resolve } = Promise.withResolvers<WaitOutcome>();
    const take = (jobs: readonly Job[]) => {
      const read = jobs.find((each) => each.key === key);
      failures = 0;
      if (read === undefined) return;
      job = read;
      onRead?.(job);
    };
    const subscriptions: Disposable[] = [
      this.#poller.onDidRead(take),
      this.#poller.onDidFinish((jobs) => {
        take(jobs);
        if (jobs.some((each) => each.key === key)) resolve({ kind: 'over', job });
      }),
      this.#poller.onDidLose((keys) => keys.includes(key) && resolve({ kind: 'gone', job })),
      this.#poller.onDidFail((error) => {
        failures++;
        if (error.kind === 'unauthorized' || failures >= failuresUntilLost) resolve({ kind: 'lost', job, error });
      }),
    ];
    const timer = setTimeout(() => resolve({ kind: 'timedOut', job }), timeout);
    const cancel = () => resolve({ kind: 'cancelled', job });
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + 1);
    this.#watches.watch(key);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      for (const each of subscriptions) each.dispose();
      this.#leave(key);
    }
  }

  dispose(): void {
    for (const each of [this.#poller, this.#watches, this.#jobs]) each.dispose();
  }

  #leave(key: string): void {
    const others = (this.#waiting.get(key) ?? 1) - 1;
    if (others > 0) return void this.#waiting.set(key, others);
    this.#waiting.delete(key);
    this.#watches.unwatch(key);
  }

  async #search(key: string, signal: AbortSignal): Promise<Job | undefined> {
    await this.#jobs.loadAll({ signal, until: () => this.#jobs.find(key) !== undefined || this.#jobs.state.count >= mostSearched });
    const { failure } = this.#jobs.state;
    if (failure !== null) throw failure.error;
    return this.#jobs.find(key);
  }
}
