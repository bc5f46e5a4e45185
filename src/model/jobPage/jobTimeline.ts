import {
  type Job,
  type Named,
  isJsonObject,
  normalizeKey,
  normalizeText,
} from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { assigneesOf, nameOrKey } from '../jobs/job.ts';
import { type TimeName, starterOf, timesOf } from '../jobs/members/jobMembers.ts';
import type { Json } from '../util/json.ts';
import type { LogEntry } from './undocumentedMembers.ts';

/** Event in the job timeline. `at` is in epoch milliseconds. */
export type TimelineEvent = TimelineStep | TimelineMoment;

interface TimelineMoment {
  kind: 'log' | TimeName;
  name: string;
  at: number;
  /** Display names of the people who caused the event. */
  people: string[];
}

/** Workflow step that became active at the time `at`. */
export interface TimelineStep {
  kind: 'step';
  name: string;
  at: number;
  /** True if the step may have become active before `at`. */
  beganEarlier: boolean;
  /** Time when the step ended, in epoch milliseconds. Null while the step is active. */
  until: number | null;
  /** Display names of the job's assignees. Empty if the step has ended. */
  people: string[];
}

/** Log entry with a time. `change` is set for entries that report the start or end of a step. */
interface TimedEntry {
  readonly at: number;
  readonly text: string | null;
  readonly change: StepChange | undefined;
}

interface StepChange {
  readonly kind: 'began' | 'ended';
  readonly step: Named;
}

/**
 * Active period of a step, between two log entries. `ended` is undefined if the log does not
 * contain the end of the step.
 */
interface StepPeriod {
  readonly step: Named;
  readonly began: TimedEntry;
  ended: TimedEntry | undefined;
}

/** Maximum number of log entries in the timeline. If the log is longer, only steps are shown. */
const maxLogEntries = 60;

/**
 * Returns the job events, oldest first. A completed step is included only if the log contains its
 * start and end. If the start of an active step is not in the log, the last job update is used as
 * the latest possible start time.
 */
export function timelineOf(job: Job, log: readonly LogEntry[]): TimelineEvent[] {
  const timed = timedEntries(log);
  const periods = stepPeriods(timed);
  const steps = [...pastSteps(job, periods), ...activeSteps(job, periods)];
  const times = timeEvents(job);
  // Sorts events with the same time: job start, log entries, steps, and then other job times.
  const events: TimelineEvent[] = [
    ...times.filter(({ kind }) => kind === 'startedAt'),
    ...logEvents(timed, steps),
    ...steps.map(({ event }) => event),
    ...times.filter(({ kind }) => kind !== 'startedAt'),
  ];
  return events
    .filter((event) => !isRepeated(event, events))
    .sort((left, right) => left.at - right.at);
}

function timeEvents(job: Job): TimelineMoment[] {
  return timesOf(job).map(({ name, label, at }) => {
    const people = name === 'startedAt' ? [starterOf(job) ?? []].flat() : [];
    return { kind: name, name: label, at, people };
  });
}

/** Returns the log entries to show, except the entries that the timeline shows as steps. */
function logEvents(timed: readonly TimedEntry[], steps: readonly StepEvent[]): TimelineMoment[] {
  if (timed.length > maxLogEntries) return [];
  const shownEntries = new Set(steps.flatMap(({ entries }) => entries));
  return timed
    .filter((entry) => !shownEntries.has(entry))
    .flatMap(({ text, at }) =>
      text === null ? [] : [{ kind: 'log', name: text, at, people: [] }],
    );
}

/**
 * Returns true if a job update is within one second of another event, which probably caused the
 * update.
 */
function isRepeated(event: TimelineEvent, events: readonly TimelineEvent[]): boolean {
  if (event.kind !== 'updatedAt') return false;
  return events.some((other) => other !== event && Math.abs(other.at - event.at) < 1000);
}

/**
 * Timeline step, and the log entries that report its start and end. The timeline shows the step
 * instead of these log entries.
 */
