import type { LogEntry, TimelineEvent } from '../../protocol.ts';
import type { Job } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { nameOf } from '../jobs/job.ts';

/** A step that was active in at least one reading of the job. */
interface SeenStep {
  readonly key: string;
  readonly name: string;
  /** Epoch milliseconds; null for a step that was active in the first reading. */
  readonly from: number | null;
  /** Null while it is active. */
  readonly until: number | null;
  /** Whether the service sent this time, or it is the time of the reading. */
  readonly source: TimelineEvent['source'];
}

/** What successive readings of a job have shown. */
export interface JobHistory {
  readonly steps: readonly SeenStep[];
  /** `updatedAt` of the last reading; undefined before the first. */
  readonly updatedAt: string | null | undefined;
}

export const nothingSeen: JobHistory = { steps: [], updatedAt: undefined };

const mostSteps = 200;

/** Adds a newer reading of the job: its steps changed when the service says that the job was updated, or else at `now`. */
export function withState(history: JobHistory, job: Job, now: number): JobHistory {
  const isFirst = history.updatedAt === undefined;
  const updated = job.updatedAt == null || job.updatedAt === history.updatedAt ? null : parseTimestamp(job.updatedAt);
  const changed = { at: updated ?? now, source: updated === null ? ('seen' as const) : ('sent' as const) };
  const active = new Map((job.activeSteps ?? []).map((step) => [step.key, nameOf(step)]));
  const ended = parseTimestamp(job.completedAt);
  const steps = history.steps.map((step) => (step.until !== null || active.has(step.key) ? step : { ...step, until: ended ?? changed.at }));
  const open = new Set(steps.filter(({ until }) => until === null).map(({ key }) => key));
  for (const [key, name] of active) {
    if (open.has(key)) continue;
    const since = isFirst ? { from: sinceStart(job), source: 'sent' as const } : { from: changed.at, source: changed.source };
    steps.push({ key, name, until: null, ...since });
  }
  return { steps: steps.slice(-mostSteps), updatedAt: job.updatedAt ?? null };
}

/** When the active steps began: a job that was not updated since its start is still in its first. */
function sinceStart({ startedAt, updatedAt }: Job): number | null {
  return startedAt != null && startedAt === updatedAt ? parseTimestamp(startedAt) : null;
}

/** The most log entries that a timeline shows; it leaves out a longer log. */
const mostEntries = 60;

/** The events of a job in order of time: those that the service sends, those seen by reading it, and timed entries of its log. */
export function timelineOf(job: Job, { steps }: JobHistory, log: readonly LogEntry[]): TimelineEvent[] {
  const timed = log.flatMap(({ at, text }) => (at?.ms == null || text === null ? [] : [{ at: at.ms, text }]));
  const named = new Set<string>();
  const stepEvents = steps.flatMap((step): TimelineEvent[] => {
    // A log entry that names the step has the time when it began; a reading only shows that it had begun.
    const entry = step.from === null || step.source === 'seen' ? timed.find(({ text }) => text.includes(step.name)) : undefined;
    if (entry !== undefined) named.add(entry.text);
    const at = entry?.at ?? step.from;
    return at === null ? [] : [{ kind: 'step', name: step.name, at, until: step.until, source: entry === undefined ? step.source : 'sent' }];
  });
  const entries = timed.length > mostEntries ? [] : timed.filter(({ text }) => !named.has(text));
  const events: TimelineEvent[] = [
    ...momentOf('started', job.startedAt),
    ...stepEvents,
    ...entries.map(({ at, text }): TimelineEvent => ({ kind: 'log', name: text, at, until: null, source: 'sent' })),
    ...momentOf('updated', job.updatedAt),
    ...momentOf('completed', job.completedAt),
  ];
  return withoutRepeats(events).sort((one, other) => one.at - other.at || order[one.kind] - order[other.kind]);
}

const order: Record<TimelineEvent['kind'], number> = { started: 0, log: 1, step: 2, updated: 3, completed: 4 };

function momentOf(kind: 'started' | 'updated' | 'completed', text: string | null | undefined): TimelineEvent[] {
  const at = parseTimestamp(text);
  return at === null ? [] : [{ kind, name: '', at, until: null, source: 'sent' }];
}

/** Leaves out an update within a second of another event, which it only repeats. */
function withoutRepeats(events: TimelineEvent[]): TimelineEvent[] {
  return events.filter((event) => event.kind !== 'updated' || !events.some((other) => other !== event && Math.abs(other.at - event.at) < 1000));
}
