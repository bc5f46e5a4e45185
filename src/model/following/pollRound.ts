import { type Job, ServiceError, rowId, toServiceError } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/jobPages.ts';
import type { JobReader } from '../jobs/jobReader.ts';

interface RoundResult {
  readonly found: readonly Job[];
  readonly gone: readonly string[];
  /** The failure that ended the round early, or that prevented all reads. */
  readonly error: ServiceError | undefined;
}

/** Most jobs, or pages of the list, to read in one round; jobs that were not reached come first in the next. */
export const mostReads = 4;

/** Rounds without the job after which it counts as gone; a job that just started may be missing briefly. */
const roundsUntilGone = 3;

/** The assumed size of a page of jobs before the first answer (section 8 of the interface document). */
const usualPageSize = 50;

/** What earlier rounds found out about a job. */
interface Track {
  page: number | undefined;
  /** The page where the search from the first page down goes on; undefined while the job is expected on a page. */
  next: number | undefined;
  /** The last round that tried to read it. */
  lastRound: number;
  /** Consecutive rounds that did not find it. */
  missed: number;
}

interface Round {
  /** Keys still to read, those that waited longest first. */
  readonly waiting: Set<string>;
  readonly found: Job[];
  readonly gone: string[];
  /** For each page read, whether more pages follow. */
  readonly pages: Map<number, boolean>;
  readonly signal: AbortSignal;
  /** The last failure of a single read, which does not end the round. */
  failure: ServiceError | undefined;
}

/** Reads these jobs in one round; never rejects. */
export type PollRound = (keys: readonly string[], signal: AbortSignal) => Promise<RoundResult>;

/** Reads polled jobs in rounds with few requests: by their keys where the service supports it, else by the pages of its list. */
export function createPollRounds(jobs: JobList, reader: JobReader): PollRound {
  const tracks = new Map<string, Track>();
  let rounds = 0;
  let pageSize = usualPageSize;

  return async (keys, signal) => {
    rounds++;
    for (const key of tracks.keys()) if (!keys.includes(key)) tracks.delete(key);
    const waiting = new Set([...keys].sort((one, other) => trackOf(one).lastRound - trackOf(other).lastRound));
    const round: Round = { waiting, found: [], gone: [], pages: new Map(), signal, failure: undefined };
    let error: ServiceError | undefined;
    try {
      for (const key of [...waiting].slice(0, mostReads)) if (goesOn(round) && reader.canReadSingles) await readSingle(key, round);
      if (!reader.canReadSingles) await readPages(round);
      if (round.found.length === 0) error = round.failure;
    } catch (thrown) {
      error = toServiceError('poll', thrown);
    }
    // With one change for all jobs of the round.
    if (!signal.aborted) jobs.update(round.found);
    return { found: round.found, gone: round.gone, error };
  };

  /** Rejects with a failure that affects all jobs. */
  async function readSingle(key: string, round: Round): Promise<void> {
    const track = begin(key);
    const reading = await reader.readSingle(key, round.signal);
    if (round.signal.aborted || reading.kind === 'unsupported') return;
    if (reading.kind === 'failed') {
      if (concernsAll(reading.error)) throw reading.error;
      round.failure = reading.error;
    } else if (reading.kind === 'single') {
      take(reading.job, round, track.page);
    } else if (track.missed >= roundsUntilGone) round.gone.push(key);
  }

  async function readPages(round: Round): Promise<void> {
    const { waiting, pages } = round;
    for (let [key] = waiting; key !== undefined && goesOn(round); [key] = waiting) {
      // Planned again before each request, because the last page may have changed the page size and the places.
      const number = nextPage(trackOf(key), placeOf(key), pageSize, pages);
      if (number !== undefined && pages.size === mostReads) return;
      const track = begin(key);
      if (number !== undefined) {
        await readPage(number, round);
        continue;
      }
      // Not found on any page, from the first to the last.
      waiting.delete(key);
      track.next = 1;
      if (track.missed >= roundsUntilGone) round.gone.push(key);
    }
  }

  async function readPage(number: number, round: Round): Promise<void> {
    const page = await jobs.readBeside(number, round.signal).catch((error: unknown) => {
      // A 404 means that the list has become shorter since the page was planned.
      if (error instanceof ServiceError && error.kind === 'notFound' && number > 1) return undefined;
      throw error;
    });
    round.pages.set(number, page?.pagination.hasMore === true);
    if (page === undefined || round.signal.aborted) return;
    if (page.pagination.hasMore && page.jobs.length > 0) pageSize = page.jobs.length;
    for (const job of jobsIn(page.jobs)) take(job, round, number);
  }

  function take(job: Job, round: Round, page: number | undefined): void {
    if (!round.waiting.delete(job.key)) return;
    round.found.push(job);
    tracks.set(job.key, { page, next: undefined, lastRound: rounds, missed: 0 });
  }

  /** Whether the round may send more requests; not during a load of the list, which reads polled jobs as well. */
  function goesOn({ signal }: Round): boolean {
    return !signal.aborted && !jobs.isReadAnew;
  }

  /** The index of a job's row in the service's list, if known. */
  function placeOf(key: string): number | undefined {
    const place = jobs.placeOf(rowId(key));
    return place === undefined ? undefined : place + jobs.state.newer;
  }

  /** The track of a job that this round tries to read. */
  function begin(key: string): Track {
    const track = trackOf(key);
    if (track.lastRound !== rounds) track.missed++;
    track.lastRound = rounds;
    return track;
  }

  function trackOf(key: string): Track {
    let track = tracks.get(key);
    if (track === undefined) {
      track = { page: undefined, next: undefined, lastRound: 0, missed: 0 };
      tracks.set(key, track);
    }
    return track;
  }
}

/**
 * The page to read next for a job; undefined once a search has passed all pages. First the expected page and the next,
 * because new jobs push others down, usually by less than a page between two rounds; then from the first page down. Each
 * round of a search begins with the first page, because a job that moves up mostly moves there.
 * @param place the index of its row in the service's list, if known
 * @param pages the pages read in this round, and whether more pages follow
 */
function nextPage(track: Track, place: number | undefined, pageSize: number, pages: ReadonlyMap<number, boolean>): number | undefined {
  const end = [...pages].find(([, hasMore]) => !hasMore)?.[0] ?? Infinity;
  if (track.next === undefined) {
    const expected = track.page ?? (place === undefined ? undefined : Math.floor(place / pageSize) + 1);
    const planned = expected === undefined ? [] : [expected, expected + 1];
    const page = planned.find((number) => number <= end && !pages.has(number));
    if (page !== undefined) return page;
    track.next = 1;
  }
  if (!pages.has(1)) return 1;
  while (pages.has(track.next)) track.next++;
  return track.next <= end ? track.next : undefined;
}

/** Whether this failure of one read means that other reads would fail, too. */
export function concernsAll({ kind }: ServiceError): boolean {
  return kind === 'rateLimited' || kind === 'unreachable' || kind === 'timeout' || kind === 'unauthorized' || kind === 'cancelled';
}
