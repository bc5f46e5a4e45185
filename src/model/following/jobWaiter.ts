import * as l10n from '@vscode/l10n';
import {
  type Job,
  type ServiceClient,
  ServiceError,
  type ServiceErrorKind,
  abortableDelay,
  misshapen,
  toServiceError,
} from '../../service/index.ts';
import { appendPage, growth, noPages } from '../jobs/jobPages.ts';
import { createSingleReader } from '../jobs/jobReader.ts';
import { type Progress, progressAfter } from './jobPoller.ts';
import { backoffDelay, firstInterval, jittered, nextInterval, steadyNow } from './schedule.ts';

/** One reading of a job by its key. */
export interface Reading {
  readonly job?: Job;
  /** Number of jobs from the first one of the list on that were searched, where the list holds more. */
  readonly searched?: number;
}

/** The outcome of waiting, with the last reading of the job; times are in epoch milliseconds. */
export type WaitOutcome =
  | { readonly kind: 'completed' | 'gone' | 'stillActive'; readonly job: Job }
  | { readonly kind: 'cancelled' }
  /** The first answer shows no job with this key, or several in a row, which do not cover the whole list. */
  | { readonly kind: 'unknown'; readonly searched?: number }
  /** The service did not answer when the time was over. */
  | {
      readonly kind: 'unreachable';
      readonly job: Job | undefined;
      readonly seenAt: number | undefined;
      readonly since: number;
      readonly error: ServiceError;
    }
  /** A failure that each further reading would repeat, such as a refused API key. */
  | { readonly kind: 'connectionLost'; readonly error: ServiceError };

export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Called with each reading of the job, changed or not. */
  readonly onRead?: (job: Job) => void;
  /** Called once per outage, with the time of its first request. */
  readonly onOutage?: (since: number) => void;
}

/** Most pages to search for a job if the service does not support single jobs. */
const mostSearched = 20;

/**
 * Milliseconds from the start of a job to its first reading, and to the time from which a service that never
 * showed it may count as not having it.
 */
const firstDelay = 500,
  grace = 30_000;

/** Consecutive readings without the job after which it counts as gone. */
const readsUntilGone = 3;

/** Milliseconds without an answer after which the service counts as not answering. */
const slowAnswer = 10_000;

const lastingKinds: ReadonlySet<ServiceErrorKind> = new Set([
  'unauthorized',
  'invalidInput',
  'notPermitted',
  'notConfigured',
  'internal',
]);

/** The answers of starts, by base URL and key, with their times. */
export type Starts = Map<string, { readonly job: Job; readonly at: number }>;

export type JobWaiter = ReturnType<typeof createJobWaiter>;

/**
 * Reads jobs and waits for their end, apart from the views. The starts outlive a connection, which may be
 * replaced before the service can read a new job.
 */
