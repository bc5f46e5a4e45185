import { type ServiceError, toServiceError } from '../../service/index.ts';

/**
 * Runs at most one piece of work at a time. Work has to check its signal before it changes anything, so that
 * an aborted flight has no effect.
 */
export function createSingleFlight<Kind extends string>() {
  let flight:
    | { readonly kind: Kind; readonly abort: AbortController; readonly settled: Promise<void> }
    | undefined;
  /** Aborts the current flight; its promise still settles. */
  const abort = () => {
    flight?.abort.abort();
    flight = undefined;
  };

  return {
    get kind(): Kind | undefined {
      return flight?.kind;
    },
    /** Settles with the current flight, or at once without one. Never rejects. */
    get settled(): Promise<void> {
      return flight?.settled ?? Promise.resolve();
    },
    abort,
    /**
     * Aborts the current flight and begins another. Never rejects.
     * @param onSettled not called for an aborted flight; its error is undefined after success and after a
     * cancelled request
     */
    start(
      kind: Kind,
      work: (signal: AbortSignal) => Promise<void>,
      onSettled: (error: ServiceError | undefined) => void,
    ): Promise<void> {
      abort();
      const own = new AbortController();
      const { signal } = own;
      const land = async () => {
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
      // Set before the work begins, so that work that ends at once can clear it.
      flight = { kind, abort: own, settled: Promise.resolve().then(land) };
      return flight.settled;
    },
  };
}
