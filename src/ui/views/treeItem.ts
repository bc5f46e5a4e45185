import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, l10n } from 'vscode';
import type { RowText, Tooltip } from '../../model/wording/rowText.ts';
import { mayPass, shortReason } from '../../model/wording/failureReason.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { ServiceError } from '../../service/index.ts';
import { isolated, markdownCode, markdownText } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { asOf } from '../../text/time.ts';
import type { RowContext } from '../feedback/contexts.ts';
import { type Remedy, remediesFor } from '../feedback/report.ts';

type TreeItemExtras = Pick<TreeItem, 'command' | 'collapsibleState'> & {
  readonly id: string;
  readonly contextValue?: RowContext;
};

/** A row as a tree item. Service text becomes plain text everywhere. */
export function treeItem(
  { label, description, tooltip, icon, color, spoken }: RowText,
  extras: TreeItemExtras,
): TreeItem {
  const iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  return Object.assign(new TreeItem(isolated(label)), {
    description,
    tooltip: typeof tooltip === 'object' ? markdownOf(tooltip) : tooltip,
    iconPath,
    accessibilityInformation: { label: spoken },
    ...extras,
  });
}

/** A tooltip with its title in bold. */
export function markdownOf({ title, key, lines }: Tooltip): MarkdownString {
  const heading = joined(' ', `**${markdownText(title)}**`, key && markdownCode(key));
  const escaped = lines.map((line) => markdownText(line, longestLine));
  return new MarkdownString([heading, ...escaped].join('  \n'));
}

const longestLine = 2000;

/**
 * A row of its own above or below the others, at the same level, because VS Code indents children further
 * than jobs; one with a remedy runs it.
 */
export interface NoteNode {
  readonly kind: 'note';
  readonly id: string;
  readonly text: RowText;
  readonly remedy?: Remedy;
  /** What failed in full, and what helps; told when the row is opened. */
  readonly help?: { readonly error: ServiceError; readonly remedies: readonly Remedy[] };
}

interface RemedyRow {
  readonly id: string;
  readonly remedy: Remedy;
  readonly description?: string;
  readonly tooltip?: string;
  /** What a screen reader says instead of the description. */
  readonly spoken?: string;
}

/** A row that runs a command. */
export function remedyNode({ id, remedy, description = '', tooltip, spoken }: RemedyRow): NoteNode {
  const { title, icon } = remedy;
  return {
    kind: 'note',
    id,
    text: {
      label: title,
      description,
      tooltip: tooltip ?? title,
      icon,
      spoken: joined(', ', title, spoken ?? description),
    },
    remedy,
  };
}

interface Failure {
  readonly headline: string;
  readonly error: ServiceError;
  readonly retryCommand: string;
  /** In place of the reason in short. */
  readonly since?: string;
}

/** The row of a failure, of which a view has at most one, with the remedies behind it. */
export function failureNode({ headline, error, retryCommand, since }: Failure): NoteNode {
  const sentence = failureText(error);
  const text: RowText = {
    label: headline,
    // A sentence would be cut before it says more than the host.
    description: since ?? shortReason(error),
    tooltip: { title: headline, lines: [sentence] },
    icon: 'error',
    color: 'list.errorForeground',
    spoken: `${headline}. ${sentence}`,
  };
  const tryAgain: Remedy = { title: l10n.t('Try Again'), icon: 'refresh', command: retryCommand };
  const others = remediesFor(error);
  const mending = mayPass(error) ? [] : others.splice(0, 1);
  const retry = error.kind === 'notConfigured' ? [] : [tryAgain];
  const remedies = [...mending, ...retry, ...others];
  return { kind: 'note', id: 'failure', text, help: { error, remedies } };
}

/**
 * @param openCommand opens the selected row of its view: VS Code drops the argument of a command whose row is
 * updated meanwhile
 */
export function noteItem({ id, text, remedy, help }: NoteNode, openCommand: string): TreeItem {
  if (help !== undefined) {
    return treeItem(text, { id, command: { command: openCommand, title: l10n.t('More Help…') } });
  }
  return treeItem(text, {
    id,
    ...(remedy && {
      command: { command: remedy.argument === undefined ? remedy.command : openCommand, title: remedy.title },
    }),
  });
}

/** The text of a row from an earlier window, marked as not current. */
export function cachedText(text: RowText, ms: number): RowText {
  return { ...text, color: 'disabledForeground', spoken: `${text.spoken}, ${asOf(ms)}` };
}
