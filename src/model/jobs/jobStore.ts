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
 * The source of jobs. The list and the response to a change may omit members, but a single read contains all
 * members. `cache` contains jobs that an earlier window stored.
 */
type ReadingSource = 'list' | 'single' | 'change' | 'cache';

/** The jobs of one response. */
export interface JobsResponse {
  readonly jobs: readonly Job[];
  readonly source: ReadingSource;
  /** Number of the request, from {@link JobStore.nextRequest}. A later request is a newer reading. */
  readonly request: number;
  /** Epoch milliseconds. */
  readonly readAt: number;
}

/** The effect of a response on the store. */
export interface StoreChange extends Pick<JobsResponse, 'source'> {
  /** The newest versions of all jobs in the response. */
  readonly read: readonly Job[];
  /** The rows of the jobs that changed. */
  readonly changed: readonly ReadableRow[];
}

/** The members of a job from one kind of reading. */
interface Version {
  readonly job: Job;
  readonly request: number;
}

/** Everything known about one job. */
interface JobEntry {
  readonly listed: Version | undefined;
  readonly single: Version | undefined;
  /** The merged job as a row. It is the same object until the job changes. */
  readonly row: ReadableRow;
  /** When the job was last read, in epoch milliseconds. */
  readonly readAt: number;
  /** True if only an earlier window has read the job. */
  readonly isCached: boolean;
}

const namedSchema = z.object({ key: textSchema, name: z.nullish(textSchema) });
const storedWorkflowsSchema = z.object({ key: textSchema, workflows: z.array(namedSchema) });
const storeName = 'workflows';

/** Maximum number of jobs for which the last workflows are stored between windows. */
const maxStored = 200;

/**
 * The newest version of every job of a service, by key. Only {@link apply} changes jobs. The newest reading
 * wins, unless its `updatedAt` is older. Many services empty `activeWorkflows` when a job completes, so the
 * store keeps the last active workflows. For some jobs, it also stores them for the next window.
 */
export class JobStore {
  readonly #store: KeyValueStore;
  readonly #entries = new Map<string, JobEntry>();
  /** The workflows that an earlier window stored, by job key. */
  readonly #storedWorkflows: Map<string, readonly Named[]>;
  readonly #applied = new Emitter<StoreChange>();
  /** Keys of the jobs with stored workflows. The newest key is last. */
  #storedKeys: ReadonlySet<string>;
  #requests = 0;

  /** Fires after each response, before the code that sent the request continues. */
  readonly onDidApply = this.#applied.event;

  /** @param store the workspace store for the last workflows of jobs */
  constructor(store: KeyValueStore, baseUrl: string) {
    this.#store = storeOfService(store, baseUrl);
    const stored = readStoredList(storedWorkflowsSchema, this.#store.get(storeName));
    this.#storedWorkflows = new Map(stored.map(({ key, workflows }) => [key, workflows]));
    this.#storedKeys = new Set(this.#storedWorkflows.keys());
  }

  /** Returns the newest version of a job, merged from the list and a single read. */
  get(key: string): Job | undefined {
    return this.#entries.get(key)?.row.job;
  }

  /** Returns the row of a job. It is the same object until the job changes. */
  row(key: string): ReadableRow | undefined {
    return this.#entries.get(key)?.row;
  }

  /** Returns the row with the newest version of its job. */
  newestRow(row: JobRow): JobRow {
    return row.kind === 'job' ? (this.row(row.job.key) ?? row) : row;
  }

  /** Returns the time at which a job was last read, in epoch milliseconds. */
  readAt(key: string): number | undefined {
    return this.#entries.get(key)?.readAt;
  }

  /**
   * Returns the time at which an earlier window read a job, in epoch milliseconds. Returns undefined if this
   * window has read the job.
   */
  cachedAt(key: string): number | undefined {
    const entry = this.#entries.get(key);
    return entry?.isCached === true ? entry.readAt : undefined;
  }

  /** Creates the row of a job that was not read yet, with the workflows that an earlier window stored. */
  placeholder(key: string): ReadableRow {
    return jobRow(withLastWorkflows({ key }, this.#lastWorkflows(key)));
  }

  /** Returns the number for a request that is about to be sent. */
  nextRequest(): number {
    return ++this.#requests;
  }

  /** Applies a response. */
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

  /** Applies a page of the list, and returns its rows with the newest version of each job. */
  applyPage(rows: readonly JobRow[], request: number): JobRow[] {
    this.apply({ jobs: jobsIn(rows), source: 'list', request, readAt: Date.now() });
    return rows.map((row) => this.newestRow(row));
  }

  /** Stores the last workflows of these jobs for the next window, now and after each change. */
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
    // The first reading counts as a change, because views mark jobs that an earlier window read.
    const row = known !== undefined && isSameJson(known.row.job, newest) ? known.row : jobRow(newest);
    return { listed, single, row, readAt, isCached: source === 'cache' };
  }

  /** Returns the workflows that were last active, in this window or an earlier one. */
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

/** Returns the newer of two versions from the same kind of reading. */
function newerVersion(known: Version | undefined, read: Version): Version {
  return known === undefined || isNewer(read, known) ? read : known;
}

/** True if a reading was requested later than the known version, unless its `updatedAt` is older. */
function isNewer(read: Version, known: Version): boolean {
  if (isOlder(read.job, known.job)) return false;
  return read.request >= known.request || isOlder(known.job, read.job);
}

/** Merges the members of both versions. The newer version wins. At least one version exists. */
function merge(listed: Version | undefined, single: Version | undefined): Job {
  if (single === undefined) return (listed as Version).job;
  if (listed === undefined) return single.job;
  return isNewer(listed, single) ? mergeJobs(single.job, listed.job) : mergeJobs(listed.job, single.job);
}
