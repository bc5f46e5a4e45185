import type { Workflow } from './catalog.ts';
import { dice } from './dice.ts';
import { type JobPlan, planSeededJob, planStartedJob } from './jobPlan.ts';
import { jobAt, jobInFullAt } from './jobState.ts';
import type { Job } from './wire.ts';

export type JobStore = ReturnType<typeof createJobStore>;

/**
 * Jobs are numbered from 1, oldest first. Nothing is kept of the `seeded` ones: each is computed from its number when asked for.
 * @param epoch the service time at which the newest of them is still young
 */
export function createJobStore({ seed, seeded, epoch }: { seed: number; seeded: number; epoch: number }) {
  const started: { workflow: Workflow; at: number }[] = [];
  const total = () => seeded + started.length;
  const rollOf = (number: number) => dice(seed, jobKey(number));

  const plan = (number: number): JobPlan => {
    const key = jobKey(number);
    const roll = rollOf(number);
    const start = started[number - seeded - 1];
    return start ? planStartedJob(key, start.at, start.workflow, roll) : planSeededJob(key, epoch - seededAge(seeded - number, roll('age')), roll);
  };

  return {
    total,
    /** The jobs from position `from` (0 is the newest) up to but without `to`, as they are at `now`. */
    slice(from: number, to: number, now: number): Job[] {
      const size = Math.max(0, Math.min(to, total()) - from);
      return Array.from({ length: size }, (_, index) => jobAt(plan(total() - from - index), now));
    },
    find(key: string, now: number): (Job & Record<string, unknown>) | null {
      const number = Number(/^job_(\d+)$/.exec(key)?.[1]);
      if (jobKey(number) !== key || number < 1 || number > total()) return null;
      return jobInFullAt(plan(number), now, rollOf(number));
    },
    start(workflow: Workflow, now: number): Job {
      started.push({ workflow, at: now });
      return jobAt(plan(total()), now);
    },
  };
}

function jobKey(number: number): string {
  return `job_${String(number).padStart(6, '0')}`;
}

/** How long before the epoch the job at `position` started: minutes apart for the newest, hours apart for old ones, never out of order. */
function seededAge(position: number, jitter: number): number {
  const x = position + jitter;
  return 90_000 * (x + (x * Math.sqrt(x)) / 10);
}
