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
  readonly #schedule = new Schedule(
    () => this.#dueAt(),
    () => this.#refresh(),
  );
  /** Undefined without a service. */
  #connectedAt: number | undefined;
  #isFocused = false;

  /** @param interval milliseconds between two refreshes; 0 = never */
  constructor(views: readonly Refreshable[], interval: () => number) {
    this.#views = views;
    this.#interval = interval;
  }

  /** Starts a new interval for another service. */
  connect(isConnected: boolean): void {
    this.#connectedAt = isConnected ? Date.now() : undefined;
    this.#schedule.restart();
    this.#schedule.update();
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

  #dueAt(): number {
    const interval = this.#interval();
    if (this.#connectedAt === undefined || !this.#isFocused || interval <= 0) return never;
    if (this.#visible().length === 0) return never;
    return Math.max(this.#connectedAt, this.#schedule.lastRun) + interval;
  }

  async #refresh(): Promise<RunOutcome> {
    const errors = await Promise.all(this.#visible().map((view) => view.refresh()));
    return { error: errors.find((error) => error !== undefined) };
  }
}
