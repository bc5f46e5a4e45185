import { type SandboxWorkflow, type Step, fullName, nobody, team, workflows } from './catalog.ts';
import { pick, type Roll } from './dice.ts';
import { type WirePerson, rollUtcOffset } from './wire.ts';

/** Planned step of a job. Times are in epoch milliseconds. */
type PlannedStep = {
  workflow: SandboxWorkflow;
  step: Step;
  from: number;
  until: number;
  /** Time when the step is assigned, or infinity if the step is never assigned. */
  assignedAt: number;
  assignee: WirePerson;
};

type SandboxLogEntry = { at: number; type: string; step?: string; message: string };

/** Past and future steps and log entries of a job, from which the job's state is computed. */
export type JobPlan = {
  key: string;
  startedBy: WirePerson;
  utcOffset: string;
  workflows: SandboxWorkflow[];
  /** Steps, sorted by start time. */
  steps: PlannedStep[];
  /** Log entries, sorted by time. */
  log: SandboxLogEntry[];
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const forever = 36_500 * day;

/** Maximum age of sample jobs, in milliseconds. */
const maxAge = 180 * day;
/** Spacing of the newest jobs. Short intervals ensure that the first page contains recent jobs. */
const newest = { jobs: 90, interval: 1.5 * minute };

/**
 * Returns the age of a sample job in milliseconds.
 * @param younger number of younger sample jobs. A fraction interpolates between two jobs.
 * @param jobs number of sample jobs
 */
export function ageAt(younger: number, jobs: number): number {
  const recent = Math.min(newest.jobs, jobs / 2);
  if (younger < recent) return younger * newest.interval;
  const age = recent * newest.interval;
  return age + ((maxAge - age) * (younger - recent)) / (jobs - recent);
}

/**
 * Plans a sample job. Automatic jobs take minutes, and other jobs take days. A few jobs never
 * finish, have no workflow, or have two workflows.
 */
export function planSeededJob(key: string, startedAt: number, roll: Roll): JobPlan {
  const workflow = pick(roll('workflow') ** 2, workflows);
  const pace = (roll('is automatic') < 0.25 ? 3 * minute : day) * (0.2 + 1.6 * roll('pace'));
  const usualDuration = ({ key, days }: Step) =>
    roll(`${key}/is forgotten`) < 0.001 ? forever : days * pace;
  const pause = roll('has pauses') < 0.12 ? 0.6 : 0;
  const steps = planSteps(workflow, startedAt, roll, { usualDuration, pause });
  const [first] = steps;
  if (first && roll('has a second workflow') < 0.15) {
    const others = workflows.filter((each) => each !== workflow);
    steps.push(
      ...planSteps(pick(roll('second workflow'), others), first.until, roll, { usualDuration }),
    );
  }
  return {
    ...planOf(key, steps, roll),
    startedBy: roll('was started by nobody') < 0.2 ? nobody : pick(roll('started by') ** 2, team),
    ...(roll('has no workflow') < 0.03 && { workflows: [] }),
  };
}

/** Plans a job that a client starts. Users can watch the job finish within a few minutes. */
export function planStartedJob(
  key: string,
  startedAt: number,
  workflow: SandboxWorkflow,
  roll: Roll,
): JobPlan {
  return planOf(key, planSteps(workflow, startedAt, roll, { usualDuration: () => 40_000 }), roll);
}

type Pace = {
  /** Returns the usual duration of a step in milliseconds. Actual durations vary by up to 50 %. */
  usualDuration: (step: Step) => number;
  /** Pause after each step, as a multiple of the step duration. */
  pause?: number;
};

function planSteps(
  workflow: SandboxWorkflow,
  startedAt: number,
  roll: Roll,
  { usualDuration, pause = 0 }: Pace,
): PlannedStep[] {
  let from = startedAt;
  return workflow.steps.map((step) => {
    const duration = usualDuration(step) * (0.5 + roll(`${step.key}/duration`));
    const delay = Math.min(duration, hour) * (0.1 + 0.3 * roll(`${step.key}/assigned after`));
    const isAssigned = roll(`${step.key}/is assigned`) < 0.7;
    const planned = {
      workflow,
      step,
      from,
      until: from + duration,
      assignedAt: isAssigned ? from + delay : Infinity,
      assignee: pick(roll(`${step.key}/assigned to`) ** 2, team),
    };
    from += duration * (1 + pause);
    return planned;
  });
}

function planOf(key: string, steps: PlannedStep[], roll: Roll): JobPlan {
  return {
    key,
    startedBy: nobody,
    utcOffset: rollUtcOffset(roll),
    workflows: [...new Set(steps.map(({ workflow }) => workflow))],
    steps: steps.sort((left, right) => left.from - right.from),
    log: logOf(steps),
  };
}

function logOf(steps: readonly PlannedStep[]): SandboxLogEntry[] {
  const entries = steps.flatMap(({ step: { name: step }, from, until, assignedAt, assignee }) => [
    { at: from, type: 'stepStarted', step, message: `Step “${step}” started` },
    { at: assignedAt, type: 'assigned', message: `Assigned to ${fullName(assignee)}` },
    { at: until, type: 'stepCompleted', step, message: `Step “${step}” completed` },
  ]);
  const startedAt = Math.min(...steps.map(({ from }) => from));
  const completedAt = Math.max(...steps.map(({ until }) => until));
  return [
    { at: startedAt, type: 'jobStarted', message: 'Job started' },
    ...entries.sort((left, right) => left.at - right.at),
    { at: completedAt, type: 'jobCompleted', message: 'Job completed' },
  ];
}
