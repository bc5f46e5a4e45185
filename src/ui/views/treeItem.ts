import { type Command, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import type { RowText } from '../../model/wording/rowText.ts';
import type { ServiceError } from '../../service/index.ts';
import { type Remedy, failureText, remediesFor } from '../feedback/report.ts';

interface TreeItemExtras {
  readonly id: string;
  readonly contextValue?: string;
  readonly command?: Command;
  readonly collapsibleState?: TreeItemCollapsibleState;
}

/** A row as a tree item. Service text becomes plain label, description and tooltip, never Markdown. */
export function treeItem(text: RowText, { id, contextValue, command, collapsibleState }: TreeItemExtras): TreeItem {
  const item = new TreeItem(text.label, collapsibleState ?? TreeItemCollapsibleState.None);
  item.id = id;
  item.description = text.description;
  if (text.tooltip !== undefined) item.tooltip = text.tooltip;
  item.iconPath = new ThemeIcon(text.icon, text.color === undefined ? undefined : new ThemeColor(text.color));
  item.accessibilityInformation = { label: text.spoken };
  if (contextValue !== undefined) item.contextValue = contextValue;
  if (command !== undefined) item.command = command;
  return item;
}

/** A failure in a view: a row with its remedies below it. */
export interface FailureNode {
  readonly kind: 'failure';
  readonly id: string;
  readonly headline: string;
  readonly error: ServiceError;
  readonly retryCommand: string;
}

export interface RemedyNode {
  readonly kind: 'remedy';
  readonly remedy: Remedy;
  readonly failure: FailureNode;
}

export function remediesOf(failure: FailureNode): RemedyNode[] {
  const tryAgain: Remedy = { title: l10n.t('Try again'), icon: 'refresh', command: failure.retryCommand };
  const remedies = failure.error.kind === 'notConfigured' ? remediesFor(failure.error) : [tryAgain, ...remediesFor(failure.error)];
  return remedies.map((remedy) => ({ kind: 'remedy', remedy, failure }));
}

export function failureItem({ id, headline, error }: FailureNode): TreeItem {
  const text = failureText(error);
  return treeItem(
    // The view's message has the sentence, where it is not cut off.
    { label: headline, description: '', tooltip: `${headline}\n${text}`, icon: 'error', color: 'list.errorForeground', spoken: `${headline}. ${text}` },
    { id, contextValue: 'failure', collapsibleState: TreeItemCollapsibleState.Expanded },
  );
}

export function remedyItem({ remedy: { title, icon, command, arguments: values }, failure }: RemedyNode): TreeItem {
  return treeItem(
    { label: title, description: '', tooltip: title, icon, spoken: title },
    { id: `${failure.id}/${command}`, command: { command, title, arguments: [...(values ?? [])] } },
  );
}
