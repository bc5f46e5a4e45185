import * as vscode from 'vscode';
import type { FieldList } from '../model/fieldList.ts';
import { describeField, describeOption, isDropdown, optionsOf } from '../model/rowText.ts';
import type { ServiceError } from '../service/index.ts';
import { type Field, type FieldOption, type Readable } from '../service/index.ts';
import type { Connection } from './connection.ts';
import { formatNumber, loadWhenVisible, setContext } from './listView.ts';
import { failureText } from './report.ts';
import { type FailureNode, type RemedyNode, failureItem, remediesOf, remedyItem, treeItem } from './treeItem.ts';

type FieldsNode =
  | { readonly kind: 'field'; readonly id: string; readonly field: Readable<Field> }
  | { readonly kind: 'option'; readonly id: string; readonly option: FieldOption; readonly place: string; readonly parent: FieldsNode & { kind: 'field' } }
  | { readonly kind: 'noOptions'; readonly parent: FieldsNode & { kind: 'field' } }
  | FailureNode
  | RemedyNode;

/** The Fields view: a row per field, a dropdown's options below it. */
export function createFieldsView(fields: FieldList, connection: Connection): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<FieldsNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: toTreeItem,
    getChildren: (node) => (node === undefined ? roots(fields, connection) : childrenOf(node)),
    getParent: (node) => (node.kind === 'option' || node.kind === 'noOptions' ? node.parent : node.kind === 'remedy' ? node.failure : undefined),
  };
  const view = vscode.window.createTreeView('workflowJobs.fields', { treeDataProvider: provider, showCollapseAll: true });
  const show = () => {
    const failure = failureOf(fields, connection);
    view.message = failure === undefined ? undefined : failureText(failure);
    setContext('fieldsEmpty', fields.state.fields?.length === 0);
    changed.fire(undefined);
  };
  show();
  return vscode.Disposable.from(view, changed, fields.onDidChange(show), loadWhenVisible(view, 'workflowJobs.fields', fields));
}

function failureOf(fields: FieldList, { state }: Connection): ServiceError | undefined {
  return state.kind === 'invalid' ? state.error : (fields.state.failure ?? undefined);
}

function roots(fields: FieldList, connection: Connection): FieldsNode[] {
  const error = failureOf(fields, connection);
  const failure: FailureNode[] =
    error === undefined
      ? []
      : [{ kind: 'failure', id: 'failure', headline: headline(fields), error, retryCommand: 'workflowJobs.refreshFields' }];
  const ids = distinctIds('field');
  return [
    ...failure,
    ...(fields.state.fields ?? []).map((field): FieldsNode => ({ kind: 'field', id: ids(keyOf(field)), field })),
  ];
}

function headline({ state }: FieldList): string {
  return state.fields === undefined ? vscode.l10n.t('Fields could not be loaded') : vscode.l10n.t('Fields could not be refreshed');
}

function childrenOf(node: FieldsNode): FieldsNode[] {
  if (node.kind === 'failure') return remediesOf(node);
  if (node.kind !== 'field' || node.field.kind === 'unreadable') return [];
  const options = optionsOf(node.field.value);
  if (options.length === 0) return [{ kind: 'noOptions', parent: node }];
  const ids = distinctIds(`${node.id}/option`);
  return options.map((option, index) => ({
    kind: 'option',
    id: ids(option.key),
    option,
    place: vscode.l10n.t('{0} of {1}', formatNumber(index + 1), formatNumber(options.length)),
    parent: node,
  }));
}

function toTreeItem(node: FieldsNode): vscode.TreeItem {
  switch (node.kind) {
    case 'field': {
      const dropdown = node.field.kind === 'readable' && isDropdown(node.field.value);
      return treeItem(describeField(node.field), {
        id: node.id,
        ...(node.field.kind === 'readable' ? { contextValue: 'field key' } : { contextValue: 'unreadable', command: showRaw(node.field.raw) }),
        collapsibleState: dropdown ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
      });
    }
    case 'option':
      return treeItem(describeOption(node.option, fieldName(node.parent), node.place), { id: node.id, contextValue: 'option key' });
    case 'noOptions': {
      const text = vscode.l10n.t('No options');
      return treeItem(
        { label: text, description: '', tooltip: vscode.l10n.t('The service defines no options for this field.'), icon: 'info', spoken: text },
        { id: `${node.parent.id}/none` },
      );
    }
    case 'failure':
      return failureItem(node);
    case 'remedy':
      return remedyItem(node);
  }
}

function showRaw(raw: unknown): vscode.Command {
  return { command: 'workflowJobs.showRaw', title: vscode.l10n.t('Show as the service sent it'), arguments: ['/field.json', JSON.stringify(raw, null, 2)] };
}

function fieldName(node: FieldsNode & { kind: 'field' }): string {
  return describeField(node.field).label;
}

function keyOf(field: Readable<Field>): string {
  return field.kind === 'readable' ? field.value.key : 'unreadable';
}

/** Ids from keys; a service that repeats a key must not break the branch. */
function distinctIds(prefix: string): (key: string) => string {
  const seen = new Map<string, number>();
  return (key) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? `${prefix}:${key}` : `${prefix}:${key}#${times}`;
  };
}

/** The key that a row of the Fields view stands for. */
export function fieldsNodeKey(node: unknown): string | undefined {
  const each = node as FieldsNode | undefined;
  if (each?.kind === 'option') return each.option.key;
  return each?.kind === 'field' && each.field.kind === 'readable' ? each.field.value.key : undefined;
}
