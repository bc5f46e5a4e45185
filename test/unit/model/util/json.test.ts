import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedJson, isSameJson, jsonText } from '../../../../src/model/util/json.ts';
import { jsonValue } from '../../jsonValue.ts';

const nested = (levels: number, innermost: string) =>
  JSON.parse(`${'['.repeat(levels)}${innermost}${']'.repeat(levels)}`) as unknown;
const flat = (value: unknown) => [value].flat(Infinity);

describe('boundedJson', () => {
  it('keeps a string that is nested in 64 arrays', () => {
    expect(flat(boundedJson(nested(64, '"inner"')))).toEqual(['inner']);
  });

  it.each([
    ['an object that is nested in 64 arrays', 64, '{}'],
    ['a string that is nested in 65 arrays', 65, '"inner"'],
  ])('replaces %s with a placeholder', (_what, levels, innermost) => {
    expect(flat(boundedJson(nested(levels, innermost)))).toEqual(['(nested too deeply to show)']);
  });

  it('converts a number to a string if it is too large for JavaScript', () => {
    expect(boundedJson(JSON.parse('[1e999, -1e999, 1.5]'))).toEqual(['Infinity', '-Infinity', 1.5]);
  });
});

describe('jsonText', () => {
  it('replaces deeply nested values with a placeholder', () => {
    expect(jsonText(nested(501, '7'))).toBe(`${'['.repeat(501)}7${']'.repeat(501)}`);
    const cut = JSON.parse(jsonText({ deep: nested(100_000, '7'), note: 1 })) as {
      deep: unknown;
      note: unknown;
    };
    expect([flat(cut.deep), cut.note]).toEqual([['(nested too deeply to show)'], 1]);
  });

  it('indents the output by the given number of spaces', () => {
    expect(jsonText({ a: [1] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
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

  it.each([100, 101, 102, 300])('compares values that are nested in %i arrays', (levels) => {
    const nested = (inner: string) =>
      JSON.parse(`${'['.repeat(levels)}${inner}${']'.repeat(levels)}`) as unknown;
    expect([isSameJson(nested('1'), nested('1')), isSameJson(nested('1'), nested('2'))]).toEqual([
      true,
      false,
    ]);
  });

  it('returns true for equal values that are nested in 100,000 arrays', () => {
    const nested = () => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    expect(isSameJson(nested(), nested())).toBe(true);
  });
});
