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
import { type KeyValueStore, readOfService, readStoredList, writeOfService } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import { hasActiveWorkflows, isOlder, withLastWorkflows } from './job.ts';
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
  /** The newest versions of the jobs that changed. */
  readonly changed: readonly Job[];
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
  /** The workflows that were last active. */
  readonly workflows: readonly Named[];
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
  readonly #baseUrl: string;
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
    this.#store = store;
    this.#baseUrl = baseUrl;
    const stored = readStoredList(storedWorkflowsSchema, readOfService(store, storeName, baseUrl));
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
    return jobRow(withLastWorkflows({ key }, this.#storedWorkflows.get(key) ?? []));
  }

  /** Returns the number for a request that is about to be sent. */
  nextRequest(): number {
    return ++this.#requests;
  }

  /** Applies a response. */
  apply({ jobs, source, request, readAt }: JobsResponse): void {
    const changed: Job[] = [];
    const read = jobs.map((job) => {
      const before = this.#entries.get(job.key);
      const stored = this.#storedWorkflows.get(job.key) ?? [];
      const entry = entryAfterReading(before, { version: { job, request }, source, readAt, stored });
      this.#entries.set(job.key, entry);
      if (entry.row !== before?.row) changed.push(entry.row.job);
      return entry.row.job;
    });
    if (changed.some(({ key }) => this.#storedKeys.has(key))) this.#save();
    this.#applied.fire({ read, changed, source });
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

  #save(): void {
    const stored = [...this.#storedKeys].flatMap((key) => {
      const workflows = this.#entries.get(key)?.workflows ?? this.#storedWorkflows.get(key) ?? [];
      if (workflows.length === 0) return [];
      return [{ key, workflows: workflows.map(({ key, name = null }) => ({ key, name })) }];
    });
    if (isSameJson(stored, readOfService(this.#store, storeName, this.#baseUrl) ?? [])) return;
    writeOfService(this.#store, storeName, this.#baseUrl, stored);
  }
}

interface AppliedReading extends Pick<JobsResponse, 'source' | 'readAt'> {
  readonly version: Version;
  /** The workflows that an earlier window stored. */
  readonly stored: readonly Named[];
}

function entryAfterReading(before: JobEntry | undefined, reading: AppliedReading): JobEntry {
  const { source, readAt, stored } = reading;
  if (source === 'cache' && before !== undefined) return before;
  const { listed, single } = versionsAfter(before?.isCached === true ? undefined : before, reading);
  const merged = merge(listed, single);
  const workflows = hasActiveWorkflows(merged)
    ? (merged.activeWorkflows ?? [])
    : (before?.workflows ?? stored);
  const job = withLastWorkflows(merged, workflows);
  // The first reading counts as a change, because views mark jobs that an earlier window read.
  const isSame = before?.isCached === false && isSameJson(before.row.job, job);
  const row = isSame ? before.row : jobRow(job);
  return { listed, single, workflows, row, readAt, isCached: source === 'cache' };
}

type Versions = Pick<JobEntry, 'listed' | 'single'>;

/** Replaces the version from the same kind of reading if the reading is newer. */
function versionsAfter(known: Versions | undefined, { version, source }: AppliedReading): Versions {
  const { listed, single } = known ?? { listed: undefined, single: undefined };
  return source === 'single'
    ? { listed, single: newerVersion(single, version) }
    : { listed: newerVersion(listed, version), single };
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
