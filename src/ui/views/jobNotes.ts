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
  /** Whether the filter is by the person of this window, who is not known. */
  readonly lacksIdentity: boolean;
  /** Number of shown rows. */
  readonly shown: number;
  /** Whether every job is read, although the list has not loaded all. */
  readonly isSearched: boolean;
}

/** Whether a load extends the end of the list. */
function isAtEnd(load: LoadKind | null | undefined): boolean {
  return load === 'more' || load === 'all';
}

interface Failures {
  /** Why the jobs could not be read. */
  readonly error: ServiceError | undefined;
  /** Why and since when jobs are not watched any more. */
  readonly stop: WatchList['stop'];
}

/** Why no jobs could be read, as a row, whose place the view's welcome text has. */
export function unreadNote(error: ServiceError): NoteNode {
  return failureNode({
    headline: l10n.t('Jobs not loaded'),
    error,
    retryCommand: 'workflowJobs.refresh',
  });
}

/** The rows above the jobs: why they could not be read, or are not watched any more, and newer jobs. */
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

/** Jobs that started since the list was read; the row reads the list again. */
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

/** The rows below the jobs: what is missing, and how to read on. */
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

function incompleteNode(why: string): NoteNode {
  return {
    kind: 'note',
    id: 'note',
    text: {
      label: l10n.t('May be incomplete'),
      description: '',
      tooltip: why,
      icon: 'warning',
      color: 'list.warningForeground',
      spoken: why,
    },
  };
}

function chooseMeNode(): NoteNode {
  return remedyNode({
    id: 'chooseMe',
    remedy: { title: l10n.t('Select yourself'), icon: 'account', command: '_workflowJobs.chooseMe' },
    description: l10n.t('for the filter by “me”'),
    tooltip: l10n.t('The filter contains “me”. Select which of the people you are.'),
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

/** The last row while there are more jobs. */
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
    spoken: loadedText(rows.length, total),
  });
}

/** The last row while there are more jobs and a filter, which searches them. */
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
    spoken: loadedText(rows.length, total),
  });
}

function searchText(loaded: number, total: number | null): string {
  if (total === null || total <= loaded) return l10n.t('Search the other jobs');
  const others = total - loaded;
  return others === 1
    ? l10n.t('Search the other job')
    : l10n.t('Search the other {0} jobs', formatNumber(others));
}

/** `50 of 4,213`, or `50 loaded` if the total is not known. */
function loadedText(loaded: number, total: number | null): string {
  return total === null || total < loaded
    ? l10n.t('{0} loaded', formatNumber(loaded))
    : formatProgress(loaded, total);
}

/** One number beside the longer labels, because a narrow sidebar has no room for two. */
function leftText(loaded: number, total: number | null): string {
  return total === null || total <= loaded
    ? formatProgress(loaded, total)
    : l10n.t('{0} not read yet', formatNumber(total - loaded));
}
