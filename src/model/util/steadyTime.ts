let [last, ahead] = [-Infinity, 0];

/** Milliseconds for due times: goes on where the clock of the day is set back, and counts sleep, which `performance.now` may not. */
export function steadyNow(): number {
  ahead = Math.max(ahead, last - Date.now());
  return (last = Date.now() + ahead);
}
