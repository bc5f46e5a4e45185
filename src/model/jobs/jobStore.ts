import * as z from 'zod/mini';
import {
  type Job,
  type JobRow,
  type Named,
  type ReadableRow,
  jobRow,
  mergeJobs,
} from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';
import { isSameJson } from '../util/json.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import { isOlder, withLastWorkflows, workflowsOf } from './job.ts';
import { jobsIn } from './listRows.ts';

/**
 * Source of job data: the job list, `GET /jobs/{key}`, the response to a change, or the cache of a
 * previous window. Only `GET /jobs/{key}` returns all properties of a job.
 */
type ReadingSource = 'list' | 'single' | 'change' | 'cache';

/** Jobs from a single response or from the cache. */
export interface JobsResponse {
  readonly jobs: readonly Job[];
  readonly source: ReadingSource;
  /** Request number from {@link JobStore.nextRequest}. Later requests have higher numbers. */
  readonly request: number;
  /** Time when the jobs were read from the service, in milliseconds since the epoch. */
  readonly readAt: number;
}

/** Event data for stored jobs: the jobs in the response, and the rows that changed. */
export interface StoreChange extends Pick<JobsResponse, 'source'> {
  /** The jobs in the response, in their latest known state. */
  readonly read: readonly Job[];
  /** Rows of the jobs that changed. */
  readonly changed: readonly ReadableRow[];
}

/** A job from a response, together with the request number. */
interface Version {
  readonly job: Job;
  readonly request: number;
}

/**
 * Stored data of a job: the latest versions from the list and from `GET /jobs/{key}`, and the
 * merged row.
 */
interface JobEntry {
  readonly listed: Version | undefined;
  readonly single: Version | undefined;
  /**
   * Row with the latest known state of the job. The row remains the same object until the job
   * changes.
   */
  readonly row: ReadableRow;
  /** Time when the job was last read from the service, in milliseconds since the epoch. */
  readonly readAt: number;
  /** True if the job was restored from the cache and has not been read from the service yet. */
  readonly isCached: boolean;
}

const namedSchema = z.object({ key: textSchema, name: z.nullish(textSchema) });
const storedWorkflowsSchema = z.object({ key: textSchema, workflows: z.array(namedSchema) });
const storeName = 'workflows';

/** Maximum number of jobs whose last active workflows are kept in workspace storage. */
const maxStored = 200;

/**
 * Stores the latest known state of each job. A newer response replaces the stored state, unless
 * `updatedAt` in the response is older.
 *
 * Many services clear `activeWorkflows` when a job completes, so the store keeps the last active
 * workflows. For watched jobs, these workflows are also saved in workspace storage for the next
 * window.
 */
export class JobStore {
  readonly #store: KeyValueStore;
  readonly #entries = new Map<string, JobEntry>();
  /** Last active workflows by job key, as saved by a previous window. */
  readonly #storedWorkflows: Map<string, readonly Named[]>;
  readonly #applied = new Emitter<StoreChange>();
  /** Keys of the jobs whose last active workflows are saved, most recent last. */
  #storedKeys: ReadonlySet<string>;
  #requests = 0;

  /** Event that fires each time jobs are stored, even if the jobs have not changed. */
  readonly onDidApply = this.#applied.event;

