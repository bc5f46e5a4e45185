import * as vscode from 'vscode';

/**
 * Smallest extension with views and a page, for comparison. Each view has fixed rows, and the page
 * contains one word.
 */
export function activate({ extension, subscriptions }: vscode.ExtensionContext): void {
  const { contributes } = extension.packageJSON as {
    contributes: { views: Record<string, { id: string }[]> };
  };
  for (const [container, views] of Object.entries(contributes.views)) {
    const command = `${container}.open`;
    subscriptions.push(
      ...views.map(({ id }) => createTree(id, command)),
      vscode.commands.registerCommand(command, () => {
        vscode.window.createWebviewPanel(
          command,
          'Floor',
          vscode.ViewColumn.Active,
          {},
        ).webview.html = '<!DOCTYPE html><main><h1>Floor</h1></main>';
      }),
    );
  }
}

function createTree(id: string, command: string): vscode.TreeView<string> {
  const size = /\.(?:jobs|tree)$/.test(id) ? 50 : 1;
  const rows = Array.from({ length: size }, (_, index) => `Row ${index + 1}`);
  return vscode.window.createTreeView(id, {
    showCollapseAll: true,
    canSelectMany: true,
    treeDataProvider: {
      getChildren: (node?: string) => (node === undefined ? rows : []),
      getTreeItem: (label: string) =>
        Object.assign(new vscode.TreeItem(label), {
          id: label,
          description: 'fixed',
          iconPath: new vscode.ThemeIcon('record', new vscode.ThemeColor('charts.blue')),
          command: { command, title: 'Open' },
        }),
    },
  });
}
