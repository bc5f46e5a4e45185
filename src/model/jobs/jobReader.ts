import {
  type Job,
  type ServiceClient,
  ServiceError,
  type UnreadableRow,
  rowId,
} from '../../service/index.ts';
import { jobsIn } from './listRows.ts';
import { type JobListSource, PageReading } from './pageReading.ts';

/** Result of a `GET /jobs/{key}` request. */
export type SingleReading =
  | { readonly kind: 'job'; readonly job: Job }
  /** The service reported that the job does not exist. */
  | { readonly kind: 'notFound'; readonly error: ServiceError }
  /** The service does not seem to support `GET /jobs/{key}`. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly error: ServiceError };

/** Result of reading a job with `GET /jobs/{key}` or from the job list. */
export type JobReading =
  | Extract<SingleReading, { kind: 'job' | 'failed' }>
  /**
   * The job does not exist. `error` is the error response to `GET /jobs/{key}`, if this request was
   * sent.
   */
  | { readonly kind: 'notFound'; readonly error?: ServiceError }
  /**
   * The job was found only in the job list. `refusal` is the error response to `GET /jobs/{key}`,
   * if any.
   */
  | { readonly kind: 'listed'; readonly job: Job; readonly refusal?: ServiceError }
  | { readonly kind: 'unreadable'; readonly row: UnreadableRow }
  /**
   * The job is not on the first pages of the job list, but may be on a later page. `searched` is
   * the number of jobs that were searched.
   */
  | { readonly kind: 'notListed'; readonly searched: number };

/**
 * Maximum number of list pages to search for a job if the service does not support
 * `GET /jobs/{key}`.
 */
const maxSearchedPages = 20;

interface ReaderSource extends JobListSource {
  readonly getJob: ServiceClient['getJob'];
}

/**
 * Reads individual jobs with `GET /jobs/{key}`. If the service does not support this request,
 * searches the job list instead.
 */
export class JobReader {
  readonly #source: ReaderSource;
  #singles: 'unknown' | 'supported' | 'unsupported' = 'unknown';

  constructor(source: ReaderSource) {
    this.#source = source;
  }

  /** False if the service does not support `GET /jobs/{key}`. True while support is unknown. */
  get canReadSingles(): boolean {
    return this.#singles !== 'unsupported';
  }

  /** Requests a job with `GET /jobs/{key}`. Returns service errors instead of throwing them. */
  async readSingle(key: string, signal: AbortSignal): Promise<SingleReading> {
    if (this.#singles === 'unsupported') return { kind: 'unsupported' };
    try {
      const response = await this.#request(key, signal);
      if (!(response instanceof ServiceError)) return { kind: 'job', job: response };
      return await this.#readRefusal(key, response, signal);
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', error };
      throw error;
    }
  }

  /**
   * Reads up to {@link maxSearchedPages} pages of the job list, until all given jobs are found.
   * @throws {ServiceError} if a page cannot be read
   */
  async search(ids: readonly string[], signal: AbortSignal): Promise<PageReading> {
    const reading = new PageReading(this.#source);
    await reading.read({
      signal,
      pagesAtOnce: 1,
      lastPage: maxSearchedPages,
      isEnough: () => ids.every((id) => reading.row(id) !== undefined),
    });
    return reading;
  }

  /**
   * Reads a job with `GET /jobs/{key}` or from the job list. Returns service errors instead of
   * throwing them.
   * @param requestsList if true, requests the job list even if the store already contains the job
   */
  async read(key: string, signal: AbortSignal, requestsList = false): Promise<JobReading> {
    const single = await this.readSingle(key, signal);
    if (single.kind === 'job' || single.kind === 'failed') return single;
    const known = this.#source.store.get(key);
    const isKnown = known !== undefined && this.#source.store.cachedAt(key) === undefined;
    if (single.kind !== 'notFound' && isKnown && !requestsList)
      return { kind: 'listed', job: known };
    const listed = await this.readListed(rowId(key), signal);
    if (single.kind !== 'notFound') return listed;
    return listed.kind === 'listed' ? { ...listed, refusal: single.error } : single;
  }

  /**
   * Searches the job list for a job, without sending `GET /jobs/{key}`. Returns service errors
   * instead of throwing them.
   */
  async readListed(id: string, signal: AbortSignal): Promise<JobReading> {
    try {
      const reading = await this.search([id], signal);
      const row = reading.row(id);
      if (row?.kind === 'job') return { kind: 'listed', job: row.job };
      if (row !== undefined) return { kind: 'unreadable', row };
      return reading.isWhole
        ? { kind: 'notFound' }
        : { kind: 'notListed', searched: reading.rows.length };
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', error };
      throw error;
    }
  }

  async #readRefusal(
    key: string,
    error: ServiceError,
    signal: AbortSignal,
  ): Promise<SingleReading> {
    if (error.kind !== 'notFound') return { kind: 'unsupported' };
    if (error.status === 410) return { kind: 'notFound', error };
    if (this.#singles === 'unknown' && (await this.#refusesListedJob(key, signal))) {
      this.#singles = 'unsupported';
    }
    return this.#singles === 'supported' ? { kind: 'notFound', error } : { kind: 'unsupported' };
  }

  /**
   * Returns true if the service rejects `GET /jobs/{key}` even for a listed job. In this case, the
   * service does not support the request.
   * @param key the job that was not found. If possible, another job is requested.
   */
  async #refusesListedJob(key: string, signal: AbortSignal): Promise<boolean> {
    const { jobs } = await this.#source.listJobs(1, signal);
    const listed = jobsIn(jobs);
    // Uses the last other job on the page, because the first job and the given job may be so new
    // that the service cannot find them yet.
    const job = listed.findLast((each) => each.key !== key) ?? listed[0];
    return job !== undefined && (await this.#request(job.key, signal)) instanceof ServiceError;
  }

  /**
   * Requests a job with `GET /jobs/{key}`. Returns the error if the job does not exist or if the
   * service does not support this request.
   * @throws {ServiceError} for all other errors
   */
  async #request(key: string, signal: AbortSignal): Promise<Job | ServiceError> {
    const { getJob, store } = this.#source;
    const request = store.nextRequest();
    try {
      const job = await getJob(key, signal);
      this.#singles = 'supported';
      store.apply({ jobs: [job], source: 'single', request, readAt: Date.now() });
      return store.get(key) ?? job;
    } catch (error) {
      if (!(error instanceof ServiceError) || !isRefusal(error)) throw error;
      if (error.kind !== 'notFound' && this.#singles === 'unknown') this.#singles = 'unsupported';
      return error;
    }
  }
}

/** Returns true if an error may mean that the service does not support `GET /jobs/{key}`. */
export function isRefusal({ kind, status }: ServiceError): boolean {
  return kind === 'notFound' || status === 405 || status === 501;
}
