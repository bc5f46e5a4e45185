import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
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

/** A failure row with its remedies as children; a view has at most one. */
export interface FailureNode {
  readonly kind: 'failure';
  readonly id: 'failure';
  readonly headline: string;
  readonly error: ServiceError;
  /** Undefined if *Try again* is a separate row, because remedies are hidden while the failure is collapsed. */
  readonly retryCommand: string | undefined;
}

export interface RemedyNode {
  readonly kind: 'remedy';
  readonly remedy: Remedy;
}

export function remediesOf({ error, retryCommand }: FailureNode): RemedyNode[] {
  const tryAgain = retryCommand === undefined || error.kind === 'notConfigured' ? [] : [{ title: l10n.t('Try again'), icon: 'refresh', command: retryCommand }];
  return [...tryAgain, ...remediesFor(error)].map((remedy) => ({ kind: 'remedy', remedy }));
}

export function failureItem({ id, headline, error }: FailureNode): TreeItem {
  const text = failureText(error);
  return treeItem(
    // No description, because the view's message contains the sentence in full.
    { label: headline, description: '', tooltip: `${headline}\n${text}`, icon: 'error', color: 'list.errorForeground', spoken: `${headline}. ${text}` },
    { id, contextValue: 'failure', collapsibleState: TreeItemCollapsibleState.Expanded },
  );
}

/** @param openCommand opens the selected row of its view */
export function remedyItem({ remedy }: RemedyNode, openCommand: string): TreeItem {
  const { title, icon } = remedy;
  return treeItem({ label: title, description: '', tooltip: title, icon, spoken: title }, { id: `failure/${remedy.command}`, command: { command: openCommand, title } });
}

/** The age of rows that were not read again: `as of 12:04`. */
export function asOf(ms: number): string {
  return l10n.t('as of {0}', formatMoment(ms, Date.now()));
}

/** The text of a row from an earlier window, marked as not current. */
export function recalledText(text: RowText, ms: number): RowText {
  return { ...text, color: 'disabledForeground', spoken: `${text.spoken}, ${asOf(ms)}` };
}
