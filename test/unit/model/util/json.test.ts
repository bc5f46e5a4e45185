import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson, webviewJson } from '../../../../src/model/util/json.ts';
import { jsonValue } from '../../jsonValue.ts';

describe('webviewJson', () => {
  it('converts a number to a string if it is too large for JavaScript', () => {
    expect(webviewJson(JSON.parse('[1e999, -1e999, 1.5]'))).toEqual(['Infinity', '-Infinity', 1.5]);
  });
});

describe('isSameJson', () => {
  it('returns true if and only if the JSON values are equal', () => {
    const canonical = (value: unknown): string =>
      JSON.stringify(value, (_name, each: unknown) =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
          : each,
      );
    // Parsed again, because JSON has no negative zero.
    const parsed = jsonValue({ maxDepth: 3 }).map(
      (value) => JSON.parse(JSON.stringify(value)) as unknown,
    );
    fc.assert(
      fc.property(parsed, parsed, (left, right) => {
        expect(isSameJson(left, structuredClone(left))).toBe(true);
        expect(isSameJson(left, right)).toBe(canonical(left) === canonical(right));
      }),
    );
  });

  it('ignores the order of properties', () => {
    expect(isSameJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(isSameJson({ b: [1, 2] }, { b: [2, 1] })).toBe(false);
    expect(isSameJson({ a: undefined }, { b: undefined })).toBe(false);
    expect(isSameJson([], {})).toBe(false);
  });
});
