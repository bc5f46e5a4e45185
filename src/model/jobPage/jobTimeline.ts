import type { LogEntry, TimelineEvent, TimelineStep } from '../../protocol/jobPage.ts';
import type { Job } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { assigneesOf, nameOf } from '../jobs/job.ts';
import { type TimedEntry, staysIn } from './stepStays.ts';

/** A step that was active in at least one reading of the job. */
type SeenStep = Readonly<Omit<TimelineStep, 'kind'>> & { readonly key: string };

/** The steps observed over successive readings of a job. */
export interface JobHistory {
  readonly steps: readonly SeenStep[];
  /** `updatedAt` of the last reading; undefined before the first. */
  readonly updatedAt: string | null | undefined;
}

export const nothingSeen: JobHistory = { steps: [], updatedAt: undefined };

const mostSteps = 200;

/**
 * Adds a newer reading of the job. Its steps count as changed at the job's `updatedAt` if that is new, else
 * at `now`.
 */
export function withState(history: JobHistory, job: Job, now: number): JobHistory {
  const isFirst = history.updatedAt === undefined;
  const updated = job.updatedAt === history.updatedAt ? null : parseTimestamp(job.updatedAt);
  const changed = { at: updated ?? now, source: updated === null ? ('seen' as const) : ('sent' as const) };
  // Steps of a first reading began earlier, unless the last update is known and is the start itself.
  const beganEarlier = isFirst && (updated === null || job.startedAt !== job.updatedAt);
  const active = new Map((job.activeSteps ?? []).map((step) => [step.key, nameOf(step)]));
  const owners = assigneesOf(job);
  const ended = parseTimestamp(job.completedAt);
  const steps = history.steps.map((step) => {
    if (step.until !== null) return step;
    return active.has(step.key) ? { ...step, owners } : { ...step, until: ended ?? changed.at };
  });
  const open = new Set(steps.filter(({ until }) => until === null).map(({ key }) => key));
  for (const [key, name] of active) {
    if (!open.has(key)) steps.push({ key, name, until: null, owners, beganEarlier, ...changed });
  }
  return { steps: steps.slice(-mostSteps), updatedAt: job.updatedAt ?? null };
}

/** Most log entries in a timeline; a longer log is omitted. */
const mostEntries = 60;

/**
 * The events of a job in order of time: timestamps from the service, steps observed while reading it, and
 * timed log entries.
 */
export function timelineOf(
  job: Job,
  { steps }: JobHistory,
  log: readonly LogEntry[],
  now: number,
): TimelineEvent[] {
  const timed = log
    .flatMap((entry): TimedEntry[] => (entry.at?.ms == null ? [] : [{ entry, at: entry.at.ms }]))
    .sort((one, other) => one.at - other.at);
  const [started, ended] = [parseTimestamp(job.startedAt) ?? -Infinity, parseTimestamp(job.completedAt)];
  // A step begins and ends with its job, and not yet in the future.
  const told = staysIn(timed.filter(({ at }) => at >= started && at <= Math.min(ended ?? now, now)));
  const named = new Set<LogEntry>();
  const stepEvents = [...Map.groupBy(steps, ({ key }) => key)].flatMap(([key, segments]) => {
    const name = segments.at(-1)?.name ?? key;
    const stays = told({ key, name });
    const placed = segments.map(({ key: _, ...step }, index): TimelineStep => {
      const until = step.until ?? ended;
      const at = Math.max(Math.min(step.at, until ?? Infinity), started);
      const from = segments[index - 1]?.until ?? -Infinity;
      // A reading tells only that a step had begun, or ended; the log may tell when, and that it began again.
      const stay = stays.findLast(({ at: begin }) => begin >= from && begin <= (until ?? Infinity));
      if (stay === undefined || (stay.until ?? at) < at) {
        return { kind: 'step', ...step, at, until, source: at < step.at ? 'sent' : step.source };
      }
      named.add(stay.entry);
      return {
        kind: 'step',
        ...step,
        at: stay.at,
        beganEarlier: false,
        until: until && Math.min(until, stay.until ?? until),
        source: 'sent',
      };
    });
    const earlier = stays.flatMap(({ entry, at, until }): TimelineStep[] => {
      if (until === null || placed.some((step) => step.at < until && at < (step.until ?? Infinity))) {
        return [];
      }
      named.add(entry);
      return [{ kind: 'step', name, at, beganEarlier: false, until, source: 'sent', owners: [] }];
    });
    return [...earlier, ...placed];
  });
  const entries =
    timed.length > mostEntries ? [] : timed.filter(({ entry }) => entry.text !== null && !named.has(entry));
  const events: TimelineEvent[] = [
    ...momentOf('started', job.startedAt),
    ...stepEvents,
    ...entries.map(({ entry, at }): TimelineEvent => ({ kind: 'log', name: entry.text ?? '', at })),
    ...momentOf('completed', job.completedAt),
  ];
  // An update within a second of another event is the same event.
  const updated = momentOf('updated', job.updatedAt).filter(
    ({ at }) => !events.some((other) => Math.abs(other.at - at) < 1000),
  );
  return [...events, ...updated].sort(
    (one, other) => one.at - other.at || order[one.kind] - order[other.kind],
  );
}

const order: Record<TimelineEvent['kind'], number> = {
  started: 0,
  log: 1,
  step: 2,
  updated: 3,
  completed: 4,
};

function momentOf(
  kind: 'started' | 'updated' | 'completed',
  text: string | null | undefined,
): TimelineEvent[] {
  const at = parseTimestamp(text);
  return at === null ? [] : [{ kind, name: '', at }];
}
