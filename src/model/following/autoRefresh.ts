import type { ServiceError } from '../../service/index.ts';
import { Schedule, backoffDelay, never } from './schedule.ts';

/** A view that can be refreshed automatically. */
export interface Refreshable {
  readonly visible: boolean;
  /** Resolves to the failure, if any. */
  refresh(): Promise<ServiceError | undefined>;
}

/** Refreshes the visible views at an interval, while the window has the focus and a service is connected. */
export class AutoRefresh {
  readonly #views: readonly Refreshable[];
  readonly #interval: () => number;
  readonly #schedule = new Schedule(() => this.#dueAt(), (signal) => this.#refresh(signal));
  #isConnected = false;
  #isFocused = false;
  #lastRefresh = 0;
  #failures = 0;
  /** Earliest next refresh after a failure. */
  #notBefore = 0;

  /** @param interval milliseconds between two refreshes; 0 = never */
  constructor(views: readonly Refreshable[], interval: () => number) {
    this.#views = views;
    this.#interval = interval;
  }

  /** Starts a new interval for another service. */
  connect(isConnected: boolean): void {
    this.#schedule.cancel();
    this.#isConnected = isConnected;
    this.#lastRefresh = Date.now();
    this.#failures = 0;
    this.#notBefore = 0;
    this.#schedule.update();
  }

  attend({ focused }: { readonly focused: boolean }): void {
    this.#isFocused = focused;
    this.#schedule.update();
  }

  /** Call this when a view is shown or hidden, or the interval has changed. */
  reconsider(): void {
    this.#schedule.update();
  }

  dispose(): void {
    this.#isConnected = false;
    this.#schedule.cancel();
  }

  #dueAt(): number {
    const interval = this.#interval();
    if (!this.#isConnected || !this.#isFocused || interval <= 0 || !this.#views.some(({ visible }) => visible)) return never;
    return Math.max(this.#lastRefresh + interval, this.#notBefore);
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    this.#lastRefresh = Date.now();
    const errors = await Promise.all(this.#views.filter(({ visible }) => visible).map((view) => view.refresh()));
    if (signal.aborted) return;
    const error = errors.find((each) => each !== undefined);
    this.#lastRefresh = Date.now();
    this.#failures = error === undefined ? 0 : this.#failures + 1;
    this.#notBefore = error === undefined ? 0 : this.#lastRefresh + backoffDelay(this.#failures, error.retryAfter);
  }
}
