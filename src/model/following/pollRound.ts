import { type Job, type JobsPage, ServiceError, toServiceError } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/jobPages.ts';
import type { JobReader, SingleReading } from '../jobs/jobReader.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';

interface RoundResult {
  /** The current jobs. */
  readonly found: readonly Job[];
  /** Keys that no longer exist. */
  readonly gone: readonly string[];
  /** The failure that ended the round early, or that prevented all reads. */
  readonly error: ServiceError | undefined;
}

/** Most requests in one round; jobs that were not reached come first in the next. */
export const mostRequests = 4;

/** Consecutive reads without the job after which it counts as gone; a job that just started may be missing briefly. */
const readsUntilGone = 3;

/** The assumed size of a page of jobs before the first answer (section 8 of the interface document). */
const usualPageSize = 50;

/** What earlier rounds found out about a job. */
interface Track {
  /** The page where it was last read, or where the search continues. */
  page: number | undefined;
  /** The last round that tried to read it. */
  lastRound: number;
  /** Consecutive reads that did not find it. */
  timesUnknown: number;
}

/** A round in progress. */
interface Round {
  /** Keys still to read, those that waited longest first. */
  readonly waiting: Set<string>;
  readonly found: Job[];
  readonly gone: string[];
  /** For each page read, whether more pages follow. */
  readonly pages: Map<number, boolean>;
  readonly signal: AbortSignal;
  requests: number;
  /** The last failure of a single read, which does not end the round. */
  failure: ServiceError | undefined;
}

/**
 * The pages to read for a job, in order: the expected one and the next, because new jobs push others down, usually by
 * less than a page between two rounds.
 * @param page the expected page, if known
 * @param place the index of its row in the service's list, if known
 */
export function planPages(page: number | undefined, place: number | undefined, pageSize: number): readonly number[] {
  const expected = page ?? (place === undefined ? undefined : Math.floor(place / pageSize) + 1);
  return expected === undefined ? [1] : [expected, expected + 1];
}

/** Reads polled jobs in rounds with few requests: pages of the list first, each for all jobs on it, then missing jobs one by one. */
export class PollRounds {
  readonly #listJobs: PageSource;
  readonly #jobs: JobList;
  readonly #reader: JobReader;
  readonly #tracks = new Map<string, Track>();
  #rounds = 0;
  #pageSize = usualPageSize;
  /** A key from the last page read: a 404 for it means that single jobs are not supported. */
  #listedKey: string | undefined;

  constructor(listJobs: PageSource, jobs: JobList, reader: JobReader) {
    this.#listJobs = listJobs;
    this.#jobs = jobs;
    this.#reader = reader;
  }

