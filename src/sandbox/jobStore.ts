import { type SandboxWorkflow, fieldVariants, rollFieldValue, workflows } from './catalog.ts';
import { dice, pick } from './dice.ts';
import { type JobPlan, ageAt, planSeededJob, planStartedJob } from './jobPlan.ts';
import { type WireField, type WireJob, wireTimestamp } from './wire.ts';

/**
 * Maximum random shift of job start times, as a fraction of the interval between jobs. The fraction
 * is less than 1, so that two jobs never start at the same time.
 */
const jitter = 0.75;

export type SandboxJobs = ReturnType<typeof createJobStore>;

/**
 * Job that a client started. `workflow` is the workflow key, and `at` is the start time in epoch
 * milliseconds.
 */
export type StartedSandboxJob = { workflow: string; at: number };

/**
 * Creates the job store. Jobs are numbered from 1, starting with the oldest. Sample jobs are
 * computed from the job numbers instead of being stored.
 * @param epoch reference time, shortly after the newest sample job starts
 * @param keepsWorkflows see `SandboxOptions`
 * @param before jobs that clients of a previous sandbox started
 */
export function createJobStore({
  seed,
  seeded,
  epoch,
  fields = fieldVariants.first,
  keepsWorkflows = true,
  before = [],
  onStarted,
}: {
  seed: number;
  seeded: number;
  epoch: number;
  fields?: readonly WireField[];
  keepsWorkflows?: boolean;
  before?: readonly StartedSandboxJob[];
  onStarted?: () => void;
}) {
  const started = [...before];
  const total = () => seeded + started.length;

  const plan = (number: number): JobPlan => {
    const key = jobKey(number);
    const roll = dice(seed, key);
    const start = started[number - seeded - 1];
    if (start === undefined) {
      return planSeededJob(
        key,
        epoch - ageAt(seeded - number + jitter * roll('age'), seeded),
        roll,
      );
    }
    // The saved job may have a workflow that no longer exists in this version of the sandbox.
    const workflow = workflows.find(({ key }) => key === start.workflow) ?? pick(0, workflows);
    return planStartedJob(key, start.at, workflow, roll);
  };
  const jobAt = (number: number, now: number) => stateAt(plan(number), now, keepsWorkflows);

  return {
    total,
    started: () => [...started],
    /** Returns the jobs from index `from` up to, but not including, `to`. Index 0 is the newest. */
    slice(from: number, to: number, now: number): WireJob[] {
      const size = Math.max(0, Math.min(to, total()) - from);
      return Array.from({ length: size }, (_, index) => jobAt(total() - from - index, now));
    },
    find(key: string, now: number): (WireJob & Record<string, unknown>) | null {
      const number = Number(/^job_(\d+)$/.exec(key)?.[1]);
      if (jobKey(number) !== key || number < 1 || number > total()) return null;
      const found = plan(number);
      const job = stateAt(found, now, keepsWorkflows);
      const roll = dice(seed, key);
      return {
        ...job,
        actions: actionsOf(job),
        content: {
          fields: fields.map((field) => {
            const { key, name, type } = field;
            return { key, name, type, value: rollFieldValue(field, roll) };
          }),
        },
        logs: found.log
          .filter(({ at }) => at <= now)
          .map((entry) => ({ ...entry, at: wireTimestamp(entry.at, found.utcOffset) })),
      };
    },
    start(workflow: SandboxWorkflow, now: number): WireJob {
      started.push({ workflow: workflow.key, at: now });
      onStarted?.();
      return jobAt(total(), now);
    },
  };
}

function jobKey(number: number): string {
  return `job_${String(number).padStart(6, '0')}`;
}

/** Returns a job's state at the given time, with documented properties only. */
function stateAt(plan: JobPlan, now: number, keepsWorkflows: boolean): WireJob {
  const { key, startedBy, utcOffset, workflows, steps, log } = plan;
  const time = (at: number) => wireTimestamp(at, utcOffset);
  const last = log.findLast(({ at }) => at <= now);
  const isCompleted = last?.type === 'jobCompleted';
  const enteredSteps = steps.filter(({ from }) => from <= now);
  const lastEntered = enteredSteps.at(-1);
  const isActive = (workflow: SandboxWorkflow) =>
    enteredSteps.some((each) => each.workflow === workflow) &&
    steps.some((each) => each.workflow === workflow && now < each.until);
  return {
    key,
    activeWorkflows: workflows
      .filter((workflow) => (isCompleted ? keepsWorkflows : isActive(workflow)))
      .map(({ key, name }) => ({ key, name })),
    activeSteps: enteredSteps
      .filter(({ until }) => now < until)
      .map(({ step: { key, name } }) => ({ key, name })),
    assignedTo: lastEntered && lastEntered.assignedAt <= now ? lastEntered.assignee : null,
    startedBy,
    startedAt: time(log[0]?.at ?? now),
    updatedAt: time(last?.at ?? now),
    completedAt: isCompleted ? time(last.at) : null,
  };
}

function actionsOf({ activeSteps, completedAt }: WireJob) {
  if (completedAt !== null) return [{ key: 'reopen', name: 'Reopen job' }];
  const completions = activeSteps.map(({ key, name }) => ({
    key: `complete_${key}`,
    name: `Complete “${name}”`,
  }));
  return [...completions, { key: 'cancel', name: 'Cancel job' }];
}
