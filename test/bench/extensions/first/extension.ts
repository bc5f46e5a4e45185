import * as vscode from 'vscode';

/** The first tree of a window, which pays for what all of them share. */
export function activate(context: vscode.ExtensionContext): void {
  const tree = {
    getChildren: (node?: string) => (node === undefined ? ['Row'] : []),
    getTreeItem: (label: string) => new vscode.TreeItem(label),
  };
  context.subscriptions.push(vscode.window.createTreeView('benchFirst.tree', { treeDataProvider: tree }));
}
