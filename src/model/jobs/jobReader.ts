import { type Job, ServiceError } from '../../service/index.ts';
import type { JobList } from './jobList.ts';

/** Sends GET /jobs/{key}. */
type SingleJobSource = (key: string, signal: AbortSignal) => Promise<Job>;

/** The outcome of GET /jobs/{key}. */
export type SingleReading =
  | { readonly kind: 'single'; readonly job: Job }
  /** The service reads single jobs, and has none with this key. */
  | { readonly kind: 'gone'; readonly error: ServiceError }
  | { readonly kind: 'unsupported' }
  /** A 404 of a service that has not read a single job yet: `gone` or `unsupported`. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'failed'; readonly error: ServiceError };

/** The list's answer where the service gives none for the single job. */
interface ListReading {
  readonly kind: 'list';
  /** Undefined where the loaded part of the list does not hold it. */
  readonly job: Job | undefined;
  /** Why the list, and with it `job`, may be out of date. */
  readonly error: ServiceError | null;
  /** Whether a 404 or the whole list says that there is no such job. */
  readonly isAbsent: boolean;
}

export type JobReading = Extract<SingleReading, { kind: 'single' | 'gone' | 'failed' }> | ListReading;

/** The connected service, and whether it reads single jobs, which the interface document does not say: learnt from its answers. */
interface SingleJobService {
  readonly getJob: SingleJobSource;
  singles: 'unknown' | 'supported' | 'unsupported';
}

/** Reads the job with a key: from GET /jobs/{key} where the service supports that, else from the list. */
export class JobReader {
  readonly #jobs: JobList;
  #service: SingleJobService | undefined;

  constructor(jobs: JobList) {
    this.#jobs = jobs;
  }

  /** False once the service has shown that it does not read single jobs. */
  get canReadSingles(): boolean {
    return this.#service !== undefined && this.#service.singles !== 'unsupported';
  }

  /** Reads from another service from now on, of which nothing is known. */
  connect(getJob: SingleJobSource | undefined): void {
    this.#service = getJob && { getJob, singles: 'unknown' };
  }

  /**
   * Rejects only with what is no failure of the service.
   * @param refreshesList whether a list that answers in place of the single job is read anew first
   */
  async read(key: string, signal: AbortSignal, refreshesList = false): Promise<JobReading> {
    const service = this.#service;
    if (service === undefined || service.singles === 'unsupported') return this.readListed(key, refreshesList);
    const answer = await ask(service, key, signal);
    if (!(answer instanceof ServiceError)) return { kind: 'single', job: answer };
    if (isRefusal(answer)) await this.#readList(refreshesList);
    const reading = judge(service, answer, this.#jobs.find(key) !== undefined);
    return reading.kind === 'gone' || reading.kind === 'failed' ? reading : this.#listed(key, reading.kind === 'unclear');
  }

  /** As {@link read}, without GET /jobs/{key}. */
  async readListed(key: string, refreshesList = false): Promise<ListReading> {
    await this.#readList(refreshesList);
    return this.#listed(key, false);
  }

  /**
   * Reads from GET /jobs/{key} alone.
   * @param isListed whether the service's list holds the job: a 404 for it means that single jobs are not supported
   */
  async readSingle(key: string, signal: AbortSignal, isListed: boolean): Promise<SingleReading> {
    const service = this.#service;
    if (service === undefined || service.singles === 'unsupported') return { kind: 'unsupported' };
    const answer = await ask(service, key, signal);
    return answer instanceof ServiceError ? judge(service, answer, isListed) : { kind: 'single', job: answer };
  }

  #readList(anew: boolean): Promise<void> {
    return anew ? this.#jobs.refresh(false) : this.#jobs.ensureLoaded();
  }

  #listed(key: string, isUnknown: boolean): ListReading {
    const { rows, hasMore, failure } = this.#jobs.state;
    const job = this.#jobs.find(key);
    return { kind: 'list', job, error: failure?.error ?? null, isAbsent: job === undefined && (isUnknown || (rows !== undefined && !hasMore)) };
  }
}

async function ask(service: SingleJobService, key: string, signal: AbortSignal): Promise<Job | ServiceError> {
  try {
    const job = await service.getJob(key, signal);
    service.singles = 'supported';
    return job;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown;
    throw thrown;
  }
}

/** Whether a failure of GET /jobs/{key} may come from a service that does not support single jobs. */
export function isRefusal({ kind, status }: ServiceError): boolean {
  return kind === 'notFound' || status === 405 || status === 501;
}

/** What a failure of GET /jobs/{key} means; learns from a refusal that the service does not support single jobs. */
function judge(service: SingleJobService, error: ServiceError, isListed: boolean): Exclude<SingleReading, { kind: 'single' }> {
  if (!isRefusal(error)) return { kind: 'failed', error };
  const isNotFound = error.kind === 'notFound';
  if (error.status === 410 || (isNotFound && service.singles === 'supported')) return { kind: 'gone', error };
  if (isNotFound && !isListed) return { kind: 'unclear' };
  if (service.singles === 'unknown') service.singles = 'unsupported';
  return { kind: 'unsupported' };
}
