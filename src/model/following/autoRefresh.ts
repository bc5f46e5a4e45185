import type { ServiceError } from '../../service/index.ts';
import { type RunOutcome, Schedule, never } from './schedule.ts';

/** A view that can be refreshed automatically. */
export interface Refreshable {
  readonly isVisible: () => boolean;
  /** Resolves to the failure, if any. */
  refresh(): Promise<ServiceError | undefined>;
}

/** Refreshes the visible views at an interval, while the window has the focus and a service is connected. */
export class AutoRefresh {
  readonly #views: readonly Refreshable[];
  readonly #interval: () => number;
  readonly #schedule = new Schedule(() => this.#dueAt(), () => this.#refresh());
  #isConnected = false;
  #isFocused = false;
  #connectedAt = 0;

  /** @param interval milliseconds between two refreshes; 0 = never */
  constructor(views: readonly Refreshable[], interval: () => number) {
    this.#views = views;
    this.#interval = interval;
  }

  /** Starts a new interval for another service. */
  connect(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#connectedAt = Date.now();
    this.#schedule.restart();
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
    if (!this.#isConnected || !this.#isFocused || interval <= 0 || !this.#views.some(({ isVisible }) => isVisible())) return never;
    return Math.max(this.#connectedAt, this.#schedule.lastRun) + interval;
  }

  async #refresh(): Promise<RunOutcome> {
    const errors = await Promise.all(this.#views.filter(({ isVisible }) => isVisible()).map((view) => view.refresh()));
    return { error: errors.find((each) => each !== undefined) };
  }
}
