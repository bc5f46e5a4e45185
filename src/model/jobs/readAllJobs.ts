import type { JobRow } from '../../service/index.ts';
import { JobList } from './jobList.ts';
import { type JobPages, countRepeats } from './jobPages.ts';
import { changedNote } from './pagingNotes.ts';
import type { PageSource } from './pagesInOrder.ts';

/** All rows, and why jobs may be missing, as one sentence. */
export type AllJobs = Pick<JobPages, 'note'> & { readonly rows: readonly JobRow[] };

/**
 * Reads all jobs into a separate list, so that the Jobs view does not change.
 * Rejects with the {@link ServiceError} of a failed page, or with the signal's reason.
 */
export async function readAllJobs(
  source: PageSource,
  signal: AbortSignal,
  onProgress: (loaded: number, total: number | null) => void,
): Promise<AllJobs> {
  const list = new JobList();
  list.connect(source);
  await list.loadAll({ onProgress, signal });
  signal.throwIfAborted();
  const { rows = [], failure, note } = list.state;
  if (failure !== null) throw failure.error;
  return { rows, note: note ?? (countRepeats(list.state) > 0 ? changedNote() : null) };
}
