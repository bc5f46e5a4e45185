import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema, timeSchema } from '../util/schemas.ts';

const startSchema = z.object({ baseUrl: textSchema, workflowKey: textSchema, sentAt: timeSchema });

/** A start that has no response yet. `sentAt` is in epoch milliseconds. */
export type SentStart = Readonly<z.infer<typeof startSchema>>;

const sentStartsKey = 'sentStarts';

/**
 * Stores the starts that have no response yet. If the window is reloaded, the next window reports
 * them.
 */
export class SentStarts {
  /** Starts that were interrupted because the previous window was reloaded or crashed. */
  readonly interrupted: readonly SentStart[];
  readonly #store: KeyValueStore;
  #pending: readonly SentStart[] = [];
  #isDisposed = false;

  constructor(store: KeyValueStore) {
    this.#store = store;
    this.interrupted = readStoredList(startSchema, store.get(sentStartsKey));
    if (this.interrupted.length > 0) void store.set(sentStartsKey, []);
  }

  /** Stores a start while it is being sent. */
  async during<Result>(start: SentStart, send: () => PromiseLike<Result>): Promise<Result> {
    await this.#save([...this.#pending, start]);
    try {
      return await send();
    } finally {
      void this.#save(this.#pending.filter((each) => each !== start));
    }
  }

  /**
   * Keeps the stored starts for the next window, because the outcome of canceled requests is
   * unknown.
   */
  dispose(): void {
    this.#isDisposed = true;
  }

  async #save(pending: readonly SentStart[]): Promise<void> {
    this.#pending = pending;
    if (!this.#isDisposed) await this.#store.set(sentStartsKey, pending);
  }
}