  /** Never rejects. */
  async run(keys: readonly string[], signal: AbortSignal): Promise<RoundResult> {
    this.#rounds++;
    for (const key of this.#tracks.keys()) if (!keys.includes(key)) this.#tracks.delete(key);
    const waiting = new Set([...keys].sort((one, other) => this.#track(one).lastRound - this.#track(other).lastRound));
    const round: Round = { waiting, found: [], gone: [], pages: new Map(), signal, requests: 0, failure: undefined };
    let error: ServiceError | undefined;
    try {
      await this.#read(round);
      if (round.found.length === 0) error = round.failure;
    } catch (thrown) {
      error = toServiceError('poll', thrown);
    }
    return { found: round.found, gone: round.gone, error };
  }

  async #read(round: Round): Promise<void> {
    const { waiting } = round;
    const places = this.#placesOf(waiting);
    for (let [key] = waiting; key !== undefined && this.#goesOn(round); [key] = waiting) {
      const track = this.#track(key);
      track.lastRound = this.#rounds;
      // Planned again before each request, because the last page may have changed the page size.
      const pages = planPages(track.page, places.get(key), this.#pageSize).filter((number) => number <= endOf(round));
      const page = pages.find((number) => !round.pages.has(number));
      if (page !== undefined) {
        await this.#readPage(page, round);
        continue;
      }
      if (this.#reader.canReadSingles) await this.#readSingle(key, track, round);
      if (!waiting.delete(key)) continue;
      const last = pages.at(-1) ?? 0;
      // Without single jobs, the next round continues the search on the following page.
      track.page = !this.#reader.canReadSingles && round.pages.get(last) === true ? last + 1 : undefined;
    }
  }

  async #readPage(number: number, round: Round): Promise<void> {
    round.requests++;
    let page: JobsPage;
    try {
      page = await this.#listJobs(number, round.signal);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'notFound' || number === 1) throw error;
      // A 404 means that the list has become shorter since the page was planned.
      round.pages.set(number, false);
      return;
    }
    const { currentPage, hasMore } = page.pagination;
    round.pages.set(number, hasMore);
    if (round.signal.aborted) return;
    const jobs = jobsIn(page.jobs);
    if (hasMore && jobs.length > 0) this.#pageSize = page.jobs.length;
    this.#listedKey = jobs[0]?.key ?? this.#listedKey;
    if (currentPage === null || currentPage === number) this.#jobs.merge(page, number);
    else this.#jobs.update(jobs);
    for (const job of jobs) this.#take(job, round, number);
  }

  async #readSingle(key: string, track: Track, round: Round): Promise<void> {
    const reading = await this.#ask(key, false, round);
    if (round.signal.aborted) return;
    if (reading.kind === 'single') {
      this.#jobs.update([reading.job]);
      this.#take(reading.job, round);
      return;
    }
    if (reading.kind === 'failed') round.failure = reading.error;
    let isGone = reading.kind === 'gone';
    if (reading.kind === 'unclear' && this.#listedKey !== undefined && round.requests < mostRequests) {
      const { kind } = await this.#ask(this.#listedKey, true, round);
      isGone = kind === 'single' || kind === 'gone';
    }
    if (isGone && ++track.timesUnknown >= readsUntilGone) round.gone.push(key);
  }

  /** Rejects with a failure that affects all jobs. */
  async #ask(key: string, isListed: boolean, round: Round): Promise<SingleReading> {
    round.requests++;
    const reading = await this.#reader.readSingle(key, round.signal, () => isListed);
    if (reading.kind === 'failed' && concernsAll(reading.error)) throw reading.error;
    return reading;
  }

  #take(job: Job, round: Round, page?: number): void {
    if (!round.waiting.delete(job.key)) return;
    round.found.push(job);
    const track = this.#track(job.key);
    this.#tracks.set(job.key, { page: page ?? track.page, lastRound: this.#rounds, timesUnknown: 0 });
  }

  /** Whether the round may send more requests; not during a load of the list, which reads polled jobs as well. */
  #goesOn({ signal, requests }: Round): boolean {
    return !signal.aborted && requests < mostRequests && !this.#jobs.isReadAnew;
  }

  #placesOf(keys: ReadonlySet<string>): Map<string, number> {
    const places = new Map<string, number>();
    for (const [index, row] of (this.#jobs.state.rows ?? []).entries()) {
      if (row.kind === 'job' && keys.has(row.job.key)) places.set(row.job.key, index + this.#jobs.state.newer);
    }
    return places;
  }

  #track(key: string): Track {
    let track = this.#tracks.get(key);
    if (track === undefined) {
      track = { page: undefined, lastRound: 0, timesUnknown: 0 };
      this.#tracks.set(key, track);
    }
    return track;
  }
}

/** The last page of the list according to the pages of a round. */
function endOf({ pages }: Round): number {
  for (const [number, hasMore] of pages) if (!hasMore) return number;
  return Infinity;
}

/** Whether this failure of one read means that other reads would fail, too. */
function concernsAll({ kind }: ServiceError): boolean {
  return kind === 'rateLimited' || kind === 'unreachable' || kind === 'timeout' || kind === 'unauthorized' || kind === 'cancelled';
}
