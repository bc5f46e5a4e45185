import type { DurationPicture } from '../../../protocol/overview.ts';
import { day, hour, minute } from '../../../text/time.ts';

export type DurationLayout = ReturnType<typeof layOutDuration>;

const second = 1000;
const durations = [1, 5, 15, 30]
  .map((count) => count * second)
  .concat(
    [1, 5, 15, 30].map((count) => count * minute),
    [1, 3, 6, 12].map((count) => count * hour),
    [1, 2, 4, 7, 14, 30, 60, 90, 180, 365, 730, 1825, 3650].map((count) => count * day),
  );

/** Pixels. */
const [top, plotHeight, labelHeight, left, right, tickWidth] = [16, 136, 24, 44, 12, 64];

/** Ratio of the longest time to the median above which the time axis is logarithmic. */
const longBesideMiddle = 12;

/** The curve, which is known up to `endX`. */
export function layOutDuration({ curve, until, median }: DurationPicture, width: number) {
  const times = curve.map(({ time }) => time).filter((time) => time > 0);
  const middle = median ?? times[Math.floor(times.length / 2)] ?? until;
  const isLogarithmic = until > longBesideMiddle * Math.max(middle, 1);
  // Limited, because very short times would take most of a logarithmic axis.
  const shortest = Math.min(Math.max(second, times[0] ?? second, middle / 200), until / 2);
  const endX = width - right;
  const placeOf = (time: number) =>
    isLogarithmic ? Math.log(Math.max(time, shortest) / shortest) / Math.log(until / shortest) : time / until;
  const xOf = (time: number) =>
    left + (until > 0 ? Math.min(1, Math.max(0, placeOf(time))) : 0) * (endX - left);
  const bottom = top + plotHeight;
  const yOf = (share: number) => bottom - share * plotHeight;
  // By hand, because d3-shape would take a twelfth of the page's bundle.
  const steps = curve
    .filter(({ time }) => time <= until)
    .map(({ time, share }) => `H${round(xOf(time))}V${round(yOf(share))}`);
  return {
    path: `M${left} ${bottom}${steps.join('')}H${endX}`,
    xOf,
    yOf,
    ticks: ticksOf(until, isLogarithmic ? shortest : 0, xOf),
    endX,
    left,
    bottom,
    height: bottom + labelHeight,
    isLogarithmic,
  };
}

/** The share of jobs that finished within a time. */
export function shareAt(curve: DurationPicture['curve'], time: number): number {
  return curve.findLast((point) => point.time <= time)?.share ?? 0;
}

/** Round times with enough distance for their labels. */
function ticksOf(until: number, from: number, xOf: (time: number) => number): { time: number; x: number }[] {
  const step = durations.find((each) => xOf(from + each) - xOf(from) >= tickWidth) ?? until;
  const candidates =
    from === 0
      ? Array.from({ length: Math.floor(until / step) + 1 }, (_, index) => index * step)
      : durations.filter((time) => time >= from && time <= until);
  const ticks: { time: number; x: number }[] = [];
  for (const time of candidates.filter(isRound)) {
    if (xOf(time) - (ticks.at(-1)?.x ?? -Infinity) >= tickWidth) ticks.push({ time, x: xOf(time) });
  }
  return ticks;
}

/** Whether a label in its largest unit is exact: 36 hours would be a second `1 d`. */
function isRound(time: number): boolean {
  return [day, hour, minute].every((unit) => time < unit || time % unit === 0);
}

function round(place: number): number {
  return Math.round(place * 10) / 10;
}
