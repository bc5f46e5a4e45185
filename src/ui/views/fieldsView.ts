import { Disposable, type TreeItem, TreeItemCollapsibleState, l10n, window } from 'vscode';
import { type FieldList, type FieldOrder, fieldTest, inOrder } from '../../model/fields/fieldList.ts';
import { hasOptions, optionsOf } from '../../model/fields/fieldTypes.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { isSameJson, isSameList } from '../../model/util/json.ts';
import { type KeyValueStore, readOfService, writeOfService } from '../../model/util/keyValueStore.ts';
import { type RowText, describeField, describeOption, fieldName } from '../../model/wording/rowText.ts';
import type { Field, Readable, ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatProgress } from '../../text/number.ts';
import type { Connection } from '../connection/connection.ts';
import { rowContexts } from '../feedback/contexts.ts';
import { setContext } from '../feedback/window.ts';
import { ListView } from './listView.ts';
import { type NoteNode, asOf, failureNode, noteItem, recalledText, treeItem } from './treeItem.ts';

interface FieldNode {
  readonly kind: 'field';
  readonly id: string;
  readonly field: Readable<Field>;
}

export type FieldsNode =
  | FieldNode
  | { readonly kind: 'option'; readonly id: string; readonly key: string; readonly text: RowText }
  | NoteNode;

/** The command of a clicked row of the Fields view. */
const clickFieldRow = '_workflowJobs.clickFieldRow';

const orderName = 'fieldOrder';

interface FieldsViewOptions {
  readonly fields: FieldList;
  readonly jobs: JobList;
  readonly connection: Connection;
  /** Of the workspace. */
  readonly store: KeyValueStore;
}

/**
 * The Fields view: a row per field, with its options below it; filter and order are kept per
 * service.
 */
export class FieldsView {
  readonly list: ListView<FieldsNode>;
  readonly #options: FieldsViewOptions;
  readonly #subscriptions: Disposable;
  #service = '';
  /** Filter texts by base URL. */
  readonly #filters = new Map<string, string>();
  #order: FieldOrder = 'service';
  /**
   * The nodes of the shown fields. An unchanged field keeps its object, because VS Code identifies nodes by
   * object.
   */
  #nodes: readonly FieldNode[] = [];
  #failureRows: readonly FieldsNode[] = [];
  #wasRecalled = false;

  constructor(options: FieldsViewOptions) {
    this.#options = options;
    const { fields } = options;
    this.list = new ListView<FieldsNode>({
      viewId: 'workflowJobs.fields',
      model: fields,
      rows: {
        getTreeItem: (node) => toTreeItem(node, fields.state),
        keysOf: (node) => fieldsNodeKey(node) ?? [],
        getChildren: (node) =>
          node === undefined ? [...this.#failureRows, ...this.#nodes] : childrenOf(node),
        isLoaded: () => fields.state.fields !== undefined,
        isEmpty: () => fields.state.fields?.length === 0,
      },
    });
    const show = () => this.#show();
    this.#subscriptions = Disposable.from(
      fields.onDidChange(show),
      options.jobs.onDidChange(() => options.fields.state.failure !== null && show()),
      // The time of fields from an earlier day has a date.
      window.onDidChangeWindowState(show),
      this.list,
    );
  }

  /** Text that a field's name or key has to contain; blank for all fields. */
  get filter(): string {
    return this.#filters.get(this.#service) ?? '';
  }

  set filter(text: string) {
    this.#filters.set(this.#service, text.trim());
    this.#show();
  }

