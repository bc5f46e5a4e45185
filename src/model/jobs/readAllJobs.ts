import type { JobRow } from '../../service/index.ts';
import { JobList } from './jobList.ts';
import type { PageSource } from './pagesInOrder.ts';

export interface AllJobs {
  readonly rows: readonly JobRow[];
  /** Why paging ended before the service's own end, one sentence. */
  readonly note: string | null;
  /** Jobs that started during the load, which are not among the rows. */
  readonly newer: number;
}

/**
 * Reads all jobs from the first page to the end, in a list of its own: the Jobs view does not change.
 * Rejects with the {@link ServiceError} of the page that failed, or with the reason of the signal.
 */
export async function readAllJobs(source: PageSource, signal: AbortSignal, onProgress: (loaded: number, total: number | null) => void): Promise<AllJobs> {
  signal.throwIfAborted();
  const list = new JobList();
  list.connect(source);
  await list.loadAll({ onProgress, signal });
  signal.throwIfAborted();
  const { rows = [], failure, note, newer } = list.state;
  if (failure !== null) throw failure.error;
  return { rows, note, newer };
}
