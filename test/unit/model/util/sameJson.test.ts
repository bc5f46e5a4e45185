import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameJson } from '../../../../src/model/util/sameJson.ts';

it('finds a value the same after it travelled, and different from any that reads differently', () => {
  const canonical = (value: unknown): string =>
    JSON.stringify(value, (_name, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
    );
  // As it is parsed: no negative zero.
  const parsed = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  fc.assert(
    fc.property(parsed, parsed, (one, other) => {
      expect(isSameJson(one, structuredClone(one))).toBe(true);
      expect(isSameJson(one, other)).toBe(canonical(one) === canonical(other));
    }),
  );
});

it('does not care for the order of members, but for that of elements', () => {
  expect(isSameJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(isSameJson({ b: [1, 2] }, { b: [2, 1] })).toBe(false);
  expect(isSameJson({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSameJson([], {})).toBe(false);
});

it('does not follow what is nested without end', () => {
  const nested = () => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  expect(isSameJson(nested(), nested())).toBe(false);
});

it.each([
  [101, true],
  [102, false],
])('follows a hundred levels below the first: %i are the same (%s)', (levels, isSame) => {
  const nested = () => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;
  expect(isSameJson(nested(), nested())).toBe(isSame);
});
