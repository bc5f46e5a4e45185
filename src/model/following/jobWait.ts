import * as l10n from '@vscode/l10n';
import { type Job, ServiceError, type ServiceErrorKind } from '../../service/index.ts';

/**
 * A period in which all requests fail. `since` is the time of the first error during the wait, in
 * milliseconds since the epoch.
 */
interface Outage {
  readonly since: number;
  readonly error: ServiceError;
}

/** Outcome of waiting for a job. All times are in milliseconds since the epoch. */
export type WaitOutcome =
  | { readonly kind: 'completed' | 'deleted' | 'stillActive'; readonly job: Job }
  | { readonly kind: 'cancelled' }
  /**
   * The job was not found. If only part of the job list was searched, `searched` is the number of
   * searched jobs.
   */
  | { readonly kind: 'unknown'; readonly searched?: number }
  /**
   * Requests were failing when the timeout expired. `seenAt` is the time when the job was last
   * read.
   */
  | ({
      readonly kind: 'unreachable';
      readonly job: Job | undefined;
      readonly seenAt: number | undefined;
    } & Outage)
  /** Waiting ended because of a permanent error, such as a rejected API key. */
  | { readonly kind: 'connectionLost'; readonly error: ServiceError };

export interface WaitOptions {
  /** Maximum time to wait, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Callback that is called each time the job is read, even if the job has not changed. */
  readonly onRead?: (job: Job) => void;
  /**
   * Callback that is called when requests begin to fail temporarily. `since` is the current time,
   * in milliseconds since the epoch.
   */
  readonly onOutage?: (since: number) => void;
}

/** Details about a poll that did not find the job. */
export interface MissedJob {
  /** Number of jobs that were searched. Undefined if all jobs were searched. */
  readonly searched: number | undefined;
  /** True if the job was started so recently that the service may not return it yet. */
  readonly mayAppear: boolean;
  /** True if enough consecutive polls did not find the job. */
  readonly isDeleted: boolean;
}

/** Maximum duration of the last poll after the timeout, in milliseconds. */
const maxLastPoll = 10_000;

const lastingKinds: ReadonlySet<ServiceErrorKind> = new Set([
  'unauthorized',
  'invalidInput',
  'notPermitted',
  'notConfigured',
  'internal',
]);

/** Waits until a job ends. `JobFollower` polls the job and reports the results to this class. */
export class JobWait {
  readonly key: string;
  readonly outcome: Promise<WaitOutcome>;
  readonly #options: WaitOptions;
  #resolve: (outcome: WaitOutcome) => void = () => undefined;
  /** Timer that fires when the timeout expires, and again if the last poll takes too long. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #job: Job | undefined;
  #seenAt: number | undefined;
  #missed: MissedJob | undefined;
  #outage: Outage | undefined;
  #isTimeOver = false;

  /** @param onTimeOver called when the timeout expires, to poll the job one last time */
  constructor(key: string, options: WaitOptions, onTimeOver: () => void) {
    this.key = key;
    this.outcome = new Promise((resolve) => (this.#resolve = resolve));
    this.#options = options;
    const { timeout, signal } = options;
    this.#timer = setTimeout(() => this.#onTimeOver(onTimeOver), timeout);
    const cancel = () => this.#settle({ kind: 'cancelled' });
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  }

  /**
   * Handles a poll that returned the job.
   * @param isOver true if the job has finished
   */
  read(job: Job, isOver: boolean): void {
    this.#outage = undefined;
    this.#job = job;
    this.#seenAt = Date.now();
    this.#missed = undefined;
    this.#options.onRead?.(job);
    if (isOver) this.#settle({ kind: 'completed', job });
    else this.#settleIfOver();
  }

  /** Handles a poll that did not find the job. */
  missed(missed: MissedJob): void {
    this.#outage = undefined;
    if (missed.mayAppear) return this.#settleIfOver();
    this.#missed = missed;
    if (this.#job === undefined || missed.isDeleted) this.#settle(this.#outcomeAtEnd());
    else this.#settleIfOver();
  }

  /** Handles a failed request. */
  failed(error: ServiceError): void {
    if (lastingKinds.has(error.kind)) return this.#settle({ kind: 'connectionLost', error });
    this.#recordOutage(error);
    this.#settleIfOver();
  }

  #onTimeOver(poll: () => void): void {
    this.#isTimeOver = true;
    // The timer for the last poll starts only after the timeout, because all expired timers fire
    // together when the computer wakes from sleep.
    this.#timer = setTimeout(() => {
      const error = new ServiceError('timeout', l10n.t('Reading the job timed out.'));
      if (this.#outage === undefined) this.#recordOutage(error);
      this.#settle(this.#outcomeAtEnd());
    }, maxLastPoll);
    poll();
  }

  #recordOutage(error: ServiceError): void {
    const since = this.#outage?.since ?? Date.now();
    if (this.#outage === undefined) this.#options.onOutage?.(since);
    this.#outage = { since, error };
  }

  #settleIfOver(): void {
    if (this.#isTimeOver) this.#settle(this.#outcomeAtEnd());
  }

  #settle(outcome: WaitOutcome): void {
    clearTimeout(this.#timer);
    this.#resolve(outcome);
  }

  #outcomeAtEnd(): WaitOutcome {
    if (this.#outage !== undefined) {
      return { kind: 'unreachable', job: this.#job, seenAt: this.#seenAt, ...this.#outage };
    }
    if (this.#missed !== undefined) return outcomeOfMissed(this.#job, this.#missed);
    return this.#job === undefined ? { kind: 'unknown' } : { kind: 'stillActive', job: this.#job };
  }
}

function outcomeOfMissed(job: Job | undefined, { searched }: MissedJob): WaitOutcome {
  if (searched !== undefined) return { kind: 'unknown', searched };
  return job === undefined ? { kind: 'unknown' } : { kind: 'deleted', job };
}
