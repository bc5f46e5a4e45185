import { bisectLeft } from 'd3-array';
import type { Sample } from '../sample.ts';
import type { Estimate } from './estimate.ts';

/** A number of jobs, and what it is at least and at most. */
interface Bounded {
  readonly least: number;
  readonly value: number;
  readonly most: number;
}

/**
 * How many jobs of the list started in a span: as many as its ends are ranks apart, which are known to lie between those of
 * the nearest jobs that were read. Undefined where these ranks are not known.
 */
export function startsBetween({ starts, total }: Sample, now: number): ((span: { from: number; to: number }) => Estimate) | undefined {
  if (starts.length === 0 || total === null) return undefined;
  const times = Float64Array.from(starts, ({ startedAt }) => startedAt);
  // Ascending also where jobs that started together are in another order, so that they can be searched.
  let [highest, lowest] = [-Infinity, Infinity];
  const latestUpTo = times.map((time) => (highest = Math.max(highest, time)));
  const earliestFrom = times.toReversed().map((time) => (lowest = Math.min(lowest, time))).reverse();

  /** The number of jobs that started before a time; evenly between the jobs that were read. */
  const startedBefore = (ms: number): Bounded => {
    if (ms >= now) return { least: total, value: total, most: total };
    const older = starts[bisectLeft(earliestFrom, ms) - 1];
    const newer = starts[bisectLeft(latestUpTo, ms)] ?? { rank: total, startedAt: now };
    const [above, upTo] = [(older?.rank ?? -1) + 1, newer.rank];
    const share = older === undefined ? 1 : (ms - older.startedAt) / (newer.startedAt - older.startedAt);
    return { least: Math.min(above, upTo), value: above + (upTo - above) * share, most: Math.max(above, upTo) };
  };
  return ({ from, to }) => {
    const [before, until] = [startedBefore(from), startedBefore(to)];
    return {
      value: Math.max(0, Math.round(until.value - before.value)),
      from: Math.max(0, until.least - before.most),
      to: Math.max(0, until.most - before.least),
    };
  };
}