  /** Switches to the filter and order of another service. */
  connect(baseUrl = ''): void {
    this.#service = baseUrl;
    const isRequiredFirst =
      baseUrl !== '' && readOfService(this.#options.store, orderName, baseUrl) === 'requiredFirst';
    this.#order = isRequiredFirst ? 'requiredFirst' : 'service';
    this.#show();
  }

  /** Draws everything again, because times are written in another time zone. */
  redraw(): void {
    this.#show();
    this.list.fireChanged();
  }

  /** The fields that pass the filter, in the order of the view. */
  shown(): readonly Readable<Field>[] {
    return this.#nodes.map(({ field }) => field);
  }

  /** `3 of 14`. */
  countText(): string {
    return formatProgress(this.#nodes.length, this.#options.fields.state.fields?.length ?? 0);
  }

  /** Switches between required fields first and the order of the service. */
  toggleOrder(): void {
    this.#order = this.#order === 'service' ? 'requiredFirst' : 'service';
    this.#show();
    if (this.#service === '') return;
    const kept = this.#order === 'service' ? undefined : this.#order;
    writeOfService(this.#options.store, orderName, this.#service, kept);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #show(): void {
    const { fields, failure, isRecalled } = this.#options.fields.state;
    const error = this.#options.connection.failure ?? failure ?? undefined;
    const before = [...this.#failureRows, ...this.#nodes];
    this.#nodes = this.#nodesOf(fields ?? []);
    const isToldInJobs = this.#isToldInJobs(error);
    this.#failureRows = error === undefined || isToldInJobs ? [] : [this.#failureNode(error)];
    this.#caption();
    setContext(
      'fieldsUnread',
      fields === undefined && error !== undefined && (isToldInJobs ? 'jobs' : 'here'),
    );
    setContext('requiredFirst', this.#order === 'requiredFirst');
    const isSame =
      isRecalled === this.#wasRecalled && isSameList(before, [...this.#failureRows, ...this.#nodes]);
    this.#wasRecalled = isRecalled;
    if (!isSame) this.list.fireChanged();
  }

  #caption(): void {
    const { fields, isRecalled, readAt } = this.#options.fields.state;
    const isFiltering = this.filter !== '';
    const count = isFiltering ? this.countText() : undefined;
    const order = this.#order === 'service' ? undefined : l10n.t('required first');
    const details = joined(' · ', count, order, isRecalled ? asOf(readAt) : undefined);
    this.list.caption(fields && details, isFiltering && fields?.length ? this.#filterText() : undefined);
    setContext('fieldsEmpty', fields?.length === 0);
    setContext('fieldsFiltered', isFiltering);
  }

  /** Whether the Jobs view, which has no rows either, says why. */
  #isToldInJobs(error: ServiceError | undefined): boolean {
    const { connection, fields, jobs } = this.#options;
    const { rows, failure, loading } = jobs.state;
    if (error === undefined || fields.state.fields !== undefined || rows !== undefined) return false;
    return connection.failure !== undefined || failure !== null || loading !== null;
  }

  #failureNode(error: ServiceError): FieldsNode {
    const isKnown = this.#options.fields.state.fields !== undefined;
    const headline = isKnown ? l10n.t('Not refreshed') : l10n.t('Fields not loaded');
    return failureNode({ headline, error, retryCommand: 'workflowJobs.refreshFields' });
  }

  /** The filter, or why the view is empty; shown above the rows, where it can wrap. */
  #filterText(): string {
    const filter = oneLine(this.filter, 60);
    return this.#nodes.length > 0
      ? l10n.t('Filter: {0}', `“${filter}”`)
      : l10n.t('No field has “{0}” in its name or key.', filter);
  }

  /** Assigns ids in service order, so that a field keeps its id in any order and filter. */
  #nodesOf(all: readonly Readable<Field>[]): readonly FieldNode[] {
    const known = new Map(this.#nodes.map((node) => [node.id, node]));
    const ids = distinctIds();
    const each = all.map((field): FieldNode => {
      const id = ids(field.kind === 'readable' ? field.value.key : undefined);
      const before = known.get(id);
      return before !== undefined && isSameJson(before.field, field) ? before : { kind: 'field', id, field };
    });
    const passes = fieldTest(this.filter);
    return inOrder(
      each.filter(({ field }) => passes(field)),
      this.#order,
      ({ field }) => field,
    );
  }
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
  const name = fieldName(node.field.value);
  return options.map((option, index) => ({
    kind: 'option',
    id: ids(option.key),
    key: option.key,
    text: describeOption(option, name, formatProgress(index + 1, options.length)),
  }));
}

function toTreeItem(node: FieldsNode, state: FieldList['state']): TreeItem {
  if (node.kind === 'note') return noteItem(node, clickFieldRow);
  return node.kind === 'field'
    ? fieldItem(node, state)
    : treeItem(node.text, { id: node.id, contextValue: rowContexts.option });
}

function fieldItem({ id, field }: FieldNode, { isRecalled, readAt }: FieldList['state']): TreeItem {
  const described = describeField(field);
  const text = isRecalled ? recalledText(described, readAt) : described;
  if (field.kind === 'readable') {
    return treeItem(text, {
      id,
      contextValue: rowContexts.field,
      collapsibleState: hasOptions(field.value)
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
