import { DataTransferItem, Disposable, EventEmitter, type TreeDataProvider, type TreeView, window } from 'vscode';
import type { Event } from '../../model/util/emitter.ts';
import { nextTurn } from '../../model/util/slices.ts';
import { joined } from '../../text/list.ts';

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

/** Longest time to wait for VS Code to know a row or a selection, in milliseconds. */
const longestWait = 2_000;

/** The tree and progress bar of a view, whose model is loaded when VS Code requests rows or shows the view. */
export class ListView<Node> implements Disposable {
  readonly #model: ListModel;
  readonly #rows: Rows<Node>;
  readonly tree: TreeView<Node>;
  readonly #changed = new EventEmitter<Node | Node[] | undefined>();
  readonly #subscriptions: Disposable;
  /** Pending requests of VS Code for the first level of rows. */
  #unanswered = 0;
  #isAnswered = false;
  #endProgress: (() => void) | undefined;
  /** When the selection last changed, to know which view was used last. */
  selectedAt = 0;

  constructor(id: string, model: ListModel, rows: Rows<Node>) {
    this.#model = model;
    this.#rows = rows;
    this.tree = window.createTreeView<Node>(id, {
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: {
        dragMimeTypes: ['text/plain'],
        dropMimeTypes: [],
        handleDrag: (nodes, data) => data.set('text/plain', new DataTransferItem(nodes.flatMap(rows.keysOf).join('\n'))),
      },
      treeDataProvider: { ...rows, onDidChangeTreeData: this.#changed.event, getChildren: (node) => (node === undefined ? this.#firstLevel() : rows.getChildren(node)) },
    });
    this.#subscriptions = Disposable.from(
      this.tree,
      this.#changed,
      this.tree.onDidChangeVisibility(() => this.#load()),
      this.tree.onDidChangeSelection(() => (this.selectedAt = performance.now())),
      model.onDidChange(() => {
        this.#showProgress(id);
        // Loads again, because a new connection empties the model.
        this.#load();
      }),
    );
  }

  /**
   * The single selected row, for the commands of rows. They have no arguments, because VS Code drops those when a row is updated
   * between click and command. Waits, because VS Code has no selection while it requests rows.
   */
  async selected(): Promise<Node | undefined> {
    const until = performance.now() + longestWait;
    while (this.tree.selection.length === 0 && performance.now() < until) await nextTurn();
    return this.tree.selection.length === 1 ? this.tree.selection[0] : undefined;
  }

  /** Selects a row and scrolls to it, if it is shown. Repeats, because VS Code knows no row that it did not know before while it requests rows anew. */
  async reveal(find: () => Node | undefined): Promise<void> {
    const until = performance.now() + longestWait;
    for (let node = find(); node !== undefined && this.tree.visible; node = find()) {
      try {
        return await this.tree.reveal(node, { select: true, focus: false });
      } catch (error) {
        if (performance.now() >= until) throw error;
        await nextTurn();
      }
    }
  }

  /** Fires a change of these rows, or of all; not during a request for the first level, whose answer is newer. */
  fireChanged(nodes?: Node[]): void {
    if (this.#unanswered === 0) this.#changed.fire(nodes);
  }

  /**
   * Sets the texts above the rows and beside the view's name, but only if they change, because each change delays updates of rows.
   * @param place the environment: above the rows, or in the title while the welcome text shows
   */
  caption(place: string | undefined, text: string, beside: string | undefined): void {
    const isWelcoming = text === '' && this.#rows.isEmpty();
    const message = isWelcoming ? '' : joined('\n', place, text);
    const description = isWelcoming ? joined(' · ', place, beside) || undefined : beside;
    if ((this.tree.message ?? '') !== message) this.tree.message = message || undefined;
    if (this.tree.description !== description) this.tree.description = description;
  }

  dispose(): void {
    this.#endProgress?.();
    this.#subscriptions.dispose();
  }

  /** Answers the first request after the first load. Later requests do not wait, because rows of the previous service have to disappear at once. */
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
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const subscription = this.#model.onDidChange(() => {
      if (this.#rows.isLoaded()) resolve();
    });
    // Repeats, because a change of the connection replaces the load.
    do await Promise.race([this.#model.ensureLoaded(), shown]);
    while (this.#model.state.loading && !this.#rows.isLoaded());
    subscription.dispose();
  }

  #load(): void {
    if (this.tree.visible) void this.#model.ensureLoaded();
  }

  #showProgress(viewId: string): void {
    if (Boolean(this.#model.state.loading) === (this.#endProgress !== undefined)) return;
    this.#endProgress?.();
    this.#endProgress = undefined;
    if (!this.#model.state.loading) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endProgress = resolve;
    void window.withProgress({ location: { viewId } }, () => promise);
  }
}
