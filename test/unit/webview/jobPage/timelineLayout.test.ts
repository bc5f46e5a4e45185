import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, placeLabels } from '../../../../src/webview/jobPage/timelineLayout.ts';

const at = (kind: 'started' | 'step' | 'log' | 'updated' | 'now', minute: number) => ({ kind, at: minute * 60_000 });
const told = (events: ReturnType<typeof at>[]) => {
  const { points, toScale } = layOut(events);
  return [...points.map(({ event, x }) => `${event.kind} ${Math.round(x * 100)}`), toScale ? 'to scale' : 'not to scale'];
};

describe('the points of a timeline', () => {
  it('are to scale', () => {
    expect(told([at('started', 0), at('step', 25), at('step', 75), at('now', 100)])).toEqual(['started 0', 'step 25', 'step 75', 'now 100', 'to scale']);
  });

  it('that are too close become one, called after the weightiest; the ends stay', () => {
    expect(told([at('started', 0), at('log', 1), at('log', 50), at('step', 51), at('updated', 99), at('now', 100)])).toEqual(['started 0', 'step 50', 'now 100', 'to scale']);
  });

  it('are spaced evenly where they would sit in one place, and it says so', () => {
    expect(told([at('started', 0), at('step', 1), at('step', 2), at('now', 100_000)])).toEqual(['started 0', 'step 33', 'step 67', 'now 100', 'not to scale']);
  });

  it('of a job that just started are its beginning and now', () => {
    expect(told([at('started', 0), at('now', 0)]).slice(0, -1)).toEqual(['started 0', 'now 100']);
  });
});

describe('labels', () => {
  it('are shown where they have room in the picture and apart from each other, hidden where they have none on either side; the end always shows', () => {
    interface Box {
      readonly from: number;
      readonly to: number;
    }
    const hasRoom = ({ from, to }: Box, others: readonly Box[]) => from >= -1 && to <= 801 && others.every((other) => to + 12 <= other.from || other.to + 12 <= from);
    const label = fc.record({ at: fc.integer({ min: 0, max: 800 }), width: fc.integer({ min: 10, max: 300 }), weight: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(label, { minLength: 2, maxLength: 20 }), (labels) => {
        const sorted = labels.sort((one, other) => one.at - other.at);
        const places = placeLabels(sorted, 800);
        const sides = sorted.map(({ at: x, width }) => ({ start: { from: x, to: x + width }, end: { from: x - width, to: x } }));
        const boxes = sides.map(({ start, end }, index) => ({ start, end, hidden: undefined })[places[index] ?? 'hidden']);
        const shown = boxes.filter((box) => box !== undefined);
        for (const box of shown) expect(hasRoom(box, shown.filter((other) => other !== box))).toBe(true);
        for (const [index, { start, end }] of sides.entries()) {
          if (boxes[index] === undefined) expect([hasRoom(start, shown), hasRoom(end, shown)]).toEqual([false, false]);
        }
        expect(places.at(-1)).not.toBe('hidden');
      }),
    );
  });

  it('drop the inner ones first', () => {
    const wide = (x: number, weight: number) => ({ at: x, width: 75, weight });
    expect(placeLabels([wide(0, 4), wide(60, 2), wide(120, 3), wide(300, 4)], 300)).toEqual(['start', 'hidden', 'start', 'end']);
  });
});
