import { afterWork, day, hour, minute } from './calendar.ts';
import { nobody, rollPerson, type Step, workflows, type Workflow } from './catalog.ts';
import { pick, pickByWeight, rollTime, type Roll } from './dice.ts';
import { type Person, rollUtcOffset, type UtcOffset } from './wire.ts';

export type JobEvent = { at: number } & (
  | { kind: 'started' }
  | { kind: 'entered'; step: Step }
  | { kind: 'left'; step: Step }
  | { kind: 'assigned'; to: Person }
  | { kind: 'completed' }
);

/** One workflow's time span in a job. */
type Run = { workflow: Workflow; from: number; until: number };

/** All events of a job, including future ones; the job's state at a time follows from the events up to it. */
export type JobPlan = {
  key: string;
  startedBy: Person;
  utcOffset: UtcOffset;
  runs: Run[];
  /** In order of time. */
  events: JobEvent[];
};

const second = 1000;
const forGood = 36_500 * day;

/** How long before the epoch the slow step became slow, and by what factor. */
const piledUpFor = 24 * day;
const piledUpFactor = 5;

/**
 * Plans a job of the seed: completed within minutes by the service or within weeks by people, and sometimes
 * forgotten, nameless or in two workflows.
 * @param epoch the service time at which jobs stop piling up
 */
export function planSeededJob(key: string, startedAt: number, roll: Roll, epoch: number): JobPlan {
  const workflow = pickByWeight(roll('workflow'), workflows, ({ share }) => share) ?? workflows[0];
  const manners = roll('handover');
  const handover = manners < 0.12 ? 0.4 : manners < 0.24 ? -0.6 : 0;
  const forgottenAt =
    roll('forgotten') < 0.003
      ? pickByWeight(roll('forgotten at'), workflow.steps, ({ weight }) => weight)
      : undefined;

  const main = walk(workflow, startedAt, roll, seededPace(workflow, roll, epoch), handover, forgottenAt);
  const walks = [main];
  const firstLeft = main.events.find(({ kind }) => kind === 'left');
  if (firstLeft && roll('companion') < 0.08) {
    const others = workflows.filter((other) => other !== workflow);
    const companion = pick(roll('companion workflow'), [others[0] ?? workflow, ...others.slice(1)]);
    walks.push(walk(companion, firstLeft.at, roll, seededPace(companion, roll, epoch)));
  }
  return plan(key, startedAt, {
    walks,
    startedBy: roll('started by nobody') < 0.2 ? nobody : rollPerson(roll, `${workflow.key}/started by`),
    utcOffset: rollUtcOffset(roll),
    isNameless: roll('nameless') < 0.03,
  });
}

/** Plans a job that a client started: it completes within minutes, so that watching it shows changes. */
export function planStartedJob(key: string, startedAt: number, workflow: Workflow, roll: Roll): JobPlan {
  return plan(key, startedAt, {
    walks: [walk(workflow, startedAt, roll, steadyPace(40 * second, roll))],
    startedBy: nobody,
    utcOffset: rollUtcOffset(roll),
    isNameless: false,
  });
}

/** The time at which a step is left. */
type Pace = (step: Step, entersAt: number) => number;

/** A pace at which each step takes 0.5 to 1.5 times this duration. */
function steadyPace(eachStep: number, roll: Roll): Pace {
  return (step, entersAt) => entersAt + eachStep * (0.5 + roll(`${step.key}/duration`));
}

/** The pace of a job that the service completes by itself, or of one that people do in working hours. */
function seededPace(
  { key, steps, medianDays, deviation, quick, piledUp }: Workflow,
  roll: Roll,
  epoch: number,
): Pace {
  if (roll(`${key}/by itself`) < quick) {
    return steadyPace(rollTime(roll, `${key}/minutes`, 3 * minute, 1), roll);
  }
  const total = rollTime(roll, `${key}/days`, medianDays * day, deviation);
  const weights = steps.reduce((sum, { weight }) => sum + weight, 0);
  return (step, entersAt) => {
    const factor = step === piledUp && entersAt > epoch - piledUpFor ? piledUpFactor : 1;
    return afterWork(
      entersAt,
      ((total * step.weight) / weights) * -Math.log(1 - roll(`${step.key}/duration`)) * factor,
    );
  };
}

type Walk = { run: Run; events: JobEvent[] };

/**
 * The events of a workflow's steps. `handover` is the share of a step that overlaps the next one; if
 * negative, the pause between them.
 */
function walk(
  workflow: Workflow,
  from: number,
  roll: Roll,
  pace: Pace,
  handover = 0,
  forgottenAt?: Step,
): Walk {
  const events: JobEvent[] = [];
  let enters = from;
  let until = from;
  for (const step of workflow.steps) {
    const leaves = step === forgottenAt ? enters + forGood : pace(step, enters);
    const duration = leaves - enters;
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
    events: events.sort((one, other) => one.at - other.at),
  };
}
