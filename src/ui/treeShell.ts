import * as vscode from 'vscode';

type TreeRows<Node> = Required<Pick<vscode.TreeDataProvider<Node>, 'getTreeItem' | 'getChildren' | 'getParent'>> & Pick<vscode.TreeDataProvider<Node>, 'resolveTreeItem'>;

/** A view that is there from activation on. What fills it is loaded when VS Code asks for its rows: when somebody looks. */
export class TreeShell<Node> implements vscode.Disposable {
  readonly view: vscode.TreeView<Node>;
  /** To be fired when rows changed. */
  readonly changed = new vscode.EventEmitter<Node | Node[] | undefined>();
  readonly #subscriptions: vscode.Disposable;
  #rows: TreeRows<Node>;
  #isMissing = false;

  /** @param load resolves when the view is filled, or to a sentence on why it cannot be */
  constructor(id: string, load: () => Promise<string | undefined>) {
    this.#rows = {
      getTreeItem: () => new vscode.TreeItem(''),
      getChildren: () => this.#load(load),
      getParent: () => undefined,
    };
    this.view = vscode.window.createTreeView<Node>(id, {
      showCollapseAll: true,
      treeDataProvider: {
        onDidChangeTreeData: this.changed.event,
        getTreeItem: (node) => this.#rows.getTreeItem(node),
        resolveTreeItem: (item, node, token) => this.#rows.resolveTreeItem?.(item, node, token) ?? item,
        getChildren: (node) => this.#rows.getChildren(node),
        getParent: (node) => this.#rows.getParent(node),
      },
    });
    this.#subscriptions = vscode.Disposable.from(
      this.view,
      this.changed,
      // VS Code asks only once by itself.
      this.view.onDidChangeVisibility(({ visible }) => {
        if (visible && this.#isMissing) this.changed.fire(undefined);
      }),
    );
  }

  fill(rows: TreeRows<Node>): void {
    this.#rows = rows;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #load(load: () => Promise<string | undefined>): Promise<Node[]> {
    const problem = await load();
    this.#isMissing = problem !== undefined;
    if (problem !== undefined) {
      this.view.message = problem;
      return [];
    }
    return (await this.#rows.getChildren()) ?? [];
  }
}
