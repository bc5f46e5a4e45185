import type { JobRow } from '../../service/index.ts';
import { createJobList } from './jobList.ts';
import type { JobPages } from './jobPages.ts';
import type { PageSource } from './pagesInOrder.ts';

/**
 * All rows, why paging ended early, and the number of jobs that started during the load, which the rows lack.
 */
export type AllJobs = Pick<JobPages, 'note' | 'newer'> & { readonly rows: readonly JobRow[] };

/**
 * Reads all jobs into a separate list, so that the Jobs view does not change.
 * Rejects with the {@link ServiceError} of a failed page, or with the signal's reason.
 */
export async function readAllJobs(
  source: PageSource,
  signal: AbortSignal,
  onProgress: (loaded: number, total: number | null) => void,
): Promise<AllJobs> {
  const list = createJobList();
  list.connect(source);
  await list.loadAll({ onProgress, signal });
  signal.throwIfAborted();
  const { rows = [], failure, note, newer } = list.state;
  if (failure !== null) throw failure.error;
  return { rows, note, newer };
}
