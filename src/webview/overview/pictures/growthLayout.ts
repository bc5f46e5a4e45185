import type { Count, GrowthPicture } from '../../../protocol/overview.ts';

type Bins = GrowthPicture['bins'];
export type Side = 'started' | 'completed';

/** A number of one bin, or a run of bins that were not read. */
export interface Mark {
  readonly side: Side;
  /** Indices of its first and last bin; equal for a number. */
  readonly first: number;
  readonly last: number;
  /** Null if not all of it was read. */
  readonly count: Count | null;
}

/** The highest number of a side; 0 where none was read. */
export function highestOf(bins: Bins, side: Side): number {
  return Math.max(0, ...bins.map((bin) => bin[side]?.value ?? 0));
}

/** Each number as a mark, and adjacent bins that were not read as one. */
export function marksOf(bins: Bins, side: Side): Mark[] {
  const marks: { -readonly [Name in keyof Mark]: Mark[Name] }[] = [];
  for (const [index, { [side]: count }] of bins.entries()) {
    const before = marks.at(-1);
    if (count === null && before?.count === null) before.last = index;
    else marks.push({ side, first: index, last: index, count });
  }
  return marks;
}

/** Round whole numbers up to the highest one, at most `most` of them. */
export function ticksUpTo(highest: number, most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / most)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each * most >= highest) ?? power;
  return Array.from({ length: Math.floor(highest / step) }, (_, index) => (index + 1) * step);
}

/** The bins with a label: as many as fit a wide page; a narrow one leaves out every other. */
export function labelledBins(bins: Bins): { index: number; text: string }[] {
  const longest = Math.max(...bins.map(({ label }) => label.length));
  const every = Math.ceil(bins.length / (longest > 8 ? 4 : 6));
  return bins.flatMap(({ label }, index) => {
    const hasRoom = index === 0 || bins.length - index >= every;
    return index % every === 0 && hasRoom ? [{ index, text: label }] : [];
  });
}
