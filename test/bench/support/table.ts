/** Limit of a row: a multiple of its floor, or a value in its unit. */
export type Limit =
  | { readonly kind: 'ratio'; readonly most: number }
  | { readonly kind: 'value'; readonly most: number };

export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** Cost of the same work without the extension, measured in the same run. */
  readonly floor: number | undefined;
  readonly limit: Limit | undefined;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2;
}

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ what, unit, ours, floor = NaN, limit }) => {
    const ratio = ours / floor;
    const met = limit && (limit.kind === 'ratio' ? ratio : ours) <= limit.most ? 'met' : 'not met';
    const numbers = [ours, floor, ratio].map((value) => Number(value.toPrecision(3)));
    return [
      what,
      {
        unit,
        ours: numbers[0],
        floor: numbers[1],
        ratio: numbers[2],
        limit: limit && `${limit.kind === 'ratio' ? '× ' : ''}${limit.most}: ${met}`,
      },
    ];
  });
  console.table(Object.fromEntries(cells));
}
