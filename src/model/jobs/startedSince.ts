import type { Job, JobRow } from '../../service/index.ts';
import { clockTolerance, parseTimestamp } from '../../text/time.ts';
import { workflowsOf } from './job.ts';
import { type JobPages, jobsIn, noPages } from './jobPages.ts';

/** The listed jobs before a start, for finding the new ones afterwards. */
export interface BeforeStart {
  readonly workflowKey: string;
  /** Undefined if the list was not loaded. */
  readonly keys: ReadonlySet<string> | undefined;
  /** When the list was read, and when the start was sent, in epoch milliseconds. */
  readonly readAt: number;
  readonly sentAt: number;
}

export function beforeStart(
  workflowKey: string,
  now: number,
  { rows, readAt }: Pick<JobPages, 'rows' | 'readAt'> = noPages,
): BeforeStart {
  return {
    workflowKey,
    keys: rows && new Set(jobsIn(rows).map(({ key }) => key)),
    readAt: readAt || now,
    sentAt: now,
  };
}

/**
 * The listed jobs that a start without an answer may have created. Rows above all known ones are new; rows
 * below may be older jobs that were not loaded before, so their start time decides.
 */
export function startedSince(rows: readonly JobRow[], { workflowKey, keys, sentAt }: BeforeStart): Job[] {
  const isKnown = (row: JobRow) => row.kind === 'job' && keys?.has(row.job.key) === true;
  const firstKnown = rows.findIndex(isKnown);
  const newest = keys?.size === 0 ? rows.length : firstKnown;
  return rows.flatMap((row, index) => {
    if (row.kind !== 'job' || isKnown(row)) return [];
    if (!workflowsOf(row.job).some(({ key }) => key === workflowKey)) return [];
    const startedAt = parseTimestamp(row.job.startedAt);
    return index < newest || (startedAt === null ? firstKnown < 0 : startedAt >= sentAt - clockTolerance)
      ? [row.job]
      : [];
  });
}
