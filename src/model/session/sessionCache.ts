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
  readonly write: (known: CachedSession) => void;
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
  readonly #writes = new Throttle<CachedLists>(writeInterval, ([lists]) => this.#write(lists));
  #reading: Promise<CachedSession> | undefined;
  #subscriptions: readonly Disposable[] = [];

  constructor(storage: SessionStorage) {
    this.#storage = storage;
  }

  /** The state that an earlier window stored; reads it once. Never rejects. */
  read(): Promise<CachedSession> {
    return (this.#reading ??= this.#storage.read());
  }

  /** Stores the state of these lists after each change. */
  follow(lists: CachedLists): void {
    const writeSoon = () => {
      if (currentState(lists) !== undefined) this.#writes.add([lists]);
    };
    this.#subscriptions = [
      lists.list.onDidChange(writeSoon),
      lists.fields.onDidChange(writeSoon),
      lists.watched.onDidChange(writeSoon),
    ];
  }

  /** Drops writes that are due, such as those of jobs that a previous API key could read. */
  discardWrites(): void {
    this.#writes.clear();
  }

  /** Writes the last state. */
  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#writes.flush();
  }

  #write(lists: CachedLists | undefined): void {
    const known = lists && currentState(lists);
    if (known === undefined) return;
    const watched = lists?.watched.cached;
    if (known.fields !== undefined) return this.#storage.write({ ...known, watched });
    void this.read().then(({ fields }) => this.#storage.write({ ...known, fields, watched }));
  }
}

/** The responses of the service; undefined during a load, whose end triggers the next write, and after a failure. */
function currentState({ list, fields }: CachedLists): CachedSession | undefined {
  const { rows, total, count, readAt, cachedAt, loading, failure } = list.state;
  const { fields: read, isCached, loading: isLoading, readAt: fieldsReadAt } = fields.state;
  const isSettled = loading === null && !isLoading && failure === null;
  if (!isSettled || cachedAt !== null || rows === undefined) return undefined;
  return {
    jobs: firstJobs(rows, total, count, readAt),
    fields: read && !isCached ? { fields: read, readAt: fieldsReadAt } : undefined,
  };
}
