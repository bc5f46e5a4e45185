import { describe, expect, it } from 'vitest';
import { placeFrom, readingPlace } from '../../../../src/webview/shared/readingPlace.ts';

const nothing = placeFrom(undefined).place;

describe('the place of the reader', () => {
  it('comes back as it was kept', () => {
    const place = { ...nothing, open: new Set(['more/a']), shownCounts: new Map([['log', 12]]), inputs: new Map([['log/text', 'error']]) };
    expect(placeFrom(JSON.parse(JSON.stringify(readingPlace(place, 120.4))))).toEqual({ place, scroll: 120 });
  });

  it('stays small whatever the names of members are, and is nothing where it cannot be read', () => {
    const place = { ...nothing, open: new Set(['x'.repeat(100_000), ...Array.from({ length: 1000 }, (_, index) => `id${index}`)]) };
    expect(JSON.stringify(readingPlace(place, 0)).length).toBeLessThan(10_000);
    for (const kept of [null, 'all', { open: 'all', shownCounts: [['log']], inputs: [['log', 1]], scroll: '1' }]) expect(placeFrom(kept)).toEqual({ place: nothing, scroll: 0 });
  });
});
