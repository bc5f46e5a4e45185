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

/**
 * Reads jobs from GET /jobs/{key}, and learns from the answers whether the service supports it.
 * @param readFirst reads the first page of its list; undefined if another service is connected meanwhile
 */
export function createSingleReader(readFirst: (signal: AbortSignal) => Promise<JobsPage | undefined>) {
  let service: SingleJobService | undefined;

  /** Resolves to the job, or to a refusal. */
  const ask = async (
    from: SingleJobService,
    key: string,
    signal: AbortSignal,
  ): Promise<Job | ServiceError> => {
    try {
      const job = await from.getJob(key, signal);
      from.singles = 'supported';
      return job;
    } catch (error) {
      if (!(error instanceof ServiceError) || !isRefusal(error)) throw error;
      if (error.kind !== 'notFound' && from.singles === 'unknown') from.singles = 'unsupported';
      return error;
    }
  };
  /** Asks for a job that the service has just listed; false if it lists none. */
  const refusesListed = async (from: SingleJobService, signal: AbortSignal) => {
    const page = await readFirst(signal);
    // The last one, because a job that was started a moment ago may be listed, mostly first, before it can be
    // read.
    const last = page?.jobs.findLast((row) => row.kind === 'job');
    return last?.kind === 'job' && (await ask(from, last.job.key, signal)) instanceof ServiceError;
  };
  const readSingle = async (key: string, signal: AbortSignal): Promise<SingleReading> => {
    const from = service;
    if (from === undefined || from.singles === 'unsupported') return { kind: 'unsupported' };
    try {
      const answer = await ask(from, key, signal);
      if (!(answer instanceof ServiceError)) return { kind: 'single', job: answer };
      if (
        answer.kind === 'notFound' &&
        answer.status !== 410 &&
        from.singles === 'unknown' &&
        (await refusesListed(from, signal))
      ) {
        from.singles = 'unsupported';
      }
      if (from.singles === 'unsupported' || answer.kind !== 'notFound') return { kind: 'unsupported' };
      return answer.status === 410 || from.singles === 'supported'
        ? { kind: 'gone', error: answer }
        : { kind: 'unclear' };
    } catch (error) {
      if (error instanceof ServiceError) return { kind: 'failed', error };
      throw error;
    }
  };

  return {
    /** False once an answer has shown that single jobs are not supported. */
    get canReadSingles(): boolean {
      return service?.singles !== 'unsupported';
    },
    /** Switches to another service and forgets whether the previous one supports single jobs. */
    connect(getJob: SingleJobSource | undefined): void {
      service = getJob && { getJob, singles: 'unknown' };
    },
    /** Rejects only with a fault of our own. */
    readSingle,
  };
}

export type JobReader = ReturnType<typeof createJobReader>;

/** Reads a job by its key: from GET /jobs/{key} if the service supports it, else from the list. */
export function createJobReader(jobs: JobList) {
  const singles = createSingleReader((signal) => jobs.readBeside(1, signal));
  /** @param isUnknown whether a 404 for the job may mean that it does not exist */
  const readListed = async (id: string, refreshesList = false, isUnknown = false): Promise<ListedReading> => {
    await (refreshesList ? jobs.refresh({ readOn: false }) : jobs.ensureLoaded());
    const { rows, hasMore, note, failure } = jobs.state;
    const row = jobs.row(id);
    const job = row?.kind === 'job' ? row.job : undefined;
    return {
      kind: 'list',
      job,
      error: failure?.error ?? null,
      isAbsent: job === undefined && (isUnknown || (rows !== undefined && !hasMore && note === null)),
    };
  };

  return Object.assign(singles, {
    /**
     * Rejects only with a fault of our own.
     * @param refreshesList whether to refresh the list before it provides the job
     */
    async read(key: string, signal: AbortSignal, refreshesList = false): Promise<JobReading> {
      const id = rowId(key);
      const reading = await singles.readSingle(key, signal);
      if (reading.kind === 'single' || reading.kind === 'failed') return reading;
      // A loaded list may be out of date: it may lack the job, or still have one that is gone.
      const isListed = jobs.find(key) !== undefined;
      if (reading.kind !== 'gone') {
        return readListed(id, refreshesList || !isListed, reading.kind === 'unclear');
      }
      const inList = await readListed(id, isListed);
      return inList.job === undefined || inList.error !== null
        ? reading
        : { ...inList, refusal: reading.error };
    },
    /** Reads the job of a row from the list only. */
    readListed,
  });
}

/** Whether this failure of GET /jobs/{key} may mean that single jobs are not supported. */
export function isRefusal({ kind, status }: ServiceError): boolean {
  return kind === 'notFound' || status === 405 || status === 501;
}
