import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, type PageEvent, placeLabels } from '../../../../src/webview/jobPage/timelineLayout.ts';

const at = (kind: Exclude<PageEvent['kind'], 'step'>, minute: number): PageEvent => ({
  kind,
  name: '',
  at: minute * 60_000,
});
const step = (from: number, until: number | null, beganEarlier = false): PageEvent => ({
  kind: 'step',
  name: '',
  at: from * 60_000,
  until: until === null ? null : until * 60_000,
  beganEarlier,
  source: 'sent',
  owners: [],
});
const places = (...all: number[]) => all.map((x) => Math.round(x * 100)).join(' to ');
const laidOut = (events: PageEvent[]) => {
  const { bars, marks, toScale } = layOut(events);
  return {
    steps: bars.map(
      ({ from, x, to, lane }) =>
        `${from < x ? `${places(from)}, known ` : ''}${places(x, to)} in lane ${lane}`,
    ),
    marks: marks.map(
      ({ kind, x, indices }) => `${kind} ${places(x)}${indices.length > 1 ? ` of ${indices.length}` : ''}`,
    ),
    toScale,
  };
};

describe('the marks of a timeline', () => {
  it('are to scale', () => {
    expect(laidOut([at('started', 0), at('log', 25), at('log', 75), at('now', 100)])).toEqual({
      steps: [],
      marks: ['started 0', 'log 25', 'log 75', 'now 100'],
      toScale: true,
    });
  });

  it('that would overlap become one, called after the weightiest, and hold each event; the ends stay', () => {
    const { marks } = laidOut([
      at('started', 0),
      at('log', 1),
      at('updated', 50),
      at('log', 51),
      at('updated', 99),
      at('now', 100),
    ]);
    expect(marks).toEqual(['started 0 of 2', 'log 50 of 2', 'now 100 of 2']);
  });

  it('are spaced evenly where they would sit in one place, and it says so', () => {
    expect(laidOut([at('started', 0), at('log', 1), at('log', 2), at('now', 100_000)])).toEqual({
      steps: [],
      marks: ['started 0', 'log 33', 'log 67', 'now 100'],
      toScale: false,
    });
  });

  it('of a job that just started are its beginning and now', () => {
    expect(laidOut([at('started', 0), at('now', 0)]).marks).toEqual(['started 0', 'now 100']);
  });
});

describe('the steps of a timeline', () => {
  it('follow each other in one lane, and those that overlap are in several', () => {
    const { steps } = laidOut([
      at('started', 0),
      step(0, 25),
      step(25, 50),
      step(40, null),
      step(60, 80),
      at('now', 100),
    ]);
    expect(steps).toEqual([
      '0 to 25 in lane 0',
      '25 to 50 in lane 0',
      '40 to 100 in lane 1',
      '60 to 80 in lane 0',
    ]);
  });

  it('that were too short to be seen beside each other are in several lanes', () => {
    const { steps } = laidOut([at('started', 0), step(50, 50), step(50.1, 50.1), at('now', 100)]);
    expect(steps).toEqual(['50 to 50 in lane 0', '50 to 50 in lane 1']);
  });

  it('of which only the end is known may have begun with the job', () => {
    expect(laidOut([at('started', 0), step(40, 60, true), step(60, null), at('now', 100)]).steps).toEqual([
      '0, known 40 to 60 in lane 0',
      '60 to 100 in lane 0',
    ]);
    expect(laidOut([step(0, 60, true), step(60, null), at('now', 100)]).steps).toEqual([
      '0 to 60 in lane 0',
      '60 to 100 in lane 0',
    ]);
  });
});

describe('labels', () => {
  it('are shown where they have room in the picture and apart from each other, hidden where they have none on either side; the weightiest always shows', () => {
    interface Box {
      readonly from: number;
      readonly to: number;
    }
    const hasRoom = ({ from, to }: Box, others: readonly Box[]) =>
      from >= -1 && to <= 801 && others.every((other) => to + 12 <= other.from || other.to + 12 <= from);
    const label = fc.record({
      at: fc.integer({ min: 0, max: 800 }),
      width: fc.integer({ min: 10, max: 300 }),
      weight: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(label, { minLength: 2, maxLength: 20 }), (labels) => {
        const sorted = labels.sort((one, other) => one.at - other.at);
        const places = placeLabels(sorted.map((each) => ({ ...each, room: { from: 0, to: 800 } })));
        const sides = sorted.map(({ at: x, width }) => ({
          start: { from: x, to: x + width },
          end: { from: x - width, to: x },
        }));
        const boxes = sides.map(
          ({ start, end }, index) => ({ start, end, hidden: undefined })[places[index] ?? 'hidden'],
        );
        const shown = boxes.filter((box) => box !== undefined);
        for (const box of shown) {
          expect(
            hasRoom(
              box,
              shown.filter((other) => other !== box),
            ),
          ).toBe(true);
        }
        for (const [index, { start, end }] of sides.entries()) {
          if (boxes[index] === undefined) {
            expect([hasRoom(start, shown), hasRoom(end, shown)]).toEqual([false, false]);
          }
        }
        const heaviest = Math.max(...sorted.map(({ weight }) => weight));
        expect(sorted.some(({ weight }, index) => weight === heaviest && places[index] !== 'hidden')).toBe(
          true,
        );
      }),
    );
  });

  it('drop the lighter ones first', () => {
    const wide = (x: number, weight: number) => ({ at: x, width: 75, weight, room: { from: 0, to: 300 } });
    expect(placeLabels([wide(0, 4), wide(60, 2), wide(120, 3), wide(300, 4)])).toEqual([
      'start',
      'hidden',
      'start',
      'end',
    ]);
  });

  it('of steps have the room up to the bars beside them, and are hidden where that is too small', () => {
    const { bars } = layOut([at('started', 0), step(0, 60), step(60, 70), step(80, null), at('now', 100)]);
    expect(bars.map(({ room }) => places(room.from, room.to))).toEqual(['0 to 60', '60 to 80', '70 to 100']);
    const labels = bars.map(({ from, room }) => ({
      at: from * 500,
      width: 110,
      weight: 1,
      room: { from: room.from * 500, to: room.to * 500 },
    }));
    expect(placeLabels(labels)).toEqual(['start', 'hidden', 'hidden']);
  });
});
