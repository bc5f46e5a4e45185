import { type ServiceError, toServiceError } from '../../service/index.ts';

interface Flight<Kind> {
  readonly kind: Kind;
  readonly abort: AbortController;
  readonly landed: Promise<void>;
}

/**
 * Runs at most one piece of work at a time. Work has to check its signal before it changes anything, so that an aborted
 * flight has no effect.
 */
export class SingleFlight<Kind extends string> {
  #flight: Flight<Kind> | undefined;

  get kind(): Kind | undefined {
    return this.#flight?.kind;
  }

  /** Settles with the current flight, or at once without one. Never rejects. */
  get landed(): Promise<void> {
    return this.#flight?.landed ?? Promise.resolve();
  }

  /**
   * Aborts the current flight and begins another. Never rejects.
   * @param onLanded not called for an aborted flight; its error is undefined after success and after a cancelled request
   */
  start(kind: Kind, work: (signal: AbortSignal) => Promise<void>, onLanded: (error: ServiceError | undefined) => void): Promise<void> {
    this.abort();
    const abort = new AbortController();
    const land = async () => {
      let error: ServiceError | undefined;
      try {
        await work(abort.signal);
      } catch (thrown) {
        if (!abort.signal.aborted) error = toServiceError(kind, thrown);
      }
      if (abort.signal.aborted) return;
      this.#flight = undefined;
      onLanded(error?.kind === 'cancelled' ? undefined : error);
    };
    // Set before the work begins, so that work that ends at once can clear it.
    this.#flight = { kind, abort, landed: Promise.resolve().then(land) };
    return this.#flight.landed;
  }

  /** Aborts the current flight; its promise still settles. */
  abort(): void {
    this.#flight?.abort.abort();
    this.#flight = undefined;
  }
}
