import { type JobGroup, type JobTreeNode, rowsOfGroup } from '../../model/browsing/grouping.ts';
import type { JobRow } from '../../service/index.ts';
import type { FailureNode, RemedyNode } from './treeItem.ts';

export interface JobNode {
  readonly kind: 'job';
  readonly id: string;
  readonly parent: GroupNode | undefined;
  row: JobRow;
}

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly parent: GroupNode | undefined;
  group: JobGroup;
  /** Nodes after the last of its rows. */
  below: readonly SpecialNode[];
  readonly children: Map<string, ListNode>;
}

type ListNode = JobNode | GroupNode;

/** Nodes above or below the jobs. */
export type SpecialNode =
  | { readonly kind: 'newer'; readonly id: 'newer'; readonly count: number }
  | { readonly kind: 'note'; readonly id: 'note'; readonly text: string }
  | { readonly kind: 'noMatch'; readonly id: 'noMatch' }
  | { readonly kind: 'more'; readonly id: 'more'; readonly loading: boolean; readonly searching: boolean; readonly progress: string; readonly left: string }
  | FailureNode;

export type JobsNode = ListNode | SpecialNode | RemedyNode;

/** The nodes to update, as few as possible, because VS Code sends all children of a changed parent to the window. */
type NodesChange = { readonly kind: 'all' } | { readonly kind: 'some'; readonly nodes: JobsNode[] } | { readonly kind: 'none' };

/** Past this many changed nodes, one message about all nodes is cheaper. */
export const mostSingleChanges = 100;

/** The nodes of the Jobs view. VS Code identifies a node by its object, so a row or group keeps the same one. */
export class JobNodes {
  readonly #language: string | undefined;
  #roots: JobsNode[] = [];
  #listed = new Map<string, ListNode>();
  #specials = new Map<string, SpecialNode>();

  constructor(language?: string) {
    this.#language = language;
  }

  get roots(): readonly JobsNode[] {
    return this.#roots;
  }

  update(shown: readonly JobTreeNode[], above: readonly SpecialNode[], below: readonly SpecialNode[], grouped: boolean): NodesChange {
    const dirty: JobsNode[] = [];
    const listed = new Map<string, ListNode>();
    const specials = this.#specials;
    this.#specials = new Map();
    const keep = (node: SpecialNode) => {
      const kept = adoptSpecial(node, specials.get(node.id), dirty);
      this.#specials.set(kept.id, kept);
      return kept;
    };
    const [top, bottom] = [above.map(keep), below.map(keep)];
    // The nodes below a sectioned list are in its last section, so that a loaded page changes that section only.
    const endsInSection = !grouped && shown.at(-1)?.kind === 'group';
    const list = shown.map((node, index) => {
      const tail = endsInSection && index === shown.length - 1 ? bottom : [];
      const adopted = adopt(node, undefined, this.#listed, tail, dirty);
      listed.set(adopted.id, adopted);
      return adopted;
    });
    const before = this.#roots;
    this.#listed = listed;
    this.#roots = [...top, ...list, ...(endsInSection ? [] : bottom)];
    if (!isSameList(before, this.#roots) || dirty.length > mostSingleChanges) return { kind: 'all' };
    return dirty.length === 0 ? { kind: 'none' } : { kind: 'some', nodes: dirty };
  }

  childrenOf(node: GroupNode): JobsNode[] {
    const before = new Map(node.children);
    node.children.clear();
    const rows = rowsOfGroup(node.group, this.#language).map((each) => {
      const child = adopt(each, node, before, [], []);
      node.children.set(child.id, child);
      return child;
    });
    return [...rows, ...node.below];
  }

  /** The nodes of rows that VS Code has asked for, in groups or not. */
  *asked(among: readonly JobsNode[] = this.#roots): Generator<JobNode> {
    for (const node of among) {
      if (node.kind === 'job') yield node;
      if (node.kind === 'group' && node.children.size > 0) yield* this.asked(this.childrenOf(node));
    }
  }

  /** The node of a row, in a group or not. */
  find(rowId: string, among: readonly JobsNode[] = this.#roots): JobNode | undefined {
    for (const node of among) {
      if (node.kind === 'job' && node.row.id === rowId) return node;
      if (node.kind !== 'group' || !node.group.rows.some(({ id }) => id === rowId)) continue;
      return this.find(rowId, this.childrenOf(node));
    }
    return undefined;
  }
}

/** Updates the known node of a row or group, or makes one; a changed node is added to `dirty`. */
function adopt(shown: JobTreeNode, parent: GroupNode | undefined, known: ReadonlyMap<string, ListNode>, below: readonly SpecialNode[], dirty: JobsNode[]): ListNode {
  if (shown.kind === 'group') {
    const node = known.get(shown.id);
    if (node?.kind !== 'group') return { kind: 'group', id: shown.id, parent, group: shown, below, children: new Map() };
    if (!isSameList(node.group.rows, shown.rows) || !isSameList(node.below, below)) dirty.push(node);
    node.group = shown;
    node.below = below;
    return node;
  }
  const node = known.get(shown.id);
  if (node?.kind !== 'job') return { kind: 'job', id: shown.id, parent, row: shown };
  if (node.row !== shown) dirty.push(node);
  node.row = shown;
  return node;
}

/** Whether two lists have the same objects in the same order. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((each, index) => each === b[index]));
}

/** As {@link adopt}. */
function adoptSpecial(node: SpecialNode, known: SpecialNode | undefined, dirty: JobsNode[]): SpecialNode {
  if (known?.kind !== node.kind) return node;
  const values = known as unknown as Record<string, unknown>;
  if (Object.entries(node).some(([name, value]) => values[name] !== value)) dirty.push(Object.assign(known, node));
  return known;
}
