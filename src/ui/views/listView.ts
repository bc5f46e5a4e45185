import { Disposable, EventEmitter, type TreeDataProvider, type TreeView, window } from 'vscode';
import type { Event } from '../../model/util/emitter.ts';
import { nextTurn } from '../../model/util/slices.ts';

/** What both views' models have in common. */
interface ListModel {
  readonly onDidChange: Event<void>;
  readonly state: { readonly loading: unknown };
  ensureLoaded(): Promise<void>;
}

type Rows<Node> = Omit<TreeDataProvider<Node>, 'onDidChangeTreeData' | 'getChildren'> & {
  readonly getChildren: (node?: Node) => Node[];
  /** Whether the model has an answer to show, which may be an empty list. */
  readonly isLoaded: () => boolean;
  /** Whether the answer is an empty list, which the view's welcome tells of. */
  readonly isEmpty: () => boolean;
};

/** How long a row's command waits for VS Code to know the rows again, in milliseconds. */
const longestWait = 2_000;

/** The tree of a view, and its progress bar: its model is loaded when VS Code asks for rows, or shows the view. */
export class ListView<Node> implements Disposable {
  readonly #model: ListModel;
  readonly #rows: Rows<Node>;
  readonly tree: TreeView<Node>;
  readonly #changed = new EventEmitter<Node | Node[] | undefined>();
  readonly #subscriptions: Disposable;
  /** VS Code's questions for the first level of rows that are not answered yet. */
  #unanswered = 0;
  #isAnswered = false;
  #endProgress: (() => void) | undefined;

  constructor(id: string, model: ListModel, rows: Rows<Node>) {
    this.#model = model;
    this.#rows = rows;
    this.tree = window.createTreeView<Node>(id, {
      showCollapseAll: true,
      canSelectMany: true,
      treeDataProvider: { ...rows, onDidChangeTreeData: this.#changed.event, getChildren: (node) => (node === undefined ? this.#firstLevel() : rows.getChildren(node)) },
    });
    this.#subscriptions = Disposable.from(
      this.tree,
      this.#changed,
      this.tree.onDidChangeVisibility(() => this.#load()),
      model.onDidChange(() => {
        this.#showProgress(id);
        // A model that was connected anew is empty again.
        this.#load();
      }),
    );
  }

  /**
   * The selected row, where there is one alone: what a row's command opens. Commands of rows have no arguments, because VS Code
   * forgets them when the row is told again, which a click may precede. While VS Code asks for the rows, it knows none.
   */
  async selected(): Promise<Node | undefined> {
    const until = performance.now() + longestWait;
    while (this.tree.selection.length === 0 && performance.now() < until) await nextTurn();
    return this.tree.selection.length === 1 ? this.tree.selection[0] : undefined;
  }

  /** Tells VS Code that these rows changed, or all of them; not while it waits for the first level, because that answer is newer. */
  fireChanged(nodes?: Node[]): void {
    if (this.#unanswered === 0) this.#changed.fire(nodes);
  }

  /**
   * Sets the text above the rows and the one beside the name, each only when it changes, because VS Code then delays changes of rows.
   * @param place where the rows are from: the first line above them, or beside the name of an empty view, whose welcome any text above would hide
   */
  caption(place: string | undefined, text: string, beside: string | undefined): void {
    const isWelcoming = text === '' && this.#rows.isEmpty();
    const message = isWelcoming ? '' : joined('\n', place, text || undefined);
    const description = isWelcoming ? joined(' · ', place, beside) || undefined : beside;
    if ((this.tree.message ?? '') !== message) this.tree.message = message || undefined;
    if (this.tree.description !== description) this.tree.description = description;
  }

  dispose(): void {
    this.#endProgress?.();
    this.#subscriptions.dispose();
  }

  /** VS Code's first question is answered with the rows. Later ones do not wait: rows of another service have to go at once. */
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

  /** Ends with the first rows that there are, which an earlier window may have read. */
  async #firstLoad(): Promise<void> {
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const subscription = this.#model.onDidChange(() => {
      if (this.#rows.isLoaded()) resolve();
    });
    // A change of the connection ends a load and begins another.
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

/** Joins the parts of a caption that there are. */
export function joined(separator: string, ...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(separator);
}
