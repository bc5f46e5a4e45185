import type { TimelineEvent } from '../../protocol/jobPage.ts';

/**
 * `now` ends the timeline of an active job; `known`, the last reading, that of one that can no longer be
 * followed.
 */
export type PageEvent = TimelineEvent | { kind: 'now' | 'known'; name: string; at: number };

interface Span {
  readonly from: number;
  readonly to: number;
}

export const weights: Record<Exclude<PageEvent['kind'], 'step'>, number> = {
  started: 4,
  completed: 4,
  now: 4,
  known: 4,
  log: 2,
  updated: 1,
};

/**
 * Places steps as bars in lanes without overlap, and the moments at one point of an axis as a mark, from 0
 * (start of the timeline) to 1 (end). Both have the indices of their events.
 */
export function layOut(events: readonly PageEvent[]) {
  const { toScale, placeOf } = scaleOf(
    events.flatMap((event) =>
      event.kind === 'step' && event.until !== null ? [event.at, event.until] : [event.at],
    ),
  );
  const started = events.find(({ kind }) => kind === 'started');
  const spans = events.flatMap((event, index) => {
    if (event.kind !== 'step') return [];
    // From here on the step is known to have been active.
    const x = placeOf(event.at);
    const from = event.beganEarlier && started !== undefined ? placeOf(started.at) : x;
    return [{ index, x, from, to: event.until === null ? 1 : placeOf(event.until) }];
  });
  const lanes = lanesOf(spans);
  const moments = events.flatMap(({ kind, at }, index) =>
    kind === 'step' ? [] : [{ kind, index, x: placeOf(at) }],
  );
  const marks = marksOf(moments).map(({ x, merged }) => {
    const { kind, index } = merged.reduce((one, other) =>
      weights[other.kind] > weights[one.kind] ? other : one,
    );
    return { x, kind, index, indices: merged.map((each) => each.index) };
  });
  const bars = spans.map((span, place) => ({ ...span, lane: lanes[place] ?? 0 }));
  /** The place of a bar in its lane, up to the bars before and after it. */
  const roomOf = ({ lane, from }: (typeof bars)[number]): Span => {
    const others = bars.filter((other) => other.lane === lane && other.from !== from);
    return {
      from: Math.max(0, ...others.flatMap((other) => (other.from < from ? [other.to] : []))),
      to: Math.min(1, ...others.flatMap((other) => (other.from > from ? [other.from] : []))),
    };
  };
  return { bars: bars.map((bar) => ({ ...bar, room: roomOf(bar) })), marks, toScale };
}

/** Smallest distance of marks that do not overlap. */
const nearest = 0.02;

/** Maps moments to 0 (first) to 1 (last): to scale, or evenly spaced if nearly all would coincide. */
function scaleOf(moments: readonly number[]): { toScale: boolean; placeOf: (at: number) => number } {
  const sorted = moments.toSorted((one, other) => one - other);
  const first = sorted[0] ?? 0;
  const span = Math.max(1, (sorted.at(-1) ?? 0) - first);
  const places = sorted.map((at) => (at - first) / span);
  const distinct = spaced(sorted, 1000);
  const toScale = distinct.length <= 2 || spaced(places, nearest).length > 2;
  const rankOf = (at: number) => distinct.findLastIndex((each) => each <= at) / (distinct.length - 1);
  return { toScale, placeOf: toScale ? (at) => (at - first) / span : rankOf };
}

/** The sorted values without those closer than `gap` to the previous one. */
function spaced(sorted: readonly number[], gap: number): number[] {
  const kept: number[] = [];
  for (const value of sorted) if (value - (kept.at(-1) ?? -Infinity) >= gap) kept.push(value);
  return kept;
}

/** The lane of each span, in order of their starts: the first without an overlap. */
function lanesOf(spans: readonly Span[]): number[] {
  const ends: number[] = [];
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = Math.max(to, from + nearest);
    return lane;
  });
}

/** Merges sorted moments that would overlap, except the first with the last. */
function marksOf<Moment extends { readonly x: number }>(
  sorted: readonly Moment[],
): { x: number; merged: Moment[] }[] {
  const marks: { x: number; merged: Moment[] }[] = [];
  for (const moment of sorted) {
    const before = marks.at(-1);
    const isEnd = moment === sorted.at(-1);
    if (before === undefined || moment.x - before.x >= nearest) {
      marks.push({ x: moment.x, merged: [moment] });
    } else if (isEnd && marks.length === 1) {
      marks.push({ x: 1, merged: [moment] });
    } else {
      before.merged.push(moment);
      if (isEnd) before.x = moment.x;
    }
  }
  return marks;
}

interface LabelBox {
  /** Position of the point, in pixels. */
  readonly at: number;
  readonly width: number;
  readonly weight: number;
  /** Where it may be, in pixels, so that no step's name is below the bar of another. */
  readonly room: Span;
}

type LabelPlace = 'start' | 'end' | 'hidden';

const gapBetweenLabels = 12;

/**
 * Which labels fit side by side, and how each is anchored to its point. Greater weights are placed first;
 * among equal ones those nearer to an end.
 */
export function placeLabels(labels: readonly LabelBox[]): LabelPlace[] {
  const places: LabelPlace[] = labels.map(() => 'hidden');
  const taken: [from: number, to: number][] = [];
  const byImportance = [...labels.keys()].sort(
    (one, other) => importance(labels, other) - importance(labels, one),
  );
  for (const index of byImportance) {
    const label = labels[index];
    if (label === undefined) continue;
    const options: [LabelPlace, number][] = [
      ['start', label.at],
      ['end', label.at - label.width],
    ];
    const fitting = options.find(([, from]) => {
      const to = from + label.width;
      return (
        from >= label.room.from - 1 &&
        to <= label.room.to + 1 &&
        taken.every(
          ([otherFrom, otherTo]) => to + gapBetweenLabels <= otherFrom || otherTo + gapBetweenLabels <= from,
        )
      );
    });
    if (fitting === undefined) continue;
    places[index] = fitting[0];
    taken.push([fitting[1], fitting[1] + label.width]);
  }
  return places;
}

function importance(labels: readonly LabelBox[], index: number): number {
  return (labels[index]?.weight ?? 0) * 10 + Math.abs(index / (labels.length - 1) - 0.5);
}
