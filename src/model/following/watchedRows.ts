import type { Job, ReadableRow } from '../../service/index.ts';
import type { CachedJob } from '../jobs/jobListCache.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import { timesOf } from '../jobs/members/jobMembers.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import type { WatchList } from './watchList.ts';

/** The rows of the watched jobs, whether or not the list has loaded them. */
export class WatchedRows {
  readonly #watches: WatchList;
  readonly #store: JobStore;
  readonly #changed = new Emitter();
  readonly #subscriptions: readonly Disposable[];
  #rows: readonly ReadableRow[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(watches: WatchList, store: JobStore) {
    this.#watches = watches;
    this.#store = store;
    this.#subscriptions = [
      watches.onDidChange(() => this.#update()),
      store.onDidApply(({ changed }) => {
        if (changed.some(({ job }) => watches.stateOf(job.key) !== undefined)) this.#update();
      }),
      this.#changed,
    ];
    this.#rows = this.#read();
  }

  /** Sorted by last change, latest first. A row stays the same object until its job changes. */
  get rows(): readonly ReadableRow[] {
    return this.#rows;
  }

  /** The watched jobs to cache for the next window. */
  get cached(): CachedJob[] {
    return this.#rows.flatMap(({ job }) => {
      const readAt = this.#store.readAt(job.key);
      return readAt === undefined ? [] : [{ job, readAt }];
    });
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  #read(): readonly ReadableRow[] {
    const keys = [...this.#watches.states.keys()];
    return sortedByChange(keys.map((key) => this.#store.row(key) ?? this.#store.placeholder(key)));
  }

  #update(): void {
    this.#rows = this.#read();
    this.#changed.fire();
  }
}

/** Sorts rows by the last change of their jobs, latest first. */
export function sortedByChange(rows: readonly ReadableRow[]): ReadableRow[] {
  return rows.toSorted((left, right) => changedAt(right.job) - changedAt(left.job));
}

function changedAt(job: Job): number {
  return Math.max(0, ...timesOf(job).map(({ at, isPlanned }) => (isPlanned ? 0 : at)));
}
