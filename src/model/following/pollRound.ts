import { type Job, ServiceError, rowId, toServiceError } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import { jobsIn } from '../jobs/jobPages.ts';
import type { JobReader } from '../jobs/jobReader.ts';

/**
 * Most jobs, or pages of the list, to read in one round; jobs that were not reached come first in the next.
 */
export const mostReads = 4;

/**
 * Refusals, or searches of the whole list, after which a job counts as gone: one that just started may be
 * missing briefly, and removed jobs may move one past a search.
 */
const missesUntilGone = 3;

/** What earlier rounds found out about a job. */
interface Track {
  page?: number | undefined;
  /**
   * The page where the search from the first page down goes on; undefined while the job is expected on a
   * page.
   */
  next?: number | undefined;
  /** The last round that tried to read it. */
  lastRound: number;
  /** Consecutive refusals, or searches of the whole list that did not find it. */
  missed: number;
}

/**
 * Reads these jobs in one round, among them one of those that are seen; never rejects. The error is the
 * failure that ended the round early, or that prevented all reads.
 * @param seen the jobs whose pages are seen
 */
export type PollRound = (
  keys: readonly string[],
  signal: AbortSignal,
  seen: readonly string[],
) => Promise<{
  readonly found: readonly Job[];
  readonly gone: readonly string[];
  readonly error: ServiceError | undefined;
}>;

/**
 * Reads polled jobs in rounds with few requests: by their keys where the service supports it, else by the
 * pages of its list.
 */
export function createPollRounds(jobs: JobList, reader: JobReader): PollRound {
  let tracks = new Map<string, Track>();
  let rounds = 0;
  /** Before the first answer, that of section 8 of the interface document. */
  let pageSize = 50;

  return async (keys, signal, seen) => {
    rounds++;
    tracks = new Map(keys.map((key) => [key, tracks.get(key) ?? { lastRound: 0, missed: 0 }]));
    const inTurn = [...tracks].sort(([, one], [, other]) => one.lastRound - other.lastRound);
    // Only where it takes one request: a search for it could take all of each round.
    const ofPage = inTurn.filter(([key]) => reader.canReadSingles && seen.includes(key));
    /**
     * The jobs still to read, those that waited longest first, with one that is seen among those of this
     * round.
     */
    const waiting = new Map([...inTurn.slice(0, mostReads - 1), ...ofPage, ...inTurn]);
    const found: Job[] = [];
    const gone: string[] = [];
    /** For each page read, whether more pages follow. */
    const pages = new Map<number, boolean>();
    /** The last failure of a single read, which does not end the round. */
    let failure: ServiceError | undefined;
    let error: ServiceError | undefined;

    /**
     * Whether the round may send more requests; not during a load of the list, which reads polled jobs as
     * well.
     */
    const goesOn = () => !signal.aborted && !jobs.isReadAnew;
    const miss = (key: string, track: Track) => {
      if (++track.missed >= missesUntilGone) gone.push(key);
    };
    const take = (job: Job, page: number | undefined) => {
      if (!waiting.delete(job.key)) return;
      found.push(job);
      tracks.set(job.key, { page, lastRound: rounds, missed: 0 });
    };
    /** Rejects with a failure that affects all jobs. */
    const readSingle = async (key: string, track: Track) => {
      track.lastRound = rounds;
      const reading = await reader.readSingle(key, signal);
      if (signal.aborted || reading.kind === 'unsupported') return;
      if (reading.kind === 'failed') {
        if (concernsAll(reading.error)) throw reading.error;
        failure = reading.error;
      } else if (reading.kind === 'single') take(reading.job, track.page);
      else miss(key, track);
    };
    const readPage = async (number: number) => {
      const page = await jobs.readBeside(number, signal).catch((error: unknown) => {
        // A 404 means that the list has become shorter since the page was planned.
        if (error instanceof ServiceError && error.kind === 'notFound' && number > 1) return undefined;
        throw error;
      });
      pages.set(number, page?.pagination.hasMore === true);
      if (page === undefined || signal.aborted) return;
      if (page.pagination.hasMore && page.jobs.length > 0) pageSize = page.jobs.length;
      for (const job of jobsIn(page.jobs)) take(job, number);
    };

    try {
      for (const [key, track] of [...waiting].slice(0, mostReads)) {
        if (goesOn() && reader.canReadSingles) await readSingle(key, track);
      }
      for (let [next] = waiting; next !== undefined && !reader.canReadSingles && goesOn(); [next] = waiting) {
        const [key, track] = next;
        const place = jobs.placeOf(rowId(key));
        // Planned again before each request, because the last page may have changed the page size and the
        // places.
        const number = nextPage(
          track,
          place === undefined ? undefined : place + jobs.state.newer,
          pageSize,
          pages,
        );
        if (number !== undefined && pages.size === mostReads) break;
        track.lastRound = rounds;
        if (number !== undefined) {
          await readPage(number);
          continue;
        }
        // Not found on any page, from the first to the last.
        waiting.delete(key);
        track.next = 1;
        miss(key, track);
      }
      if (found.length === 0) error = failure;
    } catch (thrown) {
      error = toServiceError('poll', thrown);
    }
    return { found, gone, error };
  };
}

/**
 * The page to read next for a job; undefined once a search has passed all pages. First the expected page and
 * the next, because new jobs push others down, usually by less than a page between two rounds; then from the
 * first page down. Each round of a search begins with the first page, because a job that moves up mostly
 * moves there.
 * @param place the index of its row in the service's list, if known
 * @param pages the pages read in this round, and whether more pages follow
 */
function nextPage(
  track: Track,
  place: number | undefined,
  pageSize: number,
  pages: ReadonlyMap<number, boolean>,
): number | undefined {
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
  return ['rateLimited', 'unreachable', 'timeout', 'unauthorized', 'cancelled'].includes(kind);
}
