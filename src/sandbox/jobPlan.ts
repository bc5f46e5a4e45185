import { nobody, rollPerson, workflows, type Workflow } from './catalog.ts';
import { pick, type Roll } from './dice.ts';
import { type Named, type Person, rollUtcOffset, type UtcOffset } from './wire.ts';

export type JobEvent = { at: number } & (
  | { kind: 'started' }
  | { kind: 'entered'; step: Named }
  | { kind: 'left'; step: Named }
  | { kind: 'assigned'; to: Person }
  | { kind: 'completed' }
);

/** One workflow's way through a job. */
type Run = { workflow: Workflow; from: number; until: number };

/** All events of a job, future ones included: its state at a moment follows from the events up to it. */
export type JobPlan = {
  key: string;
  startedBy: Person;
  utcOffset: UtcOffset;
  runs: Run[];
  /** In order of time. */
  events: JobEvent[];
};

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const forGood = 36_500 * day;

/** A job of the seed: any workflow, a pace from minutes to weeks, and sometimes an oddity: stuck, nameless or in two workflows. */
export function planSeededJob(key: string, startedAt: number, roll: Roll): JobPlan {
  const workflow = pick(roll('workflow'), workflows);
  const pace = 3 * minute * ((6 * day) / (3 * minute)) ** roll('pace');
  const stuckAt = roll('stuck') < 0.012 ? Math.floor(roll('stuck at') * workflow.steps.length) : null;
  const manners = roll('handover');
  const handover = manners < 0.12 ? 0.4 : manners < 0.24 ? -0.6 : 0;

  const walks = [walk(workflow, startedAt, roll, pace, handover, stuckAt)];
  if (roll('companion') < 0.08) {
    const others = workflows.filter((other) => other !== workflow);
    const companion = pick(roll('companion workflow'), [others[0] ?? workflow, ...others.slice(1)]);
    walks.push(walk(companion, startedAt + pace, roll, pace));
  }
  return plan(key, startedAt, {
    walks,
    startedBy: roll('started by nobody') < 0.2 ? nobody : rollPerson(roll, 'started by'),
    utcOffset: rollUtcOffset(roll),
    isNameless: roll('nameless') < 0.03,
  });
}

/** A job that was started by a client: it completes in a few minutes, so that watching it shows changes. */
export function planStartedJob(key: string, startedAt: number, workflow: Workflow, roll: Roll): JobPlan {
  return plan(key, startedAt, {
    walks: [walk(workflow, startedAt, roll, 40 * second)],
    startedBy: nobody,
    utcOffset: rollUtcOffset(roll),
    isNameless: false,
  });
}

type Walk = { run: Run; events: JobEvent[] };

/**
 * Walks a workflow's steps, each taking half to one and a half times the pace.
 * `handover` is the part of a step that overlaps with the next one; negative, it is a pause between them.
 */
function walk(workflow: Workflow, from: number, roll: Roll, pace: number, handover = 0, stuckAt: number | null = null): Walk {
  const events: JobEvent[] = [];
  let enters = from;
  let until = from;
  workflow.steps.forEach((step, index) => {
    const duration = index === stuckAt ? forGood : pace * (0.5 + roll(`${step.key}/duration`));
    const leaves = enters + duration;
    events.push({ at: enters, kind: 'entered', step });
    if (roll(`${step.key}/assigned`) < 0.6) {
      const delay = pace * (0.1 + 0.3 * roll(`${step.key}/assigned after`));
      events.push({ at: enters + delay, kind: 'assigned', to: rollPerson(roll, step.key) });
    }
    events.push({ at: leaves, kind: 'left', step });
    until = Math.max(until, leaves);
    enters = leaves - handover * duration;
  });
  return { run: { workflow, from, until }, events };
}

function plan(
  key: string,
  startedAt: number,
  { walks, isNameless, ...job }: Pick<JobPlan, 'startedBy' | 'utcOffset'> & { walks: Walk[]; isNameless: boolean },
): JobPlan {
  const runs = walks.map(({ run }) => run);
  const events: JobEvent[] = [
    { at: startedAt, kind: 'started' },
    ...walks.flatMap((each) => each.events),
    { at: Math.max(...runs.map((run) => run.until)), kind: 'completed' },
  ];
  return { key, ...job, runs: isNameless ? [] : runs, events: events.sort((one, other) => one.at - other.at) };
}
