/** Limit for a measurement: a multiple of the floor, or a value in the unit of the measurement. */
export type Limit =
  | { readonly kind: 'ratio'; readonly max: number }
  | { readonly kind: 'value'; readonly max: number };

export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  /** Floor: the cost of the same work without the extension, measured in the same run. */
  readonly floor?: number;
  readonly limit?: Limit | undefined;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2;
}

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ name, unit, ours, floor = NaN, limit }) => {
    const ratio = ours / floor;
    const met = limit && (limit.kind === 'ratio' ? ratio : ours) <= limit.max ? 'met' : 'not met';
    const numbers = [ours, floor, ratio].map((value) => Number(value.toPrecision(3)));
    return [
      name,
      {
        unit,
        ours: numbers[0],
        floor: numbers[1],
        ratio: numbers[2],
        limit: limit && `${limit.kind === 'ratio' ? '× ' : ''}${limit.max}: ${met}`,
      },
    ];
  });
  console.table(Object.fromEntries(cells));
}
