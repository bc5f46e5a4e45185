import { l10n } from 'vscode';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList, LoadKind } from '../../model/jobs/jobList.ts';
import type { ServiceError } from '../../service/index.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { formatClock } from '../../text/time.ts';
import { type NoteNode, failureNode, remedyNode } from './treeItem.ts';

type ListState = JobList['state'];

interface Searching {
  readonly isFiltering: boolean;
  /** True if the filter contains “me”, but the user has not selected a person. */
  readonly lacksIdentity: boolean;
  /** Number of shown rows. */
  readonly shown: number;
  /** True if all jobs were read, although the list has not loaded all of them. */
  readonly isSearched: boolean;
}

/** True if a load extends the end of the list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

interface Failures {
  /** The failure of the last load. */
  readonly error: ServiceError | undefined;
  /** The reason and the time if watching stopped. */
  readonly stop: WatchList['stop'];
}

/** Creates the row that explains why loading failed. The welcome view shows the same text instead of this row. */
export function unreadNote(error: ServiceError): NoteNode {
  return failureNode({
    headline: l10n.t('Jobs not loaded'),
    error,
    retryCommand: 'workflowJobs.refresh',
  });
}

/** Returns the rows above the jobs: a failure of loading or watching, and the number of newer jobs. */
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
  const since = formatClock(stop.since);
  return [failureNode({ headline: l10n.t('Watching stopped'), error: stop.error, retryCommand, since })];
}

/** Creates the row for jobs that started after the list was read. A click refreshes the list. */
function newerNode(newer: number): NoteNode {
  return remedyNode({
    id: 'newer',
    remedy: {
      title: newer === 1 ? l10n.t('1 newer job') : l10n.t('{0} newer jobs', formatNumber(newer)),
      icon: 'arrow-up',
      command: 'workflowJobs.refreshJobs',
    },
    description: l10n.t('refresh'),
    tooltip: l10n.t('Refresh the list to show them'),
  });
}

/** Returns the rows below the jobs: problems, and how to load more jobs. */
export function notesBelow(state: ListState, searching: Searching): NoteNode[] {
  const { rows, hasMore, note } = state;
  const notes = rows?.length ? filterNotes(searching) : [];
  notes.push(...loadFailure(state));
  if (note !== null) notes.push(incompleteNode(note));
  if (hasMore && !searching.isSearched) {
    notes.push(searching.isFiltering ? searchNode(state) : moreNode(state));
  }
  return notes;
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
      retryCommand: failure.during === 'all' ? 'workflowJobs.loadAllJobs' : 'workflowJobs.loadMoreJobs',
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
  return remedyNode({
    id: 'chooseMe',
    remedy: { title: l10n.t('Select yourself'), icon: 'account', command: '_workflowJobs.chooseMe' },
    description: l10n.t('to filter by “me”'),
    tooltip: l10n.t('The filter contains “me”. Select which person you are.'),
  });
}

function noMatchNode(): NoteNode {
  return remedyNode({
    id: 'noMatch',
    remedy: { title: l10n.t('No match'), icon: 'clear-all', command: 'workflowJobs.clearJobFilter' },
    description: l10n.t('clear filter'),
    tooltip: l10n.t('Clear the filter'),
  });
}

/** Creates the last row if there are more jobs. */
function moreNode({ rows = [], total, loading }: ListState): NoteNode {
  const isLoading = isAtEnd(loading);
  const remedy = {
    title: isLoading ? l10n.t('Loading…') : l10n.t('Load more'),
    icon: isLoading ? 'loading~spin' : 'arrow-down',
    command: 'workflowJobs.loadMoreJobs',
  };
  return remedyNode({
    id: 'loadMore',
    remedy,
    description: isLoading ? leftText(rows.length, total) : loadedText(rows.length, total),
    tooltip: l10n.t('Load the next page of jobs'),
    ariaLabel: loadedText(rows.length, total),
  });
}

/** Creates the last row if there are more jobs and a filter. A click searches the other jobs. */
function searchNode({ rows = [], total, loading }: ListState): NoteNode {
  const isLoading = isAtEnd(loading);
  const remedy = {
    title: isLoading ? l10n.t('Loading…') : searchText(rows.length, total),
    icon: isLoading ? 'loading~spin' : 'search',
    command: '_workflowJobs.searchOthers',
  };
  return remedyNode({
    id: 'searchOthers',
    remedy,
    description: isLoading ? leftText(rows.length, total) : '',
    tooltip: searchText(rows.length, total),
    ariaLabel: loadedText(rows.length, total),
  });
}

function searchText(loaded: number, total: number | null): string {
  if (total === null || total <= loaded) return l10n.t('Search the other jobs');
  const others = total - loaded;
  return others === 1
    ? l10n.t('Search the other job')
    : l10n.t('Search the other {0} jobs', formatNumber(others));
}

/** Formats the number of loaded jobs: `50 of 4,213`, or `50 loaded` if the total is unknown. */
function loadedText(loaded: number, total: number | null): string {
  return total === null || total < loaded
    ? l10n.t('{0} loaded', formatNumber(loaded))
    : formatProgress(loaded, total);
}

/** Formats the number of jobs that are not loaded. A narrow sidebar has no room for two numbers. */
function leftText(loaded: number, total: number | null): string {
  return total === null || total <= loaded
    ? formatProgress(loaded, total)
    : l10n.t('{0} remaining', formatNumber(total - loaded));
}
