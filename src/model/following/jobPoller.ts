import type { Job, ServiceError } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { isSameJson } from '../util/json.ts';
import { type PollRound, createPollRounds } from './pollRound.ts';
import { type RunOutcome, Schedule, never } from './schedule.ts';
import type { WatchList } from './watchList.ts';

/** The window's focus and activity. */
interface Attention {
  readonly focused: boolean;
  /** Whether the window is in use; polling is slower while it is not. */
  readonly active: boolean;
}

/** The shortest interval between two rounds while the window is not used. */
const idleInterval = 15_000;

/** What a round of polling, or a reading of the list, tells. */
export type PollEvent =
  /** Polled jobs, changed or not; `areWhole`: with all their members, which a list omits. */
  | { readonly kind: 'read'; readonly jobs: readonly Job[]; readonly areWhole?: boolean }
  /** Watched jobs that have ended, which are no longer watched. */
  | { readonly kind: 'finished'; readonly jobs: readonly Job[] }
  /** Polled keys that no longer exist; those that were watched no longer are. */
  | { readonly kind: 'gone'; readonly keys: readonly string[]; readonly watched: readonly string[] }
  /** A failure, which leaves the jobs with these keys out of date. */
  | { readonly kind: 'failed'; readonly keys: readonly string[]; readonly error: ServiceError };

/** Open pages that show a job. */
interface Interest {
  pages: number;
  /** Whether the job is over or gone, so that these pages need no more polls. */
  isOver: boolean;
}

/**
 * Polls watched jobs and the jobs of visible pages until they are over. Sends nothing while the window has no focus or
 * there is no such job.
 */
export class JobPoller {
  readonly #jobs: JobList;
  readonly #watches: WatchList;
  readonly #reader: JobReader;
  readonly #polled = new Emitter<PollEvent>();
  readonly onDidPoll = this.#polled.event;
  readonly #schedule = new Schedule(() => this.#dueAt(), (signal) => this.#poll(signal));
  readonly #subscriptions: readonly Disposable[];
  readonly #interests = new Map<string, Interest>();
  readonly #progress = new Map<string, Progress>();
  #pollRound: PollRound | undefined;
  #attention: Attention = { focused: false, active: false };

  constructor(jobs: JobList, watches: WatchList, reader: JobReader) {
    this.#jobs = jobs;
    this.#watches = watches;
    this.#reader = reader;
    this.#subscriptions = [
      watches.onDidChange((keys) => {
        if (keys.some((key) => watches.isWatched(key))) this.#schedule.hurry();
        else this.#schedule.update();
      }),
      jobs.onDidChange(() => this.#listChanged()),
    ];
  }

