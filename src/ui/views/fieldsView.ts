import { Disposable, type TreeItem, TreeItemCollapsibleState, l10n, window } from 'vscode';
import { type FieldList, type FieldOrder, fieldTest, inOrder } from '../../model/fields/fieldList.ts';
import { isSameJson, isSameList } from '../../model/util/json.ts';
import { type KeyValueStore, readOfService, writeOfService } from '../../model/util/keyValueStore.ts';
import {
  type RowText,
  describeField,
  describeOption,
  isDropdown,
  optionsOf,
} from '../../model/wording/rowText.ts';
import type { Field, Readable } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatProgress } from '../../text/number.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { setContext } from '../feedback/window.ts';
import { createListView } from './listView.ts';
import { type NoteNode, asOf, failureNodes, noteItem, recalledText, treeItem } from './treeItem.ts';

interface FieldNode {
  readonly kind: 'field';
  readonly id: string;
  readonly field: Readable<Field>;
}

export type FieldsNode =
  | FieldNode
  | { readonly kind: 'option'; readonly id: string; readonly key: string; readonly text: RowText }
  | NoteNode;

/** The command that opens the selected row of the Fields view. */
const openFieldRow = '_workflowJobs.openFieldRow';

const orderName = 'fieldOrder';

export type FieldsView = ReturnType<typeof createFieldsView>;

/**
 * The Fields view: a row per field, with a dropdown's options below it; filter and order are kept per
 * service.
 * @param store of the workspace
 */
export function createFieldsView(
  fields: FieldList,
  connection: Connection,
  environments: EnvironmentList,
  store: KeyValueStore,
) {
  let service = '';
  /** Filter texts by base URL. */
  const filters = new Map<string, string>();
  let order: FieldOrder = 'service';
  /**
   * The nodes of the shown fields. An unchanged field keeps its object, because VS Code identifies nodes by
   * object.
   */
  let nodes: readonly FieldNode[] = [];
  let failureRows: readonly FieldsNode[] = [];
  let wasRecalled = false;

  const list = createListView<FieldsNode>('workflowJobs.fields', fields, environments, {
    getTreeItem: (node) => toTreeItem(node, fields.state),
    keysOf: (node) => fieldsNodeKey(node) ?? [],
    getChildren: (node) => (node === undefined ? [...failureRows, ...nodes] : childrenOf(node)),
    isLoaded: () => fields.state.fields !== undefined,
    isEmpty: () => fields.state.fields?.length === 0,
  });

  const filterNow = () => filters.get(service) ?? '';
  const countText = () => formatProgress(nodes.length, fields.state.fields?.length ?? 0);

  /** The filter, or why the view is empty; shown above the rows, where it can wrap. */
  const filterText = () => {
    const filter = oneLine(filterNow(), 60);
    return nodes.length > 0
      ? l10n.t('Filter: {0}', `“${filter}”`)
      : l10n.t('No field has “{0}” in its name or key.', filter);
  };

  /** Assigns ids in service order, so that a field keeps its id in any order and filter. */
  const nodesOf = (all: readonly Readable<Field>[]) => {
    const known = new Map(nodes.map((node) => [node.id, node]));
    const ids = distinctIds();
    const each = all.map((field): FieldNode => {
      const id = ids(field.kind === 'readable' ? field.value.key : undefined);
      const before = known.get(id);
      return before !== undefined && isSameJson(before.field, field) ? before : { kind: 'field', id, field };
    });
    const passes = fieldTest(filterNow());
    return inOrder(
      each.filter(({ field }) => passes(field)),
      order,
      ({ field }) => field,
    );
  };

  const show = () => {
    const { fields: read, failure, isRecalled, readAt } = fields.state;
    const error = connection.failure ?? failure ?? undefined;
    const headline = read === undefined ? l10n.t('Fields not loaded') : l10n.t('Fields not refreshed');
    const before = [...failureRows, ...nodes];
    nodes = nodesOf(read ?? []);
    failureRows = error === undefined ? [] : failureNodes(headline, error, 'workflowJobs.refreshFields');
    const isFiltering = filterNow() !== '';
    const description = joined(
      ' · ',
      isFiltering ? countText() : undefined,
      order === 'service' ? undefined : l10n.t('required first'),
      isRecalled ? asOf(readAt) : undefined,
    );
    list.caption(read && description, error, isFiltering && read?.length ? filterText() : undefined);
    setContext('fieldsEmpty', read?.length === 0);
    setContext('fieldsFiltered', isFiltering);
    const isSame = isRecalled === wasRecalled && isSameList(before, [...failureRows, ...nodes]);
    wasRecalled = isRecalled;
    if (!isSame) list.fireChanged();
  };

  // With the window's state, because the time of fields from an earlier day has a date.
  const subscriptions = Disposable.from(
    fields.onDidChange(show),
    environments.onDidChange(show),
    window.onDidChangeWindowState(show),
    list,
  );
  return {
    list,
    /** Text that a field's name or key has to contain; blank for all fields. */
    get filter() {
      return filterNow();
    },
    set filter(text: string) {
      filters.set(service, text.trim());
      show();
    },
    /** Switches to the filter and order of another service. */
    connect(baseUrl = ''): void {
      service = baseUrl;
      order =
        baseUrl !== '' && readOfService(store, orderName, baseUrl) === 'requiredFirst'
          ? 'requiredFirst'
          : 'service';
      show();
    },
    /** The fields that pass the filter, in the order of the view. */
    shown: (): readonly Readable<Field>[] => nodes.map(({ field }) => field),
    /** `3 of 14`. */
    countText,
    /** Switches between required fields first and the order of the service. */
    toggleOrder(): void {
      order = order === 'service' ? 'requiredFirst' : 'service';
      show();
      if (service !== '') writeOfService(store, orderName, service, order === 'service' ? undefined : order);
    },
    dispose: () => void subscriptions.dispose(),
  };
}