  /** @param store workspace storage of the service, for the last active workflows */
  constructor(store: KeyValueStore) {
    this.#store = store;
    const stored = readStoredList(storedWorkflowsSchema, this.#store.get(storeName));
    this.#storedWorkflows = new Map(stored.map(({ key, workflows }) => [key, workflows]));
    this.#storedKeys = new Set(this.#storedWorkflows.keys());
  }

  /** Returns the latest known state of a job, merged from the job list and `GET /jobs/{key}`. */
  get(key: string): Job | undefined {
    return this.#entries.get(key)?.row.job;
  }

  /** Returns the row of a job. The row remains the same object until the job changes. */
  row(key: string): ReadableRow | undefined {
    return this.#entries.get(key)?.row;
  }

  /** Returns the latest row for the job in the given row. Returns unreadable rows unchanged. */
  newestRow(row: JobRow): JobRow {
    return row.kind === 'job' ? (this.row(row.job.key) ?? row) : row;
  }

  /** Returns the time when a job was last read from the service, in epoch milliseconds. */
  readAt(key: string): number | undefined {
    return this.#entries.get(key)?.readAt;
  }

  /**
   * Returns the time when a previous window read a job, in milliseconds since the epoch. Returns
   * undefined if this window has already read the job.
   */
  cachedAt(key: string): number | undefined {
    const entry = this.#entries.get(key);
    return entry?.isCached === true ? entry.readAt : undefined;
  }

  /**
   * Creates a row for a job that has not been read yet. The row contains only the job key and the
   * last active workflows.
   */
  placeholder(key: string): ReadableRow {
    return jobRow(withLastWorkflows({ key }, this.#lastWorkflows(key)));
  }

  /** Returns the number for the next request. Each number is higher than the previous one. */
  nextRequest(): number {
    return ++this.#requests;
  }

  /** Stores the jobs from a response, and fires {@link onDidApply}. */
  apply(response: JobsResponse): void {
    const changed: ReadableRow[] = [];
    const read = response.jobs.map((job) => {
      const before = this.#entries.get(job.key);
      const entry = this.#entryAfter(before, job, response);
      this.#entries.set(job.key, entry);
      if (entry.row !== before?.row) changed.push(entry.row);
      return entry.row.job;
    });
    if (changed.some(({ job }) => this.#storedKeys.has(job.key))) this.#save();
    this.#applied.fire({ read, changed, source: response.source });
  }

  /**
   * Stores the jobs on a job list page. Returns the rows of the page with the latest known state of
   * each job.
   */
  applyPage(rows: readonly JobRow[], request: number): JobRow[] {
    this.apply({ jobs: jobsIn(rows), source: 'list', request, readAt: Date.now() });
    return rows.map((row) => this.newestRow(row));
  }

  /** Saves the last active workflows of the given jobs, now and after each change. */
  keepWorkflows(keys: readonly string[]): void {
    const others = [...this.#storedKeys].filter((key) => !keys.includes(key));
    this.#storedKeys = new Set([...others, ...keys].slice(-maxStored));
    this.#save();
  }

  dispose(): void {
    this.#applied.dispose();
  }

  #entryAfter(before: JobEntry | undefined, job: Job, response: JobsResponse): JobEntry {
    const { source, request, readAt } = response;
    if (source === 'cache' && before !== undefined) return before;
    const known = before?.isCached === true ? undefined : before;
    let { listed, single } = known ?? {};
    if (source === 'single') single = newerVersion(single, { job, request });
    else listed = newerVersion(listed, { job, request });
    const newest = withLastWorkflows(merge(listed, single), this.#lastWorkflows(job.key));
    // The first response in this window counts as a change, because views show cached jobs
    // differently.
    const row =
      known !== undefined && isSameJson(known.row.job, newest) ? known.row : jobRow(newest);
    return { listed, single, row, readAt, isCached: source === 'cache' };
  }

  /** Returns a job's active workflows, or the last active workflows if no workflow is active. */
  #lastWorkflows(key: string): readonly Named[] {
    const job = this.get(key);
    return job === undefined ? (this.#storedWorkflows.get(key) ?? []) : workflowsOf(job);
  }

  #save(): void {
    const stored = [...this.#storedKeys].flatMap((key) => {
      const workflows = this.#lastWorkflows(key);
      if (workflows.length === 0) return [];
      return [{ key, workflows: workflows.map(({ key, name = null }) => ({ key, name })) }];
    });
    void this.#store.set(storeName, stored);
  }
}

/** Returns the newer of two versions of a job. */
function newerVersion(known: Version | undefined, read: Version): Version {
  return known === undefined || isNewer(read, known) ? read : known;
}

/**
 * Returns true if `read` is at least as new as `known`. Compares `updatedAt` first, and then the
 * request order if the times are equal or missing.
 */
function isNewer(read: Version, known: Version): boolean {
  if (isOlder(read.job, known.job)) return false;
  return read.request >= known.request || isOlder(known.job, read.job);
}

/**
 * Merges two versions of a job, at least one of which must exist. Properties of the newer version
 * take precedence.
 */
function merge(listed: Version | undefined, single: Version | undefined): Job {
  if (single === undefined) return (listed as Version).job;
  if (listed === undefined) return single.job;
  return isNewer(listed, single)
    ? mergeJobs(single.job, listed.job)
    : mergeJobs(listed.job, single.job);
}