  /** Switches to another service, or to none. Connect the watch list, the job list and the job reader first. */
  connect(isConnected: boolean): void {
    this.#pollRound = isConnected ? createPollRounds(this.#jobs, this.#reader) : undefined;
    this.#progress.clear();
    for (const interest of this.#interests.values()) interest.isOver = false;
    this.#schedule.restart();
    this.#schedule.hurry();
  }

  attend(attention: Attention): void {
    this.#attention = attention;
    if (!attention.focused) this.#schedule.interrupt();
    this.#schedule.update();
  }

  /** Polls a job that is not watched until the result is disposed. */
  addInterest(key: string): Disposable {
    const interest = this.#interests.get(key) ?? { pages: 0, isOver: false };
    interest.pages++;
    this.#interests.set(key, interest);
    this.#schedule.hurry();
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
    this.#pollRound = undefined;
    this.#schedule.cancel();
    for (const each of [...this.#subscriptions, this.#polled]) each.dispose();
  }

  #dueAt(): number {
    // No poll during a load that replaces the list: it reads most polled jobs, and updates the schedule when it ends.
    if (this.#pollRound === undefined || !this.#attention.focused || this.#jobs.isReadAnew || this.#targets().length === 0) return never;
    const { nextRun, lastRun } = this.#schedule;
    return this.#attention.active ? nextRun : Math.max(nextRun, lastRun + idleInterval);
  }

  #targets(): string[] {
    const isOver = (key: string) => this.#interests.get(key)?.isOver === true;
    return [...new Set([...this.#watches.keys, ...this.#interests.keys()])].filter((key) => !isOver(key));
  }

  async #poll(signal: AbortSignal): Promise<RunOutcome> {
    const keys = this.#targets();
    const result = await this.#pollRound?.(keys, signal);
    if (result === undefined || signal.aborted) return { error: undefined };
    const { found, gone, error } = result;
    const read = found.map((job) => ({ job, ...this.#takeIn(job, true) }));
    if (error !== undefined) this.#polled.fire({ kind: 'failed', keys, error });
    if (found.length > 0) this.#polled.fire({ kind: 'read', jobs: found, areWhole: this.#reader.canReadSingles });
    this.#finish(read.flatMap(({ job, isOver }) => (isOver ? [job] : [])));
    if (gone.length > 0) this.#polled.fire({ kind: 'gone', keys: gone, watched: [...this.#endWatches(gone)] });
    // A refused API key is not sent again.
    return { error, isChanged: read.some(({ isChanged }) => isChanged), isRefused: error?.kind === 'unauthorized' };
  }

  /** Handles a change of the list: jobs may have ended, and a service that refused polls may answer again. */
  #listChanged(): void {
    const { rows, loading, failure, recalledAt } = this.#jobs.state;
    // Rows of an earlier window are ignored, because it has announced the ends of its jobs.
    const isAnswered = rows !== undefined && recalledAt === null;
    const over: Job[] = [];
    for (const key of isAnswered ? new Set([...this.#watches.keys, ...this.#interests.keys()]) : []) {
      const job = this.#jobs.find(key);
      if (job === undefined) continue;
      const interest = this.#interests.get(key);
      const { isOver } = this.#takeIn(job, false);
      // Only a poll ends the interest of a page, which may wait for details that the list omits.
      if (isOver && this.#watches.isWatched(key)) over.push(job);
      else if (!isOver && interest !== undefined) interest.isOver = false;
    }
    if (this.#schedule.nextRun === never && isAnswered && loading === null && failure === null) this.#schedule.hurry();
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
    if (keys.size > 0) this.#polled.fire({ kind: 'finished', jobs: jobs.filter(({ key }) => keys.has(key)) });
  }

  /** Stops polling and watching these jobs; returns the keys that were watched, so that an event names each only once. */
  #endWatches(keys: readonly string[]): ReadonlySet<string> {
    for (const key of keys) {
      const interest = this.#interests.get(key);
      if (interest !== undefined) interest.isOver = true;
    }
    const watched = new Set(keys.filter((key) => this.#watches.isWatched(key)));
    this.#watches.unwatch(...watched);
    return watched;
  }
}

/** Number of polls after which a job without an active step counts as over; before, it may have just started. */
const idlePollsUntilOver = 3;

/** The observations over successive readings of a job. */
export interface Progress {
  /** The members of the last poll that are compared with the next. */
  readonly polled: readonly unknown[] | undefined;
  readonly isChanged: boolean;
  readonly wasActive: boolean;
  /** Consecutive polls without an active step or workflow. */
  readonly idlePolls: number;
  readonly isOver: boolean;
}

/** A job is over when it is completed, or, for services that never say so, when no step or workflow is active any more. */
export function progressAfter(before: Progress | undefined, job: Job, isPolled: boolean): Progress {
  const { updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo } = job;
  const state = jobState(job);
  const polled = isPolled ? [updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo] : before?.polled;
  const isChanged = before?.polled !== undefined && !isSameJson(before.polled, polled);
  const wasActive = before?.wasActive === true || state === 'active';
  // Absent members are no evidence: the deployment may not send them.
  const isIdle = state === 'unknown' && (activeSteps != null || activeWorkflows != null);
  const idlePolls = state === 'active' ? 0 : (before?.idlePolls ?? 0) + (isIdle && isPolled ? 1 : 0);
  const isOver = state === 'completed' || (isIdle && (wasActive || idlePolls >= idlePollsUntilOver));
  return { polled, isChanged, wasActive, idlePolls, isOver };
}
