import * as l10n from '@vscode/l10n';
import { formatNumber, perLanguage } from '../../text/number.ts';
import { parseTimestamp } from '../../text/time.ts';
import { jobState, namesOf, stateWord } from '../jobs/job.ts';
import type { JobRow } from '../jobs/jobList.ts';

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
  const arrangement = new Arrangement(grouping, language);
  arrangement.add(rows);
  return arrangement.nodes;
}

/** A group that still grows. */
interface GrowingGroup {
  readonly key: string;
  readonly rows: PlacedRow[];
  /** As it was last shown; undefined once it has grown. */
  shown: JobGroup | undefined;
}

/** An arrangement that goes on: groups and sections that get no more rows stay the same objects. */
export class Arrangement {
  readonly #grouping: Grouping;
  readonly #language: string | undefined;
  readonly #flat: PlacedRow[] = [];
  readonly #groups: GrowingGroup[] = [];
  readonly #groupsByKey = new Map<string, GrowingGroup>();
  #count = 0;

  constructor(grouping: Grouping, language?: string) {
    this.#grouping = grouping;
    this.#language = language;
  }

  /** The rows arranged so far. */
  get count(): number {
    return this.#count;
  }

  get nodes(): readonly JobTreeNode[] {
    return (this.#flat as JobTreeNode[]).concat(this.#groups.map((group) => (group.shown ??= this.#show(group))));
  }

  add(rows: readonly PlacedRow[]): void {
    for (const placed of rows) {
      const key = this.#grouping === 'none' ? this.#sectionKey() : groupKey(placed.row, this.#grouping);
      this.#count++;
      if (key === undefined) {
        this.#flat.push(placed);
        continue;
      }
      const group = this.#groupsByKey.get(key) ?? this.#begin(key);
      group.rows.push(placed);
      group.shown = undefined;
    }
  }

  /** Where the next row stands that is in no group. */
  #sectionKey(): string | undefined {
    return this.#count < rowsPerSection ? undefined : String(this.#count - (this.#count % rowsPerSection));
  }

  #begin(key: string): GrowingGroup {
    const group: GrowingGroup = { key, rows: [], shown: undefined };
    this.#groups.push(group);
    this.#groupsByKey.set(key, group);
    return group;
  }

  #show({ key, rows: growing }: GrowingGroup): JobGroup {
    // What is shown stays as it is, whatever comes.
    const rows = growing.slice();
    if (this.#grouping === 'none') return { kind: 'group', id: `section:${key}`, label: sectionLabel(Number(key), this.#language), rows };
    const [first] = rows;
    return { kind: 'group', id: `group:${this.#grouping}:${key}`, label: first === undefined ? '' : groupLabel(key, first.row, this.#grouping, this.#language), rows };
  }
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

type ByWhat = Exclude<Grouping, 'none'>;

/** Stand for those without a name, a time, or anything that can be read. */
const none = '!none';
const unreadable = '!unreadable';

// A job that is in several workflows or at several steps has a group for just these, so that it stands in the tree once.
function groupKey(row: JobRow, grouping: ByWhat): string {
  if (row.kind === 'unreadable') return unreadable;
  const { job } = row;
  switch (grouping) {
    case 'workflow':
      return namesOf(job.activeWorkflows) ?? none;
    case 'step':
      return namesOf(job.activeSteps) ?? none;
    case 'state':
      return jobState(job);
    case 'day': {
      const ms = job.startedAt == null ? null : parseTimestamp(job.startedAt);
      if (ms === null) return none;
      const date = new Date(ms);
      return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
    }
  }
}

/** @param row any of the group */
function groupLabel(key: string, row: JobRow, grouping: ByWhat, language: string | undefined): string {
  if (row.kind === 'unreadable') return l10n.t('Could not be read');
  switch (grouping) {
    case 'workflow':
      return key === none ? l10n.t('No workflow') : key;
    case 'step':
      return key === none ? l10n.t('No active step') : key;
    case 'state':
      return stateWord(jobState(row.job));
    case 'day': {
      const ms = row.job.startedAt == null ? null : parseTimestamp(row.job.startedAt);
      return ms === null ? l10n.t('No start time') : dayFormat(language).format(new Date(ms));
    }
  }
}

const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }));
