import * as vscode from 'vscode';

/** The least that two views and a page can be: trees of one row that wait for nothing, and a panel of one word. */
export function activate(context: vscode.ExtensionContext): void {
  const row = new vscode.TreeItem('Row');
  row.command = { command: 'benchFloor.open', title: 'Open' };
  const tree = (id: string) => vscode.window.createTreeView(id, { treeDataProvider: { getChildren: (node?: string) => (node === undefined ? ['row'] : []), getTreeItem: () => row } });
  context.subscriptions.push(
    tree('benchFloor.other'),
    tree('benchFloor.tree'),
    vscode.commands.registerCommand('benchFloor.open', () => {
      vscode.window.createWebviewPanel('benchFloor.panel', 'Floor', vscode.ViewColumn.Active, {}).webview.html = '<!DOCTYPE html><main><h1>Floor</h1></main>';
    }),
  );
}
