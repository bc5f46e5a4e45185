import { type Job, type JobsPage, ServiceError } from '../../service/index.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { SingleJobs } from '../jobs/singleJobs.ts';

/** What following asks of a service. */
export interface FollowSource {
  readonly listJobs: (page: number, signal: AbortSignal) => Promise<JobsPage>;
  readonly getJob: (key: string, signal: AbortSignal) => Promise<Job>;
}

export interface Findings {
  /** As the service has them now. */
  readonly found: readonly Job[];
  /** Keys that the service does not know any more. */
  readonly gone: readonly string[];
  /** What ended the look early. */
  readonly error: ServiceError | undefined;
}

/** Requests of one look at most, however many jobs there are to look for; who had to wait is first in the next. */
export const mostRequests = 4;

/** A job that was just started may be unknown for a moment: so many times in a row, it is gone. */
const timesUntilGone = 3;

/** What pages hold unless one showed otherwise (section 8 of the interface document). */
const usualPageSize = 50;

interface Track {
  /** The page on which the job was seen last, or from which on it is still to be looked for. */
  page: number | undefined;
  /** The look in which it was last tried to be found. */
  tried: number;
  timesUnknown: number;
}

/** Looks for jobs with as few requests as can be: on the pages where their rows stand, alone where they have none. */
export class FollowLookup {
  readonly #jobs: JobList;
  readonly #source: FollowSource;
  readonly #tracks = new Map<string, Track>();
  #looks = 0;
  readonly #singleJobs: SingleJobs;
  #pageSize = usualPageSize;
  /** A key that a page just held: whoever does not know that one knows none. */
  #listedKey: string | undefined;

  constructor(jobs: JobList, singleJobs: SingleJobs, source: FollowSource) {
    this.#singleJobs = singleJobs;
    this.#jobs = jobs;
    this.#source = source;
  }

  /** Never rejects. */
  async look(keys: readonly string[], signal: AbortSignal): Promise<Findings> {
    const found = new Map<string, Job>();
    const gone: string[] = [];
    let error: ServiceError | undefined;
    try {
      error = await this.#search(keys, found, gone, signal);
    } catch (thrown) {
      error = thrown instanceof ServiceError ? thrown : new ServiceError('unreadable', String(thrown), { cause: thrown });
    }
    return { found: [...found.values()], gone, error };
  }

  /** Resolves to the failure to read a job alone, if that is all that came of it. */
  async #search(keys: readonly string[], found: Map<string, Job>, gone: string[], signal: AbortSignal): Promise<ServiceError | undefined> {
    const look = ++this.#looks;
    for (const key of this.#tracks.keys()) if (!keys.includes(key)) this.#tracks.delete(key);
    const waiting = new Set([...keys].sort((one, other) => this.#track(one).tried - this.#track(other).tried));
    const places = this.#placesOf(waiting);
    /** Pages read in this look, and whether there are more after them. */
    const read = new Map<number, boolean>();
    let requests = 0;
    let failure: ServiceError | undefined;
    const take = (job: Job, page?: number) => {
      if (!waiting.delete(job.key)) return;
      found.set(job.key, job);
      Object.assign(this.#track(job.key), { tried: look, timesUnknown: 0, ...(page === undefined ? {} : { page }) });
    };

    for (let [key] = waiting; key !== undefined && requests < mostRequests && !signal.aborted; [key] = waiting) {
      const track = this.#track(key);
      track.tried = look;
      const pages = this.#pagesFor(track, places.get(key));
      const page = pages.find((number) => !read.has(number));
      if (page !== undefined) {
        requests++;
        const answer = await this.#source.listJobs(page, signal);
        read.set(page, answer.pagination.hasMore);
        // A load that reads the list anew brings it all, and later.
        if (signal.aborted || isReadAnew(this.#jobs)) break;
        for (const job of this.#takePage(answer, page)) take(job, page);
        continue;
      }
      if (!this.#singleJobs.areRefused) {
        requests++;
        const answer = await this.#ask(key, signal);
        if (signal.aborted || isReadAnew(this.#jobs)) break;
        if (!(answer instanceof ServiceError)) {
          this.#jobs.updateMany([answer]);
          take(answer);
          continue;
        }
        let meaning = this.#singleJobs.refused(answer, false);
        if (meaning === undefined) failure = answer;
        if (meaning === 'either' && this.#listedKey !== undefined && requests < mostRequests) {
          requests++;
          const listed = await this.#ask(this.#listedKey, signal);
          meaning = listed instanceof ServiceError ? this.#singleJobs.refused(listed, true) : 'gone';
        }
        if (meaning === 'gone' && ++track.timesUnknown >= timesUntilGone) gone.push(key);
      }
      // Neither where it was nor to be asked for: where only pages can tell, the next look goes on after these.
      const end = pages.at(-1) ?? 0;
      track.page = this.#singleJobs.areRefused && read.get(end) === true ? end + 1 : undefined;
      waiting.delete(key);
    }
    return found.size === 0 ? failure : undefined;
  }

  /** Asks for a job alone; resolves to a failure that concerns this job only. */
  async #ask(key: string, signal: AbortSignal): Promise<Job | ServiceError> {
    try {
      const job = await this.#source.getJob(key, signal);
      this.#singleJobs.answered();
      return job;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || concernsAll(thrown)) throw thrown;
      return thrown;
    }
  }

  #takePage(page: JobsPage, asked: number): Job[] {
    const { currentPage, hasMore } = page.pagination;
    const jobs = page.jobs.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
    if (hasMore && jobs.length > 0) this.#pageSize = page.jobs.length;
    this.#listedKey = jobs[0]?.key ?? this.#listedKey;
    if (currentPage === null || currentPage === asked) this.#jobs.merge(page, asked);
    else this.#jobs.updateMany(jobs);
    return jobs;
  }

  /** Rows shift down by a page at most between two looks, unless very many jobs start, or nobody looked for long. */
  #pagesFor({ page }: Track, place: number | undefined): number[] {
    const likely = page ?? (place === undefined ? undefined : Math.floor(place / this.#pageSize) + 1);
    return likely === undefined ? [1] : [likely, likely + 1];
  }

  /** Where the list has the rows of jobs, from 0. */
  #placesOf(keys: ReadonlySet<string>): Map<string, number> {
    const places = new Map<string, number>();
    for (const [index, row] of (this.#jobs.state.rows ?? []).entries()) {
      if (row.kind === 'job' && keys.has(row.job.key)) places.set(row.job.key, index + this.#jobs.arrivedAbove);
    }
    return places;
  }

  #track(key: string): Track {
    let track = this.#tracks.get(key);
    if (track === undefined) {
      track = { page: undefined, tried: 0, timesUnknown: 0 };
      this.#tracks.set(key, track);
    }
    return track;
  }
}

/** Whether a load is under way that replaces the rows of the list. */
export function isReadAnew({ state: { loading } }: JobList): boolean {
  return loading === 'first' || loading === 'refresh';
}

/** Whether a failure to read one job says that no other can be read now. */
function concernsAll({ kind }: ServiceError): boolean {
  return kind === 'rateLimited' || kind === 'unreachable' || kind === 'timeout' || kind === 'unauthorized' || kind === 'cancelled';
}
