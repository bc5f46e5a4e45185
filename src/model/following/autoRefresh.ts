import type { ServiceError } from '../../service/index.ts';
import { type Clock, Schedule, backoffDelay, never, systemClock } from './schedule.ts';

/** A view that is refreshed by itself. */
export interface Refreshable {
  readonly visible: boolean;
  /** Resolves to what went wrong, if anything. */
  refresh(): Promise<ServiceError | undefined>;
}

interface AutoRefreshParts {
  readonly views: readonly Refreshable[];
  /** Milliseconds between two refreshes; 0 = never. */
  readonly interval: () => number;
  readonly clock?: Clock;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
}

/** Refreshes the visible views at an interval, while the window has the focus and a service is connected. */
export class AutoRefresh {
  readonly #parts: Required<AutoRefreshParts>;
  readonly #schedule: Schedule;
  #isConnected = false;
  #isFocused = false;
  #lastRefresh = 0;
  #failures = 0;
  /** Holds back the refresh after a failure. */
  #notBefore = 0;

  constructor(parts: AutoRefreshParts) {
    this.#parts = { clock: systemClock, random: Math.random, ...parts };
    this.#schedule = new Schedule({ dueAt: () => this.#dueAt(), work: (signal) => this.#refresh(signal), clock: this.#parts.clock });
  }

  /** Begins a new interval with another service. */
  connect(isConnected: boolean): void {
    this.#schedule.cancel();
    this.#isConnected = isConnected;
    this.#lastRefresh = this.#parts.clock.now();
    this.#failures = 0;
    this.#notBefore = 0;
    this.#schedule.update();
  }

  attend({ focused }: { readonly focused: boolean }): void {
    this.#isFocused = focused;
    this.#schedule.update();
  }

  /** To be called when a view is shown or hidden, or the interval changed. */
  reconsider(): void {
    this.#schedule.update();
  }

  dispose(): void {
    this.#isConnected = false;
    this.#schedule.cancel();
  }

  #dueAt(): number {
    const interval = this.#parts.interval();
    if (!this.#isConnected || !this.#isFocused || interval <= 0 || !this.#parts.views.some(({ visible }) => visible)) return never;
    return Math.max(this.#lastRefresh + interval, this.#notBefore);
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const { views, clock, random } = this.#parts;
    this.#lastRefresh = clock.now();
    const errors = await Promise.all(views.filter(({ visible }) => visible).map((view) => view.refresh()));
    if (signal.aborted) return;
    const now = clock.now();
    const error = errors.find((each) => each !== undefined);
    this.#lastRefresh = now;
    this.#failures = error === undefined ? 0 : this.#failures + 1;
    this.#notBefore = error === undefined ? 0 : now + backoffDelay(this.#failures, error.retryAfter, random);
  }
}
