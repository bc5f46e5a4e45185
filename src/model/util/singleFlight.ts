import { type ServiceError, toServiceError } from '../../service/index.ts';

/**
 * Creates a runner for one task at a time. A task must check its signal before it changes anything, so that an
 * aborted task has no effect.
 */
export function createSingleFlight<Kind extends string>() {
  let flight:
    | { readonly kind: Kind; readonly abort: AbortController; readonly settled: Promise<void> }
    | undefined;
  /** Aborts the current task. Its promise still settles. */
  const abort = () => {
    flight?.abort.abort();
    flight = undefined;
  };

  return {
    get kind(): Kind | undefined {
      return flight?.kind;
    },
    /** Settles with the current task, or immediately if there is none. Never rejects. */
    get settled(): Promise<void> {
      return flight?.settled ?? Promise.resolve();
    },
    abort,
    /**
     * Aborts the current task and starts another. Never rejects.
     * @param onSettled called unless the task was aborted. The error is undefined after success and after a
     * canceled request.
     */
    start(
      kind: Kind,
      work: (signal: AbortSignal) => Promise<void>,
      onSettled: (error: ServiceError | undefined) => void,
    ): Promise<void> {
      abort();
      const controller = new AbortController();
      const { signal } = controller;
      const run = async () => {
        let error: ServiceError | undefined;
        try {
          await work(signal);
        } catch (thrown) {
          if (!signal.aborted) error = toServiceError(kind, thrown);
        }
        if (signal.aborted) return;
        flight = undefined;
        onSettled(error?.kind === 'cancelled' ? undefined : error);
      };
      // `run` starts after this assignment, so that it can clear `flight` even if the work ends immediately.
      flight = { kind, abort: controller, settled: Promise.resolve().then(run) };
      return flight.settled;
    },
  };
}
