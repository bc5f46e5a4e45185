import { describe, expect, it } from 'vitest';
import { boundedJson, jsonText } from '../../../../src/model/util/boundedJson.ts';

const nested = (levels: number, innermost: string) => JSON.parse(`${'['.repeat(levels)}${innermost}${']'.repeat(levels)}`) as unknown;
const flat = (value: unknown) => [value].flat(Infinity);

describe('JSON of bounded depth', () => {
  it.each([
    [64, '"here"', 'here'],
    [64, '{}', '(nested deeper than is shown)'],
    [65, '"here"', '(nested deeper than is shown)'],
  ])('holds %i levels with %s in the last as %j', (levels, innermost, shown) => {
    expect(flat(boundedJson(nested(levels, innermost)))).toEqual([shown]);
  });

  it('holds as text a number beyond its range', () => {
    expect(boundedJson(JSON.parse('[1e999, -1e999, 1.5]'))).toEqual(['Infinity', '-Infinity', 1.5]);
  });
});

describe('JSON as text', () => {
  it('is whole as far as it can be written, and cut where it cannot', () => {
    expect(jsonText(nested(501, '7'))).toBe(`${'['.repeat(501)}7${']'.repeat(501)}`);
    const cut = JSON.parse(jsonText({ deep: nested(100_000, '7'), note: 1 })) as { deep: unknown; note: unknown };
    expect([flat(cut.deep), cut.note]).toEqual([['(nested deeper than is shown)'], 1]);
  });

  it('is indented where that is asked for', () => {
    expect(jsonText({ a: [1] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});
