import * as z from 'zod/mini';
import {
  type Job,
  type JobRow,
  type Named,
  type ChangingClient,
  documentedJobMembers,
  jobRow,
  mergeJobs,
} from '../../service/index.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { isSameJson } from '../util/json.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import { hasActiveWorkflows, isOlder, markUnlisted, rememberWorkflows, unlistedOf } from './job.ts';

const namedSchema = z.object({ key: textSchema, name: z.nullish(textSchema) });
const storedSchema = z.object({ key: textSchema, workflows: z.array(namedSchema) });

/** Most jobs whose workflows are stored. */
const mostPinned = 200;

/** A job as it was read at a time, in epoch milliseconds. */
export interface KnownJob {
  readonly job: Job;
  readonly readAt: number;
}

interface Version extends KnownJob {
  /** The serial number of the latest request that read it. */
  readonly request: number;
}

interface Reading {
  readonly job: Job;
  /** Requests are numbered in the order in which they are sent. */
  readonly request: number;
  /** A list omits members, and a change may. */
  readonly readBy: 'list' | 'single' | 'change';
}

/**
 * The newest version of each job of the connected service. Every reading passes through it and becomes the
 * newest version known, as one object while nothing is new, so that no other code compares versions. Also
 * keeps the workflows last seen for each job; those of watched and changed jobs are stored.
 */
export class NewestJobs {
  readonly #store: KeyValueStore;
  readonly #changed = new Emitter<readonly Job[]>();
  #storeName = '';
  #versions = new Map<string, Version>();
  /** The active workflows last seen, by the job's key. */
  #workflows = new Map<string, readonly Named[]>();
  /** Keys of watched and changed jobs, newest last. */
  #pinned: ReadonlySet<string> = new Set();
  #requests = 0;

  /** Fires with the jobs of an answer that have a new version, before the answer reaches who asked for it. */
  readonly onDidChange: Event<readonly Job[]> = this.#changed.event;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** The newest version of a job; `job` is the object that lists and pages hold, too. */
  find(key: string): KnownJob | undefined {
    return this.#versions.get(key);
  }

  /** Names a job without active workflows by those last seen. */
  named(job: Job): Job {
    const seen = this.#workflows.get(job.key);
    return seen === undefined || hasActiveWorkflows(job) ? job : rememberWorkflows(job, seen);
  }

