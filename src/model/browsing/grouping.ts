import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { formatFirstNames } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { parseTimestamp } from '../../text/time.ts';
import { dayNumber, momentFormat } from '../../text/timeZone.ts';
import { jobState, namesOf, stateWord, workflowsOf } from '../jobs/job.ts';
import { type Identity, markedAssignees } from './me.ts';

export const groupings = ['none', 'workflow', 'step', 'person', 'state', 'day'] as const;

export type Grouping = (typeof groupings)[number];

export interface JobGroup {
  readonly kind: 'group';
  /** Identifies the group in the tree. Remains the same after a refresh. */
  readonly id: string;
  readonly label: string;
  /**
   * True for groups of rows without a value, such as unassigned or unreadable jobs. The tree shows
   * these groups last.
   */
  readonly isRest?: boolean;
  readonly rows: readonly JobRow[];
}

export type JobTreeNode = JobRow | JobGroup;

/**
 * Maximum number of rows under one parent. The number is limited because VS Code sends all children
 * to the window whenever their parent changes.
 */
export const rowsPerSection = 1000;

interface GroupHeading {
  readonly key: string;
  /** Returns the label. Called only once per group, because formatting is slow. */
  readonly label: () => string;
}

/** Cached group IDs and the user's identity, which determine the group of each row. */
export interface GroupNames {
  /** Caches the group ID of each row. `arranged` adds the IDs of new rows. */
  readonly groupIds: WeakMap<JobRow, string>;
  readonly identity?: Identity | undefined;
}

/**
 * Arranges rows in groups, or in sections if the user has not selected a grouping.
 * @param before previous result, whose groups keep their order. Groups by day follow the order of
 * the rows instead.
 */
export function arranged(
  rows: readonly JobRow[],
  grouping: Grouping,
  before: readonly JobTreeNode[] = [],
  { groupIds, identity }: GroupNames = { groupIds: new WeakMap() },
): readonly JobTreeNode[] {
  if (grouping === 'none') return inSections(rows);
  const groups = new Map<string, JobGroup & { readonly rows: JobRow[] }>();
  if (grouping !== 'day') {
    for (const node of before)
      if (node.kind === 'group') groups.set(node.id, { ...node, rows: [] });
  }
  for (const row of rows) {
    let group = groups.get(groupIds.get(row) ?? '');
    if (group === undefined) {
      const { key, label } = headingOf(row, grouping, identity);
      const id = `group:${grouping}:${key}`;
      const isRest = key === none || key === unreadableGroup;
      group = groups.get(id) ?? { kind: 'group', id, label: label(), isRest, rows: [] };
      groups.set(id, group);
      groupIds.set(row, group.id);
    }
    group.rows.push(row);
  }
  const filled = [...groups.values()].filter((group) => group.rows.length > 0);
  return filled.toSorted((left, right) => Number(left.isRest) - Number(right.isRest));
}

/** Returns all rows in tree order, including the rows in groups. */
export function rowsIn(nodes: readonly JobTreeNode[]): JobRow[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? node.rows : [node]));
}

export function rowsOfGroup({ id, rows }: JobGroup): readonly JobTreeNode[] {
  return inSections(rows, `:${id}`);
}

/**
 * Returns the first {@link rowsPerSection} rows, followed by sections that contain the other rows.
 * @param suffix string to append to the ID of each section
 */
function inSections(rows: readonly JobRow[], suffix = ''): readonly JobTreeNode[] {
  const nodes: JobTreeNode[] = rows.slice(0, rowsPerSection);
  for (let from = rowsPerSection; from < rows.length; from += rowsPerSection) {
    const label = l10n.t('{0} – {1}', formatNumber(from + 1), formatNumber(from + rowsPerSection));
    nodes.push({
      kind: 'group',
      id: `section:${from}${suffix}`,
      label,
      rows: rows.slice(from, from + rowsPerSection),
    });
  }
  return nodes;
}

/**
 * Group keys for jobs without a value and for unreadable rows. The keys of named groups start with
 * a colon, so they never equal one of these keys.
 */
const none = 'none';
const unreadableGroup = 'unreadable';

/** Maximum number of people in a group heading. */
const maxHeadingPeople = 20;

/**
 * Returns the heading of the group that a row belongs to. The tree shows each row only once, so a
 * job with several workflows or steps belongs to a group for that combination.
 */
function headingOf(
  row: JobRow,
  grouping: Exclude<Grouping, 'none'>,
  identity: Identity | undefined,
): GroupHeading {
  if (row.kind === 'unreadable') return { key: unreadableGroup, label: () => l10n.t('Unreadable') };
  const { job } = row;
  const named = (name: string | undefined, unnamed: () => string): GroupHeading =>
    name === undefined
      ? { key: none, label: unnamed }
      : { key: `:${name.normalize()}`, label: () => name };
  switch (grouping) {
    case 'workflow':
      return named(namesOf(workflowsOf(job)), () => l10n.t('No workflow'));
    case 'step':
      return named(namesOf(job.activeSteps), () => l10n.t('No active step'));
    case 'person':
      return named(
        formatFirstNames(markedAssignees(job, identity), maxHeadingPeople) || undefined,
        () => l10n.t('Unassigned'),
      );
    case 'state':
      return { key: jobState(job), label: () => stateWord(jobState(job)) };
    case 'day': {
      const ms = parseTimestamp(job.startedAt);
      if (ms === null) return { key: none, label: () => l10n.t('Unknown start time') };
      return { key: String(dayNumber(ms)), label: () => formatWeekday(ms) };
    }
  }
}

const formatWeekday = momentFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
