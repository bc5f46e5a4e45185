import {
  type Job,
  type ServiceClient,
  ServiceError,
  type UnreadableRow,
  rowId,
} from '../../service/index.ts';
import { type JobListSource, PageReading } from './pageReading.ts';

/** The outcome of `GET /jobs/{key}`. */
export type SingleReading =
  | { readonly kind: 'job'; readonly job: Job }
  /** The service supports single jobs and has none with this key. */
  | { readonly kind: 'notFound'; readonly error: ServiceError }
  /** The service may not support single jobs. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly error: ServiceError };

/** The outcome of reading one job by a single read or from the list. */
export type JobReading =
  | Extract<SingleReading, { kind: 'job' | 'failed' }>
  /** The job does not exist. `error` is the response to `GET /jobs/{key}` if the service supports it. */
  | { readonly kind: 'notFound'; readonly error?: ServiceError }
  /** Only the list contains the job. `refusal` is the response to `GET /jobs/{key}` if the service supports it. */
  | { readonly kind: 'listed'; readonly job: Job; readonly refusal?: ServiceError }
  | { readonly kind: 'unreadable'; readonly row: UnreadableRow }
  /** The first pages of the list do not contain the job, and more pages exist. */
  | { readonly kind: 'notListed'; readonly searched: number };

/** Maximum number of pages to search for a job if the service does not support single jobs. */
const maxSearchedPages = 20;

interface ReaderSource extends JobListSource {
  readonly getJob: ServiceClient['getJob'];
}

/**
 * Reads single jobs with `GET /jobs/{key}`, or from the list if the service does not support single jobs. The
 * responses show whether it does.
 */
export class JobReader {
  readonly #source: ReaderSource;
  #singles: 'unknown' | 'supported' | 'unsupported' = 'unknown';

  constructor(source: ReaderSource) {
    this.#source = source;
  }

  /** False after a response has shown that the service does not support single jobs. */
  get canReadSingles(): boolean {
    return this.#singles !== 'unsupported';
  }

  /** Requests `GET /jobs/{key}`. Rejects only because of a bug. */
  async readSingle(key: string, signal: AbortSignal): Promise<SingleReading> {
    if (this.#singles === 'unsupported') return { kind: 'unsupported' };
    try {
      const response = await this.#request(key, signal);
      if (!(response instanceof ServiceError)) return { kind: 'job', job: response };
      return await this.#readRefusal(response, signal);
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', error };
      throw error;
    }
  }

  /**
   * Reads the first {@link maxSearchedPages} pages of the list until all of these jobs are found.
   * @throws {ServiceError}
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
   * Reads a job by its key, alone or from the list. Rejects only because of a bug.
   * @param requestsList true to request the list even if the store contains the job
   */
  async read(key: string, signal: AbortSignal, requestsList = false): Promise<JobReading> {
    const single = await this.readSingle(key, signal);
    if (single.kind === 'job' || single.kind === 'failed') return single;
    const known = this.#source.store.get(key);
    const isKnown = known !== undefined && this.#source.store.cachedAt(key) === undefined;
    if (single.kind !== 'notFound' && isKnown && !requestsList) return { kind: 'listed', job: known };
    const listed = await this.readListed(rowId(key), signal);
    if (single.kind !== 'notFound') return listed;
    return listed.kind === 'listed' ? { ...listed, refusal: single.error } : single;
  }

  /** Reads the job of a row from the list only. Rejects only because of a bug. */
  async readListed(id: string, signal: AbortSignal): Promise<JobReading> {
    try {
      const reading = await this.search([id], signal);
      const row = reading.row(id);
      if (row?.kind === 'job') return { kind: 'listed', job: row.job };
      if (row !== undefined) return { kind: 'unreadable', row };
      return reading.isWhole ? { kind: 'notFound' } : { kind: 'notListed', searched: reading.rows.length };
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', error };
      throw error;
    }
  }

  async #readRefusal(error: ServiceError, signal: AbortSignal): Promise<SingleReading> {
    if (error.kind !== 'notFound') return { kind: 'unsupported' };
    if (error.status === 410) return { kind: 'notFound', error };
    if (this.#singles === 'unknown' && (await this.#refusesListedJob(signal))) {
      this.#singles = 'unsupported';
    }
    return this.#singles === 'supported' ? { kind: 'notFound', error } : { kind: 'unsupported' };
  }

  /** Requests a job that the service has just listed. Returns true if the service refuses the request. */
  async #refusesListedJob(signal: AbortSignal): Promise<boolean> {
    const { jobs } = await this.#source.listJobs(1, signal);
    // The last job is the safest choice: a new job, which is usually first, may be listed before it can be
    // read.
    const last = jobs.findLast((row) => row.kind === 'job');
    return last?.kind === 'job' && (await this.#request(last.job.key, signal)) instanceof ServiceError;
  }

  /**
   * Resolves to the job, or to the error if the service refuses the request.
   * @throws {ServiceError} for any other failure
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

/** True if a failure of `GET /jobs/{key}` may mean that the service does not support single jobs. */
export function isRefusal({ kind, status }: ServiceError): boolean {
  return kind === 'notFound' || status === 405 || status === 501;
}
