import { abortableDelay } from './retry.ts';

/** State of the requests that are delayed after HTTP 429. */
export interface RequestWait {
  /** End of the delay in epoch milliseconds, or undefined if no request is waiting. */
  readonly until: number | undefined;
  /** Registers a listener that is called when a request starts or stops waiting. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  /** Cancels the delay and rejects all waiting requests. */
  readonly cancel: () => void;
}

/**
 * Creates the pause that delays requests after HTTP 429. Times are on the `performance.now()`
 * clock.
 * @param canceled creates the error for a delayed request if the user cancels the delay
 */
export function createPause(canceled: () => Error) {
  let endsAt = 0;
  let waitingCount = 0;
  let cancellation = new AbortController();
  const listeners = new Set<() => void>();
  const left = () => Math.max(0, endsAt - performance.now());
  const count = (change: 1 | -1) => {
    waitingCount += change;
    for (const listener of listeners) listener();
  };
  const wait: RequestWait = {
    get until() {
      return waitingCount === 0 ? undefined : Date.now() + left();
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    cancel: () => {
      cancellation.abort(canceled());
      cancellation = new AbortController();
    },
  };
  return {
    wait,
    left,
    extend: (milliseconds: number) => {
      endsAt = Math.max(endsAt, performance.now() + milliseconds);
    },
    /**
     * Waits for the rest of the delay. Rejects if the signal is aborted or the user cancels the
     * wait.
     */
    delay: async (signal: AbortSignal) => {
      count(1);
      try {
        await abortableDelay(left(), AbortSignal.any([signal, cancellation.signal]));
      } finally {
        count(-1);
      }
    },
  };
}
