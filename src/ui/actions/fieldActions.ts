import { env, l10n, window } from 'vscode';
import {
  fieldsAsJson,
  fieldsAsJsonSchema,
  fieldsAsType,
  fieldsAsTypeScript,
} from '../../model/fields/fieldExport.ts';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { formatNumber } from '../../text/number.ts';
import { mayOpen, notify, warnIfDisconnected } from '../feedback/notify.ts';
import { requireRead } from '../feedback/report.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { showInput } from './keyPick.ts';
import type { Session } from '../../model/session/session.ts';
import type { FieldsView } from '../views/fieldsView.ts';

/** Filters the Fields view while the user types. Pressing Escape restores the previous filter. */
export async function filterFields(
  { fields, signal }: Session,
  fieldsView: FieldsView,
): Promise<void> {
  const isLoaded = fields.state.fields !== undefined;
  if (!isLoaded && !(await loadFields(fields, l10n.t('Filter Fields…')))) return;
  if (warnIfDisconnected(signal)) return;
  const before = fieldsView.filter;
  const input = window.createInputBox();
  input.title = l10n.t('Filter Fields');
  input.placeholder = l10n.t('Type part of a name or key');
  input.value = before;
  // Stays open when the user clicks a row, because closing the box restores the previous filter.
  input.ignoreFocusOut = true;
  const apply = () => {
    if (signal.aborted) return input.hide();
    fieldsView.filter = input.value;
    input.prompt = l10n.t('Showing {0}', fieldsView.countText());
  };
  apply();
  input.onDidChangeValue(apply);
  const filter = (await showInput(input, () => input.value)) ?? before;
  if (!signal.aborted) fieldsView.filter = filter;
}

/**
 * Loads the fields. Resolves to true if the command may continue. After a slow response, asks first
 * in a notification with the given button.
 * @throws {ServiceError} if the fields cannot be loaded
 */
async function loadFields(fields: FieldList, button: string): Promise<boolean> {
  const requestedAt = performance.now();
  await fields.ensureLoaded();
  requireRead(fields.state.fields, fields.state.failure);
  return mayOpen(requestedAt, l10n.t('The fields were loaded.'), button);
}

/** Asks for a format, and copies the names and keys of the visible fields. */
export async function copyFieldsAs(
  { client, fields, signal }: Session,
  fieldsView: FieldsView,
  environments: Pick<EnvironmentList, 'nameOf'>,
): Promise<void> {
  if (!(await loadFields(fields, l10n.t('Select Format…')))) return;
  const format = await window.showQuickPick(fieldFormats(), {
    title: l10n.t('Copy Fields As ({0})', fieldsView.countText()),
  });
  if (format === undefined || warnIfDisconnected(signal)) return;
  const shown = fieldsView.shown();
  const readable = shown.flatMap((field) => (field.kind === 'readable' ? [field.value] : []));
  await env.clipboard.writeText(
    format.text(
      readable,
      l10n.t(
        'Fields of {0}, read {1}',
        environments.nameOf(client.baseUrl),
        new Date(fields.state.readAt).toISOString(),
      ),
    ),
  );
  void notify.info(l10n.t('Copied fields: {0}.', formatNumber(readable.length)));
  const left = shown.length - readable.length;
  if (left > 0) {
    void notify.warn(l10n.t('Unreadable fields were left out: {0}.', formatNumber(left)));
  }
}

/** Returns the formats in which fields can be copied. */
function fieldFormats() {
  return [
    {
      label: l10n.t('JSON object'),
      detail: l10n.t('Maps names to keys. A field with options contains its key and its options.'),
      text: fieldsAsJson,
    },
    {
      label: l10n.t('TypeScript constant'),
      detail: l10n.t('TypeScript module that exports the JSON object “as const”'),
      text: fieldsAsTypeScript,
    },
    {
      label: l10n.t('TypeScript type'),
      detail: l10n.t('Describes the fields of a job by key, with options as string literals'),
      text: fieldsAsType,
    },
    {
      label: l10n.t('JSON Schema'),
      detail: l10n.t('Describes the fields of a job by key, with names as titles'),
      text: fieldsAsJsonSchema,
    },
  ];
}
