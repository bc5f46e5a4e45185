import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { formatNumber, perLanguage } from '../../text/number.ts';
import { parseTimestamp } from '../../text/time.ts';
import { jobState, namesOf, stateWord, workflowsOf } from '../jobs/job.ts';

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

/** The group that a row belongs to. */
interface Heading {
  readonly key: string;
  /** Called once for a group: formats take long. */
  readonly label: () => string;
}

/** All rows of a group so far, and the group as it was last shown. */
interface GrowingGroup {
  readonly rows: JobRow[];
  shown: JobGroup;
}

/**
 * Arranges rows for the tree, as they are added. Past {@link rowsPerSection}, rows without a grouping are in sections;
 * groups and sections that get no more rows stay the same objects, so that a page costs the same however many are loaded.
 */
export class Arrangement {
  readonly #grouping: Grouping;
  readonly #language: string | undefined;
  readonly #flat: JobRow[] = [];
  readonly #groups = new Map<string, GrowingGroup>();
  #count = 0;

  /**
   * @param language BCP 47 tag for numbers and days in headings
   * @param before what was shown of the rows as they were: its groups keep their places, except days, which are in order
   */
  constructor(grouping: Grouping, language?: string, before: readonly JobTreeNode[] = []) {
    this.#grouping = grouping;
    this.#language = language;
    if (grouping === 'day') return;
    for (const node of before) if (node.kind === 'group') this.#groups.set(node.id, { rows: [], shown: { ...node, rows: [] } });
  }

  /** Number of rows arranged so far. */
  get count(): number {
    return this.#count;
  }

  get nodes(): readonly JobTreeNode[] {
    const groups = Array.from(this.#groups.values(), (group) => {
      // A copy, which does not change when rows are added.
      if (group.shown.rows.length < group.rows.length) group.shown = { ...group.shown, rows: group.rows.slice() };
      return group.shown;
    });
    return [...this.#flat, ...groups.filter(({ rows }) => rows.length > 0)];
  }

  add(row: JobRow): void {
    const heading = this.#grouping === 'none' ? this.#section() : headingOf(row, this.#grouping, this.#language);
    this.#count++;
    (heading === undefined ? this.#flat : this.#rowsUnder(heading)).push(row);
  }

  /** The section of the next row; undefined above the first section. */
  #section(): Heading | undefined {
    if (this.#count < rowsPerSection) return undefined;
    const from = this.#count - (this.#count % rowsPerSection);
    return { key: String(from), label: () => sectionLabel(from, this.#language) };
  }

  #rowsUnder({ key, label }: Heading): JobRow[] {
    const id = this.#grouping === 'none' ? `section:${key}` : `group:${this.#grouping}:${key}`;
    let group = this.#groups.get(id);
    if (group === undefined) {
      group = { rows: [], shown: { kind: 'group', id, label: label(), rows: [] } };
      this.#groups.set(id, group);
    }
    return group.rows;
  }
}

/** The rows of a tree, in groups or not, in their order. */
export function rowsIn(nodes: readonly JobTreeNode[]): JobRow[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? node.rows : [node]));
}

/** The children of a group: its rows, in sections past {@link rowsPerSection}. */
export function rowsOfGroup({ id, rows }: JobGroup, language?: string): readonly JobTreeNode[] {
  const nodes: JobTreeNode[] = rows.slice(0, rowsPerSection);
  for (let from = rowsPerSection; from < rows.length; from += rowsPerSection) {
    nodes.push({ kind: 'group', id: `section:${from}:${id}`, label: sectionLabel(from, language), rows: rows.slice(from, from + rowsPerSection) });
  }
  return nodes;
}

function sectionLabel(from: number, language: string | undefined): string {
  return l10n.t('{0} – {1}', formatNumber(from + 1, language), formatNumber(from + rowsPerSection, language));
}

/** Keys of the groups of jobs without a name or a time, and of rows that could not be read. Keys from names begin with a colon. */
const none = 'none';
const unreadable = 'unreadable';

// A job in several workflows, or at several steps, is in a group for this combination: a row is in the tree once.
function headingOf(row: JobRow, grouping: Exclude<Grouping, 'none'>, language: string | undefined): Heading {
  if (row.kind === 'unreadable') return { key: unreadable, label: () => l10n.t('Could not be read') };
  const { job } = row;
  const named = (name: string | undefined, unnamed: () => string): Heading => (name === undefined ? { key: none, label: unnamed } : { key: `:${name}`, label: () => name });
  switch (grouping) {
    case 'workflow':
      return named(namesOf(workflowsOf(job)), () => l10n.t('No workflow'));
    case 'step':
      return named(namesOf(job.activeSteps), () => l10n.t('No active step'));
    case 'state':
      return { key: jobState(job), label: () => stateWord(jobState(job)) };
    case 'day': {
      const ms = parseTimestamp(job.startedAt);
      if (ms === null) return { key: none, label: () => l10n.t('No start time') };
      const date = new Date(ms);
      return { key: `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`, label: () => dayFormat(language).format(date) };
    }
  }
}

const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }));
