import type { PanelTable } from '../../protocol/overview.ts';
import { markdownText } from '../../text/inert.ts';
import { csvLine } from './jobExport.ts';

/** A table of the overview as CSV, with a byte order mark; what was not read is an empty cell. */
export function tableCsv({ columns, rows }: PanelTable): string {
  return `\ufeff${[columns, ...rows].map(csvLine).join('')}`;
}

/** A table of the overview as Markdown, in which names are no markup; what was not read is an empty cell. */
export function tableMarkdown({ columns, rows }: PanelTable): string {
  const line = (cells: readonly (string | number | null)[]) => `| ${cells.map((cell) => (typeof cell === 'string' ? markdownText(cell) : (cell ?? ''))).join(' | ')} |\n`;
  const holdsNumbers = (column: number) => rows.some((row) => typeof row[column] === 'number');
  const rule = line(columns.map((_, column) => (holdsNumbers(column) ? '---:' : '---')));
  return [line(columns), rule, ...rows.map(line)].join('');
}
