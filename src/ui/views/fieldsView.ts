import { type TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import {
  type FieldList,
  emptyFieldList,
  fieldTest,
  withRequiredFirst,
} from '../../model/fields/fieldList.ts';
import { hasOptions, optionsOf } from '../../model/fields/fieldTypes.ts';
import type { Session } from '../../model/session/session.ts';
import { isSameJson } from '../../model/util/json.ts';
import { type KeyValueStore, storeOfService } from '../../model/util/keyValueStore.ts';
import {
  type RowText,
  describeField,
  describeOption,
  fieldName,
} from '../../model/wording/rowText.ts';
import type { Field, Readable, ServiceError } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatProgress } from '../../text/number.ts';
import { formatAsOf } from '../../text/time.ts';
import { rowContexts } from '../feedback/contexts.ts';
import { setContext } from '../feedback/window.ts';
import { ListView } from './listView.ts';
import { type NoteNode, failureNode, noteItem, cachedText, treeItem } from './treeItem.ts';

interface FieldNode {
  readonly kind: 'field';
  readonly id: string;
  readonly field: Readable<Field>;
  /** Time when a previous window loaded the cached field, in epoch milliseconds. */
  readonly cachedAt: number | undefined;
}

export type FieldsNode =
  | FieldNode
  | { readonly kind: 'option'; readonly id: string; readonly key: string; readonly text: RowText }
  | NoteNode;

/** ID of the command that runs when a row in the Fields view is clicked. */
const clickFieldRow = '_workflowJobs.clickFieldRow';

const orderName = 'fieldOrder';

const requiredFirst = 'requiredFirst';

/**
 * The Fields view. Shows one row per field, with the field's options as children. Each service has
 * its own sort order. Connecting to another service clears the filter.
 */
export class FieldsView {
  readonly list: ListView<FieldsNode>;
  readonly #store: KeyValueStore;
  #session: Session | undefined;
  #subscription: { dispose(): void } | undefined;
  #filter = '';
  #nodes: readonly (FieldNode | NoteNode)[] = [];

