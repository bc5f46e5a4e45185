import type { Job, JobRow } from '../../service/index.ts';

/** Returns the jobs in the given rows. Skips rows that could not be parsed. */
export function jobsIn(rows: readonly JobRow[]): Job[] {
  return rows.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
}
