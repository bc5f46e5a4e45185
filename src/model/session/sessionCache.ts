import type { FieldList } from '../fields/fieldList.ts';
import { Throttle } from '../following/throttle.ts';
import type { WatchedRows } from '../following/watchedRows.ts';
import type { JobList } from '../jobs/jobList.ts';
import { type CachedSession, firstJobs } from '../jobs/jobListCache.ts';
import type { Disposable } from '../util/emitter.ts';

/** Storage for the state of a service between windows. */
export interface SessionStorage {
  /** Resolves to the stored state, which may be empty. Never rejects. */
  readonly read: () => Promise<CachedSession>;
  readonly write: (cached: CachedSession) => void;
}

/** Storage that stores nothing. */
export const noStorage: SessionStorage = {
  read: () => Promise.resolve({}),
  write: () => undefined,
};

/** Minimum time between two writes in milliseconds. */
const writeInterval = 10_000;

/** Lists to cache. */
interface CachedLists {
  readonly list: JobList;
  readonly fields: FieldList;
  readonly watched: WatchedRows;
}

/** Caches the first jobs, the watched jobs, and the fields. The next window shows them immediately. */
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

  /** Resolves to the state that an earlier window stored. Reads the storage once. Never rejects. */
  read(): Promise<CachedSession> {
    return (this.#reading ??= this.#storage.read());
  }

  /** Drops the cached state and the pending writes, because they belong to the previous API key. */
  discard(): void {
    this.#reading = undefined;
    this.#writes.clear();
  }

  /** Writes the latest state. */
  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#writes.flush();
  }

  /** True if the lists contain responses of the service. False during a load, because its end triggers a write. */
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
