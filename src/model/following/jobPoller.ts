import type { Job, ServiceError } from '../../service/index.ts';
import { jobState } from '../jobs/job.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { isSameJson } from '../util/json.ts';
import { type PollRound, createPollRounds } from './pollRound.ts';
import { createSchedule, never } from './schedule.ts';
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
  | { readonly kind: 'read'; readonly jobs: readonly Job[]; readonly areWhole: boolean }
  /** Watched jobs that have ended, which are no longer watched. */
  | { readonly kind: 'finished'; readonly jobs: readonly Job[] }
  /** Polled keys that no longer exist; those that were watched no longer are. */
  | { readonly kind: 'gone'; readonly keys: readonly string[]; readonly watched: readonly string[] }
  /** A failure, which leaves the jobs with these keys out of date. */
  | { readonly kind: 'failed'; readonly keys: readonly string[]; readonly error: ServiceError };

export type JobPoller = ReturnType<typeof createJobPoller>;

/**
 * Polls watched jobs and the jobs of visible pages until they are over. Sends nothing while the window has no
 * focus or there is no such job.
 */
export function createJobPoller(jobs: JobList, watches: WatchList, reader: JobReader) {
  const polled = new Emitter<PollEvent>();
  /** The open pages, by the key of the job that each shows. */
  const interests = new Set<{ readonly key: string }>();
  /** Keys of jobs that are over or gone, so that their pages need no more polls. */
  const over = new Set<string>();
  const progress = new Map<string, Progress>();
  let pollRound: PollRound | undefined;
  let attention: Attention = { focused: false, active: false };

  const seen = () => [...interests].map(({ key }) => key);
  const followed = () => new Set([...watches.keys, ...seen()]);
  const targets = () => [...followed()].filter((key) => !over.has(key));
  const takeIn = (job: Job, isPolled: boolean) => {
    const after = progressAfter(progress.get(job.key), job, isPolled);
    progress.set(job.key, after);
    return after;
  };
  /**
   * Stops polling and watching these jobs; returns the keys that were watched, so that an event names each
   * only once.
   */
  const endWatches = (keys: readonly string[]) => {
    for (const key of keys) over.add(key);
    const watched = keys.filter((key) => watches.isWatched(key));
    watches.unwatch(...watched);
    return watched;
  };
  const finish = (ended: readonly Job[]) => {
    const keys = endWatches(ended.map(({ key }) => key));
    if (keys.length > 0) {
      polled.fire({ kind: 'finished', jobs: ended.filter(({ key }) => keys.includes(key)) });
    }
  };
  const schedule = createSchedule(
    () => {
      // No poll during a load that replaces the list: it reads most polled jobs, and updates the schedule
      // when it ends.
      if (pollRound === undefined || !attention.focused || jobs.isReadAnew || targets().length === 0) {
        return never;
      }
      return attention.active
        ? schedule.nextRun
        : Math.max(schedule.nextRun, schedule.lastRun + idleInterval);
    },
    async (signal) => {
      const keys = targets();
      const result = await pollRound?.(keys, signal, seen());
      if (result === undefined || signal.aborted) return undefined;
      const { found, gone, error } = result;
      // Before any job finishes, because the notification of those counts the jobs that are still watched.
      if (gone.length > 0) polled.fire({ kind: 'gone', keys: gone, watched: endWatches(gone) });
      jobs.update(found);
      const read = found.map((job) => ({ job, ...takeIn(job, true) }));
      if (error !== undefined) polled.fire({ kind: 'failed', keys, error });
      if (found.length > 0) polled.fire({ kind: 'read', jobs: found, areWhole: reader.canReadSingles });
      finish(read.flatMap(({ job, isOver }) => (isOver ? [job] : [])));
      // A refused API key is not sent again.
      return {
        error,
        isChanged: read.some(({ isChanged }) => isChanged),
        isRefused: error?.kind === 'unauthorized',
      };
    },
  );
  /** Handles a change of the list: jobs may have ended, and a service that refused polls may answer again. */
  const listChanged = () => {
    const { rows, loading, failure, recalledAt } = jobs.state;
    // Rows of an earlier window are ignored, because it has announced the ends of its jobs.
    const isAnswered = rows !== undefined && recalledAt === null;
    const ended: Job[] = [];
    for (const key of isAnswered ? followed() : []) {
      const job = jobs.find(key);
      if (job === undefined) continue;
      const { isOver } = takeIn(job, false);
      // Only a poll ends the interest of a page, which may wait for details that the list omits.
      if (isOver && watches.isWatched(key)) ended.push(job);
      else if (!isOver) over.delete(key);
    }
    if (schedule.nextRun === never && isAnswered && loading === null && failure === null) schedule.hurry();
    finish(ended);
    schedule.update();
  };
  const subscriptions = [
    watches.onDidChange((keys) => {
      const added = keys.filter((key) => watches.isWatched(key));
      for (const key of added) over.delete(key);
      if (added.length > 0) schedule.hurry();
      else schedule.update();
    }),
    jobs.onDidChange(listChanged),
  ];

  return {
    onDidPoll: polled.event,
    /**
     * Switches to another service, or to none. Connect the watch list, the job list and the job reader first.
     */
    connect(isConnected: boolean): void {
      pollRound = isConnected ? createPollRounds(jobs, reader) : undefined;
      progress.clear();
      over.clear();
      schedule.restart();
      schedule.hurry();
    },
    attend(now: Attention): void {
      attention = now;
      if (!now.focused) schedule.interrupt();
      schedule.update();
    },
    /** Polls a job that is not watched until the result is disposed. */
    addInterest(key: string): Disposable {
      const interest = { key };
      interests.add(interest);
      over.delete(key);
      schedule.hurry();
      return {
        dispose: () => {
          interests.delete(interest);
          schedule.update();
        },
      };
    },
    dispose(): void {
      pollRound = undefined;
      schedule.cancel();
      for (const each of [...subscriptions, polled]) each.dispose();
    },
  };
}

/**
 * Number of polls after which a job without an active step counts as over; before, it may have just started.
 */
const idlePollsUntilOver = 3;

/** The observations over successive readings of a job. */
export interface Progress {
  /** The members of the last poll that are compared with the next. */
  readonly polled: readonly unknown[] | undefined;
  readonly isChanged: boolean;
  readonly wasActive: boolean;
  /** Polls without an active step or workflow. */
  readonly idlePolls: number;
  readonly isOver: boolean;
}

/**
 * A job is over when it is completed, or, for services that never say so, when no step or workflow is active
 * any more.
 */
export function progressAfter(before: Progress | undefined, job: Job, isPolled: boolean): Progress {
  const { updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo } = job;
  const state = jobState(job);
  const polled = isPolled
    ? [updatedAt, completedAt, activeSteps, activeWorkflows, assignedTo]
    : before?.polled;
  const isChanged = before?.polled !== undefined && !isSameJson(before.polled, polled);
  const wasActive = before?.wasActive === true || state === 'active';
  // Absent members are no evidence: the deployment may not send them.
  const isIdle = state === 'unknown' && (activeSteps != null || activeWorkflows != null);
  const idlePolls = (before?.idlePolls ?? 0) + (isIdle && isPolled ? 1 : 0);
  const isOver = state === 'completed' || (isIdle && (wasActive || idlePolls >= idlePollsUntilOver));
  return { polled, isChanged, wasActive, idlePolls, isOver };
}
