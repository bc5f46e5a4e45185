import type { FieldList } from '../fields/fieldList.ts';
import { Throttle } from '../following/throttle.ts';
import type { WatchedRows } from '../following/watchedRows.ts';
import type { JobList } from '../jobs/jobList.ts';
import { type CachedSession, firstJobs } from '../jobs/jobListCache.ts';
import type { Disposable } from '../util/emitter.ts';

/** Storage for the cached data of one service. */
export interface SessionStorage {
  /** Resolves to the cached data, which may be empty. Never rejects. */
  readonly read: () => Promise<CachedSession>;
  readonly write: (cached: CachedSession) => void;
}

/** Storage that is always empty and ignores all writes. */
export const noStorage: SessionStorage = {
  read: () => Promise.resolve({}),
  write: () => undefined,
};

/** Minimum interval between writes to the cache, in milliseconds. */
const writeInterval = 10_000;

/** Lists whose data is cached. */
interface CachedLists {
  readonly list: JobList;
  readonly fields: FieldList;
  readonly watched: WatchedRows;
}

/**
 * Caches the first pages of the job list, the watched jobs, and the fields, so that the next window
 * can show this data immediately.
 */
export class SessionCache {
  readonly #storage: SessionStorage;
  readonly #lists: CachedLists;
  readonly #writes = new Throttle<true>(writeInterval, () => this.#write());
  readonly #subscriptions: readonly Disposable[];
  #reading: Promise<CachedSession> | undefined;

  constructor(storage: SessionStorage, lists: CachedLists) {
    this.#storage = storage;
    this.#lists = lists;
    const writeSoon = () => {
      if (this.#isSettled) this.#writes.add([true]);
    };
    this.#subscriptions = [lists.list, lists.fields, lists.watched].map((each) =>
      each.onDidChange(writeSoon),
    );
  }

  /**
   * Resolves to the data that a previous window cached. Reads the data only once, and never
   * rejects.
   */
  read(): Promise<CachedSession> {
    return (this.#reading ??= this.#storage.read());
  }

  /** Discards the cached data and pending writes after the API key has changed. */
  discard(): void {
    this.#reading = undefined;
    this.#writes.clear();
  }

  /** Writes pending changes to storage. */
  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#writes.flush();
  }

  /** True if the job list was loaded from the service and no load is in progress. */
  get #isSettled(): boolean {
    const { list, fields } = this.#lists;
    const { count, cachedAt, loading, failure } = list.state;
    const isLoading = loading !== null || fields.state.loading;
    return !isLoading && failure === null && cachedAt === null && count > 0;
  }

  #write(): void {
    if (!this.#isSettled) return;
    const { fields, isCached, readAt } = this.#lists.fields.state;
    const jobs = firstJobs(this.#lists.list.state);
    const watched = this.#lists.watched.cached;
    if (fields !== undefined && !isCached) {
      return this.#storage.write({ jobs, watched, fields: { fields, readAt } });
    }
    void this.read().then((cached) =>
      this.#storage.write({ jobs, watched, fields: cached.fields }),
    );
  }
}
