import { describe, expect, it } from 'vitest';
import { placeFrom, readingPlace, type Place } from '../../../../src/webview/shared/readingPlace.ts';

describe('the place of the reader', () => {
  it('comes back as it was kept', () => {
    const place: Place = new Map<string, string | number | true>([
      ['more/a', true],
      ['more:log', 12],
      ['log/text', 'error'],
    ]);
    expect(placeFrom(JSON.parse(JSON.stringify(readingPlace(place, 120.4))))).toEqual({ place, scroll: 120 });
  });

  it('stays small whatever the names of members are, and is nothing where it cannot be read', () => {
    const place: Place = new Map(
      ['x'.repeat(100_000), ...Array.from({ length: 1000 }, (_, index) => `id${index}`)].map((id) => [
        id,
        true,
      ]),
    );
    expect(JSON.stringify(readingPlace(place, 0)).length).toBeLessThan(10_000);
    for (const kept of [
      null,
      'all',
      { values: 'all', scroll: '1' },
      { values: [['log'], [1, 'x'], ['log', null], 7] },
    ]) {
      expect(placeFrom(kept)).toEqual({ place: new Map(), scroll: 0 });
    }
  });
});
