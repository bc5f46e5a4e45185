import { expect, onTestFinished, vi } from 'vitest';
import { JobList } from '../../../src/model/jobs/jobList.ts';
import { type JobsResponse, JobStore } from '../../../src/model/jobs/jobStore.ts';
import type { JobListSource } from '../../../src/model/jobs/pageReading.ts';
import {
  type Job,
  type JobRow,
  type JobsPage,
  ServiceError,
  jobRow,
} from '../../../src/service/index.ts';
import { unreadable } from '../../../src/service/schema/readable.ts';
import { createRow, readJob } from '../../../src/service/schema/jobs.ts';
import { aJob } from '../../support/service/builders.ts';

/** Creates a store in memory. Like VS Code, it converts values to JSON. */
export function createKeyValueStore(stored: Record<string, unknown> = {}) {
  return {
    stored,
    get: (name: string): unknown => structuredClone(stored[name]),
    set: (name: string, value: unknown) => {
      if (value === undefined) delete stored[name];
      else stored[name] = JSON.parse(JSON.stringify(value));
      return undefined;
    },
  };
}

export function createJobStore(stored?: ReturnType<typeof createKeyValueStore>): JobStore {
  return new JobStore(stored ?? createKeyValueStore());
}

/** Creates a job list with an empty store. */
export function createJobList(
  listJobs: JobListSource['listJobs'],
  ...options: ConstructorParameters<typeof JobList> extends [unknown, ...infer Others]
    ? Others
    : never
): { list: JobList; store: JobStore; source: JobListSource } {
  const source = { listJobs, store: createJobStore() };
  return { list: new JobList(source, ...options), ...source, source };
}

/** Adds jobs to a store as the response to a new request. */
export function applyJobs(
  store: JobStore,
  jobs: readonly Job[],
  source: JobsResponse['source'] = 'single',
): void {
  store.apply({ jobs, source, request: store.nextRequest(), readAt: Date.now() });
}

/** Adds a job that was just started. */
export function putStarted(
  { list, store }: { list: JobList; store: JobStore },
  started: Job,
): void {
  applyJobs(store, [started], 'change');
  list.putFirst(started);
}

export function job(key: string, overrides: object = {}): Job {
  return aJob({ key, ...overrides });
}

/** Creates a job from the properties in a response, like the client. */
export function jobFrom(members: object): Job {
  const reading = readJob(aJob(members), 'data.job');
  if (reading.kind === 'unreadable') throw new Error(reading.problem);
  return reading.value;
}

/** Creates the row of a job that cannot be read. */
export function damagedRow(raw: unknown, problem = 'damaged', index = 0, page = 1): JobRow {
  return createRow(unreadable(raw, problem), page, index);
}

/** Creates a page with a job for each key. By default, it is the only page. */
export function pageOf(
  keys: readonly string[],
  overrides: Partial<JobsPage['pagination']> = {},
): JobsPage {
  return {
    jobs: keys.map((key) => jobRow(job(key))),
    pagination: {
      currentPage: 1,
      hasMore: false,
      total: keys.length,
      lastPage: null,
      ...overrides,
    },
  };
}

export function keysOf(rows: readonly JobRow[] | undefined): string[] | undefined {
  return rows?.map(({ id }) => id.replace(/^job:/, ''));
}

export function shown(list: JobList): string {
  return (keysOf(list.state.rows) ?? ['nothing']).join(' ');
}

export const fault = () => new ServiceError('serverFault', 'It failed.');

interface Call<Parameter, Result> {
  readonly parameter: Parameter;
  readonly signal: AbortSignal;
  readonly respond: (value: Result) => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Creates a source whose responses the test sends in any order. An aborted request fails
 * immediately.
 */
export function gatedSource<Parameter, Result>() {
  const calls: Call<Parameter, Result>[] = [];
  const send = (parameter: Parameter, signal: AbortSignal): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    signal.addEventListener('abort', () =>
      reject(new ServiceError('cancelled', 'It was canceled.')),
    );
    calls.push({ parameter, signal, respond: resolve, fail: reject });
    return promise;
  };
  /** Waits for a call. */
  const call = (index: number): Promise<Call<Parameter, Result>> =>
    vi.waitUntil(() => calls[index], { interval: 1 });
  return { calls, send, call };
}

/** Creates a source with a job for each key. The test may change the keys. */
export function pagesOf(keys: string[], perPage: number) {
  const requestedPages: number[] = [];
  const source = (page: number): Promise<JobsPage> => {
    requestedPages.push(page);
    return Promise.resolve(
      pageOf(keys.slice((page - 1) * perPage, page * perPage), {
        currentPage: page,
        hasMore: page * perPage < keys.length,
        total: keys.length,
      }),
    );
  };
  return { source, requestedPages };
}

/** Collects uncaught errors, so that they do not fail the test. */
export function uncaughtErrors(): unknown[] {
  const errors: unknown[] = [];
  vi.stubGlobal('queueMicrotask', (task: () => void) => {
    try {
      task();
    } catch (error) {
      errors.push(error);
    }
  });
  onTestFinished(() => expect(errors).not.toEqual([]));
  return errors;
}
