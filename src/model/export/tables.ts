import * as l10n from '@vscode/l10n';
import type { PanelTable, Reading, TableCell } from '../../protocol/overview.ts';
import { markdownText } from '../../text/inert.ts';
import { csvLine } from './jobExport.ts';

/** The table of a panel as Markdown, with escaped cells. */
export function markdownTable({ columns, rows }: PanelTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const align = columns.map((_, column) =>
    rows.some((row) => row[column] != null && typeof row[column] !== 'string') ? '---:' : '---',
  );
  return [
    line(columns.map(({ name }) => markdownText(name))),
    line(align),
    ...rows.map((row) => line(row.map((cell) => markdownText(cellText(cell))))),
  ].join('');
}

/**
 * The table of a panel as CSV, in the format of exported jobs: figures are numbers, and each row names the
 * time of the report and how many jobs were read for it.
 */
export function csvTable({ columns, rows }: PanelTable, { at, jobs }: Pick<Reading, 'at' | 'jobs'>): string {
  const head = csvLine([
    ...columns.map(({ name, unit }) => (unit === undefined ? name : `${name} (${unit})`)),
    l10n.t('As of'),
    l10n.t('Jobs read'),
  ]);
  const time = new Date(at).toISOString();
  const lines = rows.map((row) => csvLine([...row.map(plainCell), time, jobs]));
  return `\ufeff${head}${lines.join('')}`;
}

function plainCell(cell: TableCell): string | number | null {
  return typeof cell === 'object' && cell !== null ? cell.value : cell;
}

function cellText(cell: TableCell): string {
  if (cell === null) return l10n.t('not known');
  return typeof cell === 'object' ? cell.text : String(cell);
}
