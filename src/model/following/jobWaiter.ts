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
import { SingleReader } from '../jobs/jobReader.ts';
import {
  type Progress,
  afterAbsence,
  afterPoll,
  afterReading,
  grace,
  isGone,
  nothingRead,
} from './progress.ts';
import { backoffDelay, firstInterval, jittered, nextInterval } from './schedule.ts';

/** One reading of a job by its key. */
export interface Reading {
  readonly job?: Job;
  /** Number of jobs from the first one of the list on that were searched, where the list holds more. */
  readonly searched?: number;
}

/** Since when the service has not answered, in epoch milliseconds, and how its last request failed. */
interface Outage {
  readonly since: number;
  readonly error: ServiceError;
}

/** The outcome of waiting, with the last reading of the job; times are in epoch milliseconds. */
export type WaitOutcome =
  | { readonly kind: 'completed' | 'gone' | 'stillActive'; readonly job: Job }
  | { readonly kind: 'cancelled' }
  /** The first answer shows no job with this key, or several in a row, which do not cover the whole list. */
  | { readonly kind: 'unknown'; readonly searched?: number }
  /** The service did not answer when the time was over. */
  | ({
      readonly kind: 'unreachable';
      readonly job: Job | undefined;
      readonly seenAt: number | undefined;
    } & Outage)
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

interface Start {
  readonly job: Job;
  readonly at: number;
}

/** The answers of starts, by base URL and key, with their times. */
export type Starts = Map<string, Start>;

/** Most pages to search for a job if the service does not support single jobs. */
const mostSearched = 20;

/** Milliseconds from the start of a job to its first reading. */
const firstDelay = 500;

/** Milliseconds without an answer after which the service counts as not answering. */
const slowAnswer = 10_000;

const lastingKinds: ReadonlySet<ServiceErrorKind> = new Set([
  'unauthorized',
  'invalidInput',
  'notPermitted',
  'notConfigured',
  'internal',
]);

/** Reads jobs and waits for their end, apart from the views. */
export class JobWaiter {
  readonly #client: ServiceClient;
  readonly #reader: SingleReader;
  /** They outlive a connection, which may be replaced before the service can read a new job. */
  readonly #starts: Starts;
  readonly #life = new AbortController();

  constructor(client: ServiceClient, starts: Starts = new Map()) {
    this.#client = client;
    this.#starts = starts;
    this.#reader = new SingleReader((signal) => client.listJobs(1, signal));
    this.#reader.connect(client.getJob);
  }

  /**
   * Takes the answer of a start as the first reading of its job, because the service may need seconds until
   * it can read the job.
   */
  remember(job: Job): void {
    for (const [id, { at }] of this.#starts) if (at + grace < Date.now()) this.#starts.delete(id);
    this.#starts.set(this.#idOf(job.key), { job, at: Date.now() });
  }

  /** The job as the start returned it, for as long as the service may not find a new job. */
  justStarted(key: string): Job | undefined {
    return this.#recentStart(key)?.job;
  }

  /**
   * Reads a job. If the service does not support single jobs, searches the first {@link mostSearched} pages
   * of the list. A job that has just started is known by the answer of its start until the service shows it.
   * @throws {ServiceError}
   */
  async read(key: string, signal: AbortSignal): Promise<Reading> {
    const reading = await this.#read(key, AbortSignal.any([signal, this.#life.signal]));
    return (reading.job === undefined && this.#recentStart(key)) || reading;
  }

  /**
   * Waits until a job is completed or gone, through failures that may pass. Rejects only with a fault of our
   * own.
   */
  async wait(key: string, { timeout, signal, onRead, onOutage }: WaitOptions): Promise<WaitOutcome> {
    const end = performance.now() + timeout;
    const cancelled = AbortSignal.any([signal, this.#life.signal]);
    const start = this.#recentStart(key);
    let wait = start === undefined ? begun : afterStart(start);
    if (start !== undefined) onRead?.(start.job);
    const set = (next: Wait) => {
      if (next.outage !== undefined && wait.outage === undefined) onOutage?.(next.outage.since);
      wait = next;
    };
    while (wait.outcome === undefined) {
      // The last reading is of when the time is over, because a minute may lie between two.
      const isLast = await isOverAfter(wait.delay, end, cancelled);
      const asked = Date.now();
      const reading = await this.#readUntil(end, key, cancelled, () => {
        set(afterFailure(wait, new ServiceError('timeout', l10n.t('The job was not read in time.')), asked));
      });
      if (reading === undefined) break;
      if (reading instanceof ServiceError) {
        set(afterFailure(wait, reading, asked));
      } else {
        set(afterAnswer(wait, reading, this.#recentStart(key) !== undefined));
        if (reading.job !== undefined) onRead?.(reading.job);
      }
      if (isLast) break;
    }
    return cancelled.aborted ? { kind: 'cancelled' } : outcomeAtEnd(wait);
  }

  /** Ends all waits as cancelled. */
  dispose(): void {
    this.#life.abort();
  }

  /**
   * Reads a job; undefined once cancelled, or if the service is silent when the time is over.
   * @param end by `performance.now`
   * @param onSilence called while no answer comes, before the request times out
   */
  async #readUntil(
    end: number,
    key: string,
    cancelled: AbortSignal,
    onSilence: () => void,
  ): Promise<Reading | ServiceError | undefined> {
    const late = new AbortController();
    const signal = AbortSignal.any([late.signal, cancelled]);
    const silence = setInterval(() => {
      onSilence();
      if (performance.now() >= end) late.abort();
    }, slowAnswer);
    const reading = await this.#read(key, signal).catch((thrown: unknown) => toServiceError('wait', thrown));
    clearInterval(silence);
    return signal.aborted ? undefined : reading;
  }

  async #read(key: string, signal: AbortSignal): Promise<Reading> {
    const reading = await this.#reader.readSingle(key, signal);
    if (reading.kind === 'failed') throw reading.error;
    if (reading.kind === 'single') return { job: reading.job };
    return reading.kind === 'gone' ? {} : this.#search(key, signal);
  }

  /** Looks for a job in the first pages of the list. */
  async #search(key: string, signal: AbortSignal): Promise<Reading> {
    const totals = new Set<number | null>();
    let searched = 0;
    for (let number = 1; number <= mostSearched; number++) {
      const { jobs, pagination } = await this.#client.listJobs(number, signal);
      const row = jobs.find((each) => (each.kind === 'job' ? each.job : each).key === key);
      if (row?.kind === 'job') return { job: row.job };
      if (row !== undefined) throw misshapen({ request: `GET /jobs?page=${number}` }, row.problem);
      searched += jobs.length;
      totals.add(pagination.total);
      // Where the list changed meanwhile, the job may have moved to a page that was read before.
      if (!pagination.hasMore) return totals.size === 1 ? {} : { searched };
    }
    return { searched };
  }

  #recentStart(key: string): Start | undefined {
    const start = this.#starts.get(this.#idOf(key));
    return start !== undefined && Date.now() < start.at + grace ? start : undefined;
  }

