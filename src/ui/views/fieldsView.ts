import { type Command, type Disposable, type TreeItem, TreeItemCollapsibleState, env, l10n } from 'vscode';
import { type FieldList, type FieldOrder, fieldTest, inOrder } from '../../model/fields/fieldList.ts';
import { isSameJson } from '../../model/util/json.ts';
import type { Memory } from '../../model/util/memory.ts';
import { describeField, describeOption, isDropdown, optionsOf } from '../../model/wording/rowText.ts';
import type { Field, FieldOption, Readable, ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { failureText } from '../feedback/report.ts';
import { progressText, setContext } from '../feedback/window.ts';
import { isSameList } from './jobNodes.ts';
import { ListView, joined } from './listView.ts';
import { type FailureNode, type RemedyNode, failureItem, remediesOf, remedyItem, treeItem } from './treeItem.ts';

interface FieldNode {
  readonly kind: 'field';
  readonly id: string;
  readonly field: Readable<Field>;
}

type FieldsNode =
  | FieldNode
  | { readonly kind: 'option'; readonly id: string; readonly option: FieldOption; readonly place: string; readonly parent: FieldNode }
  | { readonly kind: 'noOptions'; readonly parent: FieldNode }
  | FailureNode
  | RemedyNode;

const orderName = 'fieldOrder';

/** The Fields view: a row per field, a dropdown's options below it; filtered and ordered as a person likes it. */
export class FieldsView implements Disposable {
  readonly #fields: FieldList;
  readonly #connection: Connection;
  readonly #memory: Memory;
  readonly list: ListView<FieldsNode>;
  readonly #subscription: { dispose(): void };
  #filter = '';
  #order: FieldOrder;
  /** The nodes that VS Code knows by identity: a field keeps its node while it is unchanged. */
  #roots: readonly (FieldNode | FailureNode)[] = [];

  /** @param memory of the workspace */
  constructor(fields: FieldList, connection: Connection, memory: Memory) {
    this.#fields = fields;
    this.#connection = connection;
    this.#memory = memory;
    this.#order = memory.get(orderName) === 'requiredFirst' ? 'requiredFirst' : 'service';
    this.list = new ListView('workflowJobs.fields', fields, {
      getTreeItem: toTreeItem,
      getChildren: (node) => (node === undefined ? [...this.#roots] : childrenOf(node)),
      getParent: (node) => (node.kind === 'option' || node.kind === 'noOptions' ? node.parent : node.kind === 'remedy' ? node.failure : undefined),
      isLoaded: () => fields.state.fields !== undefined,
    });
    this.#show();
    this.#subscription = fields.onDidChange(() => this.#show());
  }

  /** Text that a field's name or key has to contain; blank shows all. */
  get filter(): string {
    return this.#filter;
  }

  set filter(text: string) {
    this.#filter = text.trim();
    this.#show();
  }

  /** The fields that pass the filter, in the order of the view. */
  get shown(): readonly Readable<Field>[] {
    return this.#nodes.map(({ field }) => field);
  }

  /** `3 of 14`. */
  get countText(): string {
    return progressText(this.#nodes.length, this.#fields.state.fields?.length ?? 0);
  }

  /** Switches between required fields first and the order of the service. */
  toggleOrder(): void {
    this.#order = this.#order === 'service' ? 'requiredFirst' : 'service';
    this.#show();
    this.#memory.set(orderName, this.#order);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.list.dispose();
  }

  #show(): void {
    const failure = this.#connection.failure ?? this.#fields.state.failure ?? undefined;
    const before = this.#roots;
    this.#roots = this.#rootsNow(failure);
    const { fields } = this.#fields.state;
    const description = joined(' · ', this.#filter === '' ? undefined : this.countText, this.#order === 'service' ? undefined : l10n.t('required first'));
    this.list.caption(joined('\n', failure && failureText(failure), this.#filterText()), fields && description);
    setContext('fieldsEmpty', fields?.length === 0);
    setContext('fieldsFiltered', this.#filter !== '');
    if (!isSameList(before, this.#roots)) this.list.tellChanged();
  }

  /** The filter, above the rows, where it wraps; says why the view is empty where no field matches. */
  #filterText(): string | undefined {
    const { fields = [] } = this.#fields.state;
    if (fields.length === 0 || this.#filter === '') return undefined;
    if (this.#nodes.length > 0) return l10n.t('Filter: {0}', `“${oneLine(this.#filter, 60)}”`);
    return l10n.t('No field has “{0}” in its name or key.', oneLine(this.#filter, 60));
  }

  get #nodes(): readonly FieldNode[] {
    return this.#roots.filter((node) => node.kind === 'field');
  }

  /** Ids are given in the order of the service, so that a field keeps its id in any order and filter. */
  #rootsNow(error: ServiceError | undefined): readonly (FieldNode | FailureNode)[] {
    const known = new Map(this.#roots.map((node) => [node.id, node]));
    const ids = distinctIds('field');
    const fields = (this.#fields.state.fields ?? []).map((field): FieldNode => {
      const id = ids(field.kind === 'readable' ? field.value.key : 'unreadable');
      const before = known.get(id);
      return before?.kind === 'field' && isSameJson(before.field, field) ? before : { kind: 'field', id, field };
    });
    const passes = fieldTest(this.#filter);
    const shown = inOrder(fields.filter(({ field }) => passes(field)), this.#order, ({ field }) => field);
    if (error === undefined) return shown;
    const before = known.get('failure');
    const failure: FailureNode =
      before?.kind === 'failure' && before.error === error && before.headline === headline(this.#fields)
        ? before
        : { kind: 'failure', id: 'failure', headline: headline(this.#fields), error, retryCommand: 'workflowJobs.refreshFields' };
    return [failure, ...shown];
  }
}

function headline({ state }: FieldList): string {
  return state.fields === undefined ? l10n.t('Fields not loaded') : l10n.t('Fields not refreshed');
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
    place: progressText(index + 1, options.length),
    parent: node,
  }));
}

function toTreeItem(node: FieldsNode): TreeItem {
  switch (node.kind) {
    case 'field': {
      const dropdown = node.field.kind === 'readable' && isDropdown(node.field.value);
      return treeItem(describeField(node.field, env.language), {
        id: node.id,
        ...(node.field.kind === 'readable' ? { contextValue: 'field key' } : { contextValue: 'unreadable', command: showRaw(node.field.raw) }),
        collapsibleState: dropdown ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
      });
    }
    case 'option':
      return treeItem(describeOption(node.option, describeField(node.parent.field).label, node.place), { id: node.id, contextValue: 'option key' });
    case 'noOptions': {
      const text = l10n.t('No options');
      return treeItem(
        { label: text, description: '', tooltip: l10n.t('The service defines no options for this field.'), icon: 'info', spoken: text },
        { id: `${node.parent.id}/none` },
      );
    }
    case 'failure':
      return failureItem(node);
    case 'remedy':
      return remedyItem(node);
  }
}

function showRaw(raw: unknown): Command {
  return { command: 'workflowJobs.showRaw', title: l10n.t('Show as the service sent it'), arguments: ['/field.json', raw] };
}

/** Ids from keys. A repeated key gets a number, because VS Code refuses two rows of one id. */
function distinctIds(prefix: string): (key: string) => string {
  const seen = new Map<string, number>();
  return (key) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? `${prefix}:${key}` : `${prefix}:${key}#${times}`;
  };
}

/** The key of a field or an option. */
export function fieldsNodeKey(node: unknown): string | undefined {
  const each = node as FieldsNode | undefined;
  if (each?.kind === 'option') return each.option.key;
  return each?.kind === 'field' && each.field.kind === 'readable' ? each.field.value.key : undefined;
}
