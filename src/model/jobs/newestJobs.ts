import * as z from 'zod/mini';
import { type Job, type Named, type StartingClient, documentedJobMembers, jobRow } from '../../service/index.ts';
import { isSameJson } from '../util/json.ts';
import { type Memory, readStoredList } from '../util/memory.ts';
import { textSchema } from '../util/schemas.ts';
import { hasActiveWorkflows, isOlder, rememberListed, rememberWorkflows } from './job.ts';

const namedSchema = z.object({ key: textSchema, name: z.nullish(textSchema) });
const keptSchema = z.object({ key: textSchema, workflows: z.array(namedSchema) });

/** Most jobs whose workflows are stored. */
const mostKept = 200;

interface Version {
  /** The object that lists and pages hold, too; undefined before the first reading. */
  job?: Job;
  /** The serial number of the request that read it last. */
  request: number;
  /** The active workflows last seen. */
  workflows: readonly Named[] | undefined;
  /** The members that the list sends, if the job has others. */
  listed?: readonly string[] | undefined;
}

/** What a job was read by: a list omits members, and a start may. */
type ReadBy = 'list' | 'single' | 'start';

/**
 * The newest version of each job of the connected service. Every reading passes through it and becomes the newest version
 * known, as one object while nothing is new, so that no other code compares versions. Also keeps the workflows last seen for
 * each job; those of watched and started jobs are stored.
 */
export class NewestJobs {
  readonly #memory: Memory;
  #memoryName = '';
  #versions = new Map<string, Version>();
  /** Keys of watched and started jobs, newest last. */
  #kept = new Set<string>();
  #requests = 0;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Switches to another service; its jobs have to be read with the returned client. */
  connect<Asker>(client: StartingClient<Asker>): StartingClient<Asker> {
    this.#memoryName = `workflows:${client.baseUrl.href}`;
    const kept = readStoredList(keptSchema, this.#memory.get(this.#memoryName));
    this.#versions = new Map(kept.map(({ key, workflows }) => [key, { request: 0, workflows }]));
    this.#kept = new Set(this.#versions.keys());
    const versions = this.#versions;
    // A late answer of an earlier connection says nothing of the jobs of this one.
    const newest = (job: Job, request: number, readBy: ReadBy) => (versions === this.#versions ? this.#take(job, request, readBy) : job);
    return {
      ...client,
      listJobs: async (number, signal) => {
        const request = ++this.#requests;
        const page = await client.listJobs(number, signal);
        // Jobs with one key in the same answer are different jobs.
        return { ...page, jobs: page.jobs.map((row) => (row.kind === 'job' && row.isRepeated === undefined ? jobRow(newest(row.job, request, 'list')) : row)) };
      },
      getJob: async (key, signal) => {
        const request = ++this.#requests;
        return newest(await client.getJob(key, signal), request, 'single');
      },
      startJob: async (...start) => {
        const request = ++this.#requests;
        const started = await client.startJob(...start);
        const job = started && newest(started, request, 'start');
        if (job !== undefined && versions === this.#versions) this.keep([job.key]);
        return job;
      },
    };
  }

  /** Stores the workflows of these jobs, now and after each change. */
  keep(keys: readonly string[]): void {
    const others = [...this.#kept].filter((key) => !keys.includes(key));
    this.#kept = new Set([...others, ...keys].slice(-mostKept));
    this.#save();
  }

  #take(read: Job, request: number, readBy: ReadBy): Job {
    const before = this.#versions.get(read.key);
    const named = before?.listed ?? (before?.job === undefined ? [...documentedJobMembers] : Object.keys(before.job));
    const job = this.#newest(read, request, readBy === 'single');
    const names = readBy === 'list' ? Object.keys(read) : named;
    const listed = (readBy === 'list' && job === read) || Object.keys(job).every((name) => names.includes(name)) ? undefined : names;
    const version = this.#versions.get(read.key);
    if (version !== undefined) version.listed = listed;
    rememberListed(job, listed);
    return job;
  }

  /** @param isWhole whether the reading has all members of the job; a list omits some */
  #newest(read: Job, request: number, isWhole: boolean): Job {
    const version = this.#versions.get(read.key);
    const known = version?.job;
    if (version === undefined || known === undefined) return this.#keepVersion(read, request);
    if (isOlder(read, known) || (request < version.request && !isOlder(known, read))) {
      const isCovered = Object.keys(read).every((name) => name in known);
      return isCovered ? known : this.#keepVersion({ ...read, ...known }, version.request);
    }
    version.request = Math.max(request, version.request);
    const isSame = isWhole ? isSameJson(read, known) : Object.entries(read).every(([name, value]) => isSameJson(value, known[name]));
    return isSame ? known : this.#keepVersion(read, version.request);
  }

  #keepVersion(job: Job, request: number): Job {
    const { key } = job;
    const seen = this.#versions.get(key)?.workflows;
    const workflows = hasActiveWorkflows(job) ? (job.activeWorkflows ?? []) : seen;
    const newest = workflows === undefined || hasActiveWorkflows(job) ? job : rememberWorkflows(job, workflows);
    this.#versions.set(key, { job: newest, request, workflows });
    if (this.#kept.has(key) && !isSameJson(seen, workflows)) this.#save();
    return newest;
  }

  #save(): void {
    const kept = [...this.#kept].flatMap((key) => {
      const workflows = this.#versions.get(key)?.workflows?.map(({ key, name = null }) => ({ key, name }));
      return workflows === undefined ? [] : [{ key, workflows }];
    });
    if (!isSameJson(kept, this.#memory.get(this.#memoryName) ?? [])) this.#memory.set(this.#memoryName, kept);
  }
}
