import * as l10n from '@vscode/l10n';
import { formatMoment, minute } from '../../text/time.ts';
import { ServiceError } from '../serviceError.ts';
import { abortable, abortableDelay, maxRetryAfter } from './retry.ts';

/** Maximum number of concurrent requests to a service. */
const maxInFlight = 4;

/** Delay after HTTP 429 without a `Retry-After` header, in milliseconds. */
const defaultPause = 1000;

/** State of the read requests that are delayed after HTTP 429. */
export type RequestWait = Pick<RequestGate, 'until' | 'onDidChange' | 'cancel'>;

/**
 * Limits concurrent requests, and delays read requests after HTTP 429. The fields with times use
 * the `performance.now()` clock.
 */
export class RequestGate {
  #inFlight = 0;
  /** Callbacks of requests that wait for a free slot, in order of arrival. */
  readonly #queue = new Set<() => void>();
  #pausedUntil = 0;
  /**
   * End of the requested `Retry-After` delay. The pause may end earlier, because pauses are limited
   * to 30 seconds.
   */
  #requestedUntil = 0;
  #delayedCount = 0;
  #cancellation = new AbortController();
  readonly #listeners = new Set<() => void>();

  /** End of the delay in epoch milliseconds, or undefined if no request is waiting. */
  get until(): number | undefined {
    return this.#delayedCount === 0 ? undefined : Date.now() + timeUntil(this.#pausedUntil);
  }

  /** Registers a listener that is called when a request starts or stops waiting. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Cancels the delay and rejects all waiting requests. */
  readonly cancel = (): void => {
    const sentence = l10n.t(
      'Waiting was canceled. The service asked to wait until {0}.',
      this.#requestedTime(),
    );
    this.#cancellation.abort(this.#rateLimited(sentence));
    this.#cancellation = new AbortController();
  };

  /**
   * Waits for a free slot. A read request also waits for the end of any pause. Resolves to a
   * function that releases the slot. Rejects with the signal's reason if the signal is aborted.
   * @throws {ServiceError} `rateLimited` if a change would have to wait for a `Retry-After` delay
   */
  async enter(kind: 'read' | 'change', signal: AbortSignal): Promise<() => void> {
    while (this.#inFlight >= maxInFlight) {
      await abortable((wake) => {
        this.#queue.add(wake);
        return () => this.#queue.delete(wake);
      }, signal);
    }
    this.#inFlight++;
    try {
      if (kind === 'change') this.requireNoWait();
      else while (timeUntil(this.#pausedUntil) > 0) await this.#delay(signal);
    } catch (reason) {
      this.#leave();
      throw reason;
    }
    return () => this.#leave();
  }

  /** Delays all read requests that have not been sent yet, after HTTP 429. */
  pause(retryAfter: number | undefined): void {
    const now = performance.now();
    const pause = Math.min(retryAfter ?? defaultPause, maxRetryAfter);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    this.#requestedUntil = Math.max(this.#requestedUntil, now + (retryAfter ?? 0));
  }

  /** @throws {ServiceError} `rateLimited` during a `Retry-After` delay */
  readonly requireNoWait = (): void => {
    if (timeUntil(this.#requestedUntil) === 0) return;
    const sentence = l10n.t(
      'Nothing was sent, because the service asked to wait until {0}.',
      this.#requestedTime(),
    );
    throw this.#rateLimited(sentence);
  };

  #leave(): void {
    this.#inFlight--;
    const [first] = this.#queue;
    first?.();
  }

  /** Waits for the rest of the pause. Rejects if the signal is aborted or the user cancels. */
  async #delay(signal: AbortSignal): Promise<void> {
    this.#countDelayed(1);
    try {
      const canceled = AbortSignal.any([signal, this.#cancellation.signal]);
      await abortableDelay(timeUntil(this.#pausedUntil), canceled);
    } finally {
      this.#countDelayed(-1);
    }
  }

  #countDelayed(change: 1 | -1): void {
    this.#delayedCount += change;
    for (const listener of this.#listeners) listener();
  }

  /** Formats the end of the `Retry-After` delay. Rounds up, so that a retry is not too early. */
  #requestedTime(): string {
    const end = Date.now() + timeUntil(this.#requestedUntil);
    return formatMoment(Math.ceil(end / minute) * minute);
  }

  /** Creates the error for a request that was not sent because the service requested a delay. */
  #rateLimited(sentence: string): ServiceError {
    const retryAfter = timeUntil(this.#requestedUntil);
    return new ServiceError('rateLimited', sentence, { retryAfter, wasSent: false });
  }
}

/** Returns the time until a moment on the `performance.now()` clock, but at least 0. */
function timeUntil(moment: number): number {
  return Math.max(0, moment - performance.now());
}
