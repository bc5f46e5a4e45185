import { l10n } from 'vscode';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList, LoadKind } from '../../model/jobs/jobList.ts';
import type { ServiceError } from '../../service/index.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { formatClock } from '../../text/time.ts';
import { type NoteNode, commandNode, failureNode } from './treeItem.ts';

type ListState = JobList['state'];

interface Searching {
  readonly isFiltering: boolean;
  /** True if the filter contains “me”, but the user has not selected their own name yet. */
  readonly lacksIdentity: boolean;
  /** Number of visible job rows. */
  readonly shown: number;
  /** True if a search has already read all jobs, including jobs that are not in the list. */
  readonly isSearched: boolean;
}

/** Returns true if a load appends jobs to the end of the job list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

interface Failures {
  /** Error from the last load, if it failed. */
  readonly error: ServiceError | undefined;
  /** Error that stopped polling for watched jobs, and the time of the error. */
  readonly stop: WatchList['stop'];
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

/** Creates the message rows above the jobs: errors and the number of newer jobs. */
export function notesAbove(state: ListState, failures: Failures): NoteNode[] {
  const newer = state.newer > 0 ? [newerNode(state.newer)] : [];
  return [...failureNotes(state, failures), ...newer];
}

function failureNotes({ failure, rows }: ListState, { error, stop }: Failures): NoteNode[] {
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
function newerNode(newer: number): NoteNode {
  return commandNode({
    id: 'newer',
    command: 'workflowJobs.refreshJobs',
    label: newer === 1 ? l10n.t('1 newer job') : l10n.t('{0} newer jobs', formatNumber(newer)),
    description: l10n.t('Refresh'),
    tooltip: l10n.t('Refresh the list to show the new jobs'),
    icon: 'arrow-up',
  });
}

/** Creates the message rows below the jobs, for reporting problems and loading more jobs. */
export function notesBelow(state: ListState, searching: Searching): NoteNode[] {
  const { rows, hasMore, note } = state;
  return [
    ...(rows?.length ? filterNotes(searching) : []),
    ...loadFailure(state),
    ...(note === null ? [] : [incompleteNode(note)]),
    ...(hasMore && !searching.isSearched ? [moreNode(state, searching.isFiltering)] : []),
  ];
}

function filterNotes({ isFiltering, lacksIdentity, shown }: Searching): NoteNode[] {
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
