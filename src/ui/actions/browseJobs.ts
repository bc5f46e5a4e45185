import { l10n, window } from 'vscode';
import { type Grouping, groupings } from '../../model/browsing/grouping.ts';
import type { LoadAllOptions } from '../../model/jobs/jobList.ts';
import { maxRefreshedPages } from '../../model/jobs/jobPages.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { notify, warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import type { ExtensionServices } from './extensionServices.ts';

/** New matches after which a search pauses. */
const matchesPerSearch = 50;

/** Asks what to group the jobs by. */
export async function groupJobs({ browsing, connection }: ExtensionServices): Promise<void> {
  const { signal } = connection.require();
  const names: Record<Grouping, string> = {
    none: l10n.t('Nothing: in the service’s order'),
    workflow: l10n.t('Workflow'),
    step: l10n.t('Step'),
    person: l10n.t('Person'),
    state: l10n.t('State'),
    day: l10n.t('Day of the start'),
  };
  const items = groupings.map((grouping) => ({
    label: names[grouping],
    grouping,
    ...(grouping === browsing.grouping ? { description: l10n.t('now') } : {}),
  }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Group Jobs By') });
  if (picked !== undefined && !warnIfDisconnected(!signal.aborted)) browsing.setGrouping(picked.grouping);
}

/** Loads the next page of jobs. */
export async function loadMoreJobs(services: ExtensionServices): Promise<void> {
  const { jobs } = services;
  if (sayWhetherAllLoaded(services)) return;
  await (jobs.state.hasMore ? jobs.loadMore() : jobs.ensureLoaded());
}

/** Says that there is no page to load, and whether that is so. */
function sayWhetherAllLoaded({ jobs }: ExtensionServices): boolean {
  const { rows, hasMore, count } = jobs.state;
  if (rows === undefined || hasMore) return false;
  void notify.info(l10n.t('All jobs are loaded: {0}.', formatNumber(count)));
  return true;
}

/** Loads all pages with progress that can be cancelled. */
export async function loadAllJobs(services: ExtensionServices): Promise<void> {
  const { signal } = services.connection.require();
  if (sayWhetherAllLoaded(services)) return;
  await services.jobs.ensureLoaded();
  if (!signal.aborted) await loadWithProgress(services, l10n.t('Loading all jobs'), formatProgress);
}

/** Loads page after page until {@link matchesPerSearch} more jobs match the filter. */
export async function searchFurther(services: ExtensionServices): Promise<void> {
  const matches = services.browsing.matchCounter(Date.now());
  const found = () => matches(services.jobs.state.rows ?? []);
  const wanted = found() + matchesPerSearch;
  const message = (loaded: number, total: number | null) =>
    l10n.t(
      '{0} found in {1} of {2}',
      formatNumber(found()),
      formatNumber(loaded),
      total === null ? '?' : formatNumber(total),
    );
  await loadWithProgress(services, l10n.t('Searching further'), message, () => found() >= wanted);
}

async function loadWithProgress(
  { jobs }: ExtensionServices,
  title: string,
  message: typeof formatProgress,
  until?: LoadAllOptions['until'],
): Promise<void> {
  await withProgress(title, async (cancelled, report) => {
    await jobs.loadAll({
      signal: cancelled,
      onProgress: (loaded, total) => report(message(loaded, total)),
      ...(until && { until }),
    });
  });
}

/** Most pages that **Refresh** reads again; a row states the age of the jobs on later pages. */
const pagesPerRefresh = 100;

/**
 * Reads the loaded jobs again, with progress that can be cancelled if they are many, or if it has to wait for
 * the load of all jobs.
 */
export async function refreshJobs({ jobs }: ExtensionServices, most = pagesPerRefresh): Promise<void> {
  const { count, loading } = jobs.state;
  if (loading !== 'all' && Math.min(count, most) <= maxRefreshedPages) return jobs.refresh({ most });
  await withProgress(l10n.t('Refreshing jobs'), (signal, report) =>
    jobs.refresh({ most, signal, onProgress: (read, total) => report(formatProgress(read, total)) }),
  );
}
