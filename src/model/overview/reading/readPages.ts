import type { JobRow } from '../../../service/index.ts';
import { parseTimestamp } from '../../../text/time.ts';
import type { RankedStart } from '../sample.ts';
import type { Ranks } from './coverage.ts';

/** A page of the list that brought jobs, with its ranks when it was read. */
export interface ReadPage extends Ranks {
  /** Its number in the records, in order of reading. */
  readonly number: number;
  /** Of some of its jobs, in the order of the list. */
  readonly starts: readonly RankedStart[];
}

const startsOfPage = 8;

export function readPage(number: number, { from, to }: Ranks, rows: readonly JobRow[]): ReadPage {
  const starts = rows.flatMap((row, index): RankedStart[] => {
    const startedAt = startOf(row);
    return startedAt === null ? [] : [{ rank: to - 1 - index, startedAt }];
  });
  const each = Math.max(1, starts.length / startsOfPage);
  const some = starts.filter((_, index) => Math.floor(index / each) !== Math.floor((index - 1) / each));
  return { number, from, to, starts: some };
}

/** The latest start of a job; null where none has one. */
export function latestStart(rows: readonly JobRow[]): number | null {
  return rows.map(startOf).reduce((one, other) => (one === null || other === null ? (one ?? other) : Math.max(one, other)), null);
}

function startOf(row: JobRow): number | null {
  return parseTimestamp(row.kind === 'job' ? row.job.startedAt : null);
}

export function middleOf({ from, to }: Ranks): number {
  return Math.floor((from + to) / 2);
}

/** The share of pairs that may be in another order: times of jobs that start together are not sorted to the second. */
const tolerance = 0.2;
const fewestPairs = 4;

/** Whether the list has the newest jobs first, as far as these pages tell. */
export function isNewestFirst(pages: readonly ReadPage[]): boolean {
  const starts = [...pages].sort((one, other) => other.to - one.to).flatMap((page) => page.starts.map(({ startedAt }) => startedAt));
  const apart = Math.max(1, starts.length >> 2);
  const pairs = starts.slice(apart).map((older, index) => older - (starts[index] ?? older)).filter((difference) => difference !== 0);
  return pairs.length < fewestPairs || pairs.filter((difference) => difference > 0).length <= pairs.length * tolerance;
}

export function rankedStarts(pages: readonly ReadPage[]): RankedStart[] {
  return pages.flatMap(({ starts }) => starts).sort((one, other) => one.rank - other.rank);
}
