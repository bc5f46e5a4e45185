import type { Ranks } from './coverage.ts';

/** The most pages that are read unasked. */
export const mostPages = 40;

/** The pages that are read first. */
export const newestPages = 16;

const oldestPages = 4;
const drawnPages = mostPages - newestPages - oldestPages;

/** The fewest pages that are drawn in a part of the list, from which it can be estimated how much they differ. */
const fewestDrawn = 2;

/** A part of the list of which some pages are read, drawn at random. */
interface DrawnPart extends Ranks {
  /** Ranks in the middle of the pages. */
  readonly drawn: readonly number[];
}

/** What to read below the newest pages. */
export interface ReadingPlan {
  readonly oldest: Ranks;
  /** Newest first; each reaches about twice as deep as the one above it. */
  readonly between: readonly DrawnPart[];
}

/**
 * Plans which pages to read unasked; undefined where so few are left that all are read.
 * @param total number of jobs
 * @param below the rank of the oldest of the newest jobs, which were read
 * @param random a number from 0 to 1, 1 excluded
 */
export function planReading(total: number, below: number, pageSize: number, random: () => number): ReadingPlan | undefined {
  const pages = Math.ceil(total / pageSize);
  const [first, end] = [Math.ceil((total - below) / pageSize), pages - oldestPages];
  if (pages - first <= mostPages - newestPages) return undefined;
  const parts = Math.min(Math.max(1, Math.round(Math.log2(end / first))), Math.floor(drawnPages / fewestDrawn));
  const bound = (part: number) => Math.round(first * (end / first) ** (part / parts));
  const rank = (page: number) => total - page * pageSize;
  const between = Array.from({ length: parts }, (_, part): DrawnPart => {
    // The deepest parts are the largest: they get the pages that are left over.
    const wanted = Math.floor(drawnPages / parts) + (part >= parts - (drawnPages % parts) ? 1 : 0);
    const [from, to] = [bound(part), bound(part + 1)];
    const drawn = draw(wanted, to - from, random).map((index) => rank(from + index + 1) + Math.floor(pageSize / 2));
    return { from: rank(to), to: part === 0 ? below : rank(from), drawn };
  });
  return { oldest: { from: 0, to: rank(end) }, between };
}

/** Distinct whole numbers from 0 to `size`, which is excluded; in order. */
function draw(wanted: number, size: number, random: () => number): number[] {
  const drawn = new Set<number>();
  // Floyd's algorithm: each set of numbers is as likely as any other.
  for (let last = Math.max(0, size - wanted); last < size; last++) {
    const index = Math.floor(random() * (last + 1));
    drawn.add(drawn.has(index) ? last : index);
  }
  return [...drawn].sort((one, other) => one - other);
}
