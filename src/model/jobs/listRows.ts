import type { Job, JobRow } from '../../service/index.ts';

/** The readable jobs of these rows. */
export function jobsIn(rows: readonly JobRow[]): Job[] {
  return rows.flatMap((row) => (row.kind === 'job' ? [row.job] : []));
}
