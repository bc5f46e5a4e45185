import { l10n } from 'vscode';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList, LoadKind } from '../../model/jobs/jobList.ts';
import type { ServiceError } from '../../service/index.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { formatClock } from '../../text/time.ts';
import { type NoteNode, commandNode, failureNode } from './treeItem.ts';

type ListState = JobList['state'];

/** Returns true if a load appends jobs to the end of the job list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

/**
 * Creates the message that explains why the jobs could not be loaded. This message is not a row of
 * the view, because the welcome view contains the same text.
 */
export function unreadNote(error: ServiceError): NoteNode {
  return failureNode({
    headline: l10n.t('Jobs not loaded'),
    error,
    retryCommand: 'workflowJobs.refresh',
  });
}

/**
 * Creates the row above the jobs that reports an error, if there is one.
 * @param error error from the last load, if it failed
 * @param stop error that stopped polling for watched jobs, and the time of the error
 */
export function failureNotes(
  { failure, rows }: ListState,
  error: ServiceError | undefined,
  stop: WatchList['stop'],
): NoteNode[] {
  const retryCommand = 'workflowJobs.refreshJobs';
  if (isAtEnd(failure?.during)) return [];
  if (error !== undefined) {
    const headline = rows === undefined ? l10n.t('Jobs not loaded') : l10n.t('Not refreshed');
    return [failureNode({ headline, error, retryCommand })];
  }
  if (rows === undefined || stop === undefined) return [];
  const headline = l10n.t('Watching stopped');
  return [
    failureNode({
      headline,
      error: stop.error,
      retryCommand,
      description: formatClock(stop.since),
    }),
  ];
}

/** Creates the row that shows the number of newer jobs. A click refreshes the list. */
export function newerNotes({ newer }: ListState): NoteNode[] {
  if (newer === 0) return [];
  return [
    commandNode({
      id: 'newer',
      command: 'workflowJobs.refreshJobs',
      label: newer === 1 ? l10n.t('1 newer job') : l10n.t('{0} newer jobs', formatNumber(newer)),
      description: l10n.t('Refresh'),
      tooltip: l10n.t('Refresh the list to show the new jobs'),
      icon: 'arrow-up',
    }),
  ];
}

/**
 * Creates the message rows below the jobs, for reporting problems and loading more jobs.
 * @param shown number of visible job rows
 */
export function notesBelow(state: ListState, browsing: JobBrowsing, shown: number): NoteNode[] {
  const { rows, total, hasMore, note } = state;
  // The overview may have loaded all jobs, including jobs that are not in the list.
  const isSearched = browsing.hasAdditional && total !== null && browsing.rows.length >= total;
  return [
    ...(rows?.length ? filterNotes(browsing, shown) : []),
    ...loadFailure(state),
    ...(note === null ? [] : [incompleteNode(note)]),
    ...(hasMore && !isSearched ? [moreNode(state, browsing.isFiltering)] : []),
  ];
}

function filterNotes({ isFiltering, lacksIdentity }: JobBrowsing, shown: number): NoteNode[] {
  if (lacksIdentity) return [chooseMeNode()];
  return isFiltering && shown === 0 ? [noMatchNode()] : [];
}

function loadFailure({ failure }: ListState): NoteNode[] {
  if (failure === null || !isAtEnd(failure.during)) return [];
  return [
    failureNode({
      headline: l10n.t('More jobs not loaded'),
      error: failure.error,
      retryCommand:
        failure.during === 'all' ? 'workflowJobs.loadAllJobs' : 'workflowJobs.loadMoreJobs',
    }),
  ];
}

function incompleteNode(reason: string): NoteNode {
  return {
    kind: 'note',
    id: 'note',
    text: {
      label: l10n.t('May be incomplete'),
      description: '',
      tooltip: reason,
      icon: 'warning',
      color: 'list.warningForeground',
      ariaLabel: reason,
    },
  };
}

function chooseMeNode(): NoteNode {
  return commandNode({
    id: 'chooseMe',
    command: '_workflowJobs.chooseMe',
    label: l10n.t('Select your name'),
    description: l10n.t('Required to filter by “me”'),
    tooltip: l10n.t('The filter contains “me”. Select your name to find your jobs.'),
    icon: 'account',
  });
}

function noMatchNode(): NoteNode {
  return commandNode({
    id: 'noMatch',
    command: 'workflowJobs.clearJobFilter',
    label: l10n.t('No matching jobs'),
    description: l10n.t('Clear filter'),
    tooltip: l10n.t('Clear the filter'),
    icon: 'clear-all',
  });
}

/**
 * Creates the row for loading more jobs. A click loads the next page. If the list is filtered, a
 * click instead searches the jobs that are not loaded yet.
 */
function moreNode({ rows = [], total, loading }: ListState, isFiltering: boolean): NoteNode {
  const loaded = loadedText(rows.length, total);
  const others = searchText(rows.length, total);
  const row = isFiltering
    ? {
        id: 'searchOthers',
        command: '_workflowJobs.searchOthers',
        label: others,
        description: '',
        tooltip: others,
        icon: 'search',
      }
    : {
        id: 'loadMore',
        command: 'workflowJobs.loadMoreJobs',
        label: l10n.t('Load more'),
        description: loaded,
        tooltip: l10n.t('Load the next page of jobs'),
        icon: 'arrow-down',
      };
  const progress = { label: l10n.t('Loading…'), description: '', icon: 'loading~spin' };
  return commandNode({ ...row, ...(isAtEnd(loading) && progress), details: loaded });
}

function searchText(loaded: number, total: number | null): string {
  if (total === null || total <= loaded) return l10n.t('Search the other jobs');
  const others = total - loaded;
  return others === 1
    ? l10n.t('Search the other job')
    : l10n.t('Search the other {0} jobs', formatNumber(others));
}

/** Formats the number of loaded jobs: `50 of 4,213`, or `50 loaded` if the total is unknown. */
export function loadedText(loaded: number, total: number | null): string {
  return total === null || total < loaded
    ? l10n.t('{0} loaded', formatNumber(loaded))
    : formatProgress(loaded, total);
}
