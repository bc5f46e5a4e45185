import * as vscode from 'vscode';
import { atEnd } from './atEnd.ts';
import { contexts, onDidSetContext } from './captures.ts';
import { onWindow } from './prompts.ts';
import { replace } from './replace.ts';
import { until } from './until.ts';

interface Captured {
  readonly provider: vscode.TreeDataProvider<unknown>;
  readonly view: vscode.TreeView<unknown>;
  /** Fires when the extension sets a property of the view, such as its message. */
  readonly onDidSet: vscode.Event<unknown>;
  /** The selection that a test has set. */
  selection?: readonly unknown[];
}

/** A row as the user sees it. */
export interface ShownRow {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly ariaLabel: string;
  readonly icon: string;
  readonly command: vscode.Command | undefined;
  /** True if the row is initially expanded. */
  readonly startsOpen: boolean;
  readonly children: ShownRow[];
  readonly node: unknown;
}

/** The default view. */
const jobsView = 'workflowJobs.jobs';

const registry = captureViews();

/** Records the views that the extension creates. Must run before the extension is activated. */
function captureViews(): Map<string, Captured> {
  const views = new Map<string, Captured>();
  const original = vscode.window.createTreeView;
  const capturing = <T>(id: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> => {
    const view = original(id, options);
    const set = new vscode.EventEmitter<unknown>();
    const seen: Captured = { provider: options.treeDataProvider, view, onDidSet: set.event };
    views.set(id, seen);
    return new Proxy(view, {
      get: (target, property) =>
        property === 'selection'
          ? (seen.selection ?? target.selection)
          : (Reflect.get(target, property) as unknown),
      set: (target, property, value) => {
        const done = Reflect.set(target, property, value);
        set.fire(property);
        return done;
      },
    });
  };
  replace('createTreeView', capturing);
  return views;
}

/** Returns what the extension passed to VS Code for a view. */
export function captured(id = jobsView): Captured {
  const found = registry.get(id);
  if (found === undefined)
    throw new Error(`The view ${id} was created before the tests could see it.`);
  return found;
}

/** The message above the rows of a view. */
export function messageOf(id = jobsView): string {
  return captured(id).view.message ?? '';
}

export function descriptionOf(id = jobsView): string {
  return captured(id).view.description ?? '';
}

/** Fires when the extension sets a property of a view. */
export function onDidSet(id = jobsView): vscode.Event<unknown> {
  return captured(id).onDidSet;
}

export function isVisible(id = jobsView): boolean {
  return captured(id).view.visible;
}

/** Resolves when a view shows rows from its service, or why they could not be loaded. */
export async function settled(id = jobsView): Promise<void> {
  const { view, onDidSet } = captured(id);
  const isAnswered = () =>
    Boolean(view.description) && view.description?.includes('as of') === false;
  const isUnread = () => Boolean(contexts.get(`${id}Unread`));
  await until(
    () => isUnread() || isAnswered(),
    (listener) => vscode.Disposable.from(onDidSet(listener), onDidSetContext(listener)),
  );
}

/** Returns the texts and buttons that *More Help…* shows in a Jobs view without rows. */
export async function moreHelp(): Promise<string> {
  const lines: unknown[] = [];
  const restore = onWindow(
    'showErrorMessage',
    (headline: string, { detail }: vscode.MessageOptions, ...buttons: string[]) => {
      lines.push(headline, detail, ...buttons);
      return Promise.resolve(undefined);
    },
  );
  await vscode.commands.executeCommand('_workflowJobs.moreHelp');
  restore();
  return lines.join('\n');
}

/** Shows the Explorer and waits until a view is hidden. */
export async function hide(id = jobsView): Promise<void> {
  const { view } = captured(id);
  await vscode.commands.executeCommand('workbench.view.explorer');
  await until(() => !view.visible, view.onDidChangeVisibility);
}

/** Shows a view. */
export async function show(id = jobsView): Promise<void> {
  const { view } = captured(id);
  await vscode.commands.executeCommand(`${id}.focus`);
  await until(() => view.visible, view.onDidChangeVisibility);
}

/**
 * Returns the nodes of a view or of a parent node, which VS Code passes to commands in the menus of
 * rows. Omits the group of watched jobs, see {@link watchedGroup}.
 */
export async function nodesOf(id = jobsView, parent?: unknown): Promise<unknown[]> {
  return ((await captured(id).provider.getChildren(parent)) ?? []).filter(
    (node) => !isWatchedGroup(node),
  );
}

/** Returns all rows of a view, except the group of watched jobs. */
export async function rowsOf(id = jobsView, parent?: unknown): Promise<ShownRow[]> {
  return Promise.all((await nodesOf(id, parent)).map((node) => rowOf(id, node)));
}

/** Returns the group of watched jobs. Undefined if no job is watched. */
export async function watchedGroup(): Promise<ShownRow | undefined> {
  const group = (await captured().provider.getChildren())?.find(isWatchedGroup);
  return group === undefined ? undefined : rowOf(jobsView, group);
}

function isWatchedGroup(node: unknown): boolean {
  return (node as { id?: unknown }).id === 'watched';
}

async function rowOf(id: string, node: unknown): Promise<ShownRow> {
  const { provider } = captured(id);
  const item = await provider.getTreeItem(node);
  // VS Code does this when the mouse hovers over the row.
  if (item.tooltip === undefined) {
    await provider.resolveTreeItem?.(item, node, new vscode.CancellationTokenSource().token);
  }
  const isLeaf = item.collapsibleState === vscode.TreeItemCollapsibleState.None;
  return { ...seen(item), children: isLeaf ? [] : await rowsOf(id, node), node };
}

function seen(item: vscode.TreeItem): Omit<ShownRow, 'children' | 'node'> {
  return {
    label: textOf(item.label, 'label'),
    description: textOf(item.description),
    tooltip: textOf(item.tooltip, 'value'),
    ariaLabel: item.accessibilityInformation?.label ?? '',
    icon: item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : '',
    command: item.command,
    startsOpen: item.collapsibleState === vscode.TreeItemCollapsibleState.Expanded,
  };
}

/** Returns a text that is a string or a property of an object. Empty if it is undefined. */
function textOf(text: unknown, member = ''): string {
  if (typeof text === 'string') return text;
  const found: unknown = text instanceof Object ? Reflect.get(text, member) : undefined;
  return typeof found === 'string' ? found : '';
}

/** Selects a row and runs its command, as a click does. */
export async function clickRow(id: string, row: ShownRow | undefined): Promise<void> {
  if (row?.command === undefined) throw new Error(`${row?.label ?? 'No row'} has no command.`);
  captured(id).selection = [row.node];
  await vscode.commands.executeCommand(
    row.command.command,
    ...((row.command.arguments ?? []) as unknown[]),
  );
  delete captured(id).selection;
}

/** Selects and focuses the first row of a view. */
export async function selectFirst(id = jobsView): Promise<void> {
  const { provider, view } = captured(id);
  await show(id);
  // VS Code requires `getParent` to reveal a row. The first row has no parent.
  if (!('getParent' in provider)) Object.assign(provider, { getParent: () => undefined });
  const [first] = await nodesOf(id);
  await view.reveal(first, { select: true, focus: true });
  await until(() => view.selection[0] === first, view.onDidChangeSelection);
}

/** Clears the selection of a view, which VS Code keeps when the connection changes. */
export async function selectNothing(id = jobsView): Promise<void> {
  const { view } = captured(id);
  await show(id);
  await vscode.commands.executeCommand('list.clear');
  await until(() => view.selection.length === 0, view.onDidChangeSelection);
}

/** Records the nodes for which a view fires change events. Undefined stands for all nodes. */
export function changesOf(id = jobsView): vscode.Disposable & { readonly changes: unknown[] } {
  const changes: unknown[] = [];
  const subscription = captured(id).provider.onDidChangeTreeData?.(
    (change) => void changes.push(change),
  );
  atEnd(() => subscription?.dispose());
  return { changes, dispose: () => void subscription?.dispose() };
}
