import * as vscode from 'vscode';
import type { FieldsView } from '../views/fieldsView.ts';

/** Asks for a filter of the Fields view, which follows while it is typed; dismissing brings back what was there. */
export async function filterFields(view: FieldsView): Promise<void> {
  const before = view.filter;
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Filter Fields');
  input.placeholder = vscode.l10n.t('Part of a name or a key; empty shows all');
  input.value = before;
  const count = () => {
    input.prompt = vscode.l10n.t('Shown: {0}', view.countText);
  };
  count();
  const { promise, resolve } = Promise.withResolvers<string>();
  const subscriptions = [
    input.onDidChangeValue((text) => {
      view.filter = text;
      count();
    }),
    input.onDidAccept(() => {
      resolve(input.value);
      input.hide();
    }),
    input.onDidHide(() => resolve(before)),
  ];
  input.show();
  try {
    view.filter = await promise;
  } finally {
    vscode.Disposable.from(...subscriptions, input).dispose();
  }
}
