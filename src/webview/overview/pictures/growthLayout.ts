import { ticks } from 'd3-array';
import { scaleBand } from 'd3-scale';
import type { Count, GrowthPicture } from '../../../protocol/overview.ts';
import { formatShortNumber } from '../../../text/number.ts';

type Side = 'started' | 'completed';

/** A bar, or a run of bins that were not read; in pixels. */
export interface Mark {
  readonly id: string;
  readonly side: Side;
  /** Indices of its first and last bin; equal for a bar. */
  readonly first: number;
  readonly last: number;
  /** Null if not all of it was read. */
  readonly count: Count | null;
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
}

interface Label {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

/** Pixels. */
const [stripHeight, top, labelHeight, character] = [16, 12, 24, 6.5];

/**
 * Bars for started jobs above an axis and completed ones below it, on the same scale; `left` is the left edge
 * of the bars.
 */
export function layOutGrowth({ bins }: GrowthPicture, width: number) {
  const plotHeight = width < 480 ? 168 : 232;
  const highest = { started: highestOf(bins, 'started'), completed: highestOf(bins, 'completed') };
  // If no completion was read, a strip says so instead of bars.
  const hasCompleted = bins.some(({ completed }) => completed !== null);
  const unit =
    (plotHeight - (hasCompleted ? 0 : stripHeight)) /
    Math.max(1, highest.started + (hasCompleted ? highest.completed : 0));
  const axisY = top + (hasCompleted ? unit * highest.started : plotHeight - stripHeight);
  const bottom = top + plotHeight;
  const all = [
    ...ticks(0, highest.started, 3).map((value) => ({ value, y: axisY - value * unit })),
    ...(hasCompleted
      ? ticks(0, highest.completed, 2)
          .filter((value) => value > 0)
          .map((value) => ({ value, y: axisY + value * unit }))
      : []),
  ].filter(({ value }) => Number.isInteger(value));
  const left =
    Math.ceil(Math.max(...all.map(({ value }) => formatShortNumber(value).length)) * character) + 10;
  const band = scaleBand<number>().domain(bins.keys()).range([left, width]).paddingInner(0.3);
  const xOf = (index: number) => band(index) ?? left;
  const span = (first: number, last: number) => ({
    x: xOf(first),
    width: xOf(last) + band.bandwidth() - xOf(first),
  });
  const marks = (['started', 'completed'] as const).flatMap((side) => {
    return runsOf(bins.map((bin) => bin[side])).map(({ count, first, last }): Mark => {
      const room = side === 'started' ? axisY - top : bottom - axisY;
      const height =
        count === null
          ? Math.max(stripHeight - 4, room)
          : Math.min(room, Math.max(count.value > 0 ? 2 : 0.5, count.value * unit));
      return {
        id: `${side}/${first}`,
        side,
        first,
        last,
        count,
        ...span(first, last),
        height,
        y: side === 'started' ? axisY - height : axisY,
      };
    });
  });
  return {
    marks,
    ticks: all,
    axisY,
    bottom,
    left,
    span,
    labels: labelsOf(bins, xOf, band.step(), width),
    height: bottom + labelHeight,
    binAt: (x: number) => Math.min(bins.length - 1, Math.max(0, Math.floor((x - left) / band.step()))),
  };
}

function highestOf(bins: GrowthPicture['bins'], side: Side): number {
  return Math.max(0, ...bins.map((bin) => bin[side]?.value ?? 0));
}

/** Each count as a run of one, and adjacent nulls merged into one run. */
function runsOf(counts: readonly (Count | null)[]): { count: Count | null; first: number; last: number }[] {
  const runs: { count: Count | null; first: number; last: number }[] = [];
  for (const [index, count] of counts.entries()) {
    const before = runs.at(-1);
    if (count === null && before?.count === null) before.last = index;
    else runs.push({ count, first: index, last: index });
  }
  return runs;
}

/** Labels that fit: of each n-th bin from the first on, and of the last bin if it is still growing. */
function labelsOf(
  bins: GrowthPicture['bins'],
  xOf: (index: number) => number,
  step: number,
  width: number,
): Label[] {
  const widthOf = (text: string) => text.length * character;
  const every = Math.max(1, Math.ceil((Math.max(...bins.map(({ label }) => widthOf(label))) + 20) / step));
  const last = bins.at(-1);
  const end: Label[] = last?.isUnderWay === true ? [{ text: last.label, x: width, anchor: 'end' }] : [];
  const room = last?.isUnderWay === true ? width - widthOf(last.label) - 12 : width;
  const labels = bins.flatMap(({ label }, index): Label[] => {
    if (
      index % every !== 0 ||
      (end.length > 0 && index === bins.length - 1) ||
      xOf(index) + widthOf(label) > room
    ) {
      return [];
    }
    return [{ text: label, x: xOf(index), anchor: 'start' }];
  });
  return [...labels, ...end];
}
