import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { formatNumber, perLanguage } from '../../text/number.ts';
import { parseTimestamp } from '../../text/time.ts';
import { jobState, namesOf, stateWord } from '../jobs/job.ts';

export type Grouping = 'none' | 'workflow' | 'step' | 'state' | 'day';

export const groupings: readonly Grouping[] = ['none', 'workflow', 'step', 'state', 'day'];

/** Rows that belong together under a heading. */
export interface JobGroup {
  readonly kind: 'group';
  /** Unique among the groups of a tree, and the same after a refresh. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly JobRow[];
}

export type JobTreeNode = JobRow | JobGroup;

/** The most rows side by side: VS Code sends all children of a changed parent to the window. */
export const rowsPerSection = 1000;

/** A group that still grows. */
interface GrowingGroup {
  readonly key: string;
  readonly rows: JobRow[];
  /** What was last shown; undefined once it has grown. */
  shown: JobGroup | undefined;
}

/**
 * Arranges rows for the tree, as they are added. Past {@link rowsPerSection}, rows without a grouping are in sections;
 * groups and sections that get no more rows stay the same objects, so that a page costs the same however many are loaded.
 */
export class Arrangement {
  readonly #grouping: Grouping;
  readonly #language: string | undefined;
  readonly #flat: JobRow[] = [];
  readonly #groups: GrowingGroup[] = [];
  readonly #groupsByKey = new Map<string, GrowingGroup>();
  #count = 0;

  /** @param language BCP 47 tag for numbers and days in headings */
  constructor(grouping: Grouping, language?: string) {
    this.#grouping = grouping;
    this.#language = language;
  }

  /** Number of rows arranged so far. */
  get count(): number {
    return this.#count;
  }

  get nodes(): readonly JobTreeNode[] {
    return (this.#flat as JobTreeNode[]).concat(this.#groups.map((group) => (group.shown ??= this.#show(group))));
  }

  add(row: JobRow): void {
    const key = this.#grouping === 'none' ? this.#sectionKey() : groupKey(row, this.#grouping);
    this.#count++;
    if (key === undefined) {
      this.#flat.push(row);
      return;
    }
    const group = this.#groupsByKey.get(key) ?? this.#begin(key);
    group.rows.push(row);
    group.shown = undefined;
  }

  /** The section of the next row; undefined above the first section. */
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
    // A copy: what is shown does not change when rows are added.
    const rows = growing.slice();
    if (this.#grouping === 'none') return { kind: 'group', id: `section:${key}`, label: sectionLabel(Number(key), this.#language), rows };
    const [first] = rows;
    return { kind: 'group', id: `group:${this.#grouping}:${key}`, label: first === undefined ? '' : groupLabel(key, first, this.#grouping, this.#language), rows };
  }
}

/** The children of a group: its rows, in sections where they are many. */
export function rowsOfGroup({ id, rows }: JobGroup, language?: string): readonly JobTreeNode[] {
  return rows.length <= rowsPerSection ? rows : inSections(rows, `${id}/section`, language);
}

function inSections(rows: readonly JobRow[], prefix: string, language: string | undefined): readonly JobTreeNode[] {
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

/** Keys of the groups of jobs without a name or a time, and of rows that could not be read. */
const none = '!none';
const unreadable = '!unreadable';

// A job in several workflows, or at several steps, is in a group for this combination: a row is in the tree once.
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
      const ms = parseTimestamp(job.startedAt);
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
      const ms = parseTimestamp(row.job.startedAt);
      return ms === null ? l10n.t('No start time') : dayFormat(language).format(new Date(ms));
    }
  }
}

const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }));
