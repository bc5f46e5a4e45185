import type { ServiceError } from '../../service/index.ts';

/** Maximum interval between two polls, in milliseconds. `Retry-After` can exceed it. */
export const maxInterval = 60_000;

/** Interval between two polls after a change, in milliseconds. */
export const firstInterval = 2_500;

/** Minimum time between a failure and the next attempt, in milliseconds. */
export const minRetryInterval = 5_000;

/** Maximum time for which `Retry-After` delays polls, in milliseconds. */
const maxPollDelay = 60 * 60_000;

const growth = 1.4;

/** Returns the next interval between two polls. It grows until the job changes. */
export function nextInterval(interval: number, isChanged: boolean): number {
  return isChanged ? firstInterval : Math.min(maxInterval, interval * growth);
}

/**
 * Returns the delay after a failure. It doubles with each consecutive failure, and is at least
 * `retryAfter`.
 */
export function backOffDelay(failures: number, retryAfter = 0): number {
  return Math.max(
    jittered(Math.min(maxInterval, firstInterval * 2 ** failures)),
    minRetryInterval,
    Math.min(retryAfter, maxPollDelay),
  );
}

/**
 * Shortens an interval by a random amount of up to 20%, so that several windows do not poll at the
 * same time.
 */
export function jittered(interval: number): number {
  return interval * (0.8 + 0.2 * Math.random());
}

/** Delays requests after failures. All times are values of `performance.now()`. */
export class BackOff {
  #failures = 0;
  #failedAt = -Infinity;
  #until = -Infinity;

  /** Earliest time of the next request. */
  get until(): number {
    return this.#until;
  }

  failed({ retryAfter }: ServiceError): void {
    this.#failures++;
    this.#failedAt = performance.now();
    this.#until = this.#failedAt + backOffDelay(this.#failures, retryAfter);
  }

  /** Permits the next request immediately. */
  reset(): void {
    this.#failures = 0;
    this.#until = -Infinity;
  }

  /**
   * Call this when another request succeeded. Permits the next request soon, but not immediately.
   */
  respondedElsewhere(): void {
    this.#failures = 0;
    this.#until = Math.min(this.#until, this.#failedAt + minRetryInterval);
  }
}
