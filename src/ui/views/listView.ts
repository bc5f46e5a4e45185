import * as vscode from 'vscode';
import type { Event } from '../../model/util/emitter.ts';
import { formatNumber as formatNumberIn } from '../../text/number.ts';

/** What both views' models have in common. */
interface ListModel {
  readonly onDidChange: Event<void>;
  readonly state: { readonly loading: unknown };
  ensureLoaded(): Promise<void>;
}

/** Loads a model when its view is looked at, and shows the view's progress bar while it loads. */
export function loadWhenVisible(view: vscode.TreeView<unknown>, viewId: string, model: ListModel): vscode.Disposable {
  let finish: (() => void) | undefined;
  const showProgress = () => {
    if (Boolean(model.state.loading) === (finish !== undefined)) return;
    if (finish !== undefined) {
      finish();
      finish = undefined;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    finish = resolve;
    void vscode.window.withProgress({ location: { viewId } }, () => promise);
  };
  const load = () => {
    if (view.visible) void model.ensureLoaded();
  };
  load();
  const subscriptions = [
    view.onDidChangeVisibility(load),
    model.onDidChange(() => {
      showProgress();
      // A model that was connected anew is empty again.
      load();
    }),
  ];
  return {
    dispose: () => {
      finish?.();
      for (const each of subscriptions) each.dispose();
    },
  };
}

/** Loads a model for whoever asks for its rows, if nothing is known yet, and resolves when something is: rows, or why there are none. */
export async function firstAnswer(model: ListModel, known: () => unknown): Promise<void> {
  if (known() !== undefined) return;
  // Another connection may take the place of the one that is asked.
  do await model.ensureLoaded();
  while (model.state.loading && known() === undefined);
}

/** `4,213`, as the display language writes it. */
export function formatNumber(value: number): string {
  return formatNumberIn(value, vscode.env.language);
}

/** What stands above the rows of a view: a paragraph for each thing there is to say. */
export function joinedLines(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).join('\n') || undefined;
}

export function setContext(name: string, value: unknown): void {
  void vscode.commands.executeCommand('setContext', `workflowJobs.${name}`, value);
}
