import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedJson, isSameJson, jsonText } from '../../../../src/model/util/json.ts';
import { jsonValue } from '../../jsonValue.ts';

const nested = (levels: number, innermost: string) =>
  JSON.parse(`${'['.repeat(levels)}${innermost}${']'.repeat(levels)}`) as unknown;
const flat = (value: unknown) => [value].flat(Infinity);

describe('boundedJson', () => {
  it.each([
    ['keeps a string that is nested in 64 arrays', 64, '"inner"', 'inner'],
    ['replaces an object that is nested in 64 arrays', 64, '{}', '(nested too deeply to show)'],
    ['replaces a string that is nested in 65 arrays', 65, '"inner"', '(nested too deeply to show)'],
  ])('%s', (_behavior, levels, innermost, shown) => {
    expect(flat(boundedJson(nested(levels, innermost)))).toEqual([shown]);
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

  it('indents the output if requested', () => {
    expect(jsonText({ a: [1] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});

it('isSameJson returns false if and only if the JSON values differ', () => {
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

it('isSameJson ignores the property order', () => {
  expect(isSameJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(isSameJson({ b: [1, 2] }, { b: [2, 1] })).toBe(false);
  expect(isSameJson({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSameJson([], {})).toBe(false);
});

it.each([100, 101, 102, 300])('isSameJson compares values with %i levels of nesting', (levels) => {
  const nested = (inner: string) =>
    JSON.parse(`${'['.repeat(levels)}${inner}${']'.repeat(levels)}`) as unknown;
  expect([isSameJson(nested('1'), nested('1')), isSameJson(nested('1'), nested('2'))]).toEqual([
    true,
    false,
  ]);
});

it('isSameJson ignores differences below the maximum depth of jsonText', () => {
  const nested = () => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  expect(isSameJson(nested(), nested())).toBe(true);
});
