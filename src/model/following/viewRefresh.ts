import type { ServiceError } from '../../service/index.ts';
import { minRetryInterval } from './backOff.ts';
import { affectsAllJobs } from './progress.ts';

/** A view that is refreshed automatically. */
export interface RefreshedView {
  readonly isVisible: () => boolean;
  /** Returns true if the last load failed and no load is in progress. */
  readonly hasFailed: () => boolean;
  /** Refreshes the view. Resolves to the error if the refresh fails. */
  readonly refresh: () => Promise<ServiceError | undefined>;
}

/** The views to refresh automatically, and the refresh interval. */
export interface RefreshedViews {
  readonly views: readonly RefreshedView[];
  /** Returns the refresh interval in milliseconds. An interval of 0 turns off automatic refresh. */
  readonly interval: () => number;
}

/**
 * Refreshes visible views at a regular interval. Retries a failed view soon after the service
 * responds to another request. All times are values of `performance.now()`.
 */
export class ViewRefresh {
  #views: RefreshedViews = { views: [], interval: () => 0 };
  /** Time of the last regular refresh of all visible views. */
  #refreshedAt = performance.now();
  /** Time of the last refresh, including retries of failed views. */
  #triedAt = performance.now();
  /** Time of the last successful response to any request. */
  #respondedAt = -Infinity;
  #isRefreshing = false;

  setViews(views: RefreshedViews): void {
    this.#views = views;
  }

  /** Time of the next refresh. `Infinity` during a refresh, or if no refresh is scheduled. */
  get dueAt(): number {
    const isPaused = this.#isRefreshing || this.#visible.length === 0;
    return isPaused ? Infinity : Math.min(this.#regularAt, this.#recoveryAt);
  }

  responded(): void {
    this.#respondedAt = performance.now();
  }

  /**
   * Refreshes the views that are due. Resolves to an error if the service seems unavailable, so
   * that the caller can delay other requests.
   */
  async refreshDue(): Promise<ServiceError | undefined> {
    const now = performance.now();
    if (this.dueAt > now) return undefined;
    const isRegular = this.#regularAt <= now;
    const views = this.#visible.filter((view) => isRegular || view.hasFailed());
    this.#triedAt = now;
    if (isRegular) this.#refreshedAt = now;
    this.#isRefreshing = true;
    try {
      const errors = await Promise.all(views.map((view) => view.refresh()));
      const outage = errors.find((error) => error !== undefined && affectsAllJobs(error));
      return outage ?? (errors.includes(undefined) ? undefined : errors[0]);
    } finally {
      this.#isRefreshing = false;
    }
  }

  get #visible(): readonly RefreshedView[] {
    return this.#views.views.filter((view) => view.isVisible());
  }

  /** Time of the next regular refresh. `Infinity` if automatic refresh is turned off. */
  get #regularAt(): number {
    const interval = this.#views.interval();
    return interval > 0 ? this.#refreshedAt + interval : Infinity;
  }

  /** Time to retry failed views. `Infinity` until the service responds to another request. */
  get #recoveryAt(): number {
    const isRecovering =
      this.#respondedAt > this.#triedAt && this.#visible.some((view) => view.hasFailed());
    return isRecovering ? this.#triedAt + minRetryInterval : Infinity;
  }
}
