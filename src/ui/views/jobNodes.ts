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
  /** Child nodes in the group that VS Code has requested so far. */
  children: readonly ListNode[];
}

type ListNode = JobNode | GroupNode;

export type JobsNode = ListNode | NoteNode;

/** ID of the Watched group. Jobs in this group may also appear in the job list. */
export const watchedId = 'watched';

/** Tree nodes of the Jobs view. Updates reuse the node objects that identify rows. */
export class JobNodes {
  #roots: readonly JobsNode[] = [];

  get roots(): readonly JobsNode[] {
    return this.#roots;
  }

  get hasGroups(): boolean {
    return this.#roots.some(({ kind }) => kind === 'group');
  }

  /**
   * Replaces the root nodes. Returns the changed nodes, or undefined if all rows must be redrawn
   * because nodes were added, removed, or moved.
   */
  update(shown: readonly (JobTreeNode | NoteNode)[]): readonly JobsNode[] | undefined {
    const before = this.#roots;
    const known = byId(before);
    const changed: JobsNode[] = [];
    this.#roots = shown.map((each) =>
      each.kind === 'note'
        ? noteNode(each, known, changed)
        : listNode(each, undefined, known, changed),
    );
    return isSameList(before, this.#roots) ? changed : undefined;
  }

  childrenOf(node: GroupNode): readonly ListNode[] {
    const known = byId(node.children);
    const shown = node.id === watchedId ? node.group.rows : rowsOfGroup(node.group);
    node.children = shown.map((each) => listNode(each, node, known, []));
    return node.children;
  }

  /** Returns the job nodes that VS Code has requested, including nodes in groups. */
  requested(among: readonly JobsNode[] = this.#roots): JobNode[] {
    return among.flatMap((node) => {
      if (node.kind === 'group') return this.requested(node.children);
      return node.kind === 'job' ? [node] : [];
    });
  }

  /** The Watched group. Undefined if the view does not contain the group. */
  get watched(): GroupNode | undefined {
    return this.#roots.find(
      (node): node is GroupNode => node.kind === 'group' && node.id === watchedId,
    );
  }

  /** Returns the node for a row. Searches the list first, and then the Watched group. */
  find(rowId: string): JobNode | undefined {
    const list = this.#roots.filter((node) => node.id !== watchedId);
    return this.#find(rowId, list) ?? this.#find(rowId, this.#roots);
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

function byId<Node extends JobsNode>(nodes: readonly Node[]): ReadonlyMap<string, Node> {
  return new Map(nodes.map((node) => [node.id, node]));
}

/**
 * Updates the existing node for a row or group, or creates a new node. If the content of an
 * existing node has changed, adds the node to `changed`.
 */
function listNode(
  shown: JobTreeNode,
  parent: GroupNode | undefined,
  known: ReadonlyMap<string, JobsNode>,
  changed: JobsNode[],
): ListNode {
  const id = parent?.id === watchedId ? `${watchedId}/${shown.id}` : shown.id;
  const before = known.get(id);
  if (shown.kind === 'group') {
    if (before?.kind !== 'group') return { kind: 'group', id, parent, group: shown, children: [] };
    const isSame = before.group.label === shown.label && isSameList(before.group.rows, shown.rows);
    if (!isSame) changed.push(before);
    before.group = shown;
    return before;
  }
  if (before?.kind !== 'job') return { kind: 'job', id, parent, row: shown };
  if (before.row !== shown) changed.push(before);
  before.row = shown;
  return before;
}

/** Updates or creates the node for a message row, like {@link listNode}. */
function noteNode(
  note: NoteNode,
  known: ReadonlyMap<string, JobsNode>,
  changed: JobsNode[],
): NoteNode {
  const before = known.get(note.id);
  if (before?.kind !== 'note') return note;
  if (!isSameJson(before, note)) changed.push(Object.assign(before, note));
  return before;
}
