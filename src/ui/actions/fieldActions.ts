import * as vscode from 'vscode';
import { fieldsAsJson, fieldsAsTypeScript } from '../../model/fields/fieldExport.ts';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { Connection } from '../connection/connection.ts';
import { notify } from '../feedback/notify.ts';
import { formatNumber } from '../feedback/window.ts';
import type { FieldsView } from '../views/fieldsView.ts';

/** Asks for a filter of the Fields view and applies it while it is typed; dismissing restores the previous filter. */
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

/** Copies names and keys of the fields that the view shows, in a form to choose. */
export async function copyFieldsAs(connection: Connection, fields: FieldList, view: FieldsView): Promise<void> {
  connection.require();
  await fields.ensureLoaded();
  if (fields.state.fields === undefined && fields.state.failure !== null) throw fields.state.failure;
  const forms = [
    { label: vscode.l10n.t('JSON object'), detail: vscode.l10n.t('Names to keys; a dropdown has its key and its options'), text: fieldsAsJson },
    { label: vscode.l10n.t('TypeScript constant'), detail: vscode.l10n.t('The same as an “as const” object, to import'), text: fieldsAsTypeScript },
  ];
  const form = await vscode.window.showQuickPick(forms, { title: vscode.l10n.t('Copy Fields as ({0})', view.countText) });
  if (form === undefined) return;
  const { shown } = view;
  const readable = shown.flatMap((field) => (field.kind === 'readable' ? [field.value] : []));
  await vscode.env.clipboard.writeText(form.text(readable));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied fields: {0}', formatNumber(readable.length)), 4000);
  const left = shown.length - readable.length;
  if (left > 0) void notify.warn(vscode.l10n.t('Fields that could not be read are not in the copy: {0}.', formatNumber(left)));
}
