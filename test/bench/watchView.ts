import { realpathSync } from 'node:fs';
import Module from 'node:module';
import type * as vscode from 'vscode';

interface Loader {
  _load: (this: void, request: string, parent: { readonly filename?: string } | undefined, isMain: boolean) => unknown;
}

export interface WatchedView {
  /** Rows that VS Code was given since the extension was activated. */
  count(): number;
  /** Resolves when a row was given whose spoken sentence is the one. */
  row(is: (spoken: string) => boolean): Promise<void>;
  /** What the first level of rows stands for: what VS Code passes to the commands of their menus. */
  nodes(): Promise<readonly unknown[]>;
}

/** In an extension host: stands between an extension and a view, which it creates when it is activated. */
export function watchView(extensionPath: string, viewId: string): WatchedView {
  const loader = Module as unknown as Loader;
  const load = loader._load;
  // The bench's extensions are installed as links.
  const folder = realpathSync(extensionPath);
  const waiting = new Set<{ readonly is: (spoken: string) => boolean; readonly resolve: () => void }>();
  let count = 0;
  let provider: vscode.TreeDataProvider<unknown> | undefined;
  const give = (item: vscode.TreeItem) => {
    count++;
    for (const each of waiting) {
      if (!each.is(item.accessibilityInformation?.label ?? '')) continue;
      waiting.delete(each);
      each.resolve();
    }
    return item;
  };
  loader._load = (request, parent, isMain) => {
    const loaded = load(request, parent, isMain);
    if (request !== 'vscode' || parent?.filename?.startsWith(folder) !== true) return loaded;
    const api = loaded as typeof vscode;
    const createTreeView = <T>(id: string, options: vscode.TreeViewOptions<T>) => {
      const { treeDataProvider } = options;
      if (id !== viewId) return api.window.createTreeView(id, options);
      provider = treeDataProvider;
      const getTreeItem = async (node: T) => give(await treeDataProvider.getTreeItem(node));
      return api.window.createTreeView(id, { ...options, treeDataProvider: { ...treeDataProvider, getTreeItem } });
    };
    // What VS Code says of itself there is read when it is asked for.
    return Object.create(api, { window: { value: Object.create(api.window, { createTreeView: { value: createTreeView } }) as unknown } }) as unknown;
  };
  return {
    count: () => count,
    row: (is) => new Promise<void>((resolve) => waiting.add({ is, resolve })),
    nodes: async () => (await provider?.getChildren(undefined)) ?? [],
  };
}
