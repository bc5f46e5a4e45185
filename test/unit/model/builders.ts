import { expect, onTestFinished, vi } from 'vitest';
import { JobList } from '../../../src/model/jobs/jobList.ts';
import { type JobsResponse, JobStore } from '../../../src/model/jobs/jobStore.ts';
import type { JobListSource } from '../../../src/model/jobs/pageReading.ts';
import { type Job, type JobRow, type JobsPage, ServiceError, jobRow } from '../../../src/service/index.ts';
import { unreadable } from '../../../src/service/schema/readable.ts';
import { createRow, readJob } from '../../../src/service/schema/jobs.ts';
import { aJob } from '../../support/service/builders.ts';

/** A store as VS Code has it: what it holds went through JSON. */
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
  return new JobStore(stored ?? createKeyValueStore(), 'https://one.example');
}

/** A list with a new store. */
export function createJobList(
  listJobs: JobListSource['listJobs'],
  ...options: ConstructorParameters<typeof JobList> extends [unknown, ...infer Others] ? Others : never
): { list: JobList; store: JobStore; source: JobListSource } {
  const source = { listJobs, store: createJobStore() };
  return { list: new JobList(source, ...options), ...source, source };
}

/** Applies jobs to a store as the response to its latest request. */
export function applyJobs(
  store: JobStore,
  jobs: readonly Job[],
  source: JobsResponse['source'] = 'single',
): void {
  store.apply({ jobs, source, request: store.nextRequest(), readAt: Date.now() });
}

/** Puts a job first that the service has just started. */
export function putStarted({ list, store }: { list: JobList; store: JobStore }, started: Job): void {
  applyJobs(store, [started], 'change');
  list.putFirst(started);
}

export function job(key: string, overrides: object = {}): Job {
  return aJob({ key, ...overrides });
}

/** A job as the client reads it from a response with these members. */
export function jobFrom(members: object): Job {
  const reading = readJob(aJob(members), 'data.job');
  if (reading.kind === 'unreadable') throw new Error(reading.problem);
  return reading.value;
}

/** The row of a job that cannot be read, at this place of its page. */
export function damagedRow(raw: unknown, problem = 'damaged', index = 0, page = 1): JobRow {
  return createRow(unreadable(raw, problem), page, index);
}

/** A page of readable jobs with these keys; the only one, unless the overrides say otherwise. */
export function pageOf(keys: readonly string[], overrides: Partial<JobsPage['pagination']> = {}): JobsPage {
  return {
    jobs: keys.map((key) => jobRow(job(key))),
    pagination: { currentPage: 1, hasMore: false, total: keys.length, lastPage: null, ...overrides },
  };
}

export function keysOf(rows: readonly JobRow[] | undefined): string[] | undefined {
  return rows?.map(({ id }) => id.replace(/^job:/, ''));
}

export function shown(list: JobList): string {
  return (keysOf(list.state.rows) ?? ['nothing']).join(' ');
}

export const fault = () => new ServiceError('serverFault', 'It failed.');

interface Call<Question, Answer> {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly answer: (value: Answer) => void;
  readonly fail: (reason: unknown) => void;
}

/** Creates a source whose responses the test sends in any order. An aborted request fails immediately. */
export function gatedSource<Question, Answer>() {
  const calls: Call<Question, Answer>[] = [];
  const ask = (question: Question, signal: AbortSignal): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    signal.addEventListener('abort', () => reject(new ServiceError('cancelled', 'It was canceled.')));
    calls.push({ question, signal, answer: resolve, fail: reject });
    return promise;
  };
  /** The call with this index, once it has been made. */
  const call = (index: number): Promise<Call<Question, Answer>> =>
    vi.waitUntil(() => calls[index], { interval: 1 });
  return { calls, ask, call };
}

/** Pages of a list of keys that the test may change meanwhile, newest first. */
export function pagesOf(keys: string[], perPage: number) {
  const asked: number[] = [];
  const source = (page: number): Promise<JobsPage> => {
    asked.push(page);
    return Promise.resolve(
      pageOf(keys.slice((page - 1) * perPage, page * perPage), {
        currentPage: page,
        hasMore: page * perPage < keys.length,
        total: keys.length,
      }),
    );
  };
  return { source, asked };
}

/** Collects what listeners throw, which otherwise ends as an uncaught exception. */
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
