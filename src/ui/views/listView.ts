import {
  DataTransferItem,
  Disposable,
  EventEmitter,
  type TreeDataProvider,
  commands,
  window,
  workspace,
} from 'vscode';
import type { Event } from '../../model/util/emitter.ts';
import { nextTurn } from '../../model/util/slices.ts';
import { joinNonEmpty } from '../../text/list.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { placeLine } from '../environments/places.ts';

/** Common interface for the models of the Jobs view and the Fields view. */
interface ListModel {
  readonly onDidChange: Event<void>;
  readonly state: { readonly loading: unknown };
  ensureLoaded(): Promise<void>;
}

type Rows<Node> = Omit<TreeDataProvider<Node>, 'onDidChangeTreeData' | 'getChildren'> & {
  readonly getChildren: (node?: Node) => Node[];
  /** Returns true if the model has cached rows or has received a response (possibly empty). */
  readonly isLoaded: () => boolean;
  /** Returns true if there are no rows, so that VS Code shows the welcome view. */
  readonly isEmpty: () => boolean;
  /** Returns the keys to insert when a row is dropped into an editor. */
  readonly keysOf: (node: Node) => string | readonly string[];
};

interface ListViewOptions<Node> {
  readonly viewId: string;
  /** List of environments. Set only if the view shows the environment name. */
  readonly environments?: EnvironmentList;
  readonly rows: Rows<Node>;
  /** If true, shows the *Collapse All* action, even if there is nothing to collapse. */
  readonly showCollapseAll?: boolean;
}

interface RevealOptions {
  readonly select?: boolean;
  readonly focus?: boolean;
}

export interface ClickedRow<Node> {
  readonly node: Node;
  readonly isDouble: boolean;
}

/** Maximum interval between the two clicks of a double-click, in milliseconds. */
const maxDoubleClickMs = 500;

/** Maximum time to wait for VS Code to request a row or to report a selection, in milliseconds. */
const maxWaitMs = 2_000;

/** Manages the tree and progress bar of a view. Loads the model when VS Code shows the view. */
export class ListView<Node extends { readonly id: string }> {
  readonly tree;
  #model: ListModel | undefined;
  #modelSubscription: { dispose(): void } | undefined;
  readonly #environments: EnvironmentList | undefined;
  readonly #rows: Rows<Node>;
  readonly #viewId: string;
  readonly #changed = new EventEmitter<Node | Node[] | undefined>();
  readonly #subscriptions: Disposable;
  /** Number of pending `getChildren` calls for top-level rows. */
  #pendingRequests = 0;
  #hasResponded = false;
  /** True if the last response to VS Code contained rows. */
  #hasRows = false;
  #endProgress: (() => void) | undefined;
  #selectedAt = 0;
  #lastClick: { readonly id: string; readonly at: number } | undefined;