export function createJobWaiter(client: ServiceClient, starts: Starts = new Map()) {
  const reader = createSingleReader((signal) => client.listJobs(1, signal));
  reader.connect(client.getJob);
  /** The page of the list where each job was found. */
  const foundOn = new Map<string, number>();
  const life = new AbortController();
  const idOf = (key: string) => `${client.baseUrl.href} ${key}`;
  const recentStart = (key: string) => {
    const known = starts.get(idOf(key));
    return known && steadyNow() < known.at + grace ? known : undefined;
  };

  /**
   * Looks for a job in the list: on the page where it was last found and the next, because new jobs push
   * others down, then from the first page on.
   */
  const search = async (key: string, signal: AbortSignal): Promise<Reading> => {
    let pages = noPages,
      shift = 0;
    const last = foundOn.get(key);
    for (let number = last ?? 1; ;) {
      // Forgotten before it is read, because a list that has become shorter may refuse it.
      foundOn.delete(key);
      const page = await client.listJobs(number, signal);
      const row = page.jobs.find((each) => (each.kind === 'job' ? each.job : each).key === key);
      if (row?.kind === 'unreadable') throw misshapen({ request: `GET /jobs?page=${number}` }, row.problem);
      if (row !== undefined) {
        foundOn.set(key, number);
        return { job: row.job };
      }
      if (number === pages.count + 1) {
        shift = -growth(pages.totalAtEnd, page.pagination.total);
        pages = appendPage(pages, page, number, Date.now());
      } else shift -= page.jobs.length;
      // Removed jobs may have moved it to pages that were read before.
      const isMoved = shift > 0 && number > 1;
      if (!isMoved && pages.count > 0 && (!pages.hasMore || pages.count >= mostSearched)) {
        return pages.hasMore || pages.note !== null ? { searched: pages.places.size } : {};
      }
      number = isMoved
        ? number - 1
        : number === last && page.pagination.hasMore
          ? number + 1
          : pages.count + 1;
    }
  };
  const read = async (key: string, signal: AbortSignal): Promise<Reading> => {
    const reading = await reader.readSingle(key, signal);
    if (reading.kind === 'failed') throw reading.error;
    if (reading.kind === 'single') return reading;
    return reading.kind === 'gone' ? {} : search(key, signal);
  };

  return {
    /**
     * Takes the answer of a start as the first reading of its job, because the service may need seconds until
     * it can read the job.
     */
    remember(job: Job): void {
      for (const [id, { at }] of starts) if (at + grace < steadyNow()) starts.delete(id);
      starts.set(idOf(job.key), { job, at: steadyNow() });
    },
    /**
     * Reads a job. If the service does not support single jobs, searches the first {@link mostSearched} pages
     * of the list. A job that has just started is known by the answer of its start until the service shows
     * it.
     * @throws {ServiceError}
     */
    async read(key: string, signal: AbortSignal): Promise<Reading> {
      const reading = await read(key, AbortSignal.any([signal, life.signal]));
      return (reading.job === undefined && recentStart(key)) || reading;
    },
    /**
     * Waits until a job is completed or gone, through failures that may pass. Rejects only with a fault of
     * our own.
     */
    async wait(key: string, { timeout, signal, onRead, onOutage }: WaitOptions): Promise<WaitOutcome> {
      const end = performance.now() + timeout;
      const left = () => end - performance.now();
      const cancelled = AbortSignal.any([signal, life.signal]);
      const start = recentStart(key);
      let job: Job | undefined, seenAt: number | undefined, progress: Progress | undefined;
      let outage: { readonly since: number; readonly error: ServiceError } | undefined;
      let interval = firstInterval,
        failures = 0,
        absences = 0;
      for (let first: Reading | undefined = start; !cancelled.aborted; first = undefined) {
        const asked = Date.now();
        const late = new AbortController();
        const miss = (error: ServiceError) => {
          if (outage === undefined) onOutage?.(asked);
          outage = { since: outage?.since ?? asked, error };
        };
        // An outage is told before a silent request times out.
        const silence = setInterval(() => {
          miss(new ServiceError('timeout', l10n.t('The job was not read in time.')));
          if (left() <= 0) late.abort();
        }, slowAnswer);
        const ended = AbortSignal.any([late.signal, cancelled]);
        const reading =
          first ?? (await read(key, ended).catch((thrown: unknown) => toServiceError('wait', thrown)));
        clearInterval(silence);
        if (ended.aborted) break;
        let delay = firstDelay;
        if (reading instanceof ServiceError) {
          if (lastingKinds.has(reading.kind)) return { kind: 'connectionLost', error: reading };
          miss(reading);
          delay = backoffDelay(++failures, reading.retryAfter);
        } else {
          outage = undefined;
          failures = 0;
          absences = reading.job === undefined ? absences + 1 : 0;
          if (reading.job !== undefined) {
            job = reading.job;
            seenAt = Date.now();
            progress = progressAfter(progress, job, first === undefined);
            onRead?.(job);
            if (progress.isOver) return { kind: 'completed', job };
          } else if (job === undefined) {
            return { kind: 'unknown', ...reading };
          } else if (absences >= readsUntilGone && (job !== start?.job || recentStart(key) === undefined)) {
            return reading.searched === undefined ? { kind: 'gone', job } : { kind: 'unknown', ...reading };
          }
          // One reading is of when the time is over, because the computer may sleep between two.
          if (left() <= 0) return { kind: 'stillActive', job };
          if (first === undefined) {
            delay = jittered((interval = nextInterval(interval, progress?.isChanged === true)));
          }
        }
        if (left() <= 0) break;
        await abortableDelay(Math.min(delay, left()), cancelled).catch(() => undefined);
      }
      return cancelled.aborted || outage === undefined
        ? { kind: 'cancelled' }
        : { kind: 'unreachable', job, seenAt, ...outage };
    },
    /** Ends all waits as cancelled. */
    dispose: () => life.abort(),
  };
}
