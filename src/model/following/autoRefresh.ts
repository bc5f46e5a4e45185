import type { ServiceError } from '../../service/index.ts';
import { type RunOutcome, Schedule, longestInterval, never } from './schedule.ts';

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
  /** Undefined without a service. */
  #connectedAt: number | undefined;
  #isFocused = false;
  #answeredAt = -Infinity;
  /** When an answer last ended the delay after a failure. */
  #retriedAt = -Infinity;

  /** @param interval milliseconds between two refreshes; 0 = never */
  constructor(views: readonly Refreshable[], interval: () => number) {
    this.#views = views;
    this.#interval = interval;
  }

  /** Starts a new interval for another service. */
  connect(isConnected: boolean): void {
    this.#connectedAt = isConnected ? Date.now() : undefined;
    this.#answeredAt = -Infinity;
    this.#retriedAt = -Infinity;
    this.#schedule.restart();
    this.#schedule.update();
  }

  /** Call this when the service has answered a request well: an outage may be over. */
  answered(): void {
    this.#answeredAt = Date.now();
    if (!this.#isRecovering()) return;
    // Not after each answer, because a list may fail for good while jobs can be read.
    if (this.#answeredAt < this.#retriedAt + longestInterval) return this.#schedule.update();
    this.#retriedAt = this.#answeredAt;
    this.#schedule.retry();
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
    if (this.#connectedAt === undefined || !this.#isFocused || this.#visible().length === 0) return never;
    return this.#isRecovering() ? this.#answeredAt : this.#nextRefresh();
  }

  #nextRefresh(): number {
    const interval = this.#interval();
    if (this.#connectedAt === undefined || interval <= 0) return never;
    return Math.max(this.#connectedAt, this.#schedule.lastRun) + interval;
  }

  async #refresh(): Promise<RunOutcome> {
    const isDue = this.#nextRefresh() <= Date.now();
    const views = this.#visible().filter((view) => isDue || view.hasFailed());
    const errors = await Promise.all(views.map((view) => view.refresh()));
    return { error: errors.find((error) => error !== undefined) };
  }
}
