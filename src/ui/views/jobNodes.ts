import { type JobGroup, type JobTreeNode, rowsOfGroup } from '../../model/browsing/grouping.ts';
import { isSameJson, isSameList } from '../../model/util/json.ts';
import type { JobRow } from '../../service/index.ts';
import type { NoteNode } from './treeItem.ts';

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
  children: ReadonlyMap<string, ListNode>;
}

type ListNode = JobNode | GroupNode;

export type JobsNode = ListNode | NoteNode;

/** The id of the group of watched jobs, whose rows are in the list, too. */
export const watchedId = 'watched';

/**
 * The nodes of the Jobs view. A row or group keeps its object, because VS Code identifies nodes by object.
 */
export class JobNodes {
  #roots: readonly JobsNode[] = [];

  get roots(): readonly JobsNode[] {
    return this.#roots;
  }

  /**
   * Returns the changed nodes, as few as possible, because VS Code sends all children of a changed parent to
   * the window; undefined for all.
   */
  update(
    shown: readonly JobTreeNode[],
    above: readonly NoteNode[],
    below: readonly NoteNode[],
  ): readonly JobsNode[] | undefined {
    const before = this.#roots;
    const known = new Map(before.map((node) => [node.id, node]));
    const dirty: JobsNode[] = [];
    const nodes = [...above, ...shown.map((each) => listNode(each, undefined, known)), ...below];
    this.#roots = nodes.map((node) => adopt(node, known, dirty));
    return isSameList(before, this.#roots) ? dirty : undefined;
  }

  childrenOf(node: GroupNode): ListNode[] {
    const known = node.children;
    const rows = node.id === watchedId ? node.group.rows : rowsOfGroup(node.group);
    const children = rows.map((each) => adopt(listNode(each, node, known), known, []));
    node.children = new Map(children.map((child) => [child.id, child]));
    return children;
  }

  /**
   * The nodes to draw again for changed ones: VS Code's list loses the highlight of the selected rows below a
   * selected row that is drawn again, unless those follow in the order of the list.
   */
  withSelected(changed: readonly JobsNode[], selected: readonly JobsNode[]): JobsNode[] {
    const nodes = new Set(changed);
    const isDrawnAgain = (node: JobsNode | undefined): boolean =>
      node !== undefined && (nodes.has(node) || (node.kind !== 'note' && isDrawnAgain(node.parent)));
    if (!selected.some(isDrawnAgain)) return [...nodes];
    for (const node of selected) nodes.add(node);
    return [...this.#inOrder(this.#roots)].filter((node) => nodes.has(node));
  }

  *#inOrder(among: Iterable<JobsNode>): Generator<JobsNode> {
    for (const node of among) {
      yield node;
      if (node.kind === 'group') yield* this.#inOrder(node.children.values());
    }
  }

  /** The nodes of rows that VS Code has requested, including those in groups. */
  *requested(): Generator<JobNode> {
    for (const node of this.#inOrder(this.#roots)) if (node.kind === 'job') yield node;
  }

  /** The group of watched jobs, if there are any. */
  get watched(): GroupNode | undefined {
    return this.#roots.find((node): node is GroupNode => node.kind === 'group' && node.id === watchedId);
  }

  /** The node of a row, even within a group; that of a watched job only if the list does not show it. */
  find(rowId: string): JobNode | undefined {
    const { watched } = this;
    const list = this.#roots.filter((node) => node !== watched);
    return this.#find(rowId, list) ?? (watched && this.#find(rowId, [watched]));
  }

  #find(rowId: string, among: readonly JobsNode[]): JobNode | undefined {
    for (const node of among) {
      if (node.kind === 'job' && node.row.id === rowId) return node;
      if (node.kind === 'group' && node.group.rows.some(({ id }) => id === rowId)) {
        return this.#find(rowId, this.childrenOf(node));
      }
    }
    return undefined;
  }
}

/** A new node for a row or group; a group keeps its children, and its rows if they are unchanged. */
function listNode(
  shown: JobTreeNode,
  parent: GroupNode | undefined,
  known: ReadonlyMap<string, JobsNode>,
): ListNode {
  const { id } = shown;
  if (shown.kind !== 'group') {
    return { kind: 'job', id: parent?.id === watchedId ? `${watchedId}/${id}` : id, parent, row: shown };
  }
  const before = known.get(id);
  if (before?.kind !== 'group') return { kind: 'group', id, parent, group: shown, children: new Map() };
  const isSame = before.group.label === shown.label && isSameList(before.group.rows, shown.rows);
  return { ...before, group: isSame ? before.group : shown };
}

/**
 * Updates and returns the known node with this id, or returns the new one; adds a changed node to `dirty`.
 */
function adopt<Node extends JobsNode>(
  node: Node,
  known: ReadonlyMap<string, JobsNode>,
  dirty: JobsNode[],
): Node {
  const before = known.get(node.id);
  if (before?.kind !== node.kind) return node;
  const values = before as unknown as Record<string, unknown>;
  const isSame =
    node.kind === 'note'
      ? isSameJson(before, node)
      : Object.entries(node).every(([name, value]) => values[name] === value);
  if (!isSame) dirty.push(Object.assign(before, node));
  return before as Node;
}
