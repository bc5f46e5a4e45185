import type { Ranks } from './coverage.ts';

/** A page that the service does not give. */
interface Refusal {
  readonly page: number;
  readonly ranks: Ranks;
}

/** Which pages the service gives. */
export interface Refusals {
  readonly pages: readonly Refusal[];
  /** The number of refusals since the last page that was given. */
  readonly inRow: number;
  /** The deepest page that was given. */
  readonly deepest: number;
}

export const noRefusals: Refusals = { pages: [], inRow: 0, deepest: 0 };

/** The refusals, below all pages that were read, after which deeper pages are not asked for; and those in a row after which the first page tells whether the service answers at all. */
const manyRefusals = 2;

export function refused(refusals: Refusals, page: number, ranks: Ranks): Refusals {
  return { ...refusals, pages: [...without(refusals, page), { page, ranks }], inRow: refusals.inRow + 1 };
}

export function given(refusals: Refusals, page: number): Refusals {
  return { pages: without(refusals, page), inRow: 0, deepest: Math.max(refusals.deepest, page) };
}

/** Whether the first page is to tell if the service answers at all. */
export function isProbeDue({ inRow }: Refusals): boolean {
  return inRow >= manyRefusals;
}

/** The page above the deeper ones that are refused; Infinity where any may be given. */
export function lastGiven({ pages, deepest }: Refusals): number {
  const below = pages.map(({ page }) => page).filter((page) => page > deepest);
  return below.length >= manyRefusals ? Math.min(...below) - 1 : Infinity;
}

function without({ pages }: Refusals, page: number): readonly Refusal[] {
  return pages.filter((each) => each.page !== page);
}
