export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const week = 7 * day;
/** A Monday, 0:00 UTC. */
const weekZero = Date.UTC(1970, 0, 5);

/**
 * How much work is done in each hour of a workday (UTC): people at four sites cover early to late, a few work
 * at weekends.
 */
const workday = [
  0.1, 0.1, 0.1, 0.2, 0.4, 0.6, 1, 1.6, 2.2, 2.4, 2.4, 2.1, 2, 2.3, 2.4, 2.2, 1.8, 1.3, 0.9, 0.7, 0.5, 0.3,
  0.2, 0.1,
];
const hours = Array.from(
  { length: week / hour },
  (_, index) => (workday[index % 24] ?? 0) / (index < 5 * 24 ? 1 : 8),
);
const average = hours.reduce((sum, each) => sum + each) / hours.length;

/** How busy the hour of a time is; 1 on average. */
export function busyness(at: number): number {
  return (hours.at(Math.floor((at - weekZero) / hour) % hours.length) ?? 0) / average;
}

/**
 * The time at which this amount of work is done since `from`, in milliseconds at the average pace; nights and
 * weekends add little.
 */
export function afterWork(from: number, work: number): number {
  // Each week has the same work.
  let at = from + Math.floor(work / week) * week;
  let left = work % week;
  for (;;) {
    const end = (Math.floor(at / hour) + 1) * hour;
    const done = (end - at) * busyness(at);
    if (done >= left) return at + left / busyness(at);
    [at, left] = [end, left - done];
  }
}
