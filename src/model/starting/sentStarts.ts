import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema, timeSchema } from '../util/schemas.ts';

const startSchema = z.object({ baseUrl: textSchema, workflowKey: textSchema, sentAt: timeSchema });

/** A start request that is still pending. `sentAt` is in milliseconds since the epoch. */
export type SentStart = Readonly<z.infer<typeof startSchema>>;

const sentStartsKey = 'sentStarts';

/** Stores pending start requests, so that interrupted requests can be reported after a reload. */
export class SentStarts {
  /** Start requests that were interrupted when the previous window was reloaded or crashed. */
  readonly interrupted: readonly SentStart[];
  readonly #store: KeyValueStore;
  #pending: readonly SentStart[] = [];
  #isDisposed = false;

  constructor(store: KeyValueStore) {
    this.#store = store;
    this.interrupted = readStoredList(startSchema, store.get(sentStartsKey));
    if (this.interrupted.length > 0) void store.set(sentStartsKey, []);
  }

  /**
   * Sends a start request, and keeps the request in storage until a response or error is received.
   */
  async during<Result>(start: SentStart, send: () => PromiseLike<Result>): Promise<Result> {
    await this.#save([...this.#pending, start]);
    try {
      return await send();
    } finally {
      void this.#save(this.#pending.filter((each) => each !== start));
    }
  }

  /** Keeps the pending requests in storage, so that the next window can report them. */
  dispose(): void {
    this.#isDisposed = true;
  }

  async #save(pending: readonly SentStart[]): Promise<void> {
    this.#pending = pending;
    if (!this.#isDisposed) await this.#store.set(sentStartsKey, pending);
  }
}
