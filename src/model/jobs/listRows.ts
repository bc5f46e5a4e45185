import type { Job, JobRow } from '../../service/index.ts';

/** Returns the readable jobs of these rows. */
export function jobsIn(rows: readonly JobRow[]): Job[] {
  return rows.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
}
