import { l10n } from 'vscode';
import type { JobList, LoadAllOptions } from '../../model/jobs/jobList.ts';
import { withProgress } from '../feedback/notify.ts';
import { formatNumber, progressText } from '../feedback/window.ts';
import type { Parts } from './parts.ts';

/** New matches after which a search stops until it is continued. */
const matchesPerSearch = 50;

/** Loads every page to the end, with a count and a way to stop. */
export async function loadAllJobs({ connection, jobs }: Parts): Promise<void> {
  connection.require();
  await jobs.ensureLoaded();
  await loadWithProgress(jobs, l10n.t('Loading all jobs'), (report) => ({
    onProgress: (loaded, total) => report(progressText(loaded, total)),
  }));
}

/** Loads page after page until {@link matchesPerSearch} more jobs match the filter. */
export async function searchFurther({ jobs, browsing }: Parts): Promise<void> {
  const found = browsing.matchCounter(Date.now());
  const before = found(jobs.state.rows ?? []);
  await loadWithProgress(jobs, l10n.t('Searching further'), (report) => ({
    onProgress: (loaded, total) =>
      report(l10n.t('{0} found in {1} of {2}', formatNumber(found(jobs.state.rows ?? [])), formatNumber(loaded), total === null ? '?' : formatNumber(total))),
    until: (rows) => found(rows) >= before + matchesPerSearch,
  }));
}

async function loadWithProgress(jobs: JobList, title: string, options: (report: (message: string) => void) => LoadAllOptions): Promise<void> {
  await withProgress(title, async (cancelled, report) => {
    cancelled.addEventListener('abort', () => jobs.cancel());
    await jobs.loadAll(options(report));
  });
}