  #idOf(key: string): string {
    return `${this.#client.baseUrl.href} ${key}`;
  }
}

/** Waits for the delay, but not beyond the end; returns whether the time is over then. */
async function isOverAfter(delay: number, end: number, cancelled: AbortSignal): Promise<boolean> {
  const pause = Math.min(delay, end - performance.now());
  if (pause > 0) await abortableDelay(pause, cancelled).catch(() => undefined);
  return performance.now() >= end;
}

/** What a wait knows of its job, and when it reads the next time. */
interface Wait {
  readonly job?: Job;
  readonly seenAt?: number;
  readonly progress: Progress;
  /** The last answer, if it did not have the job. */
  readonly absence?: Reading | undefined;
  readonly outage?: Outage | undefined;
  /** Failures in a row. */
  readonly failures: number;
  readonly interval: number;
  readonly delay: number;
  readonly outcome?: WaitOutcome | undefined;
}

const begun: Wait = { progress: nothingRead, failures: 0, interval: firstInterval, delay: 0 };

function afterStart({ job, at }: Start): Wait {
  const progress = afterReading(nothingRead, job);
  const outcome = progress.isOver ? ({ kind: 'completed', job } as const) : undefined;
  return { ...begun, job, seenAt: at, progress, delay: firstDelay, outcome };
}

/** @param isNew whether the job started a moment ago, so that the service may not know it yet */
function afterAnswer(before: Wait, reading: Reading, isNew: boolean): Wait {
  const { job } = reading;
  const progress = job === undefined ? afterAbsence(before.progress) : afterPoll(before.progress, job);
  const interval = nextInterval(before.interval, progress.isChanged);
  const wait = { ...before, progress, interval, delay: jittered(interval), outage: undefined, failures: 0 };
  if (job !== undefined) {
    const outcome = progress.isOver ? ({ kind: 'completed', job } as const) : undefined;
    return { ...wait, job, seenAt: Date.now(), absence: undefined, outcome };
  }
  const mayAppear = isNew && progress.compared === undefined;
  if (before.job !== undefined && mayAppear) return wait;
  const isFinal = before.job === undefined || isGone(progress);
  return { ...wait, absence: reading, outcome: isFinal ? absentOutcome(before.job, reading) : undefined };
}

/** @param asked when the request was sent */
function afterFailure(before: Wait, error: ServiceError, asked: number): Wait {
  const failures = before.failures + 1;
  return {
    ...before,
    failures,
    delay: backoffDelay(failures, error.retryAfter),
    outage: { since: before.outage?.since ?? asked, error },
    outcome: lastingKinds.has(error.kind) ? { kind: 'connectionLost', error } : undefined,
  };
}

function absentOutcome(job: Job | undefined, { searched }: Reading): WaitOutcome {
  if (searched !== undefined) return { kind: 'unknown', searched };
  return job === undefined ? { kind: 'unknown' } : { kind: 'gone', job };
}

/** The outcome of a wait whose time is over. */
function outcomeAtEnd({ job, seenAt, absence, outage, outcome }: Wait): WaitOutcome {
  if (outcome !== undefined) return outcome;
  if (outage !== undefined) return { kind: 'unreachable', job, seenAt, ...outage };
  if (absence !== undefined) return absentOutcome(job, absence);
  return job === undefined ? { kind: 'cancelled' } : { kind: 'stillActive', job };
}
