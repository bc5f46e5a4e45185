import * as z from 'zod/mini';
import {
  type Job,
  type Named,
  type StartingClient,
  documentedJobMembers,
  jobRow,
} from '../../service/index.ts';
import { isSameJson } from '../util/json.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import { hasActiveWorkflows, isOlder, markUnlisted, rememberWorkflows, unlistedOf } from './job.ts';

const namedSchema = z.object({ key: textSchema, name: z.nullish(textSchema) });
const keptSchema = z.object({ key: textSchema, workflows: z.array(namedSchema) });

/** Most jobs whose workflows are stored. */
const mostKept = 200;

interface Version {
  /** The object that lists and pages hold, too; undefined before the first reading. */
  readonly job: Job | undefined;
  /** The serial number of the request that read it last. */
  readonly request: number;
  /** The active workflows last seen. */
  readonly workflows: readonly Named[] | undefined;
  /** The weight of the readings in a row that call themselves older, though they were asked for later. */
  readonly doubts?: number;
}

/**
 * Doubts after which a job is as the service says: its clock was set back, or its data. A list is one of them
 * and a single job ten, because lists may be cached.
 */
const mostDoubts = 30;

/** What a job was read by: a list omits members, and a start may. */
type ReadBy = 'list' | 'single' | 'start';

/**
 * The newest version of each job of the connected service. Every reading passes through it and becomes the
 * newest version known, as one object while nothing is new, so that no other code compares versions. Also
 * keeps the workflows last seen for each job; those of watched and started jobs are stored.
 */
export function createNewestJobs(store: KeyValueStore) {
  let memoryName = '';
  let versions = new Map<string, Version>();
  /** Keys of watched and started jobs, newest last. */
  let kept = new Set<string>();
  let requests = 0;

  const save = () => {
    const stored = [...kept].flatMap((key) => {
      const workflows = versions.get(key)?.workflows?.map(({ key, name = null }) => ({ key, name }));
      return workflows === undefined ? [] : [{ key, workflows }];
    });
    if (!isSameJson(stored, store.get(memoryName) ?? [])) store.set(memoryName, stored);
  };
  const keep = (keys: readonly string[]) => {
    kept = new Set([...[...kept].filter((key) => !keys.includes(key)), ...keys].slice(-mostKept));
    save();
  };
  const take = (read: Job, request: number, readBy: ReadBy) => {
    const { key } = read;
    const { job: known, request: last = 0, workflows: seen, doubts: before = 0 } = versions.get(key) ?? {};
    const doubts =
      known !== undefined && request > last && isOlder(read, known)
        ? before + (readBy === 'list' ? 1 : 10)
        : 0;
    const isNewer =
      known === undefined ||
      doubts >= mostDoubts ||
      (!isOlder(read, known) && (request >= last || isOlder(known, read)));
    const job =
      known === undefined
        ? read
        : isNewer
          ? newerOf(known, read, readBy === 'single')
          : withOlderMembers(known, read);
    const workflows = hasActiveWorkflows(job) ? (job.activeWorkflows ?? []) : seen;
    if (workflows !== undefined && !hasActiveWorkflows(job)) rememberWorkflows(job, workflows);
    markUnlisted(job, unlistedMembers(job, read, readBy, known));
    versions.set(key, { job, request: isNewer && request > last ? request : last, workflows, doubts });
    if (kept.has(key) && !isSameJson(seen, workflows)) save();
    return job;
  };

  return {
    /** Stores the workflows of these jobs, now and after each change. */
    keep,
    /** Switches to another service; its jobs have to be read with the returned client. */
    connect<Initiator>(client: StartingClient<Initiator>): StartingClient<Initiator> {
      memoryName = `workflows:${client.baseUrl.href}`;
      const stored = readStoredList(keptSchema, store.get(memoryName));
      const these = (versions = new Map(
        stored.map(({ key, workflows }) => [key, { job: undefined, request: 0, workflows }]),
      ));
      kept = new Set(these.keys());
      // A late answer of an earlier connection says nothing of the jobs of this one.
      const newest = (job: Job, request: number, readBy: ReadBy) =>
        these === versions ? take(job, request, readBy) : job;
      return {
        ...client,
        listJobs: async (number, signal) => {
          const request = ++requests;
          const page = await client.listJobs(number, signal);
          return {
            ...page,
            jobs: page.jobs.map((row) =>
              row.kind === 'job' ? jobRow(newest(row.job, request, 'list')) : row,
            ),
          };
        },
        getJob: async (key, signal) => {
          const request = ++requests;
          return newest(await client.getJob(key, signal), request, 'single');
        },
        startJob: async (...start) => {
          const request = ++requests;
          const started = await client.startJob(...start);
          const job = started && newest(started, request, 'start');
          if (job !== undefined && these === versions) keep([job.key]);
          return job;
        },
      };
    },
  };
}

/**
 * A newer reading, or the known object if nothing is new.
 * @param isWhole whether the reading has all members of the job; a list omits some
 */
function newerOf(known: Job, read: Job, isWhole: boolean): Job {
  return isSameJson(isWhole ? read : { ...known, ...read }, known) ? known : read;
}

/** The known job with the members that only an older reading has. */
function withOlderMembers(known: Job, read: Job): Job {
  return Object.keys(read).every((name) => Object.hasOwn(known, name)) ? known : { ...read, ...known };
}

/**
 * The members of a job that its list does not send; before the list has sent the job, those that are not
 * documented.
 */
function unlistedMembers(job: Job, read: Job, readBy: ReadBy, known: Job | undefined): string[] {
  const names = Object.keys(job);
  if (readBy === 'list') return names.filter((name) => !Object.hasOwn(read, name));
  if (known === undefined) return names.filter((name) => !documentedJobMembers.has(name));
  const before = unlistedOf(known);
  return names.filter((name) => !Object.hasOwn(known, name) || before.includes(name));
}
