import type { ServiceError } from '../../service/index.ts';
import { minRetryInterval } from './backOff.ts';
import { concernsAll } from './progress.ts';

/** A view that is refreshed automatically. */
export interface RefreshedView {
  readonly isVisible: () => boolean;
  /** Whether its last load or refresh failed, and none is in progress. */
  readonly hasFailed: () => boolean;
  /** Resolves to the failure, if any. */
  readonly refresh: () => Promise<ServiceError | undefined>;
}

/** The views that are refreshed automatically, and the interval. */
export interface RefreshedViews {
  readonly views: readonly RefreshedView[];
  /** Milliseconds between two refreshes; 0 turns them off. */
  readonly interval: () => number;
}

/**
 * Refreshes visible views at an interval. Refreshes views that failed as soon as the service responds again.
 * Times are by `performance.now`.
 */
export class ViewRefresh {
  #views: RefreshedViews = { views: [], interval: () => 0 };
  /** When all visible views were last refreshed. */
  #refreshedAt = performance.now();
  /** When any view was last refreshed. */
  #triedAt = performance.now();
  /** When the service last responded to any request. */
  #respondedAt = -Infinity;
  #isRefreshing = false;

  setViews(views: RefreshedViews): void {
    this.#views = views;
  }

  /** When the next refresh is due; never during a refresh. */
  get dueAt(): number {
    const isPaused = this.#isRefreshing || this.#visible.length === 0;
    return isPaused ? Infinity : Math.min(this.#regularAt, this.#recoveryAt);
  }

  responded(): void {
    this.#respondedAt = performance.now();
  }

  /** Refreshes the views that are due. Resolves to a failure that should delay other requests. */
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
      const outage = errors.find((error) => error !== undefined && concernsAll(error));
      return outage ?? (errors.includes(undefined) ? undefined : errors[0]);
    } finally {
      this.#isRefreshing = false;
    }
  }

  get #visible(): readonly RefreshedView[] {
    return this.#views.views.filter((view) => view.isVisible());
  }

  /** Time of the next refresh of all visible views. */
  get #regularAt(): number {
    const interval = this.#views.interval();
    return interval > 0 ? this.#refreshedAt + interval : Infinity;
  }

  /** Time of the next refresh of failed views; `Infinity` until the service responds to any request. */
  get #recoveryAt(): number {
    const isRecovering = this.#respondedAt > this.#triedAt && this.#visible.some((view) => view.hasFailed());
    return isRecovering ? this.#triedAt + minRetryInterval : Infinity;
  }
}
