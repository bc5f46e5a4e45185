import { day, hour, minute } from '../../../text/time.ts';
import type { JobFacts } from './survey.ts';

/** Fewest finished jobs for percentiles. */
export const fewestFinished = 30;

/** Share of jobs that must still be observed for the curve to continue while others are unfinished. */
const leastObserved = 0.05;

/**
 * The share of jobs that finished within a time, as far as it is known while some are unfinished. Times in
 * milliseconds.
 */
export interface Survival {
  /** Ascending from 0 in steps of at least 0.01. */
  readonly curve: { time: number; share: number }[];
  readonly until: number;
  /** Whether no job is unfinished. */
  readonly isComplete: boolean;
  /**
   * Times within which half, and nine in ten, of the jobs finish, rounded up for labels; null if not known.
   */
  readonly median: number | null;
  readonly nineInTen: number | null;
  /**
   * The share of active jobs that have run longer than `nineInTen` in a queue that neither grows nor shrinks.
   */
  readonly usualShare: number;
  readonly finished: number;
  /** Number of jobs without a known running time. */
  readonly leftOut: number;
}

/** The Kaplan-Meier estimate: an unfinished job counts for as long as it has run. Precise to seconds. */
export function survivalOf(jobs: readonly JobFacts[], now: number): Survival {
  /** 2 · seconds, and 1 more if unfinished, so that sorting puts finished jobs first among equal times. */
  const packed = new Float64Array(jobs.length);
  let [known, finished] = [0, 0];
  for (const { state, started, completed } of jobs) {
    const isFinished = state === 'completed';
    if (
      started === null ||
      state === 'unknown' ||
      (isFinished && (completed === null || completed < started))
    ) {
      continue;
    }
    const seconds = Math.floor(Math.max(0, (isFinished ? (completed ?? 0) : now) - started) / 1000);
    packed[known++] = 2 * seconds + (isFinished ? 0 : 1);
    if (isFinished) finished++;
  }
  const times = packed.subarray(0, known).sort();
  const isComplete = finished === known;

  const curve = [{ time: 0, share: 0 }];
  const areas: { time: number; surviving: number; area: number }[] = [];
  let [surviving, area, observed, before] = [1, 0, 0, 0];
  let median: number | null = null;
  let nineInTen: number | null = null;
  for (let at = 0; at < known;) {
    const time = Math.floor((times[at] ?? 0) / 2) * 1000;
    const atRisk = known - at;
    let done = 0;
    for (; at < known && Math.floor((times[at] ?? 0) / 2) * 1000 === time; at++) {
      if ((times[at] ?? 0) % 2 === 0) done++;
    }
    area += surviving * (time - before);
    before = time;
    if (isComplete || atRisk >= known * leastObserved) observed = time;
    if (done === 0) continue;
    surviving *= 1 - done / atRisk;
    areas.push({ time, surviving, area });
    const share = 1 - surviving;
    // Sums of shares are not exact.
    if (share >= 0.5 - 1e-9) median ??= time;
    if (share >= 0.9 - 1e-9) nineInTen ??= time;
    const last = curve.at(-1);
    if (last?.time === time) last.share = share;
    else if (share >= (last?.share ?? 0) + 0.0105 || surviving === 0) curve.push({ time, share });
  }
  if (finished < fewestFinished) median = nineInTen = null;
  const until = Math.max(observed, nineInTen ?? median ?? 0);
  const limit = nineInTen === null ? null : roundedUp(nineInTen);
  const passed = limit === null ? undefined : areas.findLast(({ time }) => time <= limit);
  const areaBelow =
    passed === undefined || limit === null ? area : passed.area + passed.surviving * (limit - passed.time);
  return {
    curve: curve.filter(({ time }) => time <= until),
    until,
    isComplete,
    finished,
    leftOut: jobs.length - known,
    median: median === null ? null : roundedUp(median),
    nineInTen: limit,
    usualShare: area === 0 ? 0 : Math.max(0, area - areaBelow) / area,
  };
}

/** Rounds up to whole days, hours or minutes, from three of the unit on. */
function roundedUp(ms: number): number {
  const unit = [day, hour, minute].find((each) => ms >= 3 * each) ?? 1000;
  return Math.ceil(ms / unit) * unit;
}
