import { type Job, type ReadableRow, jobRow } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { jobsIn } from '../jobs/jobPages.ts';
import type { LastKnown } from '../jobs/lastKnown.ts';
import type { KnownJob, NewestJobs } from '../jobs/newestJobs.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import type { WatchList } from './watchList.ts';

/** The rows of the watched jobs, whether or not the list has loaded them. */
export class WatchedJobs {
  readonly #watches: WatchList;
  readonly #newest: NewestJobs;
  readonly #changed = new Emitter();
  readonly #subscriptions: readonly Disposable[];
  #rows: readonly ReadableRow[] = [];
  /** What an earlier window has read, by the job's key. */
  #recalled: ReadonlyMap<string, KnownJob> = new Map();

  readonly onDidChange = this.#changed.event;

  constructor(watches: WatchList, newest: NewestJobs) {
    this.#watches = watches;
    this.#newest = newest;
    this.#subscriptions = [
      watches.onDidChange(() => this.#update()),
      newest.onDidChange((jobs) => {
        if (jobs.some(({ key }) => watches.stateOf(key) !== undefined)) this.#update();
      }),
      this.#changed,
    ];
  }

  /** In the order of their last change, the latest first; a row stays the same object until its job changes. */
  get rows(): readonly ReadableRow[] {
    return this.#rows;
  }

  /** What is known of the jobs, to be stored for the next window. */
  get known(): KnownJob[] {
    return this.#rows.flatMap(({ job }) => this.#find(job.key) ?? []);
  }

  /**
   * Switches to the jobs of another connection. Connect the watch list and the newest jobs first.
   * @param reading what an earlier window has read
   */
  connect(reading: Promise<LastKnown>): void {
    const recalled = new Map<string, KnownJob>();
    this.#recalled = recalled;
    this.#update();
    void reading.then((last) => {
      for (const known of recalledJobs(last)) recalled.set(known.job.key, known);
      if (recalled === this.#recalled) this.#update();
    });
  }

  /** When an earlier window has read a job that this one has not, in epoch milliseconds. */
  recalledAt(key: string): number | undefined {
    return this.#newest.find(key) === undefined ? this.#recalled.get(key)?.readAt : undefined;
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  #find(key: string): KnownJob | undefined {
    return this.#newest.find(key) ?? this.#recalled.get(key);
  }

  #update(): void {
    const keys = [...this.#watches.states.keys()];
    const jobs = keys.map((key) => this.#newest.named(this.#find(key)?.job ?? { key }));
    this.#rows = watchedRows(jobs, this.#rows);
    this.#changed.fire();
  }
}

/** The watched jobs last, because those of the list may be older. */
function recalledJobs({ jobs, watched = [] }: LastKnown): KnownJob[] {
  const listed = jobs && jobsIn(jobs.rows).map((job) => ({ job, readAt: jobs.readAt }));
  return [...(listed ?? []), ...watched];
}

/** Rows in the order of the last change of their jobs; the row before of a job that is the same. */
export function watchedRows(jobs: readonly Job[], before: readonly ReadableRow[]): ReadableRow[] {
  const known = new Map(before.map((row) => [row.job, row]));
  return jobs
    .toSorted((one, other) => changedAt(other) - changedAt(one))
    .map((job) => known.get(job) ?? jobRow(job));
}

function changedAt({ updatedAt, completedAt, startedAt }: Job): number {
  return Math.max(...[updatedAt, completedAt, startedAt].map((time) => parseTimestamp(time) ?? 0));
}
