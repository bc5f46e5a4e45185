import {
  type Job,
  type Named,
  isJsonObject,
  normalizeKey,
  normalizeList,
  normalizeText,
} from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { assigneesOf, nameOrKey } from '../jobs/job.ts';
import { type TimeName, starterOf, timesOf } from '../jobs/members/jobMembers.ts';
import type { LogEntry } from './undocumentedMembers.ts';

/** An event of a job. `at` is in epoch milliseconds. */
export type TimelineEvent = TimelineStep | TimelineMoment;

interface TimelineMoment {
  kind: 'log' | TimeName;
  name: string;
  at: number;
  /** Whether it may be in the future. */
  isPlanned: boolean;
  /** Display names of the people who caused the event. */
  people: string[];
}

/** A step that was active from `at`. */
export interface TimelineStep {
  kind: 'step';
  name: string;
  at: number;
  /** Whether it may have begun before `at`. */
  beganEarlier: boolean;
  /** Null while it is active. */
  until: number | null;
  /** Display names of the job's assignees; empty if the step ended. */
  people: string[];
}

/** A log entry with a time, and the start or end of a step if its members report one. */
interface TimedEntry {
  readonly entry: LogEntry;
  readonly at: number;
  readonly change: StepChange | undefined;
}

interface StepChange {
  readonly kind: 'began' | 'ended';
  readonly step: Named;
}

/** A period in which a step was active, between two log entries. */
interface Stay {
  readonly step: Named;
  readonly began: TimedEntry;
  ended: TimedEntry | undefined;
}

interface ActiveStep {
  readonly event: TimelineStep;
  /** The period that contains the beginning of the step. */
  readonly stay: Stay | undefined;
}

/** The timeline omits a log with more entries. */
const maxLogEntries = 60;

/**
 * Returns the events of a job, oldest first. A completed step is included only if the log contains its start
 * and end. An active step without a start in the log has been active at least since the job's last update.
 */
export function timelineOf(job: Job, log: readonly LogEntry[]): TimelineEvent[] {
  const timed = timedEntries(job, log);
  const stays = staysIn(timed);
  const active = activeSteps(job, stays);
  const past = stays.flatMap((stay) => (stay.ended === undefined ? [] : [{ ...stay, ended: stay.ended }]));
  // A log entry may contain only the key of a step.
  const known = new Map((job.activeSteps ?? []).map((step) => [step.key, step]));
  const entriesOfSteps = new Set([
    ...past.flatMap(({ began, ended }) => [began, ended]),
    ...active.flatMap(({ stay }) => stay?.began ?? []),
  ]);
  const others = timed.length > maxLogEntries ? [] : timed.filter((each) => !entriesOfSteps.has(each));
  const times = timesOf(job).map(({ name, label, at, isPlanned }) => {
    const people = name === 'startedAt' ? [starterOf(job) ?? []].flat() : [];
    return { kind: name, name: label, at, isPlanned, people };
  });
  const texts = others.flatMap(({ entry: { text }, at }): TimelineEvent[] =>
    text === null ? [] : [{ kind: 'log', name: text, at, isPlanned: false, people: [] }],
  );
  // Events at the same time are sorted: the start of the job, its log and steps, then its other times.
  const events: TimelineEvent[] = [
    ...times.filter(({ kind }) => kind === 'startedAt'),
    ...texts,
    ...past.map(({ step, began, ended }) =>
      stepEvent({ name: nameOrKey(known.get(step.key) ?? step), at: began.at, until: ended.at }),
    ),
    ...active.map(({ event }) => event),
    ...times.filter(({ kind }) => kind !== 'startedAt'),
  ];
  return events.filter((event) => !isRepeated(event, events)).sort((left, right) => left.at - right.at);
}

/** True for an update within a second of another event, which caused it. */
function isRepeated(event: TimelineEvent, events: readonly TimelineEvent[]): boolean {
  if (event.kind !== 'updatedAt') return false;
  return events.some((other) => other !== event && Math.abs(other.at - event.at) < 1000);
}

function stepEvent(step: Pick<TimelineStep, 'name' | 'at'> & Partial<TimelineStep>): TimelineStep {
  return { kind: 'step', beganEarlier: false, until: null, people: [], ...step };
}

/** Returns the active steps of a job that is not completed. */
function activeSteps(job: Job, stays: readonly Stay[]): ActiveStep[] {
  if (parseTimestamp(job.completedAt) !== null) return [];
  const people = assigneesOf(job);
  const updatedAt = parseTimestamp(job.updatedAt);
  return (job.activeSteps ?? []).flatMap((step): ActiveStep[] => {
    const name = nameOrKey(step);
    const last = stays.findLast((each) => each.step.key === step.key || each.step.key === step.name);
    const stay = last?.ended === undefined ? last : undefined;
    if (stay !== undefined) return [{ stay, event: stepEvent({ name, at: stay.began.at, people }) }];
    if (updatedAt === null) return [];
    return [{ stay, event: stepEvent({ name, at: updatedAt, beganEarlier: true, people }) }];
  });
}

function staysIn(timed: readonly TimedEntry[]): Stay[] {
  const stays: Stay[] = [];
  const open = new Map<string, Stay>();
  for (const each of timed) {
    if (each.change === undefined) continue;
    const { kind, step } = each.change;
    if (kind === 'began') {
      const stay = { step, began: each, ended: undefined };
      stays.push(stay);
      open.set(step.key, stay);
    } else {
      const stay = open.get(step.key);
      if (stay !== undefined) stay.ended = each;
      open.delete(step.key);
    }
  }
  return stays;
}

/** Returns the entries that have a time, oldest first. Entries with the same time keep their order. */
function timedEntries(job: Job, log: readonly LogEntry[]): TimedEntry[] {
  const logs = normalizeList(job['logs']);
  const sent: readonly unknown[] = Array.isArray(logs) ? logs : [];
  const timed = log.flatMap((entry, index): TimedEntry[] => {
    const at = entry.at?.ms ?? null;
    return at === null ? [] : [{ entry, at, change: stepChange(sent[index]) }];
  });
  const isNewestFirst = (timed[0]?.at ?? 0) > (timed.at(-1)?.at ?? 0);
  return (isNewestFirst ? timed.reverse() : timed).sort((left, right) => left.at - right.at);
}

const beganPattern = /^(?:step)?[ ._-]?(?:began|begun|started|entered)$/i;
const endedPattern = /^(?:step)?[ ._-]?(?:ended|finished|completed|done|left)$/i;

/**
 * Reads the start or end of a step from the members `step` and `type` or `event` of a log entry. The text of
 * the entry is not parsed.
 */
function stepChange(raw: unknown): StepChange | undefined {
  if (!isJsonObject(raw)) return undefined;
  const step = stepIn(raw['step']);
  if (step === undefined) return undefined;
  const events = [raw['type'], raw['event']].filter((each) => typeof each === 'string');
  if (events.some((each) => beganPattern.test(each))) return { kind: 'began', step };
  return events.some((each) => endedPattern.test(each)) ? { kind: 'ended', step } : undefined;
}

function stepIn(value: unknown): Named | undefined {
  if (typeof value === 'string') return { key: value, name: value };
  if (!isJsonObject(value)) return undefined;
  const [key, name] = [normalizeKey(value['key']), normalizeText(value['name'])];
  if (typeof key !== 'string') return undefined;
  return { key, name: typeof name === 'string' ? name : null };
}
