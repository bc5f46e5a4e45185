import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { formatFirstNames } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { parseTimestamp } from '../../text/time.ts';
import { dayNumber, momentFormat } from '../../text/timeZone.ts';
import { assigneesOf, jobState, namesOf, stateWord, workflowsOf } from '../jobs/job.ts';

export const groupings = ['none', 'workflow', 'step', 'person', 'state', 'day'] as const;

export type Grouping = (typeof groupings)[number];

export interface JobGroup {
  readonly kind: 'group';
  /** Group ID in the tree. The ID remains the same after a refresh. */
  readonly id: string;
  readonly label: string;
  /** True for groups such as *Unassigned* and *Unreadable*, which are always last in the tree. */
  readonly isRest?: boolean;
  readonly rows: readonly JobRow[];
}

export type JobTreeNode = JobRow | JobGroup;

/**
 * Maximum number of rows under one tree item. VS Code sends all children whenever their parent
 * changes, so a larger number would be slow.
 */
export const rowsPerSection = 1000;

interface GroupHeading {
  readonly key: string;
  /** Returns the group label. Called only once for each group, because formatting is slow. */
  readonly label: () => string;
}

/**
 * Groups the rows, or divides a long list into ranges if no grouping is selected.
 * @param before Previous result. Existing groups keep their order, except for groups by day, which
 * follow the row order.
 * @param groupIds Cached group ID of each row. The function adds the IDs of new rows.
 */
export function arranged(
  rows: readonly JobRow[],
  grouping: Grouping,
  before: readonly JobTreeNode[] = [],
  groupIds = new WeakMap<JobRow, string>(),
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
      const { key, label } = headingOf(row, grouping);
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

/** Returns all rows in tree order, including rows inside groups. */
export function rowsIn(nodes: readonly JobTreeNode[]): JobRow[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? node.rows : [node]));
}

export function rowsOfGroup({ id, rows }: JobGroup): readonly JobTreeNode[] {
  return inSections(rows, `:${id}`);
}

/**
 * Returns the first {@link rowsPerSection} rows, followed by groups for the other rows, such as
 * *1,001 – 2,000*.
 * @param suffix string to append to the group IDs
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
 * Keys of the groups for jobs without a value and for unreadable rows. Group keys that contain
 * names start with a colon and therefore never equal these keys.
 */
const none = 'none';
const unreadableGroup = 'unreadable';

/** Maximum number of people in a group label. */
const maxHeadingPeople = 20;

/**
 * Returns the key and label of the row's group. Each row is shown only once, so a job with several
 * workflows belongs to one group for the combination of workflows.
 */
function headingOf(row: JobRow, grouping: Exclude<Grouping, 'none'>): GroupHeading {
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
      return named(formatFirstNames(assigneesOf(job), maxHeadingPeople) || undefined, () =>
        l10n.t('Unassigned'),
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
