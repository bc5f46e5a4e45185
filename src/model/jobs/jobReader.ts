import { type Job, type ServiceClient, ServiceError, rowId } from '../../service/index.ts';
import type { JobList } from './jobList.ts';

type SingleJobSource = ServiceClient['getJob'];

/** The outcome of GET /jobs/{key}. */
export type SingleReading =
  | { readonly kind: 'single'; readonly job: Job }
  /** The service supports single jobs and has none with this key. */
  | { readonly kind: 'gone'; readonly error: ServiceError }
  | { readonly kind: 'unsupported' }
  /** A 404 before any single job was read: either `gone` or `unsupported`. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'failed'; readonly error: ServiceError };

/** The list's version of a job. */
interface ListReading {
  readonly kind: 'list';
  /** Undefined if the loaded part of the list does not contain it. */
  readonly job: Job | undefined;
  /** Why the list and therefore `job` may be out of date. */
  readonly error: ServiceError | null;
  /** Whether a 404 or the complete list shows that the job does not exist. */
  readonly isAbsent: boolean;
  /** The 404 for a listed job, from a service that supports single jobs. */
  readonly refusal?: ServiceError;
}

export type JobReading = Extract<SingleReading, { kind: 'single' | 'gone' | 'failed' }> | ListReading;

/** The connected service, and whether it supports single jobs, as its answers show: the interface document does not say. */
interface SingleJobService {
  readonly getJob: SingleJobSource;
  singles: 'unknown' | 'supported' | 'unsupported';
}

/** Reads a job by its key: from GET /jobs/{key} if the service supports it, else from the list. */
export class JobReader {
  readonly #jobs: JobList;
  #service: SingleJobService | undefined;

  constructor(jobs: JobList) {
    this.#jobs = jobs;
  }

  /** False once an answer has shown that single jobs are not supported. */
  get canReadSingles(): boolean {
    return this.#service !== undefined && this.#service.singles !== 'unsupported';
  }

  /** Switches to another service and forgets whether the previous one supports single jobs. */
  connect(getJob: SingleJobSource | undefined): void {
    this.#service = getJob && { getJob, singles: 'unknown' };
  }

  /**
   * Rejects only with a fault of our own.
   * @param refreshesList whether to refresh the list before it provides the job
   * @param isKnown whether the service has listed the job, loaded or not
   */
  async read(key: string, signal: AbortSignal, refreshesList = false, isKnown = false): Promise<JobReading> {
    const id = rowId(key);
    if (!this.canReadSingles) return this.readListed(id, refreshesList);
    const isListed = async () => (await this.readListed(id, refreshesList)).job !== undefined || isKnown;
    const reading = await this.readSingle(key, signal, isListed);
    if (reading.kind === 'unclear' || reading.kind === 'unsupported') return this.#listed(id, reading.kind === 'unclear');
    if (reading.kind !== 'gone' || this.#jobs.find(key) === undefined) return reading;
    // The loaded list may be out of date.
    const listed = await this.readListed(id, true);
    return listed.job === undefined || listed.error !== null ? reading : { ...listed, refusal: reading.error };
  }

  /** Reads the job of a row from the list only. */
  async readListed(id: string, refreshesList = false): Promise<ListReading> {
    await (refreshesList ? this.#jobs.refresh({ readOn: false }) : this.#jobs.ensureLoaded());
    return this.#listed(id, false);
  }

  /**
   * Reads from GET /jobs/{key} only, and learns from the answer whether single jobs are supported.
   * @param isListed called after a refusal; true if the list contains the job: then a 404 means that single jobs are not supported
   */
  async readSingle(key: string, signal: AbortSignal, isListed: () => boolean | Promise<boolean>): Promise<SingleReading> {
    const service = this.#service;
    if (service === undefined || service.singles === 'unsupported') return { kind: 'unsupported' };
    try {
      const job = await service.getJob(key, signal);
      service.singles = 'supported';
      return { kind: 'single', job };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!isRefusal(error)) return { kind: 'failed', error };
      const isInList = await isListed();
      const isNotFound = error.kind === 'notFound';
      if (error.status === 410 || (isNotFound && service.singles === 'supported')) return { kind: 'gone', error };
      if (isNotFound && !isInList) return { kind: 'unclear' };
      if (service.singles === 'unknown') service.singles = 'unsupported';
      return { kind: 'unsupported' };
    }
  }

  #listed(id: string, isUnknown: boolean): ListReading {
    const { rows, hasMore, failure } = this.#jobs.state;
    const row = this.#jobs.row(id);
    const job = row?.kind === 'job' ? row.job : undefined;
    return { kind: 'list', job, error: failure?.error ?? null, isAbsent: job === undefined && (isUnknown || (rows !== undefined && !hasMore)) };
  }
}

/** Whether this failure of GET /jobs/{key} may mean that single jobs are not supported. */
export function isRefusal({ kind, status }: ServiceError): boolean {
  return kind === 'notFound' || status === 405 || status === 501;
}