interface StepEvent {
  readonly event: TimelineStep;
  readonly entries: readonly TimedEntry[];
}

function stepEvent(step: Pick<TimelineStep, 'name' | 'at'> & Partial<TimelineStep>): TimelineStep {
  return { kind: 'step', beganEarlier: false, until: null, people: [], ...step };
}

/** Returns the steps whose start and end are in the log. */
function pastSteps(job: Job, periods: readonly StepPeriod[]): StepEvent[] {
  // A log entry may contain only the step key, so the name comes from the active steps.
  const named = new Map((job.activeSteps ?? []).map((step) => [step.key, step]));
  return periods.flatMap(({ step, began, ended }): StepEvent[] => {
    if (ended === undefined) return [];
    const name = nameOrKey(named.get(step.key) ?? step);
    return [{ event: stepEvent({ name, at: began.at, until: ended.at }), entries: [began, ended] }];
  });
}

/** Returns the active steps of a job, or an empty array if the job is completed. */
function activeSteps(job: Job, periods: readonly StepPeriod[]): StepEvent[] {
  if (parseTimestamp(job.completedAt) !== null) return [];
  const people = assigneesOf(job);
  const updatedAt = parseTimestamp(job.updatedAt);
  return (job.activeSteps ?? []).flatMap((step): StepEvent[] => {
    const name = nameOrKey(step);
    const last = periods.findLast(
      (each) => each.step.key === step.key || each.step.key === step.name,
    );
    if (last !== undefined && last.ended === undefined) {
      return [{ event: stepEvent({ name, at: last.began.at, people }), entries: [last.began] }];
    }
    if (updatedAt === null) return [];
    return [{ event: stepEvent({ name, at: updatedAt, beganEarlier: true, people }), entries: [] }];
  });
}

function stepPeriods(timed: readonly TimedEntry[]): StepPeriod[] {
  const periods: StepPeriod[] = [];
  for (const entry of timed) {
    if (entry.change === undefined) continue;
    const { kind, step } = entry.change;
    if (kind === 'began') {
      periods.push({ step, began: entry, ended: undefined });
    } else {
      const last = periods.findLast((period) => period.step.key === step.key);
      if (last !== undefined) last.ended ??= entry;
    }
  }
  return periods;
}

/**
 * Returns the log entries with a time, oldest first. Entries with the same time keep their order.
 */
function timedEntries(log: readonly LogEntry[]): TimedEntry[] {
  const timed = log.flatMap((entry): TimedEntry[] => {
    const { at, text } = entry;
    return at === null ? [] : [{ at: at.ms, text, change: stepChange(entry) }];
  });
  const isNewestFirst = (timed[0]?.at ?? 0) > (timed.at(-1)?.at ?? 0);
  return (isNewestFirst ? timed.reverse() : timed).sort((left, right) => left.at - right.at);
}

const beganPattern = /^(?:step)?[ ._-]?(?:began|begun|started|entered)$/i;
const endedPattern = /^(?:step)?[ ._-]?(?:ended|finished|completed|done|left)$/i;

/**
 * Returns the step change that a log entry reports. The entry must have a `step` property and
 * contain a word such as `started` in `type`, in `event`, or as the entire text.
 */
function stepChange({ text, otherMembers }: LogEntry): StepChange | undefined {
  const step = stepIn(otherMembers['step']);
  if (step === undefined) return undefined;
  const events = [otherMembers['type'], otherMembers['event'], text].filter(
    (each) => typeof each === 'string',
  );
  if (events.some((each) => beganPattern.test(each))) return { kind: 'began', step };
  return events.some((each) => endedPattern.test(each)) ? { kind: 'ended', step } : undefined;
}

function stepIn(value: Json | undefined): Named | undefined {
  if (typeof value === 'string') return { key: value, name: value };
  if (!isJsonObject(value)) return undefined;
  const [key, name] = [normalizeKey(value['key']), normalizeText(value['name'])];
  if (typeof key !== 'string') return undefined;
  return { key, name: typeof name === 'string' ? name : null };
}
