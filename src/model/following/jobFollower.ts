import {
  type Job,
  type ServiceError,
  unexpectedShape,
  rowId,
  toServiceError,
} from '../../service/index.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import type { JobStore, StoreChange } from '../jobs/jobStore.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { BackOff, firstInterval, jittered, maxInterval, nextInterval } from './backOff.ts';
import { JobWait, type WaitOptions, type WaitOutcome } from './jobWait.ts';
import {
  type Progress,
  afterMiss,
  afterPoll,
  affectsAllJobs,
  gracePeriod,
  nothingPolled,
  progressAfterReading,
} from './progress.ts';
import { type RefreshedViews, ViewRefresh } from './viewRefresh.ts';
import type { WatchList } from './watchList.ts';

/** Window focus and user activity, like VS Code's `WindowState`. */
export interface Attention {
  readonly focused: boolean;
  /** True if the user was active in the window recently. Otherwise, jobs are polled less often. */
  readonly active: boolean;
}

/** Event that reports the result of polling jobs. */
export type FollowEvent =
  /** The jobs were read successfully. The event fires even if no job has changed. */
  | { readonly kind: 'read'; readonly jobs: readonly Job[] }
  /** The watched jobs have finished and are no longer watched. */
  | { readonly kind: 'finished'; readonly jobs: readonly Job[] }
  /** The jobs no longer exist. `watched` contains the keys of the jobs that were watched. */
  | {
      readonly kind: 'deleted';
      readonly keys: readonly string[];
      readonly watched: readonly string[];
    }
  /** The jobs could not be read because of an error. */
  | { readonly kind: 'failed'; readonly keys: readonly string[]; readonly error: ServiceError };

/** State of a polled job. All times are values of `performance.now()`. */
interface Followed {
  readonly progress: Progress;
  readonly interval: number;
  readonly dueAt: number;
  /** End of the grace period for a new job that the service may not find yet. */
  readonly mayAppearUntil: number;
}

interface FollowerOptions {
  readonly reader: JobReader;
  readonly store: JobStore;
  readonly watches: WatchList;
}

/** Minimum polling interval for jobs while the user is inactive, in milliseconds. */
const idleInterval = 15_000;

/** Maximum number of jobs to poll with `GET /jobs/{key}` in one polling cycle. */
const maxReads = 4;

/** Pause after polling the job list, in milliseconds per page that was read. */
const pauseForPage = 1000;

/** Delay between the start of a job and its first poll, in milliseconds. */
const firstDelay = 500;

/**
 * Polls watched jobs, jobs on visible job pages, and jobs that tasks or commands wait for. Also
 * refreshes visible views. Polls and refreshes share one timer and one retry delay.
 *
 * Each polling cycle (a round) reads a few jobs with `GET /jobs/{key}`. If the service does not
 * support this request, the cycle reads the first pages of the job list instead.
 */
export class JobFollower {
  readonly #options: FollowerOptions;
  readonly #views = new ViewRefresh();
  readonly #backOff = new BackOff();
  readonly #followedEmitter = new Emitter<FollowEvent>();
  readonly #subscriptions: readonly Disposable[];
  /** One object with the job key for each visible job page. */
  readonly #pages = new Set<{ readonly key: string }>();
  readonly #waits = new Set<JobWait>();
  readonly #followed = new Map<string, Followed>();
  #attention: Attention = { focused: false, active: false };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round: AbortController | undefined;
  #nextRoundAt = -Infinity;
  /** Error that affects all jobs and ended the last polling cycle. */
  #outage: ServiceError | undefined;
  readonly #disposal = new AbortController();

  readonly onDidFollow = this.#followedEmitter.event;