  constructor({ viewId, environments, rows, showCollapseAll = false }: ListViewOptions<Node>) {
    this.#viewId = viewId;
    this.#environments = environments;
    this.#rows = rows;
    this.tree = window.createTreeView<Node>(viewId, {
      showCollapseAll,
      canSelectMany: true,
      dragAndDropController: {
        dragMimeTypes: ['text/plain'],
        dropMimeTypes: [],
        handleDrag: (nodes, data) =>
          data.set('text/plain', new DataTransferItem(nodes.flatMap(rows.keysOf).join('\n'))),
      },
      treeDataProvider: {
        ...rows,
        onDidChangeTreeData: this.#changed.event,
        getChildren: (node) => (node === undefined ? this.#firstLevel() : rows.getChildren(node)),
      },
    });
    this.#subscriptions = Disposable.from(
      this.tree,
      this.#changed,
      this.tree.onDidChangeVisibility(() => this.#load()),
      this.tree.onDidChangeSelection(() => (this.#selectedAt = performance.now())),
    );
  }

  /** Shows the model's rows. Loads the model if the view is visible. */
  setModel(model: ListModel | undefined): void {
    this.#modelSubscription?.dispose();
    this.#model = model;
    this.#modelSubscription = model?.onDidChange(() => this.#showProgress());
    this.#showProgress();
    this.#load();
  }

  /** Time of the last selection change (`performance.now()`), for finding the last used view. */
  get selectedAt(): number {
    return this.#selectedAt;
  }

  /**
   * Returns the selected row if exactly one row is selected. Waits until a row is selected, because
   * VS Code reports no selection while it requests rows.
   */
  async selected(): Promise<Node | undefined> {
    const until = performance.now() + maxWaitMs;
    while (this.tree.selection.length === 0 && performance.now() < until) await nextTurn();
    return this.tree.selection.length === 1 ? this.tree.selection[0] : undefined;
  }

  /**
   * Returns the selected rows. If the focused row is not selected, returns only the focused row,
   * like the Explorer. VS Code does not report the focused row, so this method toggles the row's
   * selection and compares the results.
   */
  async focused(): Promise<readonly Node[]> {
    const selected = this.tree.selection;
    await commands.executeCommand('list.toggleSelection');
    const focused = this.tree.selection.filter((node) => !selected.includes(node));
    await commands.executeCommand('list.toggleSelection');
    return focused.length > 0 ? focused : selected;
  }

  /** Returns the clicked row. Also detects double-clicks, because VS Code does not report them. */
  async clicked(): Promise<ClickedRow<Node> | undefined> {
    const at = performance.now();
    const node = await this.selected();
    if (node === undefined) return undefined;
    const last = this.#lastClick;
    this.#lastClick = { id: node.id, at };
    const isSecond = last?.id === node.id && at - last.at < maxDoubleClickMs;
    const opensOnDoubleClick =
      workspace.getConfiguration('workbench.list').get('openMode') === 'doubleClick';
    return { node, isDouble: isSecond || opensOnDoubleClick };
  }

  /**
   * Scrolls to a row if the view is visible and contains the row. Retries for up to
   * {@link maxWaitMs}, because `reveal` throws an error until VS Code has requested the row.
   */
  async reveal(find: () => Node | undefined, options: RevealOptions): Promise<void> {
    const until = performance.now() + maxWaitMs;
    while (performance.now() < until && this.tree.visible) {
      const node = find();
      if (node === undefined) return;
      try {
        return await this.tree.reveal(node, { select: false, ...options });
      } catch {
        await nextTurn();
      }
    }
  }

  /**
   * Notifies VS Code that these rows, or all rows, have changed. Does nothing while VS Code is
   * requesting the top-level rows, because the result will already contain the changes.
   */
  fireChanged(nodes?: Node[]): void {
    if (this.#pendingRequests === 0) this.#changed.fire(nodes);
  }

  /**
   * Sets the message above the rows and the description next to the view title. Skips unchanged
   * texts, because setting a text delays row updates. The environment name is part of the message.
   * While the welcome view is visible, the name is part of the description.
   */
  caption(details: string | undefined, ...texts: readonly (string | undefined)[]): void {
    const current = this.#environments?.shownPlace;
    const environment = current && placeLine(current);
    // VS Code does not show line breaks in the message, so the texts are separated by spaces.
    const text = joinNonEmpty(' ', ...texts);
    const isWelcoming = text === '' && this.#rows.isEmpty();
    const message = isWelcoming ? '' : joinNonEmpty(' · ', environment, text);
    const description = isWelcoming
      ? joinNonEmpty(' · ', environment, details) || undefined
      : details;
    if ((this.tree.message ?? '') !== message) this.tree.message = message || undefined;
    if (this.tree.description !== description) this.tree.description = description;
  }

  dispose(): void {
    this.#modelSubscription?.dispose();
    this.#endProgress?.();
    this.#subscriptions.dispose();
  }

  /**
   * Returns the top-level rows. Only the first call waits for the initial load. Later calls do not
   * wait, so that the previous service's rows disappear immediately.
   */
  async #firstLevel(): Promise<Node[]> {
    this.#pendingRequests++;
    try {
      if (!this.#hasResponded && !this.#rows.isLoaded()) await this.#firstLoad();
      this.#hasResponded = true;
      const rows = this.#rows.getChildren();
      const hadRows = this.#hasRows;
      this.#hasRows = rows.length > 0;
      if (this.#hasRows && !hadRows) this.#resendMessage();
      return rows;
    } finally {
      this.#pendingRequests--;
    }
  }

  /**
   * Sends the message again when rows replace the welcome view. VS Code measures the message only
   * when it receives it, and the height is 0 while the welcome view is visible. The last row would
   * otherwise be cut off.
   */
  #resendMessage(): void {
    const { message } = this.tree;
    if (message !== undefined) this.tree.message = message;
  }

  /** Resolves when the model has rows (loaded or cached) or when loading has ended. */
  async #firstLoad(): Promise<void> {
    const model = this.#model;
    if (model === undefined) return;
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const subscription = model.onDidChange(() => this.#rows.isLoaded() && resolve());
    await Promise.race([model.ensureLoaded(), shown]);
    subscription.dispose();
    // The window may have connected to another service in the meantime.
    if (model !== this.#model) await this.#firstLoad();
  }

  #load(): void {
    if (this.tree.visible) void this.#model?.ensureLoaded();
  }

  #showProgress(): void {
    const loading = this.#model?.state.loading;
    const isLoading = Boolean(loading) && loading !== 'autoRefresh';
    if (isLoading === (this.#endProgress !== undefined)) return;
    this.#endProgress?.();
    this.#endProgress = undefined;
    if (!isLoading) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endProgress = resolve;
    void window.withProgress({ location: { viewId: this.#viewId } }, () => promise);
  }
}
