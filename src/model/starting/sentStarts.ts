import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema, timeSchema } from '../util/schemas.ts';

const startSchema = z.object({ baseUrl: textSchema, workflowKey: textSchema, sentAt: timeSchema });

/** A start that is being sent, or whose outcome is unknown; `sentAt` in epoch milliseconds. */
export type SentStart = Readonly<z.infer<typeof startSchema>>;

const storageName = 'sentStarts';

/**
 * Stores each start before it is sent, until this window has reported its outcome. A window that is reloaded, or
 * whose extension host crashes, leaves the start in the store, and the next window reports it.
 */
export class SentStarts {
  /** The starts whose outcome an earlier window did not report. */
  readonly interrupted: readonly SentStart[];
  readonly #store: KeyValueStore;
  #isDisposed = false;

  /** @param store of the workspace, because another window may still be sending its own starts */
  constructor(store: KeyValueStore) {
    this.#store = store;
    this.interrupted = this.#stored();
  }

  /** Runs a task, such as sending the start, and keeps the start in the store until the task ends. */
  async during<Result>(start: SentStart, task: () => PromiseLike<Result>): Promise<Result> {
    // A window that closes has stored the start already.
    if (!this.#isDisposed) await this.#store.set(storageName, [...this.#stored(), start]);
    try {
      return await task();
    } finally {
      this.forget(start);
    }
  }

  /** Removes a start from the store. Of two equal starts, one is left. */
  forget(start: SentStart): void {
    // A window that closes cancels its requests and does not learn their outcomes.
    if (this.#isDisposed) return;
    const stored = this.#stored();
    const index = stored.findIndex((each) => isSame(each, start));
    if (index >= 0) void this.#store.set(storageName, stored.toSpliced(index, 1));
  }

  /** Keeps what is stored now for the next window. */
  dispose(): void {
    this.#isDisposed = true;
  }

  #stored(): SentStart[] {
    return readStoredList(startSchema, this.#store.get(storageName));
  }
}

function isSame(left: SentStart, right: SentStart): boolean {
  return (
    left.baseUrl === right.baseUrl && left.workflowKey === right.workflowKey && left.sentAt === right.sentAt
  );
}
