import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, l10n } from 'vscode';
import type { RowText, Tooltip } from '../../model/wording/rowText.ts';
import { mayPass, shortReason } from '../../model/wording/failureReason.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { ServiceError } from '../../service/index.ts';
import { bidiIsolate, markdownCode, escapeMarkdown } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatAsOf } from '../../text/time.ts';
import type { RowContextValue } from '../feedback/contexts.ts';
import { type Remedy, remediesFor } from '../feedback/report.ts';

type TreeItemExtras = Pick<TreeItem, 'command' | 'collapsibleState'> & {
  readonly id: string;
  readonly contextValue?: RowContextValue;
};

/** Creates the tree item for a row. Escapes strings from the service. */
export function treeItem(
  { label, description, tooltip, icon, color, ariaLabel }: RowText,
  extras: TreeItemExtras,
): TreeItem {
  const iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  return Object.assign(new TreeItem(bidiIsolate(label)), {
    description,
    tooltip: typeof tooltip === 'object' ? markdownOf(tooltip) : tooltip,
    iconPath,
    accessibilityInformation: { label: ariaLabel },
    ...extras,
  });
}

/** Maximum length of a line in a tooltip, in characters. */
const maxLineLength = 2000;

/** Formats a tooltip as a Markdown string with a bold title. */
export function markdownOf({ title, key, lines }: Tooltip): MarkdownString {
  const heading = joinNonEmpty(' ', `**${escapeMarkdown(title)}**`, key && markdownCode(key));
  const escaped = lines.map((line) => escapeMarkdown(line, maxLineLength));
  return new MarkdownString([heading, ...escaped].join('  \n'));
}

/**
 * A row with a message or an action, usually above or below the other rows. Message rows are not
 * nested, because VS Code indents nested rows.
 */
export interface NoteNode {
  readonly kind: 'note';
  readonly id: string;
  readonly text: RowText;
  /** ID of the command that runs when the row is clicked. */
  readonly command?: string;
  /** Error and suggested actions for the dialog that opens when the row is clicked. */
  readonly help?: { readonly error: ServiceError; readonly remedies: readonly Remedy[] };
}

interface CommandRow extends Omit<RowText, 'ariaLabel'> {
  readonly id: string;
  readonly command: string;
  /** Text for screen readers that replaces the description. */
  readonly details?: string;
}

/** Creates a row that runs a command when clicked. */
export function commandNode({ id, command, details, ...text }: CommandRow): NoteNode {
  const ariaLabel = joinNonEmpty(', ', text.label, details ?? text.description);
  return { kind: 'note', id, command, text: { ...text, ariaLabel } };
}

interface FailureNoteOptions {
  readonly headline: string;
  readonly error: ServiceError;
  readonly retryCommand: string;
  /** Row description. Defaults to a short reason, because a narrow view cuts off sentences. */
  readonly description?: string;
}

/** Creates the row that reports an error. A view contains at most one error row. */
export function failureNode({
  headline,
  error,
  retryCommand,
  description,
}: FailureNoteOptions): NoteNode {
  const sentence = failureText(error);
  const text: RowText = {
    label: headline,
    description: description ?? shortReason(error),
    tooltip: { title: headline, lines: [sentence] },
    icon: 'error',
    color: 'list.errorForeground',
    ariaLabel: `${headline}. ${sentence}`,
  };
  const tryAgain: Remedy = { title: l10n.t('Try Again'), command: retryCommand };
  const others = remediesFor(error);
  const fixes = mayPass(error) ? [] : others.splice(0, 1);
  const retry = error.kind === 'notConfigured' ? [] : [tryAgain];
  const remedies = [...fixes, ...retry, ...others];
  return { kind: 'note', id: 'failure', text, help: { error, remedies } };
}

/**
 * Creates the tree item for a message row.
 * @param openCommand command without arguments that opens the selected row. VS Code would drop the
 * arguments if the row was updated after the click.
 */
export function noteItem({ id, text, command, help }: NoteNode, openCommand: string): TreeItem {
  const onClick = help === undefined ? command : openCommand;
  if (onClick === undefined) return treeItem(text, { id });
  return treeItem(text, { id, command: { command: onClick, title: text.label } });
}

/** Returns the dimmed text of a cached row. For screen readers, adds the time of the last load. */
export function cachedText(text: RowText, ms: number): RowText {
  return {
    ...text,
    color: 'disabledForeground',
    ariaLabel: `${text.ariaLabel}, ${formatAsOf(ms)}`,
  };
}
