import type { TimelineEvent } from '../../protocol.ts';

/** `now` ends the line of an active job, `known` that of an active job that can no longer be followed. */
export type PointKind = TimelineEvent['kind'] | 'now' | 'known';

interface DatedEvent {
  readonly kind: PointKind;
  readonly at: number;
}

export interface TimelinePoint<T extends DatedEvent> {
  /** The weightiest of the events that the point merges. */
  readonly event: T;
  /** From 0, the beginning, to 1, the end. */
  readonly x: number;
}

/** Closer points are merged: they would overlap. */
const nearest = 0.02;

export const weights: Record<PointKind, number> = { started: 4, completed: 4, now: 4, known: 4, step: 3, log: 2, updated: 1 };

/**
 * Places events, in order of time, along a line: to scale, unless nearly all of them would merge into one point.
 */
export function layOut<T extends DatedEvent>(events: readonly T[]): { points: TimelinePoint<T>[]; toScale: boolean } {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return { points: [], toScale: true };
  const span = last.at - first.at;
  const scaled = span <= 0 ? [] : merge(events.map((event) => ({ event, x: (event.at - first.at) / span })));
  const moments = new Set(events.map(({ at }) => at)).size;
  if (scaled.length > 2 || (moments <= 2 && scaled.length === 2)) return { points: scaled, toScale: true };
  const distinct = merge(events.map((event) => ({ event, x: event.at })), 1000);
  return { points: distinct.map(({ event }, index) => ({ event, x: distinct.length === 1 ? 0 : index / (distinct.length - 1) })), toScale: false };
}

function merge<T extends DatedEvent>(points: readonly TimelinePoint<T>[], gap = nearest): TimelinePoint<T>[] {
  const merged: TimelinePoint<T>[] = [];
  for (const [index, point] of points.entries()) {
    const before = merged.at(-1);
    const isEnd = index === points.length - 1;
    if (before === undefined || point.x - before.x >= gap || (isEnd && merged.length === 1)) {
      merged.push(point);
    } else if (weights[point.event.kind] > weights[before.event.kind] || isEnd) {
      // The beginning and the end stay where they are.
      merged[merged.length - 1] = { event: point.event, x: isEnd ? point.x : before.x };
    }
  }
  return merged;
}

export interface LabelBox {
  /** Where the point is, in pixels. */
  readonly at: number;
  readonly width: number;
  readonly weight: number;
}

export type LabelPlace = 'start' | 'end' | 'hidden';

const gapBetweenLabels = 12;

/** Labels that fit side by side, and on which side of its point each begins. The last and the first take room first, then the weightier, then those nearer to an end. */
export function placeLabels(labels: readonly LabelBox[], width: number): LabelPlace[] {
  const places: LabelPlace[] = labels.map(() => 'hidden');
  const taken: [from: number, to: number][] = [];
  const byImportance = [...labels.keys()].sort((one, other) => importance(labels, other) - importance(labels, one));
  for (const index of byImportance) {
    const label = labels[index];
    if (label === undefined) continue;
    const options: [LabelPlace, number][] = [
      ['start', label.at],
      ['end', label.at - label.width],
    ];
    const fitting = options.find(([, from]) => {
      const to = from + label.width;
      return from >= -1 && to <= width + 1 && taken.every(([otherFrom, otherTo]) => to + gapBetweenLabels <= otherFrom || otherTo + gapBetweenLabels <= from);
    });
    if (fitting === undefined) continue;
    places[index] = fitting[0];
    taken.push([fitting[1], fitting[1] + label.width]);
  }
  return places;
}

function importance(labels: readonly LabelBox[], index: number): number {
  const last = labels.length - 1;
  if (index === last) return 1000;
  if (index === 0) return 999;
  return (labels[index]?.weight ?? 0) * 10 + Math.abs(index / last - 0.5);
}
