import type { FieldList } from '../fields/fieldList.ts';
import { Throttle } from '../following/throttle.ts';
import type { WatchedRows } from '../following/watchedRows.ts';
import type { JobList } from '../jobs/jobList.ts';
import { type CachedSession, firstJobs } from '../jobs/jobListCache.ts';
import type { Disposable } from '../util/emitter.ts';

/** Where the state of one service is stored between windows. */
export interface SessionStorage {
  /** The stored state; empty if there is none. Never rejects. */
  readonly read: () => Promise<CachedSession>;
  readonly write: (cached: CachedSession) => void;
}

/** A storage that keeps nothing. */
export const noStorage: SessionStorage = {
  read: () => Promise.resolve({}),
  write: () => undefined,
};

/** Shortest time between two writes, in milliseconds. */
const writeInterval = 10_000;

/** The lists whose state is cached. */
interface CachedLists {
  readonly list: JobList;
  readonly fields: FieldList;
  readonly watched: WatchedRows;
}

/** Caches the first jobs, the watched jobs, and the fields, so that the next window shows them at once. */
export class SessionCache {
  readonly #storage: SessionStorage;
  readonly #lists: CachedLists;
  readonly #writes = new Throttle<CachedSession>(writeInterval, () => this.#write());
  readonly #subscriptions: readonly Disposable[];
  #reading: Promise<CachedSession> | undefined;

  constructor(storage: SessionStorage, lists: CachedLists) {
    this.#storage = storage;
    this.#lists = lists;
    const writeSoon = () => {
      if (this.#isSettled) this.#writes.add([{}]);
    };
    this.#subscriptions = [lists.list, lists.fields, lists.watched].map((each) =>
      each.onDidChange(writeSoon),
    );
  }

  /** The state that an earlier window stored; reads it once. Never rejects. */
  read(): Promise<CachedSession> {
    return (this.#reading ??= this.#storage.read());
  }

  /** Drops what was read and the writes that are due, because a previous API key could read those jobs. */
  discard(): void {
    this.#reading = undefined;
    this.#writes.clear();
  }

  /** Writes the last state. */
  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#writes.flush();
  }

  /** Whether the lists contain responses of the service; false during a load, whose end triggers a write. */
  get #isSettled(): boolean {
    const { list, fields } = this.#lists;
    const { rows, cachedAt, loading, failure } = list.state;
    const isLoading = loading !== null || fields.state.loading;
    return !isLoading && failure === null && cachedAt === null && rows !== undefined;
  }

  #write(): void {
    if (!this.#isSettled) return;
    const { rows = [], total, count, readAt } = this.#lists.list.state;
    const { fields, isCached, readAt: fieldsReadAt } = this.#lists.fields.state;
    const jobs = firstJobs(rows, total, count, readAt);
    const watched = this.#lists.watched.cached;
    if (fields !== undefined && !isCached) {
      return this.#storage.write({ jobs, watched, fields: { fields, readAt: fieldsReadAt } });
    }
    void this.read().then((cached) => this.#storage.write({ jobs, watched, fields: cached.fields }));
  }
}
