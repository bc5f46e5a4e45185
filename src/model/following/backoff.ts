/** The longest that is waited between two looks at watched jobs, unless the service asks for more, in milliseconds. */
export const longestInterval = 60_000;

/** The first interval after a change; with jitter it is never shorter than 2 s. */
export const firstInterval = 2_500;

/** A service that names a day far away is asked again all the same. */
const longestRetryAfter = 60 * 60_000;

const growth = 1.4;

/** The interval after a look: short again where something changed, else a little longer. */
export function nextInterval(interval: number, changed: boolean): number {
  return changed ? firstInterval : Math.min(longestInterval, interval * growth);
}

/** The shortest interval while the window is not used. */
export const idleInterval = 15_000;

/** How long to wait after so many failures in a row: doubled each time, and never shorter than the service asks for. */
export function backoffDelay(failures: number, retryAfter = 0, random: () => number): number {
  return Math.max(jittered(Math.min(longestInterval, firstInterval * 2 ** failures), random), Math.min(retryAfter, longestRetryAfter));
}

/** Shortens an interval by up to a fifth, so that windows that began together do not ask together. */
export function jittered(interval: number, random: () => number): number {
  return interval * (0.8 + 0.2 * random());
}
