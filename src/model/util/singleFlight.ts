import { type ServiceError, toServiceError } from '../../service/index.ts';

/**
 * Creates a runner for one task at a time. Tasks must check their signal before each change, so
 * that they have no effect after they are aborted.
 */
export function createSingleFlight<Kind extends string>() {
  let flight:
    | { readonly kind: Kind; readonly abort: AbortController; readonly settled: Promise<void> }
    | undefined;
  /** Aborts the current task. The promise of the task still settles. */
  const abort = () => {
    flight?.abort.abort();
    flight = undefined;
  };

  return {
    get kind(): Kind | undefined {
      return flight?.kind;
    },
    /** Resolves when the current task ends, or immediately if there is none. Never rejects. */
    get settled(): Promise<void> {
      return flight?.settled ?? Promise.resolve();
    },
    abort,
    /**
     * Aborts the current task and starts another task. The returned promise never rejects.
     * @param onSettled called when the task ends, unless `abort` or another task aborted it. The
     * error is undefined if the task succeeded or its request was canceled.
     * @param canceled signal that cancels only this task
     */
    start(
      kind: Kind,
      work: (signal: AbortSignal) => Promise<void>,
      onSettled: (error: ServiceError | undefined) => void,
      canceled?: AbortSignal,
    ): Promise<void> {
      abort();
      const controller = new AbortController();
      const signal = AbortSignal.any([
        controller.signal,
        ...(canceled === undefined ? [] : [canceled]),
      ]);
      const run = async () => {
        let error: ServiceError | undefined;
        try {
          await work(signal);
        } catch (thrown) {
          if (!signal.aborted) error = toServiceError(kind, thrown);
        }
        if (controller.signal.aborted) return;
        flight = undefined;
        onSettled(error?.kind === 'cancelled' ? undefined : error);
      };
      // `run` starts after this assignment, so that it can clear `flight` even if the task ends
      // immediately.
      flight = { kind, abort: controller, settled: Promise.resolve().then(run) };
      return flight.settled;
    },
  };
}
