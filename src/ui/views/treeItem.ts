import { ThemeColor, ThemeIcon, TreeItem, l10n } from 'vscode';
import type { RowText } from '../../model/wording/rowText.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { ServiceError } from '../../service/index.ts';
import { isolated } from '../../text/inert.ts';
import { formatMoment } from '../../text/time.ts';
import { type Remedy, remediesFor } from '../feedback/report.ts';

type TreeItemExtras = Pick<TreeItem, 'contextValue' | 'command' | 'collapsibleState'> & { readonly id: string };

/** A row as a tree item. Service text becomes plain label, description and tooltip, never Markdown. */
export function treeItem({ label, description, tooltip, icon, color, spoken }: RowText, extras: TreeItemExtras): TreeItem {
  const iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  return Object.assign(new TreeItem(isolated(label)), { description, tooltip, iconPath, accessibilityInformation: { label: spoken }, ...extras });
}

/** A failure of the view, which has at most one, or a remedy for it, in a row of its own at the same level: VS Code indents children further than jobs. */
export type FailureNode =
  | { readonly kind: 'failure'; readonly id: 'failure'; readonly headline: string; readonly error: ServiceError }
  | (Remedy & { readonly kind: 'remedy'; readonly id: string });

/** The row of a failure and those of its remedies, *Try again* first. */
export function failureNodes(headline: string, error: ServiceError, retryCommand: string): FailureNode[] {
  const tryAgain: Remedy[] = error.kind === 'notConfigured' ? [] : [{ title: l10n.t('Try again'), icon: 'refresh', command: retryCommand }];
  const remedies = [...tryAgain, ...remediesFor(error)].map((remedy) => ({ kind: 'remedy' as const, id: `failure/${remedy.command}`, ...remedy }));
  return [{ kind: 'failure', id: 'failure', headline, error }, ...remedies];
}

/** @param openCommand opens the selected row of its view */
export function failureItem(node: FailureNode, openCommand: string): TreeItem {
  const { id } = node;
  if (node.kind === 'remedy') {
    const { title, icon } = node;
    return treeItem({ label: title, description: '', tooltip: title, icon, spoken: title }, { id, command: { command: openCommand, title } });
  }
  const { headline } = node;
  const text = failureText(node.error);
  // No description, because the view's message contains the sentence in full.
  return treeItem({ label: headline, description: '', tooltip: `${headline}\n${text}`, icon: 'error', color: 'list.errorForeground', spoken: `${headline}. ${text}` }, { id });
}

/** The age of rows that were not read again: `as of 12:04`. */
export function asOf(ms: number): string {
  return l10n.t('as of {0}', formatMoment(ms, Date.now()));
}

/** The text of a row from an earlier window, marked as not current. */
export function recalledText(text: RowText, ms: number): RowText {
  return { ...text, color: 'disabledForeground', spoken: `${text.spoken}, ${asOf(ms)}` };
}
