import * as l10n from '@vscode/l10n';
import { escapeMarkdown } from '../../text/untrustedText.ts';
import { csvLine } from './jobExport.ts';

/**
 * Table cell. A number has a display text, such as `2 d`, and a numeric value for CSV. Null means
 * that the value is unknown.
 */
type Cell = string | { readonly text: string; readonly value: number } | null;

interface ExportTable {
  /** Table columns. `unit` is the unit of the numbers in a CSV column, such as `hours`. */
  readonly columns: readonly { readonly name: string; readonly unit?: string }[];
  readonly rows: readonly { readonly cells: readonly Cell[] }[];
}

/** Formats a table as Markdown and escapes all cells. */
export function markdownTable({ columns, rows }: ExportTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const align = columns.map((_, column) =>
    rows.some(({ cells }) => cells[column] != null && typeof cells[column] !== 'string')
      ? '---:'
      : '---',
  );
  return [
    line(columns.map(({ name }) => escapeMarkdown(name))),
    line(align),
    ...rows.map(({ cells }) => line(cells.map((cell) => escapeMarkdown(cellText(cell))))),
  ].join('');
}

/**
 * Formats an overview table as CSV. Each row ends with the period, the report time, and the number
 * of jobs in the report.
 * @param period name of the period, or null if the table does not depend on a period
 */
export function csvTable(
  { columns, rows }: ExportTable,
  period: string | null,
  { at, jobs }: { readonly at: number; readonly jobs: number },
): string {
  const periods = period === null ? [] : [period];
  const head = csvLine([
    ...columns.map(({ name, unit }) => (unit === undefined ? name : `${name} (${unit})`)),
    ...periods.map(() => l10n.t('Period')),
    l10n.t('As of'),
    l10n.t('Jobs read'),
  ]);
  const time = new Date(at).toISOString();
  const lines = rows.map(({ cells }) => csvLine([...cells.map(plainCell), ...periods, time, jobs]));
  return `\ufeff${head}${lines.join('')}`;
}

function plainCell(cell: Cell): string | number | null {
  return typeof cell === 'object' && cell !== null ? cell.value : cell;
}

function cellText(cell: Cell): string {
  if (cell === null) return l10n.t('Unknown');
  return typeof cell === 'object' ? cell.text : cell;
}
