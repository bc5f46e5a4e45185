import { type Job, type ServiceError, rowId } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { isSameJson } from '../util/json.ts';
import { PollRounds } from './pollRound.ts';
import { Schedule, backoffDelay, firstInterval, jittered, never, nextInterval } from './schedule.ts';
import type { WatchList } from './watchList.ts';

/** The window's focus and activity. */
interface Attention {
  readonly focused: boolean;
  /** Whether the window was used lately; polling is slower while it was not. */
  readonly active: boolean;
}

interface JobPollerParts {
  readonly jobs: JobList;
  readonly watches: WatchList;
  readonly reader: JobReader;
}

/** The shortest interval between two rounds while the window is not used. */
const idleInterval = 15_000;

/** When the next round is due, and what decides it. */
interface Pace {
  readonly dueAt: number;
  readonly interval: number;
  /** Failed rounds in a row. */
  readonly failures: number;
  /** When the last round ended. */
  readonly lastRound: number;
}

const initialPace: Pace = { dueAt: never, interval: firstInterval, failures: 0, lastRound: -Infinity };

/** Open pages that show a job. */
interface Interest {
  pages: number;
  /** Whether the job is over or gone, which ends polling for these pages. */
  isOver: boolean;
}

/**
 * Polls watched jobs, and jobs that an open page shows, until they are over.
 * Nothing is sent while the window has no focus, or while there is no job to poll.
 */
export class JobPoller {
  readonly #parts: JobPollerParts;
  readonly #finished = new Emitter<readonly Job[]>();
  /** Fires with watched jobs that are over; they are no longer watched. */
  readonly onDidFinish = this.#finished.event;
  readonly #lost = new Emitter<readonly string[]>();
  /** Fires with watched keys that the service no longer knows; they are no longer watched. */
  readonly onDidLose = this.#lost.event;
  readonly #gone = new Emitter<readonly string[]>();
  /** Fires with polled keys, watched or not, that the service no longer knows. */
  readonly onDidFindGone = this.#gone.event;
  readonly #read = new Emitter<readonly Job[]>();
  /** Fires with polled jobs as they were read, changed or not. */
  readonly onDidRead = this.#read.event;
  readonly #failed = new Emitter<ServiceError>();
  /** Fires with each failure to poll: what is known of polled jobs may be out of date. */
  readonly onDidFail = this.#failed.event;
  readonly #schedule = new Schedule(() => this.#dueAt(), (signal) => this.#poll(signal));
  readonly #subscriptions: readonly Disposable[];
  readonly #interests = new Map<string, Interest>();
  readonly #progress = new Map<string, Progress>();
  #rounds: PollRounds | undefined;
  #attention: Attention = { focused: false, active: false };
  #pace = initialPace;

  constructor(parts: JobPollerParts) {
    this.#parts = parts;
    const { jobs, watches } = parts;
    this.#subscriptions = [
      watches.onDidChange((keys) => {
        if (keys.some((key) => watches.isWatched(key))) this.#hurry();
        this.#schedule.update();
      }),
      jobs.onDidChange(() => this.#listChanged()),
    ];
  }

  /** Polls jobs of another service from now on. The watch list, the job list and the job reader are to be connected before. */
  connect(listJobs: PageSource | undefined): void {
    this.#schedule.cancel();
    this.#rounds = listJobs && new PollRounds(listJobs, this.#parts.jobs, this.#parts.reader);
    this.#progress.clear();
    for (const interest of this.#interests.values()) interest.isOver = false;
    this.#pace = initialPace;
    this.#hurry();
    this.#schedule.update();
  }

  attend(attention: Attention): void {
    this.#attention = attention;
    if (!attention.focused && this.#schedule.isRunning) {
      this.#schedule.cancel();
      const now = Date.now();
      // Rate-limits polling when the window's focus toggles often.
      this.#pace = { ...this.#pace, dueAt: now + jittered(firstInterval), lastRound: now };
    }
    this.#schedule.update();
  }

  /** Polls a job, without watching it, for as long as a page shows it. */
  addInterest(key: string): Disposable {
    const interest = this.#interests.get(key) ?? { pages: 0, isOver: false };
    interest.pages++;
    this.#interests.set(key, interest);
    this.#hurry();
    this.#schedule.update();
    let isHeld = true;
    return {
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        if (--interest.pages === 0) this.#interests.delete(key);
        this.#schedule.update();
      },
    };
  }

