import * as l10n from '@vscode/l10n';
import { type Job, ServiceError, type ServiceErrorKind } from '../../service/index.ts';

/** Time since which requests fail, in epoch milliseconds, and the last failure. */
interface Outage {
  readonly since: number;
  readonly error: ServiceError;
}

/** The outcome of waiting, with the last version of the job; times are in epoch milliseconds. */
export type WaitOutcome =
  | { readonly kind: 'completed' | 'deleted' | 'stillActive'; readonly job: Job }
  | { readonly kind: 'cancelled' }
  /** The service has no job with this key, or the searched part of the list does not contain it. */
  | { readonly kind: 'unknown'; readonly searched?: number }
  /** The service did not respond at the timeout. */
  | ({
      readonly kind: 'unreachable';
      readonly job: Job | undefined;
      readonly seenAt: number | undefined;
    } & Outage)
  /** A failure that a retry would repeat, such as a rejected API key. */
  | { readonly kind: 'connectionLost'; readonly error: ServiceError };

export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Called with each version of the job that is read, changed or not. */
  readonly onRead?: (job: Job) => void;
  /** Called once per outage, with the time of its first request. */
  readonly onOutage?: (since: number) => void;
}

/** Result of a poll that did not find the job. */
export interface MissedJob {
  /** Number of jobs that were searched. Undefined if all jobs were searched. */
  readonly searched: number | undefined;
  /** True if the job was just started, so that the service may not find it yet. */
  readonly mayAppear: boolean;
}

/** Maximum time for the last poll after the timeout, in milliseconds. */
const maxLastPoll = 10_000;

/** Maximum number of consecutive polls that do not find the job. */
const maxMisses = 3;

const lastingKinds: ReadonlySet<ServiceErrorKind> = new Set([
  'unauthorized',
  'invalidInput',
  'notPermitted',
  'notConfigured',
  'internal',
]);

/** A wait for the end of a job that the follower polls. Settles once. */
export class JobWait {
  readonly key: string;
  readonly outcome: Promise<WaitOutcome>;
  readonly #options: WaitOptions;
  #resolve: (outcome: WaitOutcome) => void = () => undefined;
  /** Ends the wait: at the timeout, then after the last poll. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #job: Job | undefined;
  #seenAt: number | undefined;
  #missed: MissedJob | undefined;
  #misses = 0;
  #outage: Outage | undefined;
  #isTimeOver = false;

  /** @param onTimeOver called at the timeout, for a last poll */
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

  /** Call this when the job was read. @param isOver whether it has finished */
  read(job: Job, isOver: boolean): void {
    this.#outage = undefined;
    this.#job = job;
    this.#seenAt = Date.now();
    this.#missed = undefined;
    this.#misses = 0;
    this.#options.onRead?.(job);
    if (isOver) this.#settle({ kind: 'completed', job });
    else this.#settleIfOver();
  }

  /** Call this when the service responded without the job. */
  missed(missed: MissedJob): void {
    this.#outage = undefined;
    if (missed.mayAppear) return this.#settleIfOver();
    this.#missed = missed;
    this.#misses++;
    if (this.#job === undefined || this.#misses >= maxMisses) this.#settle(this.#outcomeAtEnd());
    else this.#settleIfOver();
  }

  /** Call this when a request for the job failed. @param requestedAt epoch milliseconds */
  failed(error: ServiceError, requestedAt: number): void {
    this.#note(error, requestedAt);
    if (lastingKinds.has(error.kind)) this.#settle({ kind: 'connectionLost', error });
    else this.#settleIfOver();
  }

  #onTimeOver(poll: () => void): void {
    this.#isTimeOver = true;
    const requestedAt = Date.now();
    // Not set earlier: after the computer wakes up, all due timers fire together.
    this.#timer = setTimeout(() => {
      const error = new ServiceError('timeout', l10n.t('Reading the job timed out.'));
      if (this.#outage === undefined) this.#note(error, requestedAt);
      this.#settle(this.#outcomeAtEnd());
    }, maxLastPoll);
    poll();
  }

  #note(error: ServiceError, requestedAt: number): void {
    const isNew = this.#outage === undefined;
    this.#outage = { since: this.#outage?.since ?? requestedAt, error };
    if (isNew) this.#options.onOutage?.(requestedAt);
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
