import type { ServiceError } from '../../service/index.ts';
import { createSchedule, never, steadyNow } from './schedule.ts';

/** A view that can be refreshed automatically. */
export interface Refreshable {
  readonly isVisible: () => boolean;
  /** Resolves to the failure, if any. */
  refresh(): Promise<ServiceError | undefined>;
}

/**
 * Refreshes the visible views at an interval, while the window has the focus and a service is connected.
 * @param interval milliseconds between two refreshes; 0 = never
 */
export function createAutoRefresh(views: readonly Refreshable[], interval: () => number) {
  /** Undefined without a service. */
  let connectedAt: number | undefined;
  let isFocused = false;
  const visible = () => views.filter(({ isVisible }) => isVisible());
  const schedule = createSchedule(
    () =>
      connectedAt === undefined || !isFocused || interval() <= 0 || visible().length === 0
        ? never
        : Math.max(connectedAt, schedule.lastRun) + interval(),
    async () => {
      const errors = await Promise.all(visible().map((view) => view.refresh()));
      return { error: errors.find((each) => each !== undefined) };
    },
  );

  const connect = (isConnected: boolean) => {
    connectedAt = isConnected ? steadyNow() : undefined;
    schedule.restart();
    schedule.update();
  };

  return {
    /** Starts a new interval for another service. */
    connect,
    attend({ focused }: { readonly focused: boolean }): void {
      isFocused = focused;
      schedule.update();
    },
    /** Call this when a view is shown or hidden, or the interval has changed. */
    reconsider: () => schedule.update(),
    dispose: () => connect(false),
  };
}
