import * as vscode from 'vscode';

/** The minimum for two views and a page: trees with fixed rows, and a panel with one word. */
export function activate(context: vscode.ExtensionContext): void {
  const tree = (id: string, count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `Row ${index + 1}`);
    return vscode.window.createTreeView(id, {
      treeDataProvider: {
        getChildren: (node?: string) => (node === undefined ? rows : []),
        getTreeItem: fixedItem,
      },
    });
  };
  context.subscriptions.push(
    tree('benchFloor.other', 1),
    tree('benchFloor.tree', 50),
    vscode.commands.registerCommand('benchFloor.open', () => {
      vscode.window.createWebviewPanel(
        'benchFloor.panel',
        'Floor',
        vscode.ViewColumn.Active,
        {},
      ).webview.html = '<!DOCTYPE html><main><h1>Floor</h1></main>';
    }),
  );
}

function fixedItem(label: string): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label), {
    id: label,
    description: 'fixed',
    iconPath: new vscode.ThemeIcon('circle'),
    command: { command: 'benchFloor.open', title: 'Open' },
  });
}
