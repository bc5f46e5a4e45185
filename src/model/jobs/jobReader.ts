import { type Job, type JobsPage, type ServiceClient, ServiceError, rowId } from '../../service/index.ts';
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

/**
 * The connected service, and whether it supports single jobs, as its answers show: the interface document
 * does not say.
 */
interface SingleJobService {
  readonly getJob: SingleJobSource;
  singles: 'unknown' | 'supported' | 'unsupported';
}

/** Reads the first page of a list; undefined if another service is connected meanwhile. */
type ReadFirstPage = (signal: AbortSignal) => Promise<JobsPage | undefined>;

/** Reads jobs from GET /jobs/{key}, and learns from the answers whether the service supports it. */
export class SingleReader {
  readonly #readFirstPage: ReadFirstPage;
  #service: SingleJobService | undefined;

  constructor(readFirstPage: ReadFirstPage) {
    this.#readFirstPage = readFirstPage;
  }

  /** False once an answer has shown that single jobs are not supported. */
  get canReadSingles(): boolean {
    return this.#service?.singles !== 'unsupported';
  }

  /** Switches to another service and forgets whether the previous one supports single jobs. */
  connect(getJob: SingleJobSource | undefined): void {
    this.#service = getJob && { getJob, singles: 'unknown' };
  }

  /** Rejects only with a fault of our own. */
  async readSingle(key: string, signal: AbortSignal): Promise<SingleReading> {
    const service = this.#service;
    if (service === undefined || service.singles === 'unsupported') return { kind: 'unsupported' };
    try {
      const answer = await ask(service, key, signal);
      if (!(answer instanceof ServiceError)) return { kind: 'single', job: answer };
      return await this.#readRefusal(service, answer, signal);
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', error };
      throw error;
    }
  }

  async #readRefusal(
    service: SingleJobService,
    error: ServiceError,
    signal: AbortSignal,
  ): Promise<SingleReading> {
    if (error.kind !== 'notFound') return { kind: 'unsupported' };
    if (error.status === 410) return { kind: 'gone', error };
    if (service.singles === 'unknown' && (await this.#refusesListed(service, signal))) {
      service.singles = 'unsupported';
    }
    return afterNotFound(service, error);
  }

  /** Asks for a job that the service has just listed; false if it lists none. */
  async #refusesListed(service: SingleJobService, signal: AbortSignal): Promise<boolean> {
    const page = await this.#readFirstPage(signal);
    // The last one, because a job that was started a moment ago may be listed, mostly first, before it can be
    // read.
    const last = page?.jobs.findLast((row) => row.kind === 'job');
    return last?.kind === 'job' && (await ask(service, last.job.key, signal)) instanceof ServiceError;
  }
}

function afterNotFound({ singles }: SingleJobService, error: ServiceError): SingleReading {
  if (singles === 'unsupported') return { kind: 'unsupported' };
  return singles === 'supported' ? { kind: 'gone', error } : { kind: 'unclear' };
}

/** Resolves to the job, or to a refusal. */
async function ask(service: SingleJobService, key: string, signal: AbortSignal): Promise<Job | ServiceError> {
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

interface ListedOptions {
  /** Whether to refresh the list before it provides the job. */
  readonly refreshesList: boolean;
  /** Whether a 404 for the job may mean that it does not exist. */
  readonly isUnknown?: boolean;
}

/** Reads a job by its key: from GET /jobs/{key} if the service supports it, else from the list. */
export class JobReader extends SingleReader {
  readonly #jobs: JobList;

  constructor(jobs: JobList) {
    super((signal) => jobs.readBeside(1, signal));
    this.#jobs = jobs;
  }

  /**
   * Rejects only with a fault of our own.
   * @param refreshesList whether to refresh the list before it provides the job
   */
  async read(key: string, signal: AbortSignal, refreshesList = false): Promise<JobReading> {
    const id = rowId(key);
    const reading = await this.readSingle(key, signal);
    if (reading.kind === 'single' || reading.kind === 'failed') return reading;
    // A loaded list may be out of date: it may lack the job, or still have one that is gone.
    const isListed = this.#jobs.find(key) !== undefined;
    if (reading.kind !== 'gone') {
      const isUnknown = reading.kind === 'unclear';
      return this.#readFromList(id, { refreshesList: refreshesList || !isListed, isUnknown });
    }
    const inList = await this.#readFromList(id, { refreshesList: isListed });
    const isGone = inList.job === undefined || inList.error !== null;
    return isGone ? reading : { ...inList, refusal: reading.error };
  }

  /** Reads the job of a row from the list only. */
  readListed(id: string, refreshesList = false): Promise<ListedReading> {
    return this.#readFromList(id, { refreshesList });
  }

  async #readFromList(
    id: string,
    { refreshesList, isUnknown = false }: ListedOptions,
  ): Promise<ListedReading> {
    await (refreshesList ? this.#jobs.refresh({ readOn: false }) : this.#jobs.ensureLoaded());
    const { rows, hasMore, note, failure } = this.#jobs.state;
    const row = this.#jobs.row(id);
    const job = row?.kind === 'job' ? row.job : undefined;
    const isWhole = rows !== undefined && !hasMore && note === null;
    return {
      kind: 'list',
      job,
      error: failure?.error ?? null,
      isAbsent: job === undefined && (isUnknown || isWhole),
    };
  }
}

/** Whether this failure of GET /jobs/{key} may mean that single jobs are not supported. */
export function isRefusal({ kind, status }: ServiceError): boolean {
  return kind === 'notFound' || status === 405 || status === 501;
}
