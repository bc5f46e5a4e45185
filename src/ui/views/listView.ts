import {
  DataTransferItem,
  Disposable,
  EventEmitter,
  type TreeDataProvider,
  commands,
  window,
  workspace,
} from 'vscode';
import type { Event } from '../../model/util/emitter.ts';
import { nextTurn } from '../../model/util/slices.ts';
import { joined } from '../../text/list.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { placeLine } from '../environments/places.ts';

/** The common interface of both views' models. */
interface ListModel {
  readonly onDidChange: Event<void>;
  readonly state: { readonly loading: unknown };
  ensureLoaded(): Promise<void>;
}

type Rows<Node> = Omit<TreeDataProvider<Node>, 'onDidChangeTreeData' | 'getChildren'> & {
  readonly getChildren: (node?: Node) => Node[];
  /** Whether the model has rows to show, or an empty answer. */
  readonly isLoaded: () => boolean;
  /** Whether the answer is empty, so that the view shows its welcome. */
  readonly isEmpty: () => boolean;
  /** The keys that a row brings along where it is dropped. */
  readonly keysOf: (node: Node) => string | readonly string[];
};

interface ListViewOptions<Node> {
  readonly viewId: string;
  /** Present in the view that names the environment. */
  readonly environments?: EnvironmentList;
  readonly rows: Rows<Node>;
  /** Whether VS Code always shows *Collapse All*, even if there is nothing to collapse. */
  readonly showCollapseAll?: boolean;
}

export interface ClickedRow<Node> {
  readonly node: Node;
  readonly isDouble: boolean;
}

/** Longest time between the clicks of a double click, in milliseconds. */
const doubleClickTime = 500;

/** Longest time to wait for VS Code to know a row or a selection, in milliseconds. */
const longestWait = 2_000;

/**
 * The tree and progress bar of a view. Its model is loaded when VS Code requests rows or shows the view.
 */
export class ListView<Node extends { readonly id: string }> {
  readonly tree;
  #model: ListModel | undefined;
  #modelSubscription: { dispose(): void } | undefined;
  readonly #environments: EnvironmentList | undefined;
  readonly #rows: Rows<Node>;
  readonly #viewId: string;
  readonly #changed = new EventEmitter<Node | Node[] | undefined>();
  readonly #subscriptions: Disposable;
  /** Pending requests of VS Code for the first level of rows. */
  #unanswered = 0;
  #isAnswered = false;
  #endProgress: (() => void) | undefined;
  #selectedAt = 0;
  #lastClick: { readonly id: string; readonly at: number } | undefined;

