import type { JobRow } from '../../service/index.ts';
import { createJobList } from './jobList.ts';
import type { PageSource } from './pagesInOrder.ts';

export interface AllJobs {
  readonly rows: readonly JobRow[];
  /** Why paging ended early, as one sentence. */
  readonly note: string | null;
  /** Number of jobs that started during the load, which the rows lack. */
  readonly newer: number;
}

/**
 * Reads all jobs into a separate list, so that the Jobs view does not change.
 * Rejects with the {@link ServiceError} of a failed page, or with the signal's reason.
 */
export async function readAllJobs(source: PageSource, signal: AbortSignal, onProgress: (loaded: number, total: number | null) => void): Promise<AllJobs> {
  signal.throwIfAborted();
  const list = createJobList();
  list.connect(source);
  await list.loadAll({ onProgress, signal });
  signal.throwIfAborted();
  const { rows = [], failure, note, newer } = list.state;
  if (failure !== null) throw failure.error;
  return { rows, note, newer };
}
