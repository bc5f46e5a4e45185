import type { ServiceError } from '../../service/index.ts';
import { type RunOutcome, Schedule, never } from './schedule.ts';

/** A view that can be refreshed automatically. */
export interface Refreshable {
  readonly isVisible: () => boolean;
  /** Whether its last load or refresh failed, and none is in progress. */
  readonly hasFailed: () => boolean;
  /** Resolves to the failure, if any. */
  refresh(): Promise<ServiceError | undefined>;
}

/**
 * Refreshes the visible views at an interval, and those that failed once the service answers again, while the
 * window has the focus and a service is connected.
 */
export class AutoRefresh {
  readonly #views: readonly Refreshable[];
  readonly #interval: () => number;
  readonly #schedule = new Schedule(
    () => this.#dueAt(),
    () => this.#refresh(),
  );
  #connectedAt = never;
  #isFocused = false;
  #answeredAt = -Infinity;

  /** @param interval milliseconds between two refreshes; 0 = never */
  constructor(views: readonly Refreshable[], interval: () => number) {
    this.#views = views;
    this.#interval = interval;
  }

  /** Starts a new interval for another service. */
  connect(isConnected: boolean): void {
    this.#connectedAt = isConnected ? Date.now() : never;
    this.#answeredAt = -Infinity;
    this.#schedule.restart();
    this.#schedule.update();
  }

  /** Call this when the service has answered a request well: an outage may be over. */
  answered(): void {
    this.#answeredAt = Date.now();
    if (this.#isRecovering()) this.#schedule.retry();
  }

  setFocus(isFocused: boolean): void {
    this.#isFocused = isFocused;
    this.#schedule.update();
  }

  /** Call this when a view is shown or hidden, or the interval has changed. */
  update(): void {
    this.#schedule.update();
  }

  dispose(): void {
    this.connect(false);
  }

  #visible(): Refreshable[] {
    return this.#views.filter((view) => view.isVisible());
  }

  /** Whether a view failed and the service has answered since the last try. */
  #isRecovering(): boolean {
    return this.#answeredAt > this.#schedule.lastRun && this.#visible().some((view) => view.hasFailed());
  }

  #dueAt(): number {
    if (!this.#isFocused || this.#visible().length === 0) return never;
    return this.#isRecovering() ? this.#answeredAt : this.#nextRefresh();
  }

  #nextRefresh(): number {
    const interval = this.#interval();
    return interval > 0 ? Math.max(this.#connectedAt, this.#schedule.lastRun) + interval : never;
  }

  async #refresh(): Promise<RunOutcome> {
    const isDue = this.#nextRefresh() <= Date.now();
    const views = this.#visible().filter((view) => isDue || view.hasFailed());
    const errors = await Promise.all(views.map((view) => view.refresh()));
    return { error: errors.find((error) => error !== undefined) };
  }
}
