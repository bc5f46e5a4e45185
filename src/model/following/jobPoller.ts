import type { Job, ServiceError } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import { maxRefreshedPages } from '../jobs/jobPages.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import {
  type Progress,
  afterAbsence,
  afterPoll,
  afterReading,
  concernsAll,
  isGone,
  nothingRead,
} from './progress.ts';
import { type RunOutcome, Schedule, never } from './schedule.ts';
import type { WatchList } from './watchList.ts';

/** The window's focus and activity. */
export interface Attention {
  readonly focused: boolean;
  /** Whether the window is in use; polling is slower while it is not. */
  readonly active: boolean;
}

/** What a round of polling, or a reading of the list, tells. */
export type PollEvent =
  /** Polled jobs, changed or not; `areWhole`: with all their members, which a list omits. */
  | { readonly kind: 'read'; readonly jobs: readonly Job[]; readonly areWhole: boolean }
  /** Watched jobs that have ended, which are no longer watched. */
  | { readonly kind: 'finished'; readonly jobs: readonly Job[] }
  /** Polled keys that no longer exist; those that were watched no longer are. */
  | { readonly kind: 'gone'; readonly keys: readonly string[]; readonly watched: readonly string[] }
  /** A failure, which leaves the jobs with these keys out of date. */
  | { readonly kind: 'failed'; readonly keys: readonly string[]; readonly error: ServiceError };

/** What one round has read. */
interface Round {
  readonly found: readonly Job[];
  readonly absent?: readonly string[];
  /** Keys that are on no page that is read again. */
  readonly beyond?: readonly string[];
  /** The failure that ended the round early, or that prevented all reads. */
  readonly error?: ServiceError | undefined;
}

/** The shortest interval between two rounds while the window is not used. */
const idleInterval = 15_000;

/** Most jobs to read by their keys in one round; the others come first in the next. */
export const mostReads = 4;

/** Time for each page that a round reads, in milliseconds. */
const pauseForPage = 1000;

/**
 * Polls watched jobs and the jobs of visible pages until they are over: a few in each round by their keys, or
 * all by a refresh of the list where the service reads no single jobs.
 */
