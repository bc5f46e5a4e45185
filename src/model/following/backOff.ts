import type { ServiceError } from '../../service/index.ts';

/** Maximum interval between two polls, in milliseconds. `Retry-After` can exceed it. */
export const maxInterval = 60_000;

/** Interval after a change, in milliseconds; at least 2 s with jitter. */
export const firstInterval = 2_500;

/** Minimum time between two attempts after a failure, in milliseconds, even if other requests succeed. */
export const minRetryInterval = 5_000;

/** Upper limit for an excessive `Retry-After`, in milliseconds. */
const maxPollDelay = 60 * 60_000;

const growth = 1.4;

/** Returns the next interval: short after a change, otherwise slightly longer than the last one. */
export function nextInterval(interval: number, isChanged: boolean): number {
  return isChanged ? firstInterval : Math.min(maxInterval, interval * growth);
}

/** Returns the delay after consecutive failures, which doubles with each. It is at least `retryAfter`. */
export function backOffDelay(failures: number, retryAfter = 0): number {
  return Math.max(
    jittered(Math.min(maxInterval, firstInterval * 2 ** failures)),
    minRetryInterval,
    Math.min(retryAfter, maxPollDelay),
  );
}

/** Shortens an interval by up to a fifth, so that windows that started together spread their requests. */
export function jittered(interval: number): number {
  return interval * (0.8 + 0.2 * Math.random());
}

/** Delays attempts after failures. Times are by `performance.now`. */
export class BackOff {
  #failures = 0;
  #failedAt = -Infinity;
  #until = -Infinity;

  /** Time of the next permitted attempt. */
  get until(): number {
    return this.#until;
  }

  failed({ retryAfter }: ServiceError): void {
    this.#failures++;
    this.#failedAt = performance.now();
    this.#until = this.#failedAt + backOffDelay(this.#failures, retryAfter);
  }

  /** Permits the next attempt now. */
  reset(): void {
    this.#failures = 0;
    this.#until = -Infinity;
  }

  /** Permits an attempt soon, but not immediately, because another request succeeded. */
  respondedElsewhere(): void {
    this.#failures = 0;
    this.#until = Math.min(this.#until, this.#failedAt + minRetryInterval);
  }
}
