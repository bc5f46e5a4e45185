import * as vscode from 'vscode';

/** The minimum for our sidebar: both views of our manifest with fixed rows. */
export function activate(context: vscode.ExtensionContext): void {
  const tree = (id: string, rows: readonly string[]) =>
    vscode.window.createTreeView(id, {
      showCollapseAll: true,
      canSelectMany: true,
      treeDataProvider: {
        getChildren: (node?: string) => (node === undefined ? [...rows] : []),
        getTreeItem: fixedItem,
      },
    });
  context.subscriptions.push(
    tree('workflowJobs.fields', ['Field']),
    tree(
      'workflowJobs.jobs',
      Array.from({ length: 50 }, (_, index) => `Row ${index + 1}`),
    ),
  );
}

function fixedItem(label: string): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label), {
    id: label,
    description: 'fixed',
    iconPath: new vscode.ThemeIcon('record', new vscode.ThemeColor('charts.blue')),
    command: { command: 'workflowJobs.openJob', title: 'Open' },
  });
}
