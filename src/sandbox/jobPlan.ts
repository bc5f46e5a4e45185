import { nobody, rollPerson, type Step, workflows, type SandboxWorkflow } from './catalog.ts';
import { pick, pickByWeight, type Roll } from './dice.ts';
import { type WirePerson, rollUtcOffset, type UtcOffset } from './wire.ts';

export type JobEvent = { at: number } & (
  | { kind: 'started' }
  | { kind: 'entered'; step: Step }
  | { kind: 'left'; step: Step }
  | { kind: 'assigned'; to: WirePerson }
  | { kind: 'completed' }
);

/** Time span of one workflow in a job. */
type Run = { workflow: SandboxWorkflow; from: number; until: number };

/** All events of a job, including future ones. The events up to a given time determine the job's state. */
export type JobPlan = {
  key: string;
  startedBy: WirePerson;
  utcOffset: UtcOffset;
  runs: Run[];
  /** Sorted by time. */
  events: JobEvent[];
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const forever = 36_500 * day;

/** Maximum age of seeded jobs. */
const maxAge = 180 * day;
/** The newest jobs start at this interval, so that the first page shows recent jobs. */
const newest = { jobs: 90, interval: 1.5 * minute };

/**
 * Returns the age at the epoch of the job that has this many younger seeded jobs. Fractions interpolate
 * between two jobs.
 */
export function ageAt(younger: number, jobs: number): number {
  const recent = Math.min(newest.jobs, jobs / 2);
  if (younger < recent) return younger * newest.interval;
  const age = recent * newest.interval;
  return age + ((maxAge - age) * (younger - recent)) / (jobs - recent);
}

/**
 * Plans a seeded job. The service completes it within minutes, or people complete it within days. A few jobs
 * never finish, have no workflow, or have two workflows.
 */
export function planSeededJob(key: string, startedAt: number, roll: Roll): JobPlan {
  const workflow = pickByWeight(roll('workflow'), workflows, ({ share }) => share) ?? workflows[0];
  const handoverRoll = roll('handover');
  const overlap = handoverRoll < 0.12 ? 0.4 : 0;
  const handover = handoverRoll > 0.88 ? -0.6 : overlap;
  const forgottenAt =
    roll('forgotten') < 0.003
      ? pickByWeight(roll('forgotten at'), workflow.steps, ({ weight }) => weight)
      : undefined;

  const main = walk(workflow, startedAt, roll, {
    duration: seededDuration(workflow, roll),
    handover,
    forgottenAt,
  });
  const walks = [main];
  const firstLeft = main.events.find(({ kind }) => kind === 'left');
  if (firstLeft && roll('companion') < 0.08) {
    const others = workflows.filter((each) => each !== workflow);
    const companion = pick(roll('companion workflow'), [others[0] ?? workflow, ...others.slice(1)]);
    walks.push(walk(companion, firstLeft.at, roll, { duration: seededDuration(companion, roll) }));
  }
  return plan(key, startedAt, {
    walks,
    startedBy: roll('started by nobody') < 0.2 ? nobody : rollPerson(roll, `${workflow.key}/started by`),
    utcOffset: rollUtcOffset(roll),
    isNameless: roll('nameless') < 0.03,
  });
}

/** Plans a job that a client started. It completes within minutes, so that a watched job changes quickly. */
export function planStartedJob(
  key: string,
  startedAt: number,
  workflow: SandboxWorkflow,
  roll: Roll,
): JobPlan {
  const duration = () => (2 / 3) * minute;
  return plan(key, startedAt, {
    walks: [walk(workflow, startedAt, roll, { duration })],
    startedBy: nobody,
    utcOffset: rollUtcOffset(roll),
    isNameless: false,
  });
}

/** Returns the usual step durations for a seeded job. Either the service completes the job, or people do. */
function seededDuration({ key, steps, days, quick }: SandboxWorkflow, roll: Roll): Pace['duration'] {
  const factor = 0.2 + 1.6 * roll(`${key}/duration`);
  if (roll(`${key}/by itself`) < quick) return () => 3 * minute * factor;
  const weights = steps.reduce((sum, { weight }) => sum + weight, 0);
  return ({ weight }) => (days * day * factor * weight) / weights;
}

type Pace = {
  /** Usual duration of a step. The duration in a job is 0.5 to 1.5 times as long. */
  duration: (step: Step) => number;
  /** Share of a step that overlaps the next step. A negative value is the pause between them. */
  handover?: number;
  /** Step that never finishes. */
  forgottenAt?: Step | undefined;
};

type Walk = { run: Run; events: JobEvent[] };

/** Plans the events of a workflow's steps. */
function walk(
  workflow: SandboxWorkflow,
  from: number,
  roll: Roll,
  { duration: usual, handover = 0, forgottenAt }: Pace,
): Walk {
  const events: JobEvent[] = [];
  let enters = from;
  let until = from;
  for (const step of workflow.steps) {
    const duration = step === forgottenAt ? forever : usual(step) * (0.5 + roll(`${step.key}/duration`));
    const leaves = enters + duration;
    events.push({ at: enters, kind: 'entered', step });
    if (roll(`${step.key}/assigned`) < 0.7) {
      const delay = Math.min(duration, hour) * (0.1 + 0.3 * roll(`${step.key}/assigned after`));
      events.push({ at: enters + delay, kind: 'assigned', to: rollPerson(roll, step.key) });
    }
    events.push({ at: leaves, kind: 'left', step });
    until = Math.max(until, leaves);
    enters = leaves - handover * duration;
  }
  return { run: { workflow, from, until }, events };
}

function plan(
  key: string,
  startedAt: number,
  {
    walks,
    isNameless,
    ...job
  }: Pick<JobPlan, 'startedBy' | 'utcOffset'> & { walks: Walk[]; isNameless: boolean },
): JobPlan {
  const runs = walks.map(({ run }) => run);
  const events: JobEvent[] = [
    { at: startedAt, kind: 'started' },
    ...walks.flatMap((each) => each.events),
    { at: Math.max(...runs.map((run) => run.until)), kind: 'completed' },
  ];
  return {
    key,
    ...job,
    runs: isNameless ? [] : runs,
    events: events.sort((left, right) => left.at - right.at),
  };
}
