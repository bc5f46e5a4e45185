import { ServiceError } from '../../service/index.ts';

interface Flight<Kind> {
  readonly kind: Kind;
  readonly abort: AbortController;
  readonly landed: Promise<void>;
}

export interface FlightOutcome<Kind> {
  readonly kind: Kind;
  /** Undefined after success and after an abort. */
  readonly error: ServiceError | undefined;
}

/**
 * At most one piece of work at a time. What a flight did after it was aborted never counts: its work is told by the
 * signal, and has to ask it before it changes anything.
 */
export class SingleFlight<Kind extends string> {
  #flight: Flight<Kind> | undefined;

  /** What is under way. */
  get kind(): Kind | undefined {
    return this.#flight?.kind;
  }

  /** Settles with the flight under way; at once where there is none. Never rejects. */
  get landed(): Promise<void> {
    return this.#flight?.landed ?? Promise.resolve();
  }

  /** Begins, aborting what is under way; `onLanded` is not called for a flight that was aborted. Never rejects. */
  start(kind: Kind, work: (signal: AbortSignal) => Promise<void>, onLanded: (outcome: FlightOutcome<Kind>) => void): Promise<void> {
    this.abort();
    const abort = new AbortController();
    const land = async () => {
      let error: ServiceError | undefined;
      try {
        await work(abort.signal);
      } catch (thrown) {
        error = thrown instanceof ServiceError ? thrown : new ServiceError('unreadable', String(thrown), { cause: thrown });
      }
      if (abort.signal.aborted) return;
      this.#flight = undefined;
      onLanded({ kind, error: error?.kind === 'cancelled' ? undefined : error });
    };
    // The flight exists before its work begins, so that work that ends at once finds it to end.
    this.#flight = { kind, abort, landed: Promise.resolve().then(land) };
    return this.#flight.landed;
  }

  /** Ends what is under way; its promise still settles. */
  abort(): void {
    this.#flight?.abort.abort();
    this.#flight = undefined;
  }
}
