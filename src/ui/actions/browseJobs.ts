import { l10n, window } from 'vscode';
import { type Grouping, groupings } from '../../model/browsing/grouping.ts';
import {
  type LoadAllOptions,
  maxAutoRefreshedPages,
  maxRefreshedPages,
} from '../../model/jobs/jobList.ts';
import { failureText } from '../../model/wording/reports.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import type { Session } from '../../model/session/session.ts';
import { announce, isScreenReaderSupported } from '../feedback/announce.ts';
import { notify, offers, warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import { loadedText } from '../views/jobNotes.ts';
import type { JobsView } from '../views/jobsView.ts';

/** Number of new matching jobs after which a search stops until the user continues. */
const matchesPerSearch = 50;

/** Asks how to group the jobs in the Jobs view. */
export async function groupJobs({ browsing, signal }: Session): Promise<void> {
  const names: Record<Grouping, string> = {
    none: l10n.t('None (service order)'),
    workflow: l10n.t('Workflow'),
    step: l10n.t('Step'),
    person: l10n.t('Person'),
    state: l10n.t('State'),
    day: l10n.t('Start date'),
  };
  const items = groupings.map((grouping) => ({
    label: names[grouping],
    grouping,
    ...(grouping === browsing.grouping ? { description: l10n.t('current') } : {}),
  }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Group Jobs By') });
  if (picked !== undefined && !warnIfDisconnected(signal)) browsing.setGrouping(picked.grouping);
}

/** Loads the next page of jobs. With screen reader support, focuses the first new row. */
export async function loadMoreJobs({ list }: Session, jobsView: JobsView): Promise<void> {
  const before = list.state.rows?.length ?? 0;
  await (list.state.hasMore ? list.loadMore() : list.ensureLoaded());
  announceLoaded(list, before);
  const firstNew = list.state.rows?.[before];
  if (firstNew !== undefined && isScreenReaderSupported()) await jobsView.focusRow(firstNew.id);
}

function announceLoaded({ state: { rows = [], total } }: Session['list'], before: number): void {
  const added = rows.length - before;
  if (added <= 0) return;
  const progress = loadedText(rows.length, total);
  announce(
    added === 1
      ? l10n.t('Loaded 1 more job, {0}', progress)
      : l10n.t('Loaded {0} more jobs, {1}', formatNumber(added), progress),
  );
}

/**
 * Loads all remaining jobs with cancelable progress. If loading fails, offers to continue. Resolves
 * to true if the user has seen the error.
 */
export async function loadAllJobs(session: Session): Promise<boolean> {
  const { list, signal } = session;
  await list.ensureLoaded();
  if (!list.state.hasMore) return false;
  const before = list.state.rows?.length ?? 0;
  await loadWithProgress(list, l10n.t('Loading all jobs'), formatProgress, { signal });
  const { failure, rows = [], total } = list.state;
  if (signal.aborted) return false;
  if (failure?.during !== 'all') {
    announceLoaded(list, before);
    return false;
  }
  const loaded = l10n.t('Loaded {0} jobs.', formatProgress(rows.length, total));
  const isWanted = await offers(
    notify.warn,
    `${loaded} ${failureText(failure.error)}`,
    l10n.t('Continue'),
  );
  return isWanted && !warnIfDisconnected(signal) ? loadAllJobs(session) : true;
}

/**
 * Loads more jobs until {@link matchesPerSearch} new jobs match the filter. Stops earlier if the
 * user cancels or changes the filter.
 */
export async function searchOthers({ browsing, list, signal }: Session): Promise<void> {
  const matches = browsing.matchCounter(Date.now());
  const found = () => matches(list.state.rows ?? []);
  const wanted = found() + matchesPerSearch;
  const message = (loaded: number, total: number | null) =>
    l10n.t('Found {0} in {1} jobs', formatNumber(found()), formatProgress(loaded, total));
  const { filter } = browsing;
  const filterChanged = new AbortController();
  const subscription = browsing.onDidChange(() => {
    if (browsing.filter !== filter) filterChanged.abort();
  });
  const ended = AbortSignal.any([signal, filterChanged.signal]);
  await loadWithProgress(list, l10n.t('Searching jobs'), message, {
    signal: ended,
    until: () => found() >= wanted,
  });
  subscription.dispose();
  if (ended.aborted) return;
  const { failure, rows = [], total } = list.state;
  announce(failure?.during === 'all' ? failureText(failure.error) : message(rows.length, total));
}

async function loadWithProgress(
  list: Session['list'],
  title: string,
  message: typeof formatProgress,
  { signal, ...options }: Pick<LoadAllOptions, 'until'> & { readonly signal: AbortSignal },
): Promise<void> {
  await withProgress(title, (canceled, report) =>
    list.loadAll({
      ...options,
      signal: AbortSignal.any([signal, canceled]),
      onProgress: (loaded, total) => report(message(loaded, total)),
    }),
  );
}

/**
 * Refreshes the loaded jobs. Shows cancelable progress if there are many jobs, or if **Load All
 * Jobs** must finish first.
 */
export async function refreshJobs({ list }: Session): Promise<void> {
  const { count, loading } = list.state;
  const isShort = Math.min(count, maxRefreshedPages) <= maxAutoRefreshedPages;
  if (loading !== 'all' && isShort) return list.refresh();
  await withProgress(l10n.t('Refreshing jobs'), (signal, report) =>
    list.refresh({ signal, onProgress: (read, total) => report(formatProgress(read, total)) }),
  );
}
