import { type Job, type JobsPage, ServiceError, toServiceError } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/jobPages.ts';
import type { JobReader, SingleReading } from '../jobs/jobReader.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';

interface RoundResult {
  /** As the service has them now. */
  readonly found: readonly Job[];
  /** Keys that the service no longer knows. */
  readonly gone: readonly string[];
  /** What ended the round early, or why none of its jobs could be read. */
  readonly error: ServiceError | undefined;
}

/** The most requests of one round, whatever the number of jobs; jobs left over come first in the next round. */
export const mostRequests = 4;

/** A job that was just started may be unknown for a moment: it counts as gone after this many reads in a row. */
const readsUntilGone = 3;

/** The size of a page of jobs until one was read (section 8 of the interface document). */
const usualPageSize = 50;

/** What earlier rounds tell of a job. */
interface Track {
  /** The page on which it was read last, or on which the search for it goes on. */
  page: number | undefined;
  /** The round that last looked for it. */
  lastRound: number;
  /** Reads in a row by which the service does not know it. */
  timesUnknown: number;
}

/** A round under way. */
interface Round {
  /** Jobs to read, those of the earliest rounds first. */
  readonly waiting: Set<string>;
  readonly found: Job[];
  readonly gone: string[];
  /** The pages read, and whether more follow each. */
  readonly pages: Map<number, boolean>;
  readonly signal: AbortSignal;
  requests: number;
  /** The failure to read a job alone, which ends no round. */
  failure: ServiceError | undefined;
}

/**
 * The pages that may hold a job, in the order to read them: the expected one and the next, because jobs that start push
 * others down, by less than a page between two rounds unless very many start.
 * @param page the page to expect it on, as far as it is known
 * @param place the place of its row in the service's list, from 0
 */
export function planPages(page: number | undefined, place: number | undefined, pageSize: number): readonly number[] {
  const expected = page ?? (place === undefined ? undefined : Math.floor(place / pageSize) + 1);
  return expected === undefined ? [1] : [expected, expected + 1];
}

/** Reads polled jobs in rounds of few requests: a page serves all jobs on it, and a job found on no page is read alone. */
export class PollRounds {
  readonly #listJobs: PageSource;
  readonly #jobs: JobList;
  readonly #reader: JobReader;
  readonly #tracks = new Map<string, Track>();
  #rounds = 0;
  #pageSize = usualPageSize;
  /** A key that the page read last holds: a 404 for it means that single jobs are not supported. */
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
      // Planned again for each request, because each page read may show another page size.
      const pages = planPages(track.page, places.get(key), this.#pageSize).filter((number) => number <= endOf(round));
      const page = pages.find((number) => !round.pages.has(number));
      if (page !== undefined) {
        await this.#readPage(page, round);
        continue;
      }
      if (this.#reader.canReadSingles) await this.#readSingle(key, track, round);
      if (!waiting.delete(key)) continue;
      const last = pages.at(-1) ?? 0;
      // Without single jobs, only the pages after these can hold it: the next round goes on there.
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
      // Some services have no page past the last, which was another when this one was planned.
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

  /** Rejects with a failure that concerns every job. */
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

  /** Whether to ask further: a list that is read anew reads polled jobs, too. */
  #goesOn({ signal, requests }: Round): boolean {
    return !signal.aborted && requests < mostRequests && !this.#jobs.isReadAnew;
  }

  #placesOf(keys: ReadonlySet<string>): Map<string, number> {
    const places = new Map<string, number>();
    for (const [index, row] of (this.#jobs.state.rows ?? []).entries()) {
      if (row.kind === 'job' && keys.has(row.job.key)) places.set(row.job.key, index + this.#jobs.state.arrivedAbove);
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

/** The last page of the list, as far as the pages of a round tell. */
function endOf({ pages }: Round): number {
  for (const [number, hasMore] of pages) if (!hasMore) return number;
  return Infinity;
}

/** Whether a failure to read one job means that no other can be read now. */
function concernsAll({ kind }: ServiceError): boolean {
  return kind === 'rateLimited' || kind === 'unreachable' || kind === 'timeout' || kind === 'unauthorized' || kind === 'cancelled';
}
