import type { ListMap } from './listMap.ts';
import { type ReadPage, middleOf } from './readPages.ts';
import type { Stratum } from '../sample.ts';
import type { UnaskedReading } from './unaskedReading.ts';

/** The parts of a list that was read in part as planned, newest first; empty where one of them has no page that was read. */
export function strataOf({ plan, holding }: UnaskedReading, map: ListMap, pages: readonly ReadPage[]): readonly Stratum[] {
  if (plan === undefined || plan === 'rest' || map.facts === undefined) return [];
  const { pageSize } = map.facts;
  const { oldest, between } = plan;
  const drawnParts = between.map(({ from, to, drawn }): Stratum => {
    if (map.isRead({ from, to })) return wholeStratum(pages, from, to);
    const isDone = drawn.every((rank) => holding.has(rank));
    return { pages: Math.round((to - from) / pageSize), read: isDone ? [...new Set(drawn.flatMap((rank) => holding.get(rank) ?? []))] : [] };
  });
  const newest = wholeStratum(pages, between[0]?.to ?? oldest.to, Infinity);
  const strata = [newest, ...drawnParts, map.isRead(oldest) ? wholeStratum(pages, -Infinity, oldest.to) : { pages: 1, read: [] }];
  return strata.every(({ read }) => read.length > 0) ? strata : [];
}

/** A part of the list of which every page was read. */
export function wholeStratum(pages: readonly ReadPage[], from = -Infinity, to = Infinity): Stratum {
  const read = pages.filter((page) => middleOf(page) >= from && middleOf(page) < to).map(({ number }) => number);
  return { pages: read.length, read };
}
