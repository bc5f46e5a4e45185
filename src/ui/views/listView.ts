import { Disposable, EventEmitter, type TreeDataProvider, type TreeView, type ViewBadge, window } from 'vscode';
import type { Event } from '../../model/util/emitter.ts';

/** What both views' models have in common. */
interface ListModel {
  readonly onDidChange: Event<void>;
  readonly state: { readonly loading: unknown };
  ensureLoaded(): Promise<void>;
}

type Rows<Node> = Omit<TreeDataProvider<Node>, 'onDidChangeTreeData' | 'getChildren'> & {
  readonly getChildren: (node?: Node) => Node[];
  /** Whether the model has rows to show, also if there are none of them. */
  readonly isLoaded: () => boolean;
};

/** The tree of a view, and its progress bar: its model is loaded when VS Code asks for rows, or shows the view. */
export class ListView<Node> implements Disposable {
  readonly #id: string;
  readonly #model: ListModel;
  readonly #rows: Rows<Node>;
  readonly #tree: TreeView<Node>;
  readonly #changed = new EventEmitter<Node | Node[] | undefined>();
  readonly #subscriptions: Disposable;
  /** Questions for the first level of rows that VS Code waits for an answer to. */
  #unanswered = 0;
  #isAnswered = false;
  #endProgress: (() => void) | undefined;

  constructor(id: string, model: ListModel, rows: Rows<Node>) {
    this.#id = id;
    this.#model = model;
    this.#rows = rows;
    this.#tree = window.createTreeView<Node>(id, {
      showCollapseAll: true,
      treeDataProvider: { ...rows, onDidChangeTreeData: this.#changed.event, getChildren: (node) => (node === undefined ? this.#firstLevel() : rows.getChildren(node)) },
    });
    this.#subscriptions = Disposable.from(
      this.#tree,
      this.#changed,
      this.#tree.onDidChangeVisibility(() => this.#load()),
      model.onDidChange(() => {
        this.#showProgress();
        // A model that was connected anew is empty again.
        this.#load();
      }),
    );
  }

  get visible(): boolean {
    return this.#tree.visible;
  }

  get onDidChangeVisibility(): TreeView<Node>['onDidChangeVisibility'] {
    return this.#tree.onDidChangeVisibility;
  }

  set badge(badge: ViewBadge | undefined) {
    this.#tree.badge = badge;
  }

  async reveal(node: Node): Promise<void> {
    await this.#tree.reveal(node, { select: true, focus: false });
  }

  /** Says that these rows changed, or all of them. Needless while VS Code waits: its answer will be the newest. */
  tellChanged(nodes?: Node[]): void {
    if (this.#unanswered === 0) this.#changed.fire(nodes);
  }

  /** Sets the text above the rows and the one beside the name, each only when it changes, because VS Code then delays changes of rows. */
  caption(message: string, description: string | undefined): void {
    if ((this.#tree.message ?? '') !== message) this.#tree.message = message || undefined;
    if (this.#tree.description !== description) this.#tree.description = description;
  }

  dispose(): void {
    this.#endProgress?.();
    this.#subscriptions.dispose();
  }

  /** VS Code's first question is answered with the rows. Later ones do not wait: rows of another service have to go at once. */
  async #firstLevel(): Promise<Node[]> {
    this.#unanswered++;
    try {
      if (!this.#isAnswered) await this.#firstLoad();
      this.#isAnswered = true;
      return this.#rows.getChildren();
    } finally {
      this.#unanswered--;
    }
  }

  async #firstLoad(): Promise<void> {
    if (this.#rows.isLoaded()) return;
    // A change of the connection ends a load and begins another.
    do await this.#model.ensureLoaded();
    while (this.#model.state.loading && !this.#rows.isLoaded());
  }

  #load(): void {
    if (this.#tree.visible) void this.#model.ensureLoaded();
  }

  #showProgress(): void {
    if (Boolean(this.#model.state.loading) === (this.#endProgress !== undefined)) return;
    this.#endProgress?.();
    this.#endProgress = undefined;
    if (!this.#model.state.loading) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endProgress = resolve;
    void window.withProgress({ location: { viewId: this.#id } }, () => promise);
  }
}

/** Joins the parts of a caption that there are. */
export function joined(separator: string, ...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(separator);
}