export class JobPoller {
  readonly #jobs: JobList;
  readonly #watches: WatchList;
  readonly #reader: JobReader;
  readonly #subscriptions: readonly Disposable[];
  readonly #polled = new Emitter<PollEvent>();
  readonly #schedule = new Schedule(
    () => this.#dueAt(),
    (signal) => this.#poll(signal),
  );
  /** The visible pages, by the job that each shows. */
  readonly #pages = new Set<{ readonly key: string }>();
  /** What is known of followed jobs, those last that were polled last. */
  readonly #progress = new Map<string, Progress>();
  #attention: Attention = { focused: false, active: false };
  #isConnected = false;
  #isReading = false;
  /** Whether the last round ended because the service refused the API key. */
  #isRefused = false;

  readonly onDidPoll = this.#polled.event;

  constructor(jobs: JobList, watches: WatchList, reader: JobReader) {
    this.#jobs = jobs;
    this.#watches = watches;
    this.#reader = reader;
    this.#subscriptions = [
      watches.onDidChange((keys) => this.#onWatchesChanged(keys)),
      jobs.onDidReadAgain((read) => watches.resume(read.map(({ key }) => key))),
      jobs.onDidChange(() => this.#applyListed()),
    ];
  }

  /**
   * Switches to another service, or to none. Connect the watch list, the job list and the job reader first.
   */
  connect(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#isRefused = false;
    this.#progress.clear();
    this.#schedule.restart();
    this.#schedule.hurry();
  }

  /** Call this when the service has answered a request well: a refused API key may be accepted again. */
  answered(): void {
    if (this.#isRefused) this.#schedule.retry();
  }

  /** Polls only while the window has the focus, and more slowly while it is not in use. */
  setAttention(attention: Attention): void {
    this.#attention = attention;
    if (!attention.focused) this.#schedule.interrupt();
    this.#schedule.update();
  }

  /** Polls the job of a page, watched or not, until it is over or the result is disposed. */
  follow(key: string): Disposable {
    const page = { key };
    this.#pages.add(page);
    this.#schedule.hurry();
    return {
      dispose: () => {
        this.#pages.delete(page);
        this.#schedule.update();
      },
    };
  }

  dispose(): void {
    this.#isConnected = false;
    this.#schedule.cancel();
    for (const each of [...this.#subscriptions, this.#polled]) each.dispose();
  }

  #followed(): string[] {
    return [...new Set([...this.#watches.keys, ...this.#shown()])];
  }

  #shown(): string[] {
    return [...this.#pages].map(({ key }) => key);
  }

  #dueAt(): number {
    const { active, focused } = this.#attention;
    if (!this.#isConnected || !focused || this.#followed().length === 0) return never;
    const { lastRun, nextRun } = this.#schedule;
    return active ? nextRun : Math.max(nextRun, lastRun + idleInterval);
  }

  #onWatchesChanged(keys: readonly string[]): void {
    const followed = this.#followed();
    const isNew = keys.some((key) => this.#watches.isWatched(key) && !this.#progress.has(key));
    for (const key of keys) if (!followed.includes(key)) this.#progress.delete(key);
    if (isNew) this.#schedule.hurry();
    else this.#schedule.update();
  }

  async #poll(signal: AbortSignal): Promise<RunOutcome> {
    const followed = this.#followed();
    this.#isReading = true;
    const { found, absent = [], beyond = [], error } = await this.#read(followed, signal);
    this.#isReading = false;
    if (signal.aborted) return {};
    this.#isRefused = error?.kind === 'unauthorized';
    this.#watches.setStop(this.#isRefused ? error : undefined);
    this.#watches.mark(beyond, 'notFollowed');
    // Before any job finishes, because the notification of those counts the jobs that are still watched.
    this.#applyAbsences(absent);
    const read = found.map((job) => ({ job, ...this.#advance(job.key, (before) => afterPoll(before, job)) }));
    const areWhole = this.#reader.canReadSingles;
    if (error !== undefined) this.#polled.fire({ kind: 'failed', keys: followed, error });
    if (found.length > 0) this.#polled.fire({ kind: 'read', jobs: found, areWhole });
    const ended = read.filter(({ isOver }) => isOver).map(({ job }) => job);
    this.#finish(ended);
    this.#applyListed();
    const pages = areWhole ? 0 : Math.min(this.#jobs.state.count, maxRefreshedPages);
    return { error, isChanged: read.some(({ isChanged }) => isChanged), pause: pages * pauseForPage };
  }

  async #read(keys: readonly string[], signal: AbortSignal): Promise<Round> {
    const shown = this.#shown();
    const polled = [...this.#progress.keys()];
    const inTurn = keys.toSorted((one, other) => polled.indexOf(one) - polled.indexOf(other));
    // One of those that are seen in each round.
    const first = inTurn.filter((key) => shown.includes(key)).slice(0, 1);
    const next = [...new Set([...first, ...inTurn])].slice(0, mostReads);
    const round = await this.#readSingles(next, signal);
    return this.#reader.canReadSingles || signal.aborted ? round : this.#readList(keys, signal);
  }

  /** Reads jobs by their keys, until a failure that further reads would repeat. */
  async #readSingles(keys: readonly string[], signal: AbortSignal): Promise<Round> {
    const found: Job[] = [];
    const absent: string[] = [];
    let error: ServiceError | undefined;
    for (const key of keys) {
      if (signal.aborted || !this.#reader.canReadSingles) break;
      const before = this.#progress.get(key) ?? nothingRead;
      this.#progress.delete(key);
      this.#progress.set(key, before);
      const reading = await this.#reader.readSingle(key, signal);
      if (reading.kind === 'single') found.push(reading.job);
      else if (reading.kind === 'failed') ({ error } = reading);
      else absent.push(key);
      if (error !== undefined && concernsAll(error)) return { found, absent, error };
    }
    return { found, absent, error: found.length === 0 ? error : undefined };
  }

  /** Reads the loaded pages of the list again, as the automatic refresh does. */
  async #readList(keys: readonly string[], signal: AbortSignal): Promise<Round> {
    const read: Job[] = [];
    const subscription = this.#jobs.onDidReadAgain((jobs) => read.push(...jobs));
    await this.#jobs.refresh({ readOn: false, holdsRows: true, signal });
    subscription.dispose();
    const { failure, hasMore, note, notRefreshed } = this.#jobs.state;
    const found = read.filter(({ key }) => keys.includes(key));
    if (failure !== null) return { found, error: failure.error };
    const missing = keys.filter((key) => found.every((job) => job.key !== key));
    const isWhole = !hasMore && note === null && notRefreshed === null;
    return isWhole ? { found, absent: missing } : { found, beyond: missing };
  }

  #applyAbsences(keys: readonly string[]): void {
    const gone = keys.filter((key) => isGone(this.#advance(key, afterAbsence)));
    if (gone.length === 0) return;
    const watched = this.#end(gone, 'gone');
    this.#polled.fire({ kind: 'gone', keys: gone, watched });
  }

  /** A refresh of the list may read the end of a watched job before a poll does. */
  #applyListed(): void {
    const { rows, recalledAt } = this.#jobs.state;
    // Rows of an earlier window are ignored, because it has announced the ends of its jobs.
    // While a round reads, each of its answers changes the list; the event of the round tells all ends at once.
    if (rows === undefined || recalledAt !== null || this.#isReading) return;
    const listed = [...this.#watches.keys].flatMap((key) => this.#jobs.find(key) ?? []);
    this.#finish(
      listed.filter((job) => this.#advance(job.key, (before) => afterReading(before, job)).isOver),
    );
  }

  #advance(key: string, after: (before: Progress) => Progress): Progress {
    const progress = after(this.#progress.get(key) ?? nothingRead);
    this.#progress.set(key, progress);
    return progress;
  }

  #finish(ended: readonly Job[]): void {
    const watched = this.#end(
      ended.map(({ key }) => key),
      'finished',
    );
    const jobs = ended.filter(({ key }) => watched.includes(key));
    if (jobs.length > 0) this.#polled.fire({ kind: 'finished', jobs });
  }

  /** Ends watches and polls for pages; returns the keys that were watched, so that an event names each once. */
  #end(keys: readonly string[], state: 'finished' | 'gone'): string[] {
    for (const page of this.#pages) if (keys.includes(page.key)) this.#pages.delete(page);
    const watched = keys.filter((key) => this.#watches.isWatched(key));
    this.#watches.mark(watched, state);
    for (const key of keys) this.#progress.delete(key);
    return watched;
  }
}
