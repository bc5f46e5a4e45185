import { type ServiceError, toServiceError } from '../../service/index.ts';

/**
 * Creates a runner that runs one task at a time. A task must check its signal before each change,
 * so that an aborted task has no effect.
 */
export function createSingleFlight<Kind extends string>() {
  let flight:
    | { readonly kind: Kind; readonly abort: AbortController; readonly settled: Promise<void> }
    | undefined;
  /** Aborts the current task. The promise from `start` still settles. */
  const abort = () => {
    flight?.abort.abort();
    flight = undefined;
  };

  return {
    get kind(): Kind | undefined {
      return flight?.kind;
    },
    /** Resolves when the current task ends, or immediately if no task is running. Never rejects. */
    get settled(): Promise<void> {
      return flight?.settled ?? Promise.resolve();
    },
    abort,
    /**
     * Aborts the current task and starts another task. The returned promise never rejects.
     * @param onSettled called when the task succeeds, fails, or is canceled. Not called for an
     * aborted task. The error is undefined unless the task failed.
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
      // Defers `run` until `flight` is set, because a task that ends immediately clears `flight`.
      flight = { kind, abort: controller, settled: Promise.resolve().then(run) };
      return flight.settled;
    },
  };
}
