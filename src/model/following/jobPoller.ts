import type { Job, ServiceError } from '../../service/index.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { type Clock, systemClock } from './clock.ts';
import { FollowEnd } from './completion.ts';
import { backoffDelay, firstInterval, idleInterval, jittered, nextInterval } from './backoff.ts';
import { FollowLookup, type FollowSource } from './pollRound.ts';
import type { JobList } from '../jobs/jobList.ts';
import { isSameJson } from '../util/sameJson.ts';
import type { SingleJobs } from '../jobs/singleJobs.ts';
import type { WatchList } from './watchList.ts';

export type { FollowSource };

/** Whether somebody looks. */
export interface Attention {
  readonly focused: boolean;
  /** Whether the window was used of late; where not, there is no hurry. */
  readonly active: boolean;
}

/** A view that is refreshed by itself. */
export interface Refreshable {
  readonly visible: boolean;
  /** Resolves to what went wrong, if anything. */
  refresh(): Promise<ServiceError | undefined>;
}

export interface FollowParts {
  readonly jobs: JobList;
  readonly watches: WatchList;
  readonly singleJobs: SingleJobs;
  readonly views: readonly Refreshable[];
  /** Milliseconds between two refreshes of visible views; 0 = never. */
  readonly refreshInterval: () => number;
  readonly clock?: Clock;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** Why what is known of followed jobs may be out of date. */
export interface Staleness {
  /** When they were last read, in epoch milliseconds; null where they never were. */
  readonly since: number | null;
  readonly error: ServiceError;
}

const never = Infinity;

/**
 * Follows watched jobs to their end, and refreshes views by themselves: the one place that asks without being asked.
 * Nothing is sent while the window has no focus, or while there is nothing to follow and no view to refresh.
 */
export class Follow {
  readonly #jobs: JobList;
  readonly #watches: WatchList;
  readonly #singleJobs: SingleJobs;
  readonly #views: readonly Refreshable[];
  readonly #refreshInterval: () => number;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #finished = new Emitter<readonly Job[]>();
  /** Tells watched jobs that came to their end, which are not watched any more. */
  readonly onDidFinish = this.#finished.event;
  readonly #lost = new Emitter<readonly string[]>();
  /** Tells watched keys that the service does not know any more, which are not watched any more. */
  readonly onDidLose = this.#lost.event;
  readonly #read = new Emitter<readonly Job[]>();
  /** Tells followed jobs as they were read, changed or not. */
  readonly onDidRead = this.#read.event;
  readonly #staled = new Emitter<Staleness | null>();
  readonly onDidChangeStaleness = this.#staled.event;
  readonly #subscriptions: Disposable[];
  /** How many pages show a job. */
  readonly #interests = new Map<string, number>();
  /** What was last read of followed jobs, to tell changes. */
  readonly #seen = new Map<string, readonly unknown[]>();
  readonly #end = new FollowEnd();
  /** Interests that are over: their job came to its end, or is gone. */
  readonly #ended = new Set<string>();
  #lookup: FollowLookup | undefined;
  #life = new AbortController();
  /** The look under way. */
  #looking: AbortController | undefined;
  #attention: Attention = { focused: false, active: false };
  #timer: unknown;
  #isBusy = false;
  #interval = firstInterval;
  #failures = 0;
  #staleness: Staleness | null = null;
  #lastRead: number | null = null;
  #lookAt = never;
  #lastLook = -Infinity;
  #lastRefresh = 0;
  #refreshFailures = 0;
  #refreshNotBefore = 0;

  constructor({ jobs, watches, singleJobs, views, refreshInterval, clock = systemClock, random = Math.random }: FollowParts) {
    this.#jobs = jobs;
    this.#watches = watches;
    this.#singleJobs = singleJobs;
    this.#views = views;
    this.#refreshInterval = refreshInterval;
    this.#clock = clock;
    this.#random = random;
    this.#subscriptions = [
      watches.onDidChange((keys) => {
        if (keys.some((key) => watches.isWatched(key))) this.#hurry();
        this.reconsider();
      }),
      jobs.onDidChange(() => this.#listChanged()),
    ];
  }

