import { Disposable, type TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import { type FieldList, type FieldOrder, fieldTest, inOrder } from '../../model/fields/fieldList.ts';
import { isSameJson, isSameList } from '../../model/util/json.ts';
import { type Memory, readOfService, writeOfService } from '../../model/util/memory.ts';
import { type RowText, describeField, describeOption, isDropdown, optionsOf } from '../../model/wording/rowText.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { Field, Readable } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatProgress } from '../../text/number.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { placeLine } from '../environments/places.ts';
import { setContext } from '../feedback/window.ts';
import { ListView } from './listView.ts';
import { type FailureNode, asOf, failureItem, failureNodes, recalledText, treeItem } from './treeItem.ts';

interface FieldNode {
  readonly kind: 'field';
  readonly id: string;
  readonly field: Readable<Field>;
}

export type FieldsNode =
  | FieldNode
  | { readonly kind: 'option'; readonly id: string; readonly key: string; readonly text: RowText }
  | { readonly kind: 'noOptions'; readonly id: string }
  | FailureNode;

/** The command that opens the selected row of the Fields view. */
const openFieldRow = '_workflowJobs.openFieldRow';

const orderName = 'fieldOrder';

/** The Fields view: a row per field, with a dropdown's options below it; filter and order are kept per service. */
export class FieldsView implements Disposable {
  readonly #fields: FieldList;
  readonly #connection: Connection;
  readonly #environments: EnvironmentList;
  readonly #memory: Memory;
  readonly list: ListView<FieldsNode>;
  readonly #subscription: { dispose(): void };
  #baseUrl = '';
  /** Filter texts by base URL. */
  readonly #filters = new Map<string, string>();
  #order: FieldOrder = 'service';
  /** The nodes of the shown fields. An unchanged field keeps its object, because VS Code identifies nodes by object. */
  #nodes: readonly FieldNode[] = [];
  #failure: readonly FailureNode[] = [];
  #isRecalled = false;

  /** @param memory of the workspace */
  constructor(fields: FieldList, connection: Connection, environments: EnvironmentList, memory: Memory) {
    this.#fields = fields;
    this.#connection = connection;
    this.#environments = environments;
    this.#memory = memory;
    this.list = new ListView('workflowJobs.fields', fields, {
      getTreeItem: (node) => toTreeItem(node, fields.state),
      keysOf: (node) => fieldsNodeKey(node) ?? [],
      getChildren: (node) => (node === undefined ? [...this.#failure, ...this.#nodes] : childrenOf(node)),
      isLoaded: () => fields.state.fields !== undefined,
      isEmpty: () => fields.state.fields?.length === 0,
    });
    this.#show();
    this.#subscription = Disposable.from(fields.onDidChange(() => this.#show()), environments.onDidChange(() => this.#show()));
  }

  /** Text that a field's name or key has to contain; blank for all fields. */
  get filter(): string {
    return this.#filters.get(this.#baseUrl) ?? '';
  }

  set filter(text: string) {
    this.#filters.set(this.#baseUrl, text.trim());
    this.#show();
  }

  /** Switches to the filter and order of another service. */
  connect(baseUrl = ''): void {
    this.#baseUrl = baseUrl;
    this.#order = baseUrl !== '' && readOfService(this.#memory, orderName, baseUrl) === 'requiredFirst' ? 'requiredFirst' : 'service';
    this.#show();
  }

  /** The fields that pass the filter, in the order of the view. */
  get shown(): readonly Readable<Field>[] {
    return this.#nodes.map(({ field }) => field);
  }

  /** `3 of 14`. */
  get countText(): string {
    return formatProgress(this.#nodes.length, this.#fields.state.fields?.length ?? 0);
  }

  /** Switches between required fields first and the order of the service. */
  toggleOrder(): void {
    this.#order = this.#order === 'service' ? 'requiredFirst' : 'service';
    this.#show();
    if (this.#baseUrl !== '') writeOfService(this.#memory, orderName, this.#baseUrl, this.#order === 'service' ? undefined : this.#order);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.list.dispose();
  }

  #show(): void {
    const { fields, failure, isRecalled, readAt } = this.#fields.state;
    const error = this.#connection.failure ?? failure ?? undefined;
    const headline = fields === undefined ? l10n.t('Fields not loaded') : l10n.t('Fields not refreshed');
    const [nodesBefore, failureBefore] = [this.#nodes, this.#failure];
    this.#nodes = this.#nodesOf(fields ?? []);
    this.#failure = error === undefined ? [] : failureNodes(headline, error, 'workflowJobs.refreshFields');
    const isFiltering = this.filter !== '';
    const description = joined(' · ', isFiltering ? this.countText : undefined, this.#order === 'service' ? undefined : l10n.t('required first'), isRecalled ? asOf(readAt) : undefined);
    const { here } = this.#environments;
    const text = joined('\n', error && failureText(error), isFiltering && fields?.length ? this.#filterText() : undefined);
    this.list.caption(here && placeLine(here), text, fields && description);
    setContext('fieldsEmpty', fields?.length === 0);
    setContext('fieldsFiltered', isFiltering);
    const isSame = isSameList(failureBefore, this.#failure) && isRecalled === this.#isRecalled && isSameList(nodesBefore, this.#nodes);
    this.#isRecalled = isRecalled;
    if (!isSame) this.list.fireChanged();
  }

  /** The filter, or why the view is empty; shown above the rows, where it can wrap. */
  #filterText(): string {
    const filter = oneLine(this.filter, 60);
    return this.#nodes.length > 0 ? l10n.t('Filter: {0}', `“${filter}”`) : l10n.t('No field has “{0}” in its name or key.', filter);
  }

  /** Assigns ids in service order, so that a field keeps its id in any order and filter. */
  #nodesOf(fields: readonly Readable<Field>[]): readonly FieldNode[] {
    const known = new Map(this.#nodes.map((node) => [node.id, node]));
    const ids = distinctIds();
    const nodes = fields.map((field): FieldNode => {
      const id = ids(field.kind === 'readable' ? field.value.key : undefined);
      const before = known.get(id);
      return before !== undefined && isSameJson(before.field, field) ? before : { kind: 'field', id, field };
    });
    const passes = fieldTest(this.filter);
    return inOrder(nodes.filter(({ field }) => passes(field)), this.#order, ({ field }) => field);
  }
}

function childrenOf(node: FieldsNode): FieldsNode[] {
  if (node.kind !== 'field' || node.field.kind === 'unreadable') return [];
  const options = optionsOf(node.field.value);
  if (options.length === 0) return [{ kind: 'noOptions', id: `${node.id}/none` }];
  const ids = distinctIds(node.id);
  const { label } = describeField(node.field);
  return options.map((option, index) => ({ kind: 'option', id: ids(option.key), key: option.key, text: describeOption(option, label, formatProgress(index + 1, options.length)) }));
}

function toTreeItem(node: FieldsNode, state: FieldList['state']): TreeItem {
  switch (node.kind) {
    case 'field':
      return fieldItem(node, state);
    case 'option':
      return treeItem(node.text, { id: node.id, contextValue: 'option key' });
    case 'noOptions': {
      const text = l10n.t('No options');
      return treeItem({ label: text, description: '', tooltip: l10n.t('The service defines no options for this field.'), icon: 'info', spoken: text }, { id: node.id });
    }
    case 'failure':
    case 'remedy':
      return failureItem(node, openFieldRow);
  }
}

function fieldItem({ id, field }: FieldNode, { isRecalled, readAt }: FieldList['state']): TreeItem {
  const described = describeField(field);
  const text = isRecalled ? recalledText(described, readAt) : described;
  if (field.kind === 'readable') {
    return treeItem(text, { id, contextValue: 'field key', collapsibleState: isDropdown(field.value) ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None });
  }
  return treeItem(text, { id, contextValue: 'unreadable', command: { command: openFieldRow, title: l10n.t('Show as the service sent it') } });
}

/** Unique ids from keys: a repeated key gets a number, because VS Code refuses duplicate ids; JSON keeps the parts unambiguous. */
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
