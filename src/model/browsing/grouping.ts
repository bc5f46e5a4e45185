import * as l10n from '@vscode/l10n';
import type { JobRow } from '../../service/index.ts';
import { inLanguage } from '../../text/language.ts';
import { formatNumber } from '../../text/number.ts';
import { parseTimestamp } from '../../text/time.ts';
import { jobState, namesOf, stateWord, workflowsOf } from '../jobs/job.ts';

export type Grouping = 'none' | 'workflow' | 'step' | 'state' | 'day';

export const groupings: readonly Grouping[] = ['none', 'workflow', 'step', 'state', 'day'];

/** Rows under one heading. */
export interface JobGroup {
  readonly kind: 'group';
  /** Unique among the groups of a tree, and the same after a refresh. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly JobRow[];
}

export type JobTreeNode = JobRow | JobGroup;

/** Most rows under one parent, because VS Code sends all children of a changed parent to the window. */
export const rowsPerSection = 1000;

/** The group that a row belongs to. */
interface Heading {
  readonly key: string;
  /** Called once per group, because formatting is slow. */
  readonly label: () => string;
}

/** The rows of a group so far, and the last snapshot of the group. */
interface GrowingGroup {
  readonly rows: JobRow[];
  shown: JobGroup;
}

/**
 * Arranges added rows for the tree. Without a grouping, rows beyond {@link rowsPerSection} are in sections. Groups and
 * sections without new rows stay the same objects, so that adding a page takes the same time in a long list.
 */
export class Arrangement {
  readonly #grouping: Grouping;
  readonly #flat: JobRow[] = [];
  readonly #groups = new Map<string, GrowingGroup>();
  #count = 0;

  /**
   * @param before the previous arrangement: its groups keep their order, except days, which are sorted
   */
  constructor(grouping: Grouping, before: readonly JobTreeNode[] = []) {
    this.#grouping = grouping;
    if (grouping === 'day') return;
    for (const node of before) if (node.kind === 'group') this.#groups.set(node.id, { rows: [], shown: { ...node, rows: [] } });
  }

  /** Number of rows arranged so far. */
  get count(): number {
    return this.#count;
  }

  get nodes(): readonly JobTreeNode[] {
    const groups = Array.from(this.#groups.values(), (group) => {
      // A copy, so that later rows do not change the snapshot.
      if (group.shown.rows.length < group.rows.length) group.shown = { ...group.shown, rows: group.rows.slice() };
      return group.shown;
    });
    return [...this.#flat, ...groups.filter(({ rows }) => rows.length > 0)];
  }

  add(row: JobRow): void {
    const heading = this.#grouping === 'none' ? this.#section() : headingOf(row, this.#grouping);
    this.#count++;
    (heading === undefined ? this.#flat : this.#rowsUnder(heading)).push(row);
  }

  /** The section of the next row; undefined above the first section. */
  #section(): Heading | undefined {
    if (this.#count < rowsPerSection) return undefined;
    const from = this.#count - (this.#count % rowsPerSection);
    return { key: String(from), label: () => sectionLabel(from) };
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

/** All rows of a tree in order, with groups flattened. */
export function rowsIn(nodes: readonly JobTreeNode[]): JobRow[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? node.rows : [node]));
}

/** The children of a group: its rows, those beyond {@link rowsPerSection} in sections. */
export function rowsOfGroup({ id, rows }: JobGroup): readonly JobTreeNode[] {
  const nodes: JobTreeNode[] = rows.slice(0, rowsPerSection);
  for (let from = rowsPerSection; from < rows.length; from += rowsPerSection) {
    nodes.push({ kind: 'group', id: `section:${from}:${id}`, label: sectionLabel(from), rows: rows.slice(from, from + rowsPerSection) });
  }
  return nodes;
}

function sectionLabel(from: number): string {
  return l10n.t('{0} – {1}', formatNumber(from + 1), formatNumber(from + rowsPerSection));
}

/** Group keys for jobs without the name or time, and for unreadable rows. They collide with no name, because keys from names begin with a colon. */
const none = 'none';
const unreadable = 'unreadable';

// A job in several workflows or steps belongs to a group for this combination, because the tree shows each row once.
function headingOf(row: JobRow, grouping: Exclude<Grouping, 'none'>): Heading {
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
      return { key: `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`, label: () => dayFormat().format(date) };
    }
  }
}

const dayFormat = inLanguage((language) => new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }));
