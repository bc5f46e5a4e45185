import * as l10n from '@vscode/l10n';
import type { PanelTable, TableCell } from '../../protocol/overview.ts';
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
 * The table of a panel as CSV, in the format of exported jobs: figures are numbers, and the grade of all is
 * in the last column.
 */
export function csvTable({ columns, rows, grade: own }: PanelTable, ofSentence: string | null): string {
  const grade = ofSentence ?? own;
  const graded = (cells: readonly unknown[], last: string | undefined) =>
    csvLine(grade === undefined ? cells : [...cells, last]);
  const head = graded(
    columns.map(({ name, unit }) => (unit === undefined ? name : `${name} (${unit})`)),
    l10n.t('Certainty'),
  );
  const lines = rows.map((row) =>
    graded(
      row.map((cell) => (typeof cell === 'object' && cell !== null ? cell.value : cell)),
      grade,
    ),
  );
  return `\ufeff${head}${lines.join('')}`;
}

function cellText(cell: TableCell): string {
  if (cell === null) return l10n.t('not known');
  return typeof cell === 'object' ? cell.text : String(cell);
}
