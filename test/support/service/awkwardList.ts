import { workflows } from '../../../src/sandbox/catalog.ts';
import { createJobStore } from '../../../src/sandbox/jobStore.ts';
import type { Job } from '../../../src/sandbox/wire.ts';
import { envelope, type Handler, refusal, routes } from './answers.ts';
import { aPageOf } from './builders.ts';

/** How a deployment's list of jobs differs from the sandbox's. */
export interface ListOptions {
  /** How many, as the sandbox makes them; 30 unless told. */
  readonly jobs?: number;
  readonly seed?: number;
  /** Epoch milliseconds. */
  readonly now?: number;
  /** Pages beyond this one are refused, as by an offset cap. */
  readonly lastAnswered?: number;
  /** Whether pages leave out how many jobs and pages there are. */
  readonly withoutTotals?: boolean;
  readonly nothingCompletes?: boolean;
  readonly oldestFirst?: boolean;
  /** How many jobs start, and how many others are deleted, after each page. */
  readonly shift?: { readonly starts?: number; readonly deletes?: number };
  /** Whether any page asked for is answered with the first, which also says that it is the first. */
  readonly alwaysFirstPage?: boolean;
}

export interface AwkwardList {
  /** For `startService`. Fields there are none, and no `GET /jobs/{key}`. */
  readonly handler: Handler;
  /** The jobs that it holds now, in its order. */
  readonly jobs: () => readonly Job[];
}

/** A service whose list of jobs is awkward as told. */
export function awkwardList({ jobs: count = 30, seed = 1, now = Date.now(), ...options }: ListOptions = {}): AwkwardList {
  const { lastAnswered = Infinity, withoutTotals = false, nothingCompletes = false, oldestFirst = false, shift = {}, alwaysFirstPage = false } = options;
  const store = createJobStore({ seed, seeded: count, epoch: now });
  const listed = store.slice(0, count, now);
  let newestFirst = nothingCompletes ? listed.map(unfinished) : listed;
  const jobs = () => (oldestFirst ? newestFirst.toReversed() : newestFirst);
  let seconds = 0;
  let turn = 0;

  const shiftOnce = () => {
    for (let started = 0; started < (shift.starts ?? 0); started++) newestFirst = [store.start(workflows[0], now + ++seconds * 1000), ...newestFirst];
    for (let deleted = 0; deleted < (shift.deletes ?? 0) && newestFirst.length > 0; deleted++) {
      // Somewhere else each time, the same places in each run.
      newestFirst = newestFirst.toSpliced((turn++ * 7919) % newestFirst.length, 1);
    }
  };

  const handler: Handler = (request, index) => {
    const asked = Number(/^\/jobs\?page=(\d+)$/.exec(request.url)?.[1] ?? NaN);
    if (request.method !== 'GET' || !(asked > 0)) return routes({ 'GET /fields': envelope({ fields: [] }) })(request, index);
    if (asked > lastAnswered) return refusal(422, `Pages beyond ${lastAnswered} are not available.`);
    const { jobs: page, pagination } = aPageOf(jobs(), alwaysFirstPage ? 1 : asked);
    shiftOnce();
    return envelope({ jobs: page, pagination: withoutTotals ? { ...pagination, total: undefined, lastPage: undefined } : pagination });
  };
  return { handler, jobs };
}

/** A job that was completed waits at the first step of its workflow instead. */
function unfinished(job: Job): Job {
  if (job.completedAt === null) return job;
  const steps = workflows.find(({ key }) => key === job.activeWorkflows[0]?.key)?.steps ?? [];
  return { ...job, completedAt: null, activeSteps: steps.slice(0, 1).map(({ key, name }) => ({ key, name })) };
}