  dispose(): void {
    this.#rounds = undefined;
    this.#schedule.cancel();
    for (const each of [...this.#subscriptions, this.#finished, this.#lost, this.#gone, this.#read, this.#failed]) each.dispose();
  }

  #dueAt(): number {
    // A load that replaces the list reads most polled jobs, and its end updates the schedule.
    if (this.#rounds === undefined || !this.#attention.focused || this.#parts.jobs.isReadAnew || this.#targets().length === 0) return never;
    const { dueAt, lastRound } = this.#pace;
    return this.#attention.active ? dueAt : Math.max(dueAt, lastRound + idleInterval);
  }

  #targets(): string[] {
    const isOver = (key: string) => this.#interests.get(key)?.isOver === true;
    return [...new Set([...this.#parts.watches.keys, ...this.#interests.keys()])].filter((key) => !isOver(key));
  }

  /** Makes the next round due soon, unless the service failed and is given time. */
  #hurry(): void {
    const { dueAt, failures } = this.#pace;
    if (failures > 0 && dueAt !== never) return;
    this.#pace = { ...this.#pace, interval: firstInterval, dueAt: Math.min(dueAt, Date.now() + jittered(firstInterval)) };
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const result = await this.#rounds?.run(this.#targets(), signal);
    if (result === undefined || signal.aborted) return;
    const { found, gone, error } = result;
    const read = found.map((job) => ({ job, ...this.#takeIn(job, true) }));
    this.#pace = this.#paceAfter(error, read.some(({ isChanged }) => isChanged));
    if (error !== undefined) this.#failed.fire(error);
    if (found.length > 0) this.#read.fire(found);
    this.#finish(read.flatMap(({ job, isOver }) => (isOver ? [job] : [])));
    if (gone.length > 0) this.#gone.fire(gone);
    const lost = this.#endWatches(gone);
    if (lost.size > 0) this.#lost.fire([...lost]);
  }

  #paceAfter(error: ServiceError | undefined, changed: boolean): Pace {
    const now = Date.now();
    if (error === undefined) {
      const interval = nextInterval(this.#pace.interval, changed);
      return { dueAt: now + jittered(interval), interval, failures: 0, lastRound: now };
    }
    const failures = this.#pace.failures + 1;
    // A service that refuses the API key is not asked again with the same one.
    const dueAt = error.kind === 'unauthorized' ? never : now + backoffDelay(failures, error.retryAfter);
    return { ...this.#pace, dueAt, failures, lastRound: now };
  }

  /** Takes in what a load of the list read: a job may be over, and a service that failed answers again. */
  #listChanged(): void {
    const { loading, failure, recalledAt, ...state } = this.#parts.jobs.state;
    // An earlier window has told the ends of its jobs.
    const rows = recalledAt === null ? state.rows : undefined;
    const over: Job[] = [];
    for (const row of this.#parts.watches.keys.size + this.#interests.size === 0 ? [] : (rows ?? [])) {
      if (row.kind !== 'job' || row.id !== rowId(row.job.key)) continue;
      const { job } = row;
      const interest = this.#interests.get(job.key);
      if (interest === undefined && !this.#parts.watches.isWatched(job.key)) continue;
      if (this.#takeIn(job, false).isOver) over.push(job);
      else if (interest !== undefined) interest.isOver = false;
    }
    if (this.#pace.dueAt === never && rows !== undefined && loading === null && failure === null) this.#hurry();
    this.#finish(over);
    this.#schedule.update();
  }

  #takeIn(job: Job, isPolled: boolean): Progress {
    const progress = progressAfter(this.#progress.get(job.key), job, isPolled);
    this.#progress.set(job.key, progress);
    return progress;
  }

  #finish(jobs: readonly Job[]): void {
    const keys = this.#endWatches(jobs.map(({ key }) => key));
    if (keys.size > 0) this.#finished.fire(jobs.filter(({ key }) => keys.has(key)));
  }

  /** Stops polling and watching jobs; returns the keys that were watched, so that an event names each once. */
  #endWatches(keys: readonly string[]): ReadonlySet<string> {
    for (const key of keys) {
      const interest = this.#interests.get(key);
      if (interest !== undefined) interest.isOver = true;
    }
    const watched = new Set(keys.filter((key) => this.#parts.watches.isWatched(key)));
    this.#parts.watches.unwatch(...watched);
    return watched;
  }
}

/** A job with no active step may have only just started: it counts as over after this many polls. */
const idlePollsUntilOver = 3;

/** What successive readings of a job have shown. */
interface Progress {
  /** The members that are compared between polls, as last polled. */
  readonly polled: readonly unknown[] | undefined;
  readonly isChanged: boolean;
  readonly wasActive: boolean;
  /** Polls in a row that found nothing of the job active. */
  readonly idlePolls: number;
  readonly isOver: boolean;
}

/** A job is over when the service says so, or, where the service never says "completed", when nothing of it is active any more. */
function progressAfter(before: Progress | undefined, job: Job, isPolled: boolean): Progress {
  const { updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo } = job;
  const state = jobState(job);
  const polled = isPolled ? [updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo] : before?.polled;
  const isChanged = before?.polled !== undefined && !isSameJson(before.polled, polled);
  const wasActive = before?.wasActive === true || state === 'active';
  // Empty members tell something only where the deployment sends them.
  const isIdle = state === 'unknown' && (activeSteps != null || activeWorkflows != null);
  const idlePolls = state === 'active' ? 0 : (before?.idlePolls ?? 0) + (isIdle && isPolled ? 1 : 0);
  const isOver = state === 'completed' || (isIdle && (wasActive || idlePolls >= idlePollsUntilOver));
  return { polled, isChanged, wasActive, idlePolls, isOver };
}
