import { fields, personName, rollFieldValue } from './catalog.ts';
import type { Roll } from './dice.ts';
import type { JobEvent, JobPlan } from './jobPlan.ts';
import { type Job, type Named, type Person, timestamp } from './wire.ts';

/** The documented members of a job, as they are at a moment. */
export function jobAt(plan: JobPlan, now: number): Job {
  const activeSteps = new Set<Named>();
  let assignedTo: Person | null = null;
  let startedAt = now;
  let updatedAt = now;
  let completedAt: number | null = null;
  for (const event of past(plan, now)) {
    updatedAt = event.at;
    switch (event.kind) {
      case 'started':
        startedAt = event.at;
        break;
      case 'entered':
        activeSteps.add(event.step);
        assignedTo = null;
        break;
      case 'left':
        activeSteps.delete(event.step);
        break;
      case 'assigned':
        assignedTo = event.to;
        break;
      case 'completed':
        completedAt = event.at;
        break;
    }
  }
  // A completed job goes on naming its workflows; an active one drops those that are through.
  const activeRuns = plan.runs.filter(({ from, until }) => completedAt !== null || (from <= now && now < until));
  return {
    key: plan.key,
    activeWorkflows: activeRuns.map(({ workflow: { key, name } }) => ({ key, name })),
    activeSteps: [...activeSteps],
    assignedTo,
    startedBy: plan.startedBy,
    startedAt: timestamp(startedAt, plan.utcOffset),
    updatedAt: timestamp(updatedAt, plan.utcOffset),
    completedAt: completedAt === null ? null : timestamp(completedAt, plan.utcOffset),
  };
}

/** The job with the members that some deployments add when one job is asked for. */
export function jobInFullAt(plan: JobPlan, now: number, roll: Roll) {
  const job = jobAt(plan, now);
  return {
    ...job,
    actions:
      job.completedAt === null
        ? [...job.activeSteps.map(({ key, name }) => ({ key: `complete_${key}`, name: `Complete “${name}”` })), { key: 'cancel', name: 'Cancel job' }]
        : [{ key: 'reopen', name: 'Reopen job' }],
    content: {
      fields: fields.map((field) => ({ key: field.key, name: field.name, type: field.type, value: rollFieldValue(field, roll) })),
    },
    logs: past(plan, now).map((event) => ({ at: timestamp(event.at, plan.utcOffset), message: message(event) })),
  };
}

function past(plan: JobPlan, now: number): JobEvent[] {
  return plan.events.filter(({ at }) => at <= now);
}

function message(event: JobEvent): string {
  switch (event.kind) {
    case 'started':
      return 'Job started';
    case 'entered':
      return `Step “${event.step.name}” began`;
    case 'left':
      return `Step “${event.step.name}” done`;
    case 'assigned':
      return `Assigned to ${personName(event.to)}`;
    case 'completed':
      return 'Job completed';
  }
}
