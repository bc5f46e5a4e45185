import type { Ranks } from './coverage.ts';
import type { ListMap } from './listMap.ts';
import { type ReadingPlan, mostPages, newestPages, planReading } from './readingPlan.ts';

/** The reading of some pages, before any person asks for all. */
export interface UnaskedReading {
  /** `rest` reads all that is left; undefined while the newest pages are read. */
  readonly plan: ReadingPlan | 'rest' | undefined;
  /** The number of the page in the records that holds each drawn rank. */
  readonly holding: ReadonlyMap<number, number>;
  /** Pages that were named to be read, and how many of those were. */
  readonly named: ReadonlySet<number>;
  readonly taken: number;
}

export const notBegun: UnaskedReading = { plan: undefined, holding: new Map(), named: new Set(), taken: 0 };

/** Plans once the newest pages were read, and names the next page; undefined where that is done, or depends on pages that are asked for. */
export function nextUnasked(reading: UnaskedReading, map: ListMap, pending: readonly number[], random: () => number): { readonly reading: UnaskedReading; readonly next: number | undefined } {
  if (reading.taken + pending.length >= mostPages) return { reading, next: undefined };
  const first = nextNewest(map, pending);
  const isPlanDue = first === 'below' && reading.plan === undefined && pending.length === 0;
  const planned = isPlanDue ? { ...reading, plan: planBelow(map, random) } : reading;
  const next = first === 'below' ? nextBelow(planned, map, pending) : first;
  return { reading: next === undefined ? planned : { ...planned, named: new Set([...planned.named, next]) }, next };
}

/** Takes note that a page was read. */
export function tookPage(reading: UnaskedReading, page: number): UnaskedReading {
  if (!reading.named.has(page)) return reading;
  return { ...reading, named: new Set([...reading.named].filter((each) => each !== page)), taken: reading.taken + 1 };
}

/** Takes note of the jobs that were read of these ranks, and of the number in the records of the page that holds them. */
export function heldRanks(reading: UnaskedReading, { from, to }: Ranks, number: number): UnaskedReading {
  if (reading.plan === undefined || reading.plan === 'rest') return reading;
  const ranks = reading.plan.between.flatMap(({ drawn }) => drawn).filter((rank) => rank >= from && rank < to && !reading.holding.has(rank));
  return ranks.length === 0 ? reading : { ...reading, holding: new Map([...reading.holding, ...ranks.map((rank) => [rank, number] as const)]) };
}

/** The next of the newest pages, or `below` once these were read. */
function nextNewest(map: ListMap, pending: readonly number[]): number | 'below' | undefined {
  if (map.facts === undefined || map.isProbeDue) return pending.length === 0 ? 1 : undefined;
  if (map.isEndUnknown && pending.length > 0) return undefined;
  const { pageSize, lastPage } = map.facts;
  const { top } = map.coverage;
  const gap = map.gap({ from: top - (lastPage === null ? mostPages : newestPages) * pageSize, to: top }, pending);
  if (gap !== undefined) return map.pageAt(gap.to - 1);
  return lastPage === null ? undefined : 'below';
}

function planBelow({ coverage, newest, facts }: ListMap, random: () => number): ReadingPlan | 'rest' {
  return planReading(coverage.top, newest?.from ?? coverage.top, facts?.pageSize ?? 1, random) ?? 'rest';
}

function nextBelow({ plan, holding }: UnaskedReading, map: ListMap, pending: readonly number[]): number | undefined {
  if (plan === undefined) return undefined;
  if (plan === 'rest') {
    const gap = map.gap({ from: -Infinity, to: map.coverage.top }, pending);
    return gap && map.pageAt(gap.to - 1);
  }
  const oldest = map.isRefused(plan.oldest) ? undefined : map.gap(plan.oldest, pending, 'oldest');
  if (oldest !== undefined) return map.pageAt(oldest.from);
  const drawn = plan.between.flatMap((part) => part.drawn).find((rank) => !holding.has(rank) && map.gap({ from: rank, to: rank + 1 }, pending) !== undefined);
  return drawn === undefined ? undefined : map.pageAt(drawn);
}