  constructor(options: FollowerOptions) {
    const { store, watches } = options;
    this.#options = options;
    this.#subscriptions = [
      watches.onDidChange(() => this.#schedule()),
      store.onDidApply((change) => this.#onApply(change)),
    ];
  }

  /**
   * Sets the window focus and the user activity. Without focus, only jobs that a task or command
   * waits for are polled.
   */
  setAttention(attention: Attention): void {
    this.#attention = attention;
    this.#interruptIfUnused();
    this.#schedule();
  }

  /** Sets the views to refresh while they are visible and the window has focus. */
  setViews(views: RefreshedViews): void {
    this.#views.setViews(views);
    this.#schedule();
  }

  /**
   * Reschedules the next refresh after a view is shown or hidden, or after the refresh interval
   * changes.
   */
  updateViews(): void {
    this.#schedule();
  }

  /** Polls the job of a visible job page until the job ends or the returned object is disposed. */
  follow(key: string): Disposable {
    const page = { key };
    this.#pages.add(page);
    this.#pollSoon(key);
    return {
      dispose: () => {
        this.#pages.delete(page);
        this.#schedule();
      },
    };
  }

  /**
   * Waits until a job ends, the timeout expires, the signal is aborted, or a permanent error
   * occurs. Keeps waiting after temporary errors. The returned promise never rejects.
   */
  async wait(key: string, options: WaitOptions): Promise<WaitOutcome> {
    const signal = AbortSignal.any([options.signal, this.#disposal.signal]);
    const wait = new JobWait(key, { ...options, signal }, () => this.#pollSoon(key, 0));
    this.#waits.add(wait);
    const started = this.mayAppear(key) ? this.#options.store.get(key) : undefined;
    if (started !== undefined) {
      wait.read(started, this.#stateOf(key).progress.isOver);
    } else if (this.#outage !== undefined) wait.failed(this.#outage);
    this.#pollSoon(key, started === undefined ? 0 : firstDelay);
    try {
      return await wait.outcome;
    } finally {
      this.#waits.delete(wait);
      this.#interruptIfUnused();
      this.#schedule();
    }
  }

  /** Returns true if the job was started so recently that the service may not return it yet. */
  mayAppear(key: string): boolean {
    return performance.now() < this.#stateOf(key).mayAppearUntil;
  }

  /**
   * Shortens the retry delay and ends the outage after a successful request, because the service
   * seems to be available again.
   */
  responded(): void {
    this.#backOff.respondedElsewhere();
    this.#views.responded();
    this.#endOutage();
    this.#schedule();
  }

  /**
   * Cancels the current poll after the API key changes, and resumes polling with the new API key.
   */
  useNewCredential(): void {
    this.#interrupt();
    this.#backOff.reset();
    this.#endOutage();
    this.#schedule();
  }

  dispose(): void {
    this.#disposal.abort();
    this.#interrupt();
    clearTimeout(this.#timer);
    for (const each of [...this.#subscriptions, this.#followedEmitter]) each.dispose();
  }

  #stateOf(key: string): Followed {
    return this.#followed.get(key) ?? notPolled;
  }

  /** Returns the keys of all jobs that are currently polled. */
  #keys(): string[] {
    const waits = [...this.#waits].map(({ key }) => key);
    if (!this.#attention.focused) return [...new Set(waits)];
    const shown = [...this.#pages].map(({ key }) => key);
    return [...new Set([...waits, ...shown, ...this.#options.watches.keys])];
  }

  /** Returns the time when a job should be polled next. */
  #dueAt(key: string): number {
    const { dueAt, interval } = this.#stateOf(key);
    const isAwaited = [...this.#waits].some((wait) => wait.key === key);
    return this.#attention.active || isAwaited
      ? dueAt
      : dueAt + Math.max(0, idleInterval - interval);
  }

  /** Polls a job after the given delay at the latest, and returns to the shortest interval. */
  #pollSoon(key: string, delay = jittered(firstInterval)): void {
    const state = this.#stateOf(key);
    const soon = performance.now() + delay;
    const dueAt = this.#followed.has(key) ? Math.min(state.dueAt, soon) : soon;
    this.#followed.set(key, { ...state, interval: firstInterval, dueAt });
    if (delay === 0) this.#nextRoundAt = -Infinity;
    this.#schedule();
  }

  /** True if polling has stopped because the service rejected the API key. */
  get #isStopped(): boolean {
    return this.#outage?.kind === 'unauthorized';
  }

  #endOutage(): void {
    this.#outage = undefined;
    this.#options.watches.setStop(undefined);
  }

  #interruptIfUnused(): void {
    if (this.#keys().length === 0) this.#interrupt();
  }

  /**
   * Cancels the current polling cycle. Delays the next cycle, so that frequent calls do not cause
   * more requests.
   */
  #interrupt(): void {
    if (this.#round === undefined) return;
    this.#round.abort();
    this.#round = undefined;
    this.#nextRoundAt = performance.now() + jittered(firstInterval);
  }

  /** Sets the timer for the next polling cycle or refresh. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#disposal.signal.aborted || this.#round !== undefined) return;
    const polled = this.#isStopped ? [] : this.#keys();
    const jobsDueAt = Math.min(...polled.map((key) => this.#dueAt(key)));
    const viewsDueAt = this.#attention.focused ? this.#views.dueAt : Infinity;
    const due = Math.max(
      Math.min(Math.max(jobsDueAt, this.#nextRoundAt), viewsDueAt),
      this.#backOff.until,
    );
    if (due === Infinity) return;
    // Rounds the delay up, because timers ignore fractions of a millisecond and would fire too
    // early.
    const delay = Math.max(0, Math.ceil(due - performance.now()));
    this.#timer = setTimeout(() => void this.#runRound().catch(throwUncaught), delay);
  }

  async #runRound(): Promise<void> {
    // Does not await the refresh, because the refresh may have to wait until all jobs are loaded.
    if (this.#attention.focused) void this.#refreshViews().catch(throwUncaught);
    const round = (this.#round = new AbortController());
    try {
      if (!this.#isStopped) await this.#pollDueJobs(round.signal);
    } finally {
      if (this.#round === round) {
        this.#round = undefined;
        this.#finishListed();
        this.#schedule();
      }
    }
  }

  async #refreshViews(): Promise<void> {
    try {
      const error = await this.#views.refreshDue();
      if (error !== undefined) this.#backOff.failed(error);
    } finally {
      this.#schedule();
    }
  }

  async #pollDueJobs(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const due = this.#keys().filter((key) => this.#dueAt(key) <= now);
    if (due.length === 0 || this.#nextRoundAt > now) return;
    this.#nextRoundAt = now + jittered(firstInterval);
    const sorted = due.toSorted((left, right) => this.#dueAt(left) - this.#dueAt(right));
    const round =
      (await this.#pollSingles(sorted.slice(0, maxReads), signal)) ??
      (await this.#pollList(signal));
    if (!signal.aborted) this.#apply(round);
  }

  /**
   * Polls jobs with `GET /jobs/{key}`. Stops after an error that affects all jobs. Returns
   * undefined if the service does not support this request.
   */
  async #pollSingles(keys: readonly string[], signal: AbortSignal): Promise<Round | undefined> {
    const round: Round = { found: [], missed: [], failed: [] };
    for (const key of keys) {
      const reading = await this.#options.reader.readSingle(key, signal);
      if (reading.kind === 'unsupported') return undefined;
      if (reading.kind === 'job') round.found.push(reading.job);
      else if (reading.kind === 'notFound') round.missed.push({ key, isWhole: false });
      else if (affectsAllJobs(reading.error)) {
        // Moves the job to the end of the queue, in case the error affects only this job.
        this.#followed.set(key, { ...this.#stateOf(key), dueAt: performance.now() });
        return { ...round, outage: reading.error };
      } else round.failed.push({ key, error: reading.error });
    }
    return round;
  }

  /** Polls all jobs by reading the first pages of the job list. */
  async #pollList(signal: AbortSignal): Promise<Round> {
    const keys = this.#keys();
    const round: Round = { found: [], missed: [], failed: [] };
    try {
      const list = await this.#options.reader.search(keys.map(rowId), signal);
      const { isWhole, pageCount } = list;
      const searched = isWhole ? undefined : list.rows.length;
      this.#nextRoundAt = performance.now() + pageCount * pauseForPage;
      for (const key of keys) {
        const row = list.row(rowId(key));
        if (row === undefined) round.missed.push({ key, isWhole, searched });
        else if (row.kind === 'job') round.found.push(row.job);
        else
          round.failed.push({ key, error: unexpectedShape({ request: 'GET /jobs' }, row.problem) });
      }
      return round;
    } catch (thrown) {
      return { ...round, outage: toServiceError('follow', thrown) };
    }
  }

  /** Processes the poll results: updates the state of the polled jobs and fires events. */
  #apply({ found, missed, failed, outage }: Round): void {
    if (outage === undefined) {
      this.#backOff.reset();
      this.#endOutage();
    }
    for (const failure of failed) this.#onFailure(failure);
    for (const each of missed) this.#onMissed(each);
    const read = found.map((job) => ({ job, state: this.#onRead(job) }));
    this.#reportDeleted(missed.map(({ key }) => key));
    if (found.length > 0) this.#followedEmitter.fire({ kind: 'read', jobs: found });
    for (const { job, state } of read) {
      for (const wait of this.#waitsFor(job.key)) wait.read(job, state.progress.isOver);
    }
    if (outage !== undefined) this.#onOutage(outage, found);
    this.#finish(read.filter(({ state }) => state.progress.isOver).map(({ job }) => job));
  }

  #onOutage(error: ServiceError, found: readonly Job[]): void {
    this.#outage = error;
    this.#backOff.failed(error);
    if (this.#isStopped) this.#options.watches.setStop(error);
    this.#followedEmitter.fire({ kind: 'failed', keys: this.#keys(), error });
    for (const wait of this.#waits) {
      // A temporary error does not affect a wait whose job was read in the same polling cycle.
      const wasRead = found.some(({ key }) => key === wait.key);
      if (!wasRead || this.#isStopped) wait.failed(error);
    }
  }

  #onFailure({ key, error }: FailedPoll): void {
    const state = this.#stateOf(key);
    const interval = Math.min(maxInterval, state.interval * 2);
    this.#followed.set(key, { ...state, interval, dueAt: performance.now() + interval });
    for (const wait of this.#waitsFor(key)) wait.failed(error);
    this.#options.watches.mark([key], 'notFollowed');
    this.#followedEmitter.fire({ kind: 'failed', keys: [key], error });
  }

  #onMissed({ key, isWhole, searched }: MissedPoll): void {
    const state = this.#stateOf(key);
    const mayAppear = this.mayAppear(key);
    const isPartial = searched !== undefined;
    const progress = mayAppear || isPartial ? state.progress : afterMiss(state.progress, isWhole);
    const interval = nextInterval(state.interval, false);
    const dueAt = performance.now() + jittered(interval);
    this.#followed.set(key, { ...state, progress, interval, dueAt });
    if (isPartial && !mayAppear) this.#options.watches.mark([key], 'notFollowed');
    for (const wait of this.#waitsFor(key))
      wait.missed({ mayAppear, searched, isDeleted: progress.isDeleted });
  }

  #onRead(job: Job): Followed {
    const before = this.#stateOf(job.key);
    const progress = afterPoll(before.progress, job);
    const interval = nextInterval(before.interval, progress.isChanged);
    const dueAt = performance.now() + jittered(interval);
    const state = { progress, interval, dueAt, mayAppearUntil: -Infinity };
    this.#followed.set(job.key, state);
    return state;
  }

  #reportDeleted(missed: readonly string[]): void {
    const deleted = missed.filter((key) => this.#stateOf(key).progress.isDeleted);
    if (deleted.length === 0) return;
    const watched = this.#stopFollowing(deleted, 'deleted');
    this.#followedEmitter.fire({ kind: 'deleted', keys: deleted, watched });
  }

  /** Handles jobs from any response: schedules polls for started jobs, and updates watched jobs. */
  #onApply({ read, source }: StoreChange): void {
    if (source === 'cache') return;
    if (source === 'change') for (const job of read) this.#expectStarted(job);
    this.#options.watches.resume(read.map(({ key }) => key));
    // During a polling cycle, finished jobs are reported at the end of the cycle.
    if (this.#round === undefined) this.#finishListed();
  }

  /** Schedules the first poll of a new job, which the service may not find yet. */
  #expectStarted(job: Job): void {
    const state = this.#stateOf(job.key);
    this.#followed.set(job.key, {
      ...state,
      progress: progressAfterReading(state.progress, job),
      mayAppearUntil: performance.now() + gracePeriod,
    });
    this.#pollSoon(job.key, firstDelay);
  }

  /** Stops watching jobs that have finished according to the latest responses. */
  #finishListed(): void {
    const { store, watches } = this.#options;
    const ended = [...watches.keys].flatMap((key) => {
      const job = store.cachedAt(key) === undefined ? store.get(key) : undefined;
      if (job === undefined) return [];
      const state = this.#stateOf(key);
      const progress = progressAfterReading(state.progress, job);
      this.#followed.set(key, { ...state, progress });
      return progress.isOver ? [job] : [];
    });
    this.#finish(ended);
  }

  #finish(ended: readonly Job[]): void {
    if (ended.length === 0) return;
    const watched = this.#stopFollowing(
      ended.map(({ key }) => key),
      'finished',
    );
    const jobs = ended.filter(({ key }) => watched.includes(key));
    if (jobs.length > 0) this.#followedEmitter.fire({ kind: 'finished', jobs });
  }

  /** Stops polling jobs. Returns the keys of the jobs that were watched. */
  #stopFollowing(keys: readonly string[], state: 'finished' | 'deleted'): string[] {
    for (const page of this.#pages) if (keys.includes(page.key)) this.#pages.delete(page);
    const watched = keys.filter((key) => this.#options.watches.isWatched(key));
    this.#options.watches.mark(watched, state);
    for (const key of keys) this.#followed.delete(key);
    return watched;
  }

  #waitsFor(key: string): JobWait[] {
    return [...this.#waits].filter((wait) => wait.key === key);
  }
}

const notPolled: Followed = {
  progress: nothingPolled,
  interval: firstInterval,
  dueAt: -Infinity,
  mayAppearUntil: -Infinity,
};

/** Result of a poll that did not find the job. */
interface MissedPoll {
  readonly key: string;
  /**
   * True if the entire job list was read. False if only part of the list was read, or after HTTP
   * 404 for `GET /jobs/{key}`.
   */
  readonly isWhole: boolean;
  /** Number of jobs that were searched, if only part of the job list was read. */
  readonly searched?: number | undefined;
}

interface FailedPoll {
  readonly key: string;
  readonly error: ServiceError;
}

/** Result of one polling cycle. */
interface Round {
  readonly found: Job[];
  readonly missed: MissedPoll[];
  /** Polls that failed with an error that affects only one job. */
  readonly failed: FailedPoll[];
  /** Error that affects all jobs and ended the polling cycle, if any. */
  readonly outage?: ServiceError;
}

/** Rethrows an unexpected error in a microtask, so that it is reported as an uncaught exception. */
function throwUncaught(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}
