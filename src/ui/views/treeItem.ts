import { ThemeColor, ThemeIcon, TreeItem, l10n } from 'vscode';
import type { RowText } from '../../model/wording/rowText.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { ServiceError } from '../../service/index.ts';
import { isolated } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatMoment } from '../../text/time.ts';
import { type Remedy, remediesFor } from '../feedback/report.ts';

type TreeItemExtras = Pick<TreeItem, 'contextValue' | 'command' | 'collapsibleState'> & {
  readonly id: string;
};

/** A row as a tree item. Service text becomes plain label, description and tooltip, never Markdown. */
export function treeItem(
  { label, description, tooltip, icon, color, spoken }: RowText,
  extras: TreeItemExtras,
): TreeItem {
  const iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  return Object.assign(new TreeItem(isolated(label)), {
    description,
    tooltip,
    iconPath,
    accessibilityInformation: { label: spoken },
    ...extras,
  });
}

/**
 * A row of its own above or below the others, at the same level, because VS Code indents children further
 * than jobs; one with a remedy runs it.
 */
export interface NoteNode {
  readonly kind: 'note';
  readonly id: string;
  readonly text: RowText;
  readonly remedy?: Remedy;
}

/** A row that runs a command. */
export function remedyNode(
  id: string,
  remedy: Remedy,
  description = '',
  tooltip = remedy.title,
  said = description,
): NoteNode {
  const { title, icon } = remedy;
  return {
    kind: 'note',
    id,
    text: { label: title, description, tooltip, icon, spoken: joined(', ', title, said) },
    remedy,
  };
}

/** The row of a failure, of which a view has at most one, and those of its remedies, *Try Again* first. */
export function failureNodes(headline: string, error: ServiceError, retryCommand: string): NoteNode[] {
  const sentence = failureText(error);
  // No description, because the view's message contains the sentence in full.
  const text: RowText = {
    label: headline,
    description: '',
    tooltip: `${headline}\n${sentence}`,
    icon: 'error',
    color: 'list.errorForeground',
    spoken: `${headline}. ${sentence}`,
  };
  const tryAgain: Remedy[] =
    error.kind === 'notConfigured'
      ? []
      : [{ title: l10n.t('Try Again'), icon: 'refresh', command: retryCommand }];
  return [
    { kind: 'note', id: 'failure', text },
    ...[...tryAgain, ...remediesFor(error)].map((remedy) => remedyNode(`failure/${remedy.command}`, remedy)),
  ];
}

/**
 * @param openCommand opens the selected row of its view: VS Code drops the argument of a command whose row is
 * updated meanwhile
 */
export function noteItem({ id, text, remedy }: NoteNode, openCommand: string): TreeItem {
  return treeItem(text, {
    id,
    ...(remedy && {
      command: { command: remedy.argument === undefined ? remedy.command : openCommand, title: remedy.title },
    }),
  });
}

/** The age of rows that were not read again: `as of 12:04`. */
export function asOf(ms: number): string {
  return l10n.t('as of {0}', formatMoment(ms));
}

/** The text of a row from an earlier window, marked as not current. */
export function recalledText(text: RowText, ms: number): RowText {
  return { ...text, color: 'disabledForeground', spoken: `${text.spoken}, ${asOf(ms)}` };
}
