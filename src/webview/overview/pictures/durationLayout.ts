import type { DurationPicture } from '../../../protocol/overview.ts';
import { day, hour, minute } from '../../../text/time.ts';

export type DurationAxis = ReturnType<typeof axisOf>;

const second = 1000;
const durations = [1, 5, 15, 30]
  .map((count) => count * second)
  .concat(
    [1, 5, 15, 30].map((count) => count * minute),
    [1, 3, 6, 12].map((count) => count * hour),
    [1, 2, 4, 7, 14, 30, 60, 90, 180, 365, 730, 1825, 3650].map((count) => count * day),
  );

/** Ratio of the longest time to the median above which the time axis is logarithmic. */
const longBesideMiddle = 12;

/** Least distance of two labels, as a share of the axis. */
const tickWidth = 0.2;

/** The axis of times, whose places go from 0 to 1. */
export function axisOf({ curve, until, median }: DurationPicture) {
  const times = curve.map(({ time }) => time).filter((time) => time > 0);
  const middle = median ?? times[Math.floor(times.length / 2)] ?? until;
  const isLogarithmic = until > longBesideMiddle * Math.max(middle, 1);
  // Limited, because very short times would take most of a logarithmic axis.
  const shortest = Math.min(Math.max(second, times[0] ?? second, middle / 200), until / 2);
  const ratio = until / shortest;
  const placeOf = (time: number) => {
    if (until === 0) return 0;
    const place = isLogarithmic
      ? Math.log(Math.max(time, shortest) / shortest) / Math.log(ratio)
      : time / until;
    return Math.min(1, place);
  };
  const timeAt = (place: number) => (isLogarithmic ? shortest * ratio ** place : until * place);
  return { placeOf, timeAt, ticks: ticksOf(until, isLogarithmic ? shortest : 0, placeOf), isLogarithmic };
}

/** The curve as a path of steps in a square of 100. */
export function pathOf({ curve, until }: DurationPicture, { placeOf }: DurationAxis): string {
  const percent = (share: number) => Math.round(share * 1000) / 10;
  const steps = curve
    .filter(({ time }) => time <= until)
    .map(({ time, share }) => `H${percent(placeOf(time))}V${percent(1 - share)}`);
  return `M0 100${steps.join('')}H100`;
}

/** The share of jobs that finished within a time. */
export function shareAt(curve: DurationPicture['curve'], time: number): number {
  return curve.findLast((point) => point.time <= time)?.share ?? 0;
}

/** Round times with enough distance for their labels. */
function ticksOf(until: number, from: number, placeOf: (time: number) => number): number[] {
  const ticks: number[] = [];
  for (const time of [0, ...durations]) {
    const before = ticks.at(-1);
    const hasRoom = before === undefined || placeOf(time) - placeOf(before) >= tickWidth;
    if (time >= from && time <= until && hasRoom) ticks.push(time);
  }
  return ticks;
}
