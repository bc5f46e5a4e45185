import * as l10n from '@vscode/l10n';
import type { PanelTable } from '../../../protocol/overview.ts';
import { markdownText } from '../../../text/inert.ts';
import { csvLine } from '../../export/jobExport.ts';

/** The table of a panel as Markdown, with escaped cells. */
export function markdownTable({ columns, rows }: PanelTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const align = columns.map((_, column) => (rows.some((row) => typeof row[column] === 'number') ? '---:' : '---'));
  return [line(columns.map((text) => markdownText(text))), line(align), ...rows.map((row) => line(row.map(markdownCell)))].join('');
}

function markdownCell(cell: PanelTable['rows'][number][number]): string {
  return cell === null ? l10n.t('not read') : typeof cell === 'number' ? String(cell) : markdownText(cell);
}

/** The table of a panel as CSV, in the format of exported jobs; null is an empty cell. */
export function csvTable({ columns, rows }: PanelTable): string {
  return `\ufeff${[columns, ...rows].map(csvLine).join('')}`;
}
