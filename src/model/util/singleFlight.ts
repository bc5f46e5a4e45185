import { type ServiceError, toServiceError } from '../../service/index.ts';

interface Flight<Kind> {
  readonly kind: Kind;
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

/**
 * Runs one task at a time. A task must check its signal before each change, so that an aborted task
 * has no effect.
 */
export class SingleFlight<Kind extends string> {
  #flight: Flight<Kind> | undefined;

  /** Kind of the current task. */
  get kind(): Kind | undefined {
    return this.#flight?.kind;
  }

  /** Resolves when the current task ends, or immediately if no task is running. Never rejects. */
  get settled(): Promise<void> {
    return this.#flight?.settled ?? Promise.resolve();
  }

  /** Aborts the current task. The promise from {@link start} still settles. */
  abort(): void {
    this.#flight?.controller.abort();
    this.#flight = undefined;
  }

  /**
   * Aborts the current task and starts another task. The returned promise never rejects.
   * @param onSettled called when the task succeeds, fails, or is canceled. Not called for an aborted
   * task. The error is undefined unless the task failed.
   * @param canceled signal that cancels only this task
   */
  start(
    kind: Kind,
    work: (signal: AbortSignal) => Promise<void>,
    onSettled: (error: ServiceError | undefined) => void,
    canceled?: AbortSignal,
  ): Promise<void> {
    this.abort();
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
      this.#flight = undefined;
      onSettled(error?.kind === 'cancelled' ? undefined : error);
    };
    // Defers `run` until the flight is set, because a task that ends immediately clears the flight.
    const settled = Promise.resolve().then(run);
    this.#flight = { kind, controller, settled };
    return settled;
  }
}
