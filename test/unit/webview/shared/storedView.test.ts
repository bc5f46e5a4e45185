import { describe, expect, it } from 'vitest';
import { readView, storedView, type ViewValues } from '../../../../src/webview/shared/storedView.ts';

describe('the view of the reader', () => {
  it('comes back as it was kept', () => {
    const values: ViewValues = new Map<string, string | number | true>([
      ['more/a', true],
      ['more:log', 12],
      ['log/text', 'error'],
    ]);
    expect(readView(JSON.parse(JSON.stringify(storedView(values, 120.4))))).toEqual({ values, scroll: 120 });
  });

  it('stays small whatever the names of members are, and is nothing where it cannot be read', () => {
    const values: ViewValues = new Map(
      ['x'.repeat(100_000), ...Array.from({ length: 1000 }, (_, index) => `id${index}`)].map((id) => [
        id,
        true,
      ]),
    );
    expect(JSON.stringify(storedView(values, 0)).length).toBeLessThan(10_000);
    for (const kept of [
      null,
      'all',
      { values: 'all', scroll: '1' },
      { values: [['log'], [1, 'x'], ['log', null], 7] },
    ]) {
      expect(readView(kept)).toEqual({ values: new Map(), scroll: 0 });
    }
  });
});