  /** Stores the workflows of these jobs, now and after each change. */
  pin(keys: readonly string[]): void {
    const others = [...this.#pinned].filter((key) => !keys.includes(key));
    this.#pinned = new Set([...others, ...keys].slice(-mostPinned));
    this.#save();
  }

  /** Switches to another service; its jobs have to be read with the returned client. */
  connect<Initiator>(client: ChangingClient<Initiator>): ChangingClient<Initiator> {
    this.#storeName = `workflows:${client.baseUrl.href}`;
    const stored = readStoredList(storedSchema, this.#store.get(this.#storeName));
    this.#workflows = new Map(stored.map(({ key, workflows }) => [key, workflows]));
    this.#pinned = new Set(this.#workflows.keys());
    const versions = new Map<string, Version>();
    this.#versions = versions;
    const isConnected = () => versions === this.#versions;
    // A late answer of an earlier connection says nothing of the jobs of this one.
    const applied = (reading: Reading) =>
      isConnected() ? (this.#applyReadings([reading])[0] ?? reading.job) : reading.job;
    return {
      ...client,
      listJobs: async (number, signal) => {
        const request = ++this.#requests;
        const page = await client.listJobs(number, signal);
        return isConnected() ? { ...page, jobs: this.#applyRows(page.jobs, request) } : page;
      },
      getJob: async (key, signal) => {
        const request = ++this.#requests;
        return applied({ job: await client.getJob(key, signal), request, readBy: 'single' });
      },
      change: async (...given) => {
        const request = ++this.#requests;
        const changed = await client.change(...given);
        if (changed === undefined) return undefined;
        const job = applied({ job: changed, request, readBy: 'change' });
        if (isConnected()) this.pin([job.key]);
        return job;
      },
    };
  }

  /** Rows of the connected service with the newest version of each job. */
  newest(rows: readonly JobRow[]): readonly JobRow[] {
    return rows.map((row) => {
      const known = row.kind === 'job' ? this.#versions.get(row.job.key)?.job : undefined;
      return known === undefined ? row : jobRow(known);
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #applyRows(rows: readonly JobRow[], request: number): JobRow[] {
    const readings = rows.flatMap((row) =>
      row.kind === 'job' ? [{ job: row.job, request, readBy: 'list' as const }] : [],
    );
    const jobs = this.#applyReadings(readings).values();
    return rows.map((row) => (row.kind === 'job' ? jobRow(jobs.next().value ?? row.job) : row));
  }

  /** The newest versions of the jobs that were read. */
  #applyReadings(readings: readonly Reading[]): Job[] {
    const before = readings.map(({ job }) => this.#versions.get(job.key)?.job);
    const jobs = readings.map((reading) => this.#applyReading(reading));
    const changed = jobs.filter((job, index) => job !== before[index]);
    if (changed.length > 0) this.#changed.fire(changed);
    return jobs;
  }

  #applyReading(reading: Reading): Job {
    const { key } = reading.job;
    const known = this.#versions.get(key);
    const version = afterReading(known, reading);
    this.#versions.set(key, version);
    this.#nameWorkflows(version.job);
    markUnlisted(version.job, unlistedMembers(version.job, reading, known?.job));
    return version.job;
  }

  /** Remembers the active workflows of a job, and names a job without any by those last seen. */
  #nameWorkflows(job: Job): void {
    const seen = this.#workflows.get(job.key);
    if (!hasActiveWorkflows(job)) {
      if (seen !== undefined) rememberWorkflows(job, seen);
      return;
    }
    const active = job.activeWorkflows ?? [];
    this.#workflows.set(job.key, active);
    if (this.#pinned.has(job.key) && !isSameJson(seen, active)) this.#save();
  }

  #save(): void {
    const stored = [...this.#pinned].flatMap((key) => {
      const workflows = this.#workflows.get(key)?.map(({ key, name = null }) => ({ key, name }));
      return workflows === undefined ? [] : [{ key, workflows }];
    });
    if (isSameJson(stored, this.#store.get(this.#storeName) ?? [])) return;
    this.#store.set(this.#storeName, stored);
  }
}

function afterReading(known: Version | undefined, reading: Reading): Version {
  const { job, request, readBy } = reading;
  const readAt = Date.now();
  if (known === undefined) return { job, request, readAt };
  if (!isNewer(reading, known)) return { ...known, job: withOlderMembers(known.job, job) };
  return { job: newerOf(known.job, job, readBy), request: Math.max(known.request, request), readAt };
}

/** The reading that was asked for later is newer, unless its `updatedAt` is older. */
function isNewer({ job, request }: Reading, known: Version): boolean {
  if (isOlder(job, known.job)) return false;
  return request >= known.request || isOlder(known.job, job);
}

/** A newer reading, or the known object if nothing is new. */
function newerOf(known: Job, read: Job, readBy: Reading['readBy']): Job {
  // A list omits members; only a single job lacks those that the job no longer has.
  const whole = readBy === 'single' ? read : { ...known, ...read };
  return isSameJson(whole, known) ? known : read;
}

/** The known job with the members that only an older reading has. */
function withOlderMembers(known: Job, read: Job): Job {
  return Object.keys(read).every((name) => Object.hasOwn(known, name)) ? known : mergeJobs(read, known);
}

/**
 * The members of a job that its list does not send; before the list has sent the job, those that are not
 * documented.
 */
function unlistedMembers(job: Job, reading: Reading, known: Job | undefined): string[] {
  const names = Object.keys(job);
  if (reading.readBy === 'list') return names.filter((name) => !Object.hasOwn(reading.job, name));
  if (known === undefined) return names.filter((name) => !documentedJobMembers.has(name));
  const before = unlistedOf(known);
  return names.filter((name) => !Object.hasOwn(known, name) || before.includes(name));
}
