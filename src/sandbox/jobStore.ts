import { type Step, type SandboxWorkflow, fieldsOf, fullName, rollFieldValue, workflows } from './catalog.ts';
import { type Roll, dice } from './dice.ts';
import { type JobEvent, type JobPlan, ageAt, planSeededJob, planStartedJob } from './jobPlan.ts';
import { type WireField, type WireJob, type WirePerson, wireTimestamp } from './wire.ts';

/** Must be below 1, so that consecutive jobs never start at the same time. */
const jitter = 0.75;

export type SandboxJobs = ReturnType<typeof createJobStore>;

export type StartedSandboxJob = { number: number; workflow: string; at: number };

/** Maximum number of started jobs to keep. The store drops the oldest ones. */
const maxStarted = 500;

/**
 * Stores the jobs, which are numbered from 1, oldest first. Seeded jobs are computed from their number on
 * request.
 * @param epoch service time shortly after the start of the newest seeded job
 * @param keepsWorkflows see `SandboxOptions`
 * @param before jobs that were started earlier
 */
export function createJobStore({
  seed,
  seeded,
  epoch,
  fields = fieldsOf('first'),
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
  const started = before.flatMap(({ workflow, ...each }) =>
    workflows.filter(({ key }) => key === workflow).map((found) => ({ ...each, workflow: found })),
  );
  const total = () => seeded + started.length;
  /** Returns the number of the job at a position. Position 0 is the newest job. */
  const numberAt = (position: number) => started.at(-1 - position)?.number ?? total() - position;

  const plan = (number: number): JobPlan => {
    const key = jobKey(number);
    const roll = dice(seed, key);
    const start = started.find((each) => each.number === number);
    return start
      ? planStartedJob(key, start.at, start.workflow, roll)
      : planSeededJob(key, epoch - ageAt(seeded - number + jitter * roll('age'), seeded), roll);
  };

  return {
    total,
    started: (): StartedSandboxJob[] => started.map((each) => ({ ...each, workflow: each.workflow.key })),
    /** Returns the jobs from position `from` up to but excluding `to`, in their state at `now`. */
    slice(from: number, to: number, now: number): WireJob[] {
      const size = Math.max(0, Math.min(to, total()) - from);
      return Array.from({ length: size }, (_, index) =>
        jobAt(plan(numberAt(from + index)), now, keepsWorkflows),
      );
    },
    find(key: string, now: number): (WireJob & Record<string, unknown>) | null {
      const number = Number(/^job_(\d+)$/.exec(key)?.[1]);
      const isKnown = number <= seeded || started.some((each) => each.number === number);
      if (jobKey(number) !== key || number < 1 || !isKnown) return null;
      const found = plan(number);
      return {
        ...jobAt(found, now, keepsWorkflows),
        ...extraMembersAt(found, now, fields, dice(seed, key)),
      };
    },
    start(workflow: SandboxWorkflow, now: number): WireJob {
      const number = (started.at(-1)?.number ?? seeded) + 1;
      started.push({ number, workflow, at: now });
      if (started.length > maxStarted) started.shift();
      onStarted?.();
      return jobAt(plan(number), now, keepsWorkflows);
    },
  };
}

function jobKey(number: number): string {
  return `job_${String(number).padStart(6, '0')}`;
}

/** Returns the documented members of a job, in their state at `now`. */
function jobAt(plan: JobPlan, now: number, keepsWorkflows: boolean): WireJob {
  const time = (at: number) => wireTimestamp(at, plan.utcOffset);
  const events = pastEvents(plan, now);
  const last = events.at(-1);
  const activeSteps = new Set<Step>();
  let assignedTo: WirePerson | null = null;
  for (const event of events) {
    if (event.kind === 'entered') {
      activeSteps.add(event.step);
      assignedTo = null;
    } else if (event.kind === 'left') activeSteps.delete(event.step);
    else if (event.kind === 'assigned') assignedTo = event.to;
  }
  const completedAt = last?.kind === 'completed' ? time(last.at) : null;
  // An active job no longer names workflows that have ended.
  const activeRuns = plan.runs.filter(
    ({ from, until }) => (keepsWorkflows && completedAt !== null) || (from <= now && now < until),
  );
  return {
    key: plan.key,
    activeWorkflows: activeRuns.map(({ workflow: { key, name } }) => ({ key, name })),
    activeSteps: [...activeSteps].map(({ key, name }) => ({ key, name })),
    assignedTo,
    startedBy: plan.startedBy,
    startedAt: time(events[0]?.at ?? now),
    updatedAt: time(last?.at ?? now),
    completedAt,
  };
}

/** Returns the members that some deployments add to `GET /jobs/{key}`. */
function extraMembersAt(plan: JobPlan, now: number, fields: readonly WireField[], roll: Roll) {
  const { activeSteps, completedAt } = jobAt(plan, now, true);
  const completions = activeSteps.map(({ key, name }) => ({
    key: `complete_${key}`,
    name: `Complete “${name}”`,
  }));
  return {
    actions:
      completedAt === null
        ? [...completions, { key: 'cancel', name: 'Cancel job' }]
        : [{ key: 'reopen', name: 'Reopen job' }],
    content: {
      fields: fields.map((field) => ({
        key: field.key,
        name: field.name,
        type: field.type,
        value: rollFieldValue(field, roll),
      })),
    },
    logs: pastEvents(plan, now).map((event) => ({
      at: wireTimestamp(event.at, plan.utcOffset),
      ...logEntry(event),
    })),
  };
}

function pastEvents(plan: JobPlan, now: number): JobEvent[] {
  return plan.events.filter(({ at }) => at <= now);
}

/** Describes an event as members and as a message. */
function logEntry(event: JobEvent): { type: string; step?: string; message: string } {
  switch (event.kind) {
    case 'started':
      return { type: 'jobStarted', message: 'Job started' };
    case 'entered':
      return { type: 'stepStarted', step: event.step.name, message: `Step “${event.step.name}” began` };
    case 'left':
      return { type: 'stepCompleted', step: event.step.name, message: `Step “${event.step.name}” done` };
    case 'assigned':
      return { type: 'assigned', message: `Assigned to ${fullName(event.to)}` };
    case 'completed':
      return { type: 'jobCompleted', message: 'Job completed' };
  }
}
