import { type Job, type ServiceClient, ServiceError, rowId } from '../../service/index.ts';
import type { JobList } from './jobList.ts';

type SingleJobSource = ServiceClient['getJob'];

/** The outcome of GET /jobs/{key}. */
type SingleReading =
  | { readonly kind: 'single'; readonly job: Job }
  /** The service supports single jobs and has none with this key. */
  | { readonly kind: 'gone'; readonly error: ServiceError }
  | { readonly kind: 'unsupported' }
  /** A 404 that no listed job explains: either `gone` or `unsupported`. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'failed'; readonly error: ServiceError };

interface ListedReading {
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

export type JobReading = Extract<SingleReading, { kind: 'single' | 'gone' | 'failed' }> | ListedReading;

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
   */
  async read(key: string, signal: AbortSignal, refreshesList = false): Promise<JobReading> {
    const id = rowId(key);
    const reading = await this.readSingle(key, signal);
    if (reading.kind === 'unclear' || reading.kind === 'unsupported') {
      await this.readListed(id, refreshesList);
      return this.#listed(id, reading.kind === 'unclear');
    }
    if (reading.kind !== 'gone') return reading;
    // A loaded list that has the job may be out of date.
    const listed = await this.readListed(id, this.#jobs.find(key) !== undefined);
    return listed.job === undefined || listed.error !== null ? reading : { ...listed, refusal: reading.error };
  }

  /** Reads the job of a row from the list only. */
  async readListed(id: string, refreshesList = false): Promise<ListedReading> {
    await (refreshesList ? this.#jobs.refresh({ readOn: false }) : this.#jobs.ensureLoaded());
    return this.#listed(id, false);
  }

  /** Reads from GET /jobs/{key} only, and learns from the answer whether single jobs are supported. */
  async readSingle(key: string, signal: AbortSignal): Promise<SingleReading> {
    const service = this.#service;
    if (service === undefined || service.singles === 'unsupported') return { kind: 'unsupported' };
    try {
      const answer = await this.#ask(service, key, signal);
      if (!(answer instanceof ServiceError)) return { kind: 'single', job: answer };
      if (answer.kind === 'notFound' && answer.status !== 410 && service.singles === 'unknown' && (await this.#refusesListed(signal))) service.singles = 'unsupported';
      return meaningOf(answer, service);
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', error };
      throw error;
    }
  }

  /** Resolves to the job, or to a refusal. */
  async #ask(service: SingleJobService, key: string, signal: AbortSignal): Promise<Job | ServiceError> {
    try {
      const job = await service.getJob(key, signal);
      service.singles = 'supported';
      return job;
    } catch (error) {
      if (!(error instanceof ServiceError) || !isRefusal(error)) throw error;
      if (error.kind !== 'notFound' && service.singles === 'unknown') service.singles = 'unsupported';
      return error;
    }
  }

  /** Asks for a job that the service has just listed; false if it lists none. */
  async #refusesListed(signal: AbortSignal): Promise<boolean> {
    const service = this.#service;
    const page = await this.#jobs.readBeside(1, signal);
    // Not the newest one, because a job that was started a moment ago may be listed before it can be read.
    const listed = page?.jobs.findLast((row) => row.kind === 'job' && row.isRepeated === undefined);
    return service !== undefined && listed?.kind === 'job' && (await this.#ask(service, listed.job.key, signal)) instanceof ServiceError;
  }

  #listed(id: string, isUnknown: boolean): ListedReading {
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

function meaningOf(error: ServiceError, { singles }: SingleJobService): SingleReading {
  if (singles === 'unsupported' || error.kind !== 'notFound') return { kind: 'unsupported' };
  return error.status === 410 || singles === 'supported' ? { kind: 'gone', error } : { kind: 'unclear' };
}
