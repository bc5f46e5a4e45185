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
import { type KeyValueStore, readStoredList, storeOfService } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import { isOlder, withLastWorkflows, workflowsOf } from './job.ts';
import { jobsIn } from './listRows.ts';

/**
 * Where jobs come from: the job list, `GET /jobs/{key}`, the response to a change, or the cache of
 * an earlier window. Only `GET /jobs/{key}` returns all properties of a job.
 */
type ReadingSource = 'list' | 'single' | 'change' | 'cache';

/** The jobs in a response. */
export interface JobsResponse {
  readonly jobs: readonly Job[];
  readonly source: ReadingSource;
  /**
   * Number of the request, from {@link JobStore.nextRequest}. Later requests have higher numbers.
   */
  readonly request: number;
  /** Time at which the data was read, in milliseconds since the epoch. */
  readonly readAt: number;
}

/** Describes which jobs a response contained, and which of them changed. */
export interface StoreChange extends Pick<JobsResponse, 'source'> {
  /** The newest versions of the jobs in the response. */
  readonly read: readonly Job[];
  /** The rows of the jobs that changed. */
  readonly changed: readonly ReadableRow[];
}

/** A job in a response, with the number of the request. */
interface Version {
  readonly job: Job;
  readonly request: number;
}

/** Everything that is known about a job. */
interface JobEntry {
  readonly listed: Version | undefined;
  readonly single: Version | undefined;
  /** The newest version of the job. It is the same object until the job changes. */
  readonly row: ReadableRow;
  /** Time at which the job was last read, in milliseconds since the epoch. */
  readonly readAt: number;
  /** True if the job comes from the cache and was not read in this window yet. */
  readonly isCached: boolean;
}

const namedSchema = z.object({ key: textSchema, name: z.nullish(textSchema) });
const storedWorkflowsSchema = z.object({ key: textSchema, workflows: z.array(namedSchema) });
const storeName = 'workflows';

/** Maximum number of jobs for which the last active workflows are stored between windows. */
const maxStored = 200;

/**
 * Contains the newest version of every job of a service. A later response replaces an earlier one,
 * unless its `updatedAt` is older.
 *
 * Many services empty `activeWorkflows` when a job completes. Therefore, the store keeps the
 * workflows that were active last. For watched and started jobs, it also stores these workflows for
 * the next window.
 */
export class JobStore {
  readonly #store: KeyValueStore;
  readonly #entries = new Map<string, JobEntry>();
  /** Last active workflows by job key, as an earlier window stored them. */
  readonly #storedWorkflows: Map<string, readonly Named[]>;
  readonly #applied = new Emitter<StoreChange>();
  /** Keys of the jobs whose last active workflows are stored. The newest key is last. */
  #storedKeys: ReadonlySet<string>;
  #requests = 0;

  /** Fires after each response with jobs. */
  readonly onDidApply = this.#applied.event;

  /** @param store workspace storage for the last active workflows */
  constructor(store: KeyValueStore, baseUrl: string) {
    this.#store = storeOfService(store, baseUrl);
    const stored = readStoredList(storedWorkflowsSchema, this.#store.get(storeName));
    this.#storedWorkflows = new Map(stored.map(({ key, workflows }) => [key, workflows]));
    this.#storedKeys = new Set(this.#storedWorkflows.keys());
  }

  /** Returns the newest version of a job, merged from the job list and `GET /jobs/{key}`. */
  get(key: string): Job | undefined {
    return this.#entries.get(key)?.row.job;
  }

  /** Returns the row of a job. It is the same object until the job changes. */
  row(key: string): ReadableRow | undefined {
    return this.#entries.get(key)?.row;
  }

  /** Returns a row with the newest version of the same job. */
  newestRow(row: JobRow): JobRow {
    return row.kind === 'job' ? (this.row(row.job.key) ?? row) : row;
  }

  /** Returns the time at which a job was last read, in milliseconds since the epoch. */
  readAt(key: string): number | undefined {
    return this.#entries.get(key)?.readAt;
  }

  /**
   * Returns the time at which an earlier window read a job, in milliseconds since the epoch.
   * Returns undefined if this window has already read the job.
   */
  cachedAt(key: string): number | undefined {
    const entry = this.#entries.get(key);
    return entry?.isCached === true ? entry.readAt : undefined;
  }

  /**
   * Creates a row for a job that was not read yet. The row contains the workflows that were active
   * last.
   */
  placeholder(key: string): ReadableRow {
    return jobRow(withLastWorkflows({ key }, this.#lastWorkflows(key)));
  }

  /** Returns a number for the next request. */
  nextRequest(): number {
    return ++this.#requests;
  }

  /** Stores the jobs of a response. */
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

  /** Stores a page of the job list. Returns its rows with the newest version of each job. */
  applyPage(rows: readonly JobRow[], request: number): JobRow[] {
    this.apply({ jobs: jobsIn(rows), source: 'list', request, readAt: Date.now() });
    return rows.map((row) => this.newestRow(row));
  }

  /**
   * Stores the last active workflows of these jobs for the next window, now and after each change.
   */
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
    // The first response in this window counts as a change, because views mark cached jobs.
    const row =
      known !== undefined && isSameJson(known.row.job, newest) ? known.row : jobRow(newest);
    return { listed, single, row, readAt, isCached: source === 'cache' };
  }

  /**
   * Returns the active workflows of a job, or the workflows that were active last if there are
   * none.
   */
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
    if (isSameJson(stored, this.#store.get(storeName) ?? [])) return;
    void this.#store.set(storeName, stored);
  }
}

/** Returns the newer of two versions of a job. */
function newerVersion(known: Version | undefined, read: Version): Version {
  return known === undefined || isNewer(read, known) ? read : known;
}

/** Returns true if `read` was requested after `known`, unless its `updatedAt` is older. */
function isNewer(read: Version, known: Version): boolean {
  if (isOlder(read.job, known.job)) return false;
  return read.request >= known.request || isOlder(known.job, read.job);
}

/**
 * Merges the properties of two versions. The newer version takes precedence. At least one version
 * exists.
 */
function merge(listed: Version | undefined, single: Version | undefined): Job {
  if (single === undefined) return (listed as Version).job;
  if (listed === undefined) return single.job;
  return isNewer(listed, single)
    ? mergeJobs(single.job, listed.job)
    : mergeJobs(listed.job, single.job);
}
