import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/number.ts';
import { perLanguage } from '../text/perLanguage.ts';
import { parseTimestamp } from '../text/time.ts';
import { jobState, namesOf, stateWord } from './job.ts';
import type { JobRow } from './jobList.ts';

export type Grouping = 'none' | 'workflow' | 'step' | 'state' | 'day';

export const groupings: readonly Grouping[] = ['none', 'workflow', 'step', 'state', 'day'];

/** A row with its place in the list, from 1. */
export interface PlacedRow {
  readonly kind: 'row';
  readonly row: JobRow;
  readonly place: number;
}

/** Rows that belong together under a heading. */
export interface JobGroup {
  readonly kind: 'group';
  /** Unique among the groups of a tree, and the same after a refresh. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly PlacedRow[];
}

export type JobTreeNode = PlacedRow | JobGroup;

/** Rows that stand side by side at most: every change of a parent sends all of its children to the window. */
export const rowsPerSection = 1000;

/**
 * Arranges rows for the tree. Beyond so many rows in one place, older ones sit in sections, so that one more page costs
 * the same at the end as at the start. Numbers and days in headings are written as in `language`, a BCP 47 tag.
 */
export function arrange(rows: readonly PlacedRow[], grouping: Grouping, language?: string): readonly JobTreeNode[] {
  return grouping === 'none' ? inSections(rows, 'section', language) : groupBy(rows, grouping, language);
}

/** The children of a group: its rows, in sections where they are many. */
export function rowsOfGroup({ id, rows }: JobGroup, language?: string): readonly JobTreeNode[] {
  return rows.length <= rowsPerSection ? rows : inSections(rows, `${id}/section`, language);
}

function inSections(rows: readonly PlacedRow[], prefix: string, language: string | undefined): readonly JobTreeNode[] {
  const nodes: JobTreeNode[] = rows.slice(0, rowsPerSection);
  for (let from = rowsPerSection; from < rows.length; from += rowsPerSection) {
    nodes.push({ kind: 'group', id: `${prefix}:${from}`, label: sectionLabel(from, language), rows: rows.slice(from, from + rowsPerSection) });
  }
  return nodes;
}

function sectionLabel(from: number, language: string | undefined): string {
  return l10n.t('{0} – {1}', formatNumber(from + 1, language), formatNumber(from + rowsPerSection, language));
}

function groupBy(rows: readonly PlacedRow[], grouping: Exclude<Grouping, 'none'>, language: string | undefined): JobGroup[] {
  const groups = new Map<string, { label: string; rows: PlacedRow[] }>();
  for (const placed of rows) {
    const { key, label } = groupOf(placed.row, grouping, language);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { label, rows: [placed] });
    else group.rows.push(placed);
  }
  return [...groups].map(([key, group]) => ({ kind: 'group', id: `group:${grouping}:${key}`, ...group }));
}

// A job that is in several workflows or at several steps has a group for just these, so that it stands in the tree once.
function groupOf(row: JobRow, grouping: Exclude<Grouping, 'none'>, language: string | undefined): { key: string; label: string } {
  if (row.kind === 'unreadable') return { key: '!unreadable', label: l10n.t('Could not be read') };
  const { job } = row;
  switch (grouping) {
    case 'workflow': {
      const names = namesOf(job.activeWorkflows);
      return names === undefined ? { key: '!none', label: l10n.t('No workflow') } : { key: names, label: names };
    }
    case 'step': {
      const names = namesOf(job.activeSteps);
      return names === undefined ? { key: '!none', label: l10n.t('No active step') } : { key: names, label: names };
    }
    case 'state': {
      const state = jobState(job);
      return { key: state, label: stateWord(state) };
    }
    case 'day': {
      const ms = job.startedAt == null ? null : parseTimestamp(job.startedAt);
      if (ms === null) return { key: '!none', label: l10n.t('No start time') };
      const date = new Date(ms);
      return { key: `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`, label: dayFormat(language).format(date) };
    }
  }
}

const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }));
