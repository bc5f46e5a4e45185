import type { ServiceError } from '../../service/index.ts';

/** Maximum polling interval, in milliseconds. A `Retry-After` header can request a longer delay. */
export const maxInterval = 60_000;

/** Initial polling interval, and the interval after a job changes, in milliseconds. */
export const firstInterval = 2_500;

/** Minimum delay between a failed request and the next attempt, in milliseconds. */
export const minRetryInterval = 5_000;

/** Maximum polling delay that a `Retry-After` header can request, in milliseconds. */
const maxPollDelay = 60 * 60_000;

const growth = 1.4;

/** Returns the next polling interval. The interval grows with each poll until the job changes. */
export function nextInterval(interval: number, isChanged: boolean): number {
  return isChanged ? firstInterval : Math.min(maxInterval, interval * growth);
}

/**
 * Returns the delay before the next request, in milliseconds. The delay doubles with each
 * consecutive failure up to {@link maxInterval}, unless `retryAfter` requests a longer delay.
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

/** Delays requests after consecutive failures. All times are values of `performance.now()`. */
export class BackOff {
  #failures = 0;
  /** Earliest time for the next request if another request succeeds. */
  #earliest = -Infinity;
  #until = -Infinity;

  /** Earliest time for the next request. */
  get until(): number {
    return this.#until;
  }

  failed({ kind, retryAfter }: ServiceError): void {
    const now = performance.now();
    this.#failures++;
    this.#until = now + backOffDelay(this.#failures, retryAfter);
    // A rate limit may apply only to some requests, so a success elsewhere does not end the delay.
    const isLimited = kind === 'rateLimited' && retryAfter !== undefined;
    this.#earliest = isLimited ? this.#until : now + minRetryInterval;
  }

  /** Ends the delay, so that the next request can be sent immediately. */
  reset(): void {
    this.#failures = 0;
    this.#until = -Infinity;
  }

  /**
   * Shortens the delay after another request succeeds. The delay then ends at most {@link
   * minRetryInterval} after the last failure. Does not shorten the delay that a service requested
   * with HTTP 429.
   */
  respondedElsewhere(): void {
    this.#failures = 0;
    this.#until = Math.min(this.#until, this.#earliest);
  }
}