  /** @param store persistent storage for this workspace */
  constructor(store: KeyValueStore) {
    this.#store = store;
    this.list = new ListView<FieldsNode>({
      viewId: 'workflowJobs.fields',
      showCollapseAll: true,
      rows: {
        getTreeItem: toTreeItem,
        keysOf: (node) => fieldsNodeKey(node) ?? [],
        getChildren: (node) => (node === undefined ? [...this.#nodes] : childrenOf(node)),
        isLoaded: () => this.#state.fields !== undefined,
        isEmpty: () => this.#state.fields?.length === 0,
      },
    });
  }

  /** Shows the session's fields without a filter, in the sort order of the session's service. */
  setSession(session: Session | undefined): void {
    this.#subscription?.dispose();
    this.#session = session;
    this.#filter = '';
    this.#subscription = session?.fields.onDidChange(() => this.#show());
    this.list.setModel(session?.fields);
    this.#show();
  }

  /** Text that a field's name or key must contain. An empty filter shows all fields. */
  get filter(): string {
    return this.#filter;
  }

  set filter(text: string) {
    this.#filter = text.trim();
    this.#show();
  }

  /** Returns the fields that match the filter, in display order. */
  shown(): readonly Readable<Field>[] {
    return this.#nodes.flatMap((node) => (node.kind === 'field' ? [node.field] : []));
  }

  /** Formats the number of visible fields, such as `3 of 14`. */
  countText(): string {
    return formatProgress(this.shown().length, this.#state.fields?.length ?? 0);
  }

  /** Toggles the sort order: required fields first, or the order in the response. */
  toggleOrder(): void {
    void this.#stored.set(orderName, this.#isRequiredFirst ? undefined : requiredFirst);
    this.#show();
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.list.dispose();
  }

  get #state(): FieldList['state'] {
    return this.#session?.fields.state ?? emptyFieldList;
  }

  get #isRequiredFirst(): boolean {
    return this.#stored.get(orderName) === requiredFirst;
  }

  /** Persistent storage for values that belong to the connected service. */
  get #stored(): KeyValueStore {
    return storeOfService(this.#store, this.#session?.client.baseUrl.href ?? '');
  }

  #show(): void {
    const { fields, failure } = this.#state;
    const notes = failure === null ? [] : [this.#failureNode(failure)];
    const nodes = [...notes, ...this.#fieldNodes()];
    const isSame = isSameJson(this.#nodes, nodes);
    this.#nodes = nodes;
    this.#caption();
    setContext('fieldsUnread', fields === undefined && failure !== null);
    setContext('requiredFirst', this.#isRequiredFirst);
    if (!isSame) this.list.fireChanged();
  }

  #caption(): void {
    const { fields, isCached, readAt } = this.#state;
    const isFiltering = this.filter !== '';
    const count = isFiltering ? this.countText() : undefined;
    const order = this.#isRequiredFirst ? l10n.t('required fields first') : undefined;
    const details = joinNonEmpty(' · ', count, order, isCached ? formatAsOf(readAt) : undefined);
    this.list.caption(
      fields && details,
      isFiltering && fields?.length ? this.#filterText() : undefined,
    );
    setContext('fieldsEmpty', fields?.length === 0);
    setContext('fieldsFiltered', isFiltering);
  }

  #failureNode(error: ServiceError): NoteNode {
    const isKnown = this.#state.fields !== undefined;
    const headline = isKnown ? l10n.t('Not refreshed') : l10n.t('Fields not loaded');
    return failureNode({ headline, error, retryCommand: 'workflowJobs.refreshFields' });
  }

  /** Returns the text above the rows: the filter, or the reason why no field is visible. */
  #filterText(): string {
    const filter = singleLine(this.filter, 60);
    return this.shown().length > 0
      ? l10n.t('Filter: {0}', `“${filter}”`)
      : l10n.t('No field has “{0}” in its name or key.', filter);
  }

  /** Creates nodes for the matching fields. Node IDs do not depend on the filter or sort order. */
  #fieldNodes(): readonly FieldNode[] {
    const { fields = [], isCached, readAt } = this.#state;
    const ids = distinctIds();
    const nodes = fields.map((field): FieldNode => {
      const id = ids(field.kind === 'readable' ? field.value.key : undefined);
      return { kind: 'field', id, field, cachedAt: isCached ? readAt : undefined };
    });
    const passes = fieldTest(this.filter);
    const passing = nodes.filter(({ field }) => passes(field));
    return this.#isRequiredFirst ? withRequiredFirst(passing) : passing;
  }
}

function childrenOf(node: FieldsNode): FieldsNode[] {
  if (node.kind !== 'field' || node.field.kind === 'unreadable') return [];
  const ids = distinctIds(node.id);
  const name = fieldName(node.field.value);
  return optionsOf(node.field.value).map((option) => ({
    kind: 'option',
    id: ids(option.key),
    key: option.key,
    text: describeOption(option, name),
  }));
}

function toTreeItem(node: FieldsNode): TreeItem {
  if (node.kind === 'note') return noteItem(node, clickFieldRow);
  return node.kind === 'field'
    ? fieldItem(node)
    : treeItem(node.text, { id: node.id, contextValue: rowContexts.option });
}

function fieldItem({ id, field, cachedAt }: FieldNode): TreeItem {
  const described = describeField(field);
  const text = cachedAt === undefined ? described : cachedText(described, cachedAt);
  if (field.kind === 'readable') {
    return treeItem(text, {
      id,
      contextValue: rowContexts.field,
      collapsibleState:
        hasOptions(field.value) && optionsOf(field.value).length > 0
          ? TreeItemCollapsibleState.Collapsed
          : TreeItemCollapsibleState.None,
    });
  }
  return treeItem(text, {
    id,
    contextValue: rowContexts.unreadable,
    command: { command: clickFieldRow, title: l10n.t('Show as the service sent it') },
  });
}

/**
 * Creates a function that returns a unique ID for each key. Numbers repeated keys, because VS Code
 * rejects duplicate IDs.
 */
function distinctIds(parent?: string): (key: string | undefined) => string {
  const seen = new Map<string | undefined, number>();
  return (key) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return JSON.stringify([parent, key, times]);
  };
}

/** Returns the key of a field or option row, or undefined for other rows. */
export function fieldsNodeKey(node: unknown): string | undefined {
  const each = node as FieldsNode | undefined;
  if (each?.kind === 'option') return each.key;
  return each?.kind === 'field' && each.field.kind === 'readable'
    ? each.field.value.key
    : undefined;
}