  /** Null while following works. */
  get staleness(): Staleness | null {
    return this.#staleness;
  }

  /** Follows the jobs of another service from now on. The watch list and the job list are to be connected before. */
  connect(source: FollowSource | undefined): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#lookup = source === undefined ? undefined : new FollowLookup(this.#jobs, this.#singleJobs, source);
    this.#isBusy = false;
    this.#failures = 0;
    this.#lookAt = never;
    this.#seen.clear();
    this.#end.forget();
    this.#ended.clear();
    this.#lastRead = null;
    this.#lastLook = -Infinity;
    this.#lastRefresh = this.#clock.now();
    this.#refreshFailures = 0;
    this.#refreshNotBefore = 0;
    this.#setStaleness(null);
    this.#hurry();
    this.reconsider();
  }

  attend(attention: Attention): void {
    this.#attention = attention;
    if (!attention.focused) this.#looking?.abort();
    this.reconsider();
  }

  /** Follows a job, without watching it, for as long as a page shows it. */
  addInterest(key: string): Disposable {
    this.#interests.set(key, (this.#interests.get(key) ?? 0) + 1);
    this.#hurry();
    this.reconsider();
    let isHeld = true;
    return {
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#interests.get(key) ?? 1) - 1;
        if (left > 0) this.#interests.set(key, left);
        else {
          this.#interests.delete(key);
          this.#ended.delete(key);
        }
        this.reconsider();
      },
    };
  }

  /** Sets the timer anew: to be called when a view is shown or hidden, or a setting changed. */
  reconsider(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isBusy || this.#lookup === undefined || !this.#attention.focused) return;
    const next = Math.min(this.#nextLook(), this.#nextRefresh());
    if (next < never) this.#timer = this.#clock.setTimeout(() => void this.#tick(), Math.max(0, next - this.#clock.now()));
  }

  dispose(): void {
    this.#life.abort();
    this.#lookup = undefined;
    this.#clock.clearTimeout(this.#timer);
    for (const each of [...this.#subscriptions, this.#finished, this.#lost, this.#read, this.#staled]) each.dispose();
  }

  #nextLook(): number {
    if (this.#targets().length === 0) return never;
    return this.#attention.active ? this.#lookAt : Math.max(this.#lookAt, this.#lastLook + idleInterval);
  }

  #nextRefresh(): number {
    const interval = this.#refreshInterval();
    if (interval <= 0 || !this.#views.some(({ visible }) => visible)) return never;
    return Math.max(this.#lastRefresh + interval, this.#refreshNotBefore);
  }

  #targets(): string[] {
    return [...new Set([...this.#watches.keys, ...this.#interests.keys()])].filter((key) => !this.#ended.has(key));
  }

  /** Does not wait for the long interval that a quiet time led to; a service that failed keeps the time it needs. */
  #hurry(): void {
    if (this.#failures > 0 && this.#lookAt !== never) return;
    this.#interval = firstInterval;
    this.#lookAt = Math.min(this.#lookAt, this.#clock.now() + jittered(firstInterval, this.#random));
  }

  async #tick(): Promise<void> {
    this.#timer = undefined;
    const lookup = this.#lookup;
    if (lookup === undefined) return;
    const { signal } = this.#life;
    this.#isBusy = true;
    try {
      if (this.#nextRefresh() <= this.#clock.now()) await this.#refresh();
      if (!signal.aborted && this.#attention.focused && this.#nextLook() <= this.#clock.now()) await this.#look(lookup, signal);
    } catch (thrown) {
      // A fault of our own: told as one, and neither the end of following nor a reason to ask again at once.
      queueMicrotask(() => {
        throw thrown;
      });
      if (!signal.aborted) this.#putOff();
    }
    if (signal.aborted) return;
    this.#isBusy = false;
    this.reconsider();
  }

  #putOff(): void {
    this.#lastRefresh = this.#clock.now();
    this.#lookAt = Math.max(this.#lookAt, this.#lastRefresh + firstInterval);
  }

  async #refresh(): Promise<void> {
    const { signal } = this.#life;
    const errors = await Promise.all(this.#views.filter(({ visible }) => visible).map((view) => view.refresh()));
    if (signal.aborted) return;
    const now = this.#clock.now();
    const error = errors.find((each) => each !== undefined);
    this.#lastRefresh = now;
    this.#refreshFailures = error === undefined ? 0 : this.#refreshFailures + 1;
    this.#refreshNotBefore = error === undefined ? 0 : now + backoffDelay(this.#refreshFailures, error.retryAfter, this.#random);
  }

  async #look(lookup: FollowLookup, signal: AbortSignal): Promise<void> {
    const looking = (this.#looking = new AbortController());
    const { found, gone, error } = await lookup.look(this.#targets(), AbortSignal.any([signal, looking.signal]));
    if (this.#looking === looking) this.#looking = undefined;
    if (signal.aborted) return;
    const now = this.#clock.now();
    this.#lastLook = now;
    const changed = found.filter((job) => this.#isChanged(job)).length > 0;
    if (found.length > 0) this.#lastRead = now;
    if (looking.signal.aborted) {
      // Whoever comes and goes all the time does not make it ask all the time.
      this.#lookAt = now + jittered(firstInterval, this.#random);
    } else if (error === undefined) {
      this.#failures = 0;
      this.#interval = nextInterval(this.#interval, changed);
      this.#lookAt = now + jittered(this.#interval, this.#random);
      this.#setStaleness(null);
    } else {
      this.#failures++;
      // A service that wants another key wants to be left alone until it has one.
      this.#lookAt = error.kind === 'unauthorized' ? never : now + backoffDelay(this.#failures, error.retryAfter, this.#random);
      this.#setStaleness({ since: this.#lastRead, error });
    }
    if (found.length > 0) this.#read.fire(found);
    this.#finish(found.filter((job) => this.#end.isOver(job, true)));
    this.#lose(gone);
  }

  /** A person's own refresh may tell of an end first, and shows that the service answers. */
  #listChanged(): void {
    const { rows, loading, failure } = this.#jobs.state;
    if (rows === undefined) return;
    const over: Job[] = [];
    for (const row of this.#watches.keys.size + this.#interests.size === 0 ? [] : rows) {
      if (row.kind !== 'job' || !(this.#watches.isWatched(row.job.key) || this.#interests.has(row.job.key))) continue;
      if (this.#end.isOver(row.job, false)) over.push(row.job);
      else this.#ended.delete(row.job.key);
    }
    if (this.#lookAt === never && loading === null && failure === null) this.#hurry();
    this.#finish(over);
    this.reconsider();
  }

  #finish(over: readonly Job[]): void {
    const watched = over.filter(({ key }) => this.#watches.isWatched(key));
    for (const { key } of over) if (this.#interests.has(key)) this.#ended.add(key);
    if (watched.length === 0) return;
    // Not watched any more before anybody hears of it, so that nobody hears of it twice.
    this.#watches.unwatch(...watched.map(({ key }) => key));
    this.#finished.fire(watched);
  }

  #lose(gone: readonly string[]): void {
    const watched = gone.filter((key) => this.#watches.isWatched(key));
    for (const key of gone) if (this.#interests.has(key)) this.#ended.add(key);
    if (watched.length === 0) return;
    this.#watches.unwatch(...watched);
    this.#lost.fire(watched);
  }

  #isChanged(job: Job): boolean {
    const now = [job.updatedAt, job.completedAt, job.activeSteps, job.activeWorkflows, job.assignedTo];
    const before = this.#seen.get(job.key);
    this.#seen.set(job.key, now);
    return before !== undefined && !isSameJson(before, now);
  }

  #setStaleness(staleness: Staleness | null): void {
    if (staleness === null && this.#staleness === null) return;
    this.#staleness = staleness;
    this.#staled.fire(staleness);
  }
}