  constructor({ viewId, environments, rows, showCollapseAll = false }: ListViewOptions<Node>) {
    this.#viewId = viewId;
    this.#environments = environments;
    this.#rows = rows;
    this.tree = window.createTreeView<Node>(viewId, {
      showCollapseAll,
      canSelectMany: true,
      dragAndDropController: {
        dragMimeTypes: ['text/plain'],
        dropMimeTypes: [],
        handleDrag: (nodes, data) =>
          data.set('text/plain', new DataTransferItem(nodes.flatMap(rows.keysOf).join('\n'))),
      },
      treeDataProvider: {
        ...rows,
        onDidChangeTreeData: this.#changed.event,
        getChildren: (node) => (node === undefined ? this.#firstLevel() : rows.getChildren(node)),
      },
    });
    this.#subscriptions = Disposable.from(
      this.tree,
      this.#changed,
      this.tree.onDidChangeVisibility(() => this.#load()),
      this.tree.onDidChangeSelection(() => (this.#selectedAt = performance.now())),
    );
  }

  /** Shows the rows of another model, or none, and loads them if the view is visible. */
  setModel(model: ListModel | undefined): void {
    this.#modelSubscription?.dispose();
    this.#model = model;
    this.#modelSubscription = model?.onDidChange(() => this.#showProgress());
    this.#showProgress();
    this.#load();
  }

  /** When the selection last changed, to know which view was used last. */
  get selectedAt(): number {
    return this.#selectedAt;
  }

  /**
   * The single selected row, for the commands of rows. They have no arguments, because VS Code drops those
   * when a row is updated between click and command. Waits, because VS Code has no selection while it
   * requests rows.
   */
  async selected(): Promise<Node | undefined> {
    const until = performance.now() + longestWait;
    while (this.tree.selection.length === 0 && performance.now() < until) await nextTurn();
    return this.tree.selection.length === 1 ? this.tree.selection[0] : undefined;
  }

  /**
   * The selected rows, or the focused row if it is not selected, as in the Explorer. VS Code does not report
   * the focus, but it selects or deselects the focused row.
   */
  async focused(): Promise<readonly Node[]> {
    const selected = this.tree.selection;
    await commands.executeCommand('list.toggleSelection');
    const focused = this.tree.selection.filter((node) => !selected.includes(node));
    await commands.executeCommand('list.toggleSelection');
    return focused.length > 0 ? focused : selected;
  }

  /** The row whose command VS Code runs, which does not tell how often it was clicked. */
  async clicked(): Promise<ClickedRow<Node> | undefined> {
    const at = performance.now();
    const node = await this.selected();
    if (node === undefined) return undefined;
    const last = this.#lastClick;
    this.#lastClick = { id: node.id, at };
    const isSecond = last?.id === node.id && at - last.at < doubleClickTime;
    const opensOnDoubleClick = workspace.getConfiguration('workbench.list').get('openMode') === 'doubleClick';
    return { node, isDouble: isSecond || opensOnDoubleClick };
  }

  /**
   * Selects a row and scrolls to it, if it is shown. Repeats, because VS Code knows no new row while it
   * requests rows anew. Gives up on a busy window, whose list then stays where it is.
   */
  async reveal(find: () => Node | undefined): Promise<void> {
    const until = performance.now() + longestWait;
    while (performance.now() < until && this.tree.visible) {
      const node = find();
      if (node === undefined) return;
      try {
        return await this.tree.reveal(node, { select: true, focus: false });
      } catch {
        // VS Code throws until it knows the row.
        await nextTurn();
      }
    }
  }

  /**
   * Fires a change of these rows, or of all; not during a request for the first level, whose answer is newer.
   */
  fireChanged(nodes?: Node[]): void {
    if (this.#unanswered === 0) this.#changed.fire(nodes);
  }

  /**
   * Sets the texts above the rows and beside the view's name, but only if they change, because each change
   * delays updates of rows. The environment is above the rows, or in the title while the welcome text shows.
   */
  caption(details: string | undefined, ...texts: readonly (string | undefined)[]): void {
    const here = this.#environments?.here;
    const environment = here && placeLine(here);
    // VS Code shows no line breaks there.
    const text = joined(' ', ...texts);
    const isWelcoming = text === '' && this.#rows.isEmpty();
    const message = isWelcoming ? '' : joined(' · ', environment, text);
    const description = isWelcoming ? joined(' · ', environment, details) || undefined : details;
    if ((this.tree.message ?? '') !== message) this.tree.message = message || undefined;
    if (this.tree.description !== description) this.tree.description = description;
  }

  dispose(): void {
    this.#modelSubscription?.dispose();
    this.#endProgress?.();
    this.#subscriptions.dispose();
  }

  /**
   * Answers the first request after the first load. Later requests do not wait, because rows of the previous
   * service have to disappear at once.
   */
  async #firstLevel(): Promise<Node[]> {
    this.#unanswered++;
    try {
      if (!this.#isAnswered && !this.#rows.isLoaded()) await this.#firstLoad();
      this.#isAnswered = true;
      return this.#rows.getChildren();
    } finally {
      this.#unanswered--;
    }
  }

  /** Resolves with the first rows, which may be those of an earlier window. */
  async #firstLoad(): Promise<void> {
    const model = this.#model;
    if (model === undefined) return;
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const subscription = model.onDidChange(() => this.#rows.isLoaded() && resolve());
    await Promise.race([model.ensureLoaded(), shown]);
    subscription.dispose();
    // Another service may have been connected meanwhile.
    if (model !== this.#model) await this.#firstLoad();
  }

  #load(): void {
    if (this.tree.visible) void this.#model?.ensureLoaded();
  }

  #showProgress(): void {
    const loading = this.#model?.state.loading;
    const isLoading = Boolean(loading) && loading !== 'autoRefresh';
    if (isLoading === (this.#endProgress !== undefined)) return;
    this.#endProgress?.();
    this.#endProgress = undefined;
    if (!isLoading) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endProgress = resolve;
    void window.withProgress({ location: { viewId: this.#viewId } }, () => promise);
  }
}
