import type { Job, ReadableRow } from '../../service/index.ts';
import type { CachedJob } from '../jobs/jobListCache.ts';
import type { JobStore } from '../jobs/jobStore.ts';
import { timesOf } from '../jobs/members/jobMembers.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import type { WatchList } from './watchList.ts';

/** Provides a row for each watched job, even if the job list does not contain the job. */
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

  /** Rows of the watched jobs, with the most recently changed job first. */
  get rows(): readonly ReadableRow[] {
    return this.#rows;
  }

  /** Watched jobs to cache, so that the next window can show the jobs immediately. */
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

/** Sorts rows by the time of the last change, with the most recently changed job first. */
export function sortedByChange(rows: readonly ReadableRow[]): ReadableRow[] {
  return rows.toSorted((left, right) => changedAt(right.job) - changedAt(left.job));
}

function changedAt(job: Job): number {
  return Math.max(0, ...timesOf(job).map(({ at }) => at));
}