function childrenOf(node: FieldsNode): FieldsNode[] {
  if (node.kind !== 'field' || node.field.kind === 'unreadable') return [];
  const options = optionsOf(node.field.value);
  if (options.length === 0) {
    const text = l10n.t('No options');
    return [
      {
        kind: 'note',
        id: `${node.id}/none`,
        text: {
          label: text,
          description: '',
          tooltip: l10n.t('The service defines no options for this field.'),
          icon: 'info',
          spoken: text,
        },
      },
    ];
  }
  const ids = distinctIds(node.id);
  const { label } = describeField(node.field);
  return options.map((option, index) => ({
    kind: 'option',
    id: ids(option.key),
    key: option.key,
    text: describeOption(option, label, formatProgress(index + 1, options.length)),
  }));
}

function toTreeItem(node: FieldsNode, state: FieldList['state']): TreeItem {
  if (node.kind === 'note') return noteItem(node, openFieldRow);
  return node.kind === 'field'
    ? fieldItem(node, state)
    : treeItem(node.text, { id: node.id, contextValue: 'option key' });
}

function fieldItem({ id, field }: FieldNode, { isRecalled, readAt }: FieldList['state']): TreeItem {
  const described = describeField(field);
  const text = isRecalled ? recalledText(described, readAt) : described;
  if (field.kind === 'readable') {
    return treeItem(text, {
      id,
      contextValue: 'field key',
      collapsibleState: isDropdown(field.value)
        ? TreeItemCollapsibleState.Collapsed
        : TreeItemCollapsibleState.None,
    });
  }
  return treeItem(text, {
    id,
    contextValue: 'unreadable',
    command: { command: openFieldRow, title: l10n.t('Show as the service sent it') },
  });
}

/**
 * Unique ids from keys: a repeated key gets a number, because VS Code refuses duplicate ids; JSON keeps the
 * parts unambiguous.
 */
function distinctIds(parent?: string): (key: string | undefined) => string {
  const seen = new Map<string | undefined, number>();
  return (key) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return JSON.stringify([parent, key, times]);
  };
}

/** The key of a field or an option. */
export function fieldsNodeKey(node: unknown): string | undefined {
  const each = node as FieldsNode | undefined;
  if (each?.kind === 'option') return each.key;
  return each?.kind === 'field' && each.field.kind === 'readable' ? each.field.value.key : undefined;
}
