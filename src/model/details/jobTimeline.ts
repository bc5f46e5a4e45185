import type { LogEntry, TimelineEvent } from '../../protocol.ts';
import type { Job } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { nameOf } from '../jobs/job.ts';

/** A step that was active at least once when the job was read. */
interface SeenStep {
  readonly key: string;
  readonly name: string;
  /** Epoch milliseconds; null where it was active before the job was first read. */
  readonly from: number | null;
  /** Null while it is active. */
  readonly until: number | null;
  /** Whether the service said so, or it was only seen then. */
  readonly source: TimelineEvent['source'];
}

/** What one state of a job after the other has shown. */
export interface JobHistory {
  readonly steps: readonly SeenStep[];
  /** `updatedAt` of the last state; undefined before the first. */
  readonly updatedAt: string | null | undefined;
}

export const nothingSeen: JobHistory = { steps: [], updatedAt: undefined };

const mostSteps = 200;

/**
 * Adds what a newer state of the job shows. A step changed when the service says the job was updated; where it does not say,
 * at `now`, by our clock.
 */
export function withState(history: JobHistory, job: Job, now: number): JobHistory {
  const isFirst = history.updatedAt === undefined;
  const updated = job.updatedAt == null || job.updatedAt === history.updatedAt ? null : parseTimestamp(job.updatedAt);
  const changed = { at: updated ?? now, source: updated === null ? ('seen' as const) : ('sent' as const) };
  const active = new Map((job.activeSteps ?? []).map((step) => [step.key, nameOf(step)]));
  const ended = job.completedAt == null ? null : parseTimestamp(job.completedAt);
  const steps = history.steps.map((step) => (step.until !== null || active.has(step.key) ? step : { ...step, until: ended ?? changed.at }));
  const open = new Set(steps.filter(({ until }) => until === null).map(({ key }) => key));
  for (const [key, name] of active) {
    if (open.has(key)) continue;
    const since = isFirst ? { from: sinceStart(job), source: 'sent' as const } : { from: changed.at, source: changed.source };
    steps.push({ key, name, until: null, ...since });
  }
  return { steps: steps.slice(-mostSteps), updatedAt: job.updatedAt ?? null };
}

/** A job that was not updated since it was started is still where it began. */
function sinceStart({ startedAt, updatedAt }: Job): number | null {
  return startedAt != null && startedAt === updatedAt ? parseTimestamp(startedAt) : null;
}

/** More entries of a log than a picture can hold. */
const mostEntries = 60;

/** What happened when, in order of time: what the service says, what was seen, and what its log gives a time. */
export function timelineOf(job: Job, { steps }: JobHistory, log: readonly LogEntry[]): TimelineEvent[] {
  const timed = log.flatMap(({ at, text }) => (at?.ms == null || text === null ? [] : [{ at: at.ms, text }]));
  const named = new Set<string>();
  const stepEvents = steps.flatMap((step): TimelineEvent[] => {
    // The log knows better when a step began than who only saw that it had.
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
  return withoutEchoes(events).sort((one, other) => one.at - other.at || order[one.kind] - order[other.kind]);
}

const order: Record<TimelineEvent['kind'], number> = { started: 0, log: 1, step: 2, updated: 3, completed: 4 };

function momentOf(kind: 'started' | 'updated' | 'completed', text: string | null | undefined): TimelineEvent[] {
  const at = text == null ? null : parseTimestamp(text);
  return at === null ? [] : [{ kind, name: '', at, until: null, source: 'sent' }];
}

/** That a job was updated says nothing where something is known to have happened just then. */
function withoutEchoes(events: TimelineEvent[]): TimelineEvent[] {
  return events.filter((event) => event.kind !== 'updated' || !events.some((other) => other !== event && Math.abs(other.at - event.at) < 1000));
}
