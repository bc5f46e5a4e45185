import { DataTransferItem, Disposable, EventEmitter, type TreeDataProvider, window } from 'vscode';
import { fitsCode } from '../../model/keys/knownKeys.ts';
import type { Event } from '../../model/util/emitter.ts';
import { nextTurn } from '../../model/util/slices.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { ServiceError } from '../../service/index.ts';
import { joined } from '../../text/list.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { placeLine } from '../environments/places.ts';

/** The common interface of both views' models. */
interface ListModel {
  readonly onDidChange: Event<void>;
  readonly state: { readonly loading: unknown };
  ensureLoaded(): Promise<void>;
}

type Rows<Node> = Omit<TreeDataProvider<Node>, 'onDidChangeTreeData' | 'getChildren'> & {
  readonly getChildren: (node?: Node) => Node[];
  /** Whether the model has rows to show, or an empty answer. */
  readonly isLoaded: () => boolean;
  /** Whether the answer is empty, so that the view shows its welcome. */
  readonly isEmpty: () => boolean;
  /** The keys of a row, which are inserted where it is dropped. */
  readonly keysOf: (node: Node) => string | readonly string[];
};

/** Longest time to wait for VS Code to know a row or a selection, in milliseconds. */
const longestWait = 2_000;

/**
 * The tree and progress bar of a view, whose model is loaded when VS Code requests rows or shows the view.
 */
export function createListView<Node>(
  viewId: string,
  model: ListModel,
  environments: EnvironmentList,
  rows: Rows<Node>,
) {
  const changed = new EventEmitter<Node | Node[] | undefined>();
  /** Pending requests of VS Code for the first level of rows. */
  let unanswered = 0;
  let isAnswered = false;
  let endProgress: (() => void) | undefined;
  /** When the selection last changed. */
  let selectedAt = 0;

  /** Resolves with the first rows, which may be those of an earlier window. */
  const firstLoad = async () => {
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const subscription = model.onDidChange(() => rows.isLoaded() && resolve());
    // Repeats, because a change of the connection replaces the load.
    do await Promise.race([model.ensureLoaded(), shown]);
    while (model.state.loading && !rows.isLoaded());
    subscription.dispose();
  };
  /**
   * Answers the first request after the first load. Later requests do not wait, because rows of the previous
   * service have to disappear at once.
   */
  const firstLevel = async () => {
    unanswered++;
    try {
      if (!isAnswered && !rows.isLoaded()) await firstLoad();
      isAnswered = true;
      return rows.getChildren();
    } finally {
      unanswered--;
    }
  };
  const tree = window.createTreeView<Node>(viewId, {
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: {
      dragMimeTypes: ['text/plain'],
      dropMimeTypes: [],
      handleDrag: (nodes, data) => {
        const keys = nodes.flatMap(rows.keysOf).filter(fitsCode);
        data.set('text/plain', new DataTransferItem(keys.join('\n')));
      },
    },
    treeDataProvider: {
      ...rows,
      onDidChangeTreeData: changed.event,
      getChildren: (node) => (node === undefined ? firstLevel() : rows.getChildren(node)),
    },
  });
  const load = () => {
    if (tree.visible) void model.ensureLoaded();
  };
  const showProgress = () => {
    if (Boolean(model.state.loading) === (endProgress !== undefined)) return;
    endProgress?.();
    endProgress = undefined;
    if (!model.state.loading) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    endProgress = resolve;
    void window.withProgress({ location: { viewId } }, () => promise);
  };

  const subscriptions = Disposable.from(
    tree,
    changed,
    tree.onDidChangeVisibility(load),
    tree.onDidChangeSelection(() => (selectedAt = performance.now())),
    model.onDidChange(() => {
      showProgress();
      // Loads again, because a new connection empties the model.
      load();
    }),
  );
  return {
    tree,
    /** When the selection last changed, to know which view was used last. */
    get selectedAt() {
      return selectedAt;
    },
    /**
     * The single selected row, for the commands of rows. They have no arguments, because VS Code drops those
     * when a row is updated between click and command. Waits, because VS Code has no selection while it
     * requests rows.
     */
    async selected(): Promise<Node | undefined> {
      const until = performance.now() + longestWait;
      while (tree.selection.length === 0 && performance.now() < until) await nextTurn();
      return tree.selection.length === 1 ? tree.selection[0] : undefined;
    },
    /**
     * Selects a row and scrolls to it, if it is shown. Repeats, because VS Code knows no row that it did not
     * know before while it requests rows anew.
     */
    async reveal(find: () => Node | undefined): Promise<void> {
      const until = performance.now() + longestWait;
      for (let node = find(); node !== undefined && tree.visible; node = find()) {
        try {
          return await tree.reveal(node, { select: true, focus: false });
        } catch (error) {
          if (performance.now() >= until) throw error;
          await nextTurn();
        }
      }
    },
    /**
     * Fires a change of these rows, or of all; not during a request for the first level, whose answer is
     * newer.
     */
    fireChanged(nodes?: Node[]): void {
      if (unanswered === 0) changed.fire(nodes);
    },
    /**
     * Sets the texts above the rows and beside the view's name, but only if they change, because each change
     * delays updates of rows. The environment is above the rows, or in the title while the welcome text
     * shows.
     */
    caption(
      beside: string | undefined,
      error: ServiceError | undefined,
      ...texts: readonly (string | undefined)[]
    ): void {
      const { here } = environments;
      const place = here && placeLine(here);
      // VS Code shows no line breaks there.
      const text = joined(' ', error && failureText(error), ...texts);
      const isWelcoming = text === '' && rows.isEmpty();
      const message = isWelcoming ? '' : joined(' · ', place, text);
      const description = isWelcoming ? joined(' · ', place, beside) || undefined : beside;
      if ((tree.message ?? '') !== message) tree.message = message || undefined;
      if (tree.description !== description) tree.description = description;
    },
    dispose(): void {
      endProgress?.();
      subscriptions.dispose();
    },
  };
}
