import * as vscode from 'vscode';

interface TreeRows<Node> extends Required<Pick<vscode.TreeDataProvider<Node>, 'getTreeItem' | 'getChildren' | 'getParent'>>, Pick<vscode.TreeDataProvider<Node>, 'resolveTreeItem'> {
  /** Resolves when there is something to show. */
  readonly ready: () => Promise<void>;
}

/** A view that is there from activation on. What fills it is loaded when VS Code asks for its rows: when somebody looks. */
export class TreeShell<Node> implements vscode.Disposable {
  readonly view: vscode.TreeView<Node>;
  readonly #changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  readonly #subscriptions: vscode.Disposable;
  readonly #load: () => Promise<string | undefined>;
  #rows: TreeRows<Node> | undefined;
  #isMissing = false;
  /** Times that VS Code has asked for the first level of rows and waits. */
  #unanswered = 0;
  #isAnswered = false;

  /** @param load resolves when the view is filled, or to a sentence on why it cannot be */
  constructor(id: string, load: () => Promise<string | undefined>) {
    this.#load = load;
    this.view = vscode.window.createTreeView<Node>(id, {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getTreeItem: (node) => this.#rows?.getTreeItem(node) ?? new vscode.TreeItem(''),
        resolveTreeItem: (item, node, token) => this.#rows?.resolveTreeItem?.(item, node, token) ?? item,
        getChildren: (node) => (node === undefined ? this.#firstLevel() : this.#rows?.getChildren(node)),
        getParent: (node) => this.#rows?.getParent(node),
      },
    });
    this.#subscriptions = vscode.Disposable.from(
      this.view,
      this.#changed,
      // VS Code asks only once by itself.
      this.view.onDidChangeVisibility(({ visible }) => {
        if (visible && this.#isMissing) this.#changed.fire(undefined);
      }),
    );
  }

  fill(rows: TreeRows<Node>): void {
    this.#rows = rows;
  }

  /** Says that these rows changed, or all of them. Needless while VS Code waits: its answer will be the newest. */
  tellChanged(nodes?: Node[]): void {
    if (this.#unanswered === 0) this.#changed.fire(nodes);
  }

  /** Writes above the rows and beside the name. VS Code holds back changes of rows for a while after each of these, so only what is new is told. */
  caption(message: string | undefined, description: string | undefined): void {
    if (this.view.message !== message) this.view.message = message;
    if (this.view.description !== description) this.view.description = description;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #firstLevel(): Promise<Node[]> {
    this.#unanswered++;
    try {
      if (this.#rows === undefined) {
        const problem = await this.#load();
        this.#isMissing = problem !== undefined;
        if (problem !== undefined) this.view.message = problem;
      }
      // Later, rows that do not hold any more have to go at once.
      if (!this.#isAnswered) await this.#rows?.ready();
      this.#isAnswered = this.#rows !== undefined;
      return (await this.#rows?.getChildren()) ?? [];
    } finally {
      this.#unanswered--;
    }
  }
}
