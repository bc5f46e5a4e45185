/** What a row may cost: a multiple of its floor, or so much in its own unit. */
export type Limit = { readonly kind: 'ratio'; readonly most: number } | { readonly kind: 'value'; readonly most: number };

export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** The same work done with nothing around it, measured in the same run. */
  readonly floor: number | undefined;
  readonly limit: Limit | undefined;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

export function isWithin({ ours, floor, limit }: Row): boolean | undefined {
  if (limit === undefined) return undefined;
  return (limit.kind === 'value' ? ours : ours / (floor ?? NaN)) <= limit.most;
}

/** A Markdown table, wide enough to be read in a terminal too. */
export function formatTable(rows: readonly Row[]): string {
  const head = ['What', 'Ours', 'Floor', 'Ratio', 'Limit', ''];
  const cells = rows.map((row) => [
    row.what,
    `${rounded(row.ours)} ${row.unit}`,
    row.floor === undefined ? '' : `${rounded(row.floor)} ${row.unit}`,
    row.floor === undefined || row.floor <= 0 ? '' : (row.ours / row.floor).toFixed(2),
    row.limit === undefined ? '' : row.limit.kind === 'ratio' ? `× ${row.limit.most}` : `${row.limit.most} ${row.unit}`,
    { true: 'met', false: '**not met**', undefined: '' }[String(isWithin(row))] ?? '',
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)));
  const line = (texts: readonly string[]) => `| ${texts.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...cells.map(line)].join('\n');
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
