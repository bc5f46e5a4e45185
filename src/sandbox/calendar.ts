import { bisectRight, cumsum } from 'd3-array';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const week = 7 * day;
/** A Monday, 0:00 UTC. */
const weekZero = Date.UTC(1970, 0, 5);

/** How much work is done in each hour of a week (UTC), 1 on average: people at four sites cover early to late, a few work at weekends. */
const weights = weekOf([0.1, 0.1, 0.1, 0.2, 0.4, 0.6, 1, 1.6, 2.2, 2.4, 2.4, 2.1, 2, 2.3, 2.4, 2.2, 1.8, 1.3, 0.9, 0.7, 0.5, 0.3, 0.2, 0.1]);
const workBefore = [0, ...cumsum(weights, (weight) => weight * hour)];

function weekOf(workday: number[]): number[] {
  const all = Array.from({ length: 7 }, (_, index) => workday.map((weight) => (index < 5 ? weight : weight / 8))).flat();
  const total = all.reduce((sum, weight) => sum + weight);
  return all.map((weight) => (weight * all.length) / total);
}

/** How busy the hour of a time is; 1 on average. */
export function busyness(at: number): number {
  return weights[placeOf(at).index] ?? 0;
}

/** The time at which this amount of work is done since `from`, in milliseconds at the average pace; nights and weekends add little. */
export function afterWork(from: number, work: number): number {
  const { weeks, index, inHour } = placeOf(from);
  const done = weeks * week + (workBefore[index] ?? 0) + inHour * (weights[index] ?? 0);
  // Rounding must not give an earlier time.
  return Math.max(from, timeOf(done + work));
}

/** `index` is the hour within its week. */
function placeOf(at: number): { weeks: number; index: number; inHour: number } {
  const weeks = Math.floor((at - weekZero) / week);
  const inWeek = at - weekZero - weeks * week;
  return { weeks, index: Math.floor(inWeek / hour), inHour: inWeek % hour };
}

function timeOf(work: number): number {
  const weeks = Math.floor(work / week);
  const inWeek = work - weeks * week;
  const index = Math.min(bisectRight(workBefore, inWeek), weights.length) - 1;
  return weekZero + weeks * week + index * hour + (inWeek - (workBefore[index] ?? 0)) / (weights[index] ?? 1);
}
