import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFields } from '../../../../src/model/fields/compareFields.ts';
import { readFields } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { jsonValue } from '../../jsonValue.ts';

const dropdown = (options: unknown, overrides: object = {}) =>
  aField({ type: 'dropdown', details: { options }, ...overrides });
const option = (key: string, label: string | null = key) => ({ key, label });

/** The three counts, and the keys of both documents. */
function compared(left: readonly unknown[], right: readonly unknown[]) {
  const { documents, ...counts } = compareFields(readFields(left), readFields(right));
  return {
    counts: Object.values(counts),
    documents: documents.map((text) => JSON.parse(text) as unknown[]),
    texts: documents,
  };
}

describe('comparing fields', () => {
  it('counts those that only one service has, and those that differ in name, type, being required, options or another member', () => {
    const { counts } = compared(
      [
        aField({ key: 'a', name: 'A' }),
        aField({ key: 'b', name: 'Old' }),
        aField({ key: 'c' }),
        aField({ key: 'd' }),
        dropdown([option('x')], { key: 'e' }),
        aField({ key: 'f' }),
        aField({ key: 'h', help: 'x' }),
      ],
      [
        aField({ key: 'f' }),
        aField({ key: 'b', name: 'New' }),
        aField({ key: 'c', type: 'date' }),
        aField({ key: 'd', required: true }),
        dropdown([option('x', 'Y')], { key: 'e' }),
        aField({ key: 'g', name: 'G' }),
        aField({ key: 'h', help: 'y' }),
      ],
    );
    expect(counts).toEqual([1, 1, 5]);
  });

  it('takes fields of one name and type with other keys for the same, but for different', () => {
    expect(compared([aField({ key: 'a' })], [aField({ key: 'b' })]).counts).toEqual([0, 0, 1]);
  });

  it.each([
    ['the types differ', [{ type: 'date' }], [{}]],
    ['the name is blank', [{ name: ' ' }], [{ name: ' ' }]],
    ['there is no name', [{ name: null }], [{ name: null }]],
    ['one service has the name twice', [{}], [{}, {}]],
  ])('guesses nothing by name where %s', (_, left, right) => {
    const fields = (side: string, all: object[]) =>
      all.map((overrides, index) => aField({ key: `${side}${index}`, ...overrides }));
    expect(compared(fields('l', left), fields('r', right)).counts).toEqual([left.length, right.length, 0]);
  });

  it('pairs a repeated key by what is equal, then in order', () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((name) => aField({ key: 'a', name }));
    expect(compared([one, two], [two, one]).counts).toEqual([0, 0, 0]);
    expect(compared([one, two], [two, three]).counts).toEqual([0, 0, 1]);
    expect(compared([one, two], [three]).counts).toEqual([1, 0, 1]);
  });

  it('counts unreadable fields too, of which equal ones are the same', () => {
    const broken = { key: 'b', name: 7 };
    expect(compared([broken, 'text', null], ['text', null, broken]).counts).toEqual([0, 0, 0]);
    expect(compared([broken, 'text'], [aField({ key: 'b' }), 'other']).counts).toEqual([1, 1, 1]);
    expect(
      compared([dropdown([option('x')], { key: 'a' })], [dropdown([option('x'), 7], { key: 'a' })]).counts,
    ).toEqual([0, 1, 0]);
  });

  it('takes neither an order nor null instead of nothing for a difference', () => {
    const [one, two] = [
      { key: 'a', name: 'A', type: 'x', extra: { m: 1, n: { o: 2, p: 3 } } },
      dropdown([option('x'), { ...option('y'), color: 'red' }, { key: 'z' }], { key: 'b' }),
    ];
    expect(
      compared(
        [one, two, { key: 'c' }],
        [
          { key: 'c', name: null, type: null, required: null, details: null },
          {
            ...two,
            details: { options: [option('z', null), { color: 'red', ...option('y') }, option('x')] },
          },
          { extra: { n: { p: 3, o: 2 }, m: 1 }, type: 'x', name: 'A', key: 'a' },
        ],
      ).counts,
    ).toEqual([0, 0, 0]);
  });

  it('is quick where a hostile service repeats one key', () => {
    const many = (name: string) =>
      Array.from({ length: 5000 }, (_, index) => aField({ key: 'a', name: `${name} ${index}` }));
    expect(compared(many('One'), many('Other')).counts).toEqual([0, 0, 5000]);
  });
});

describe('the documents of a comparison', () => {
  it('have fields, options and members in one order, and what is the same at the same place', () => {
    const { documents, texts } = compared(
      [
        aField({ key: 'c', name: 'C' }),
        dropdown([option('y'), option('x')], { key: 'b', name: 'Before' }),
        aField({ key: 'a', name: 'A' }),
      ],
      [
        {
          details: { zeta: 1, options: [option('z'), option('x')] },
          alpha: 2,
          type: 'dropdown',
          name: 'Z after',
          key: 'b',
          zeta: 1,
        },
        aField({ key: 'a', name: 'A' }),
        'damaged',
        aField({ key: 'd', name: 'C' }),
      ],
    );
    const field = { type: 'shortText', required: false, details: null };
    expect(documents).toEqual([
      [
        { key: 'a', name: 'A', ...field },
        {
          key: 'b',
          name: 'Before',
          type: 'dropdown',
          required: false,
          details: { options: [option('x'), option('y')] },
        },
        { key: 'c', name: 'C', ...field },
      ],
      [
        'damaged',
        { key: 'a', name: 'A', ...field },
        {
          key: 'b',
          name: 'Z after',
          type: 'dropdown',
          required: null,
          details: { options: [option('x'), option('z')], zeta: 1 },
          alpha: 2,
          zeta: 1,
        },
        { key: 'd', name: 'C', ...field },
      ],
    ]);
    expect(texts[1]).toMatch(/"options": \[[^]+\],\s+"zeta": 1\s+\},\s+"alpha": 2,\s+"zeta": 1/);
  });
});

const text = fc.constantFrom('a', 'b', 'c', '', ' ', '__proto__', 'constructor');
const anOption = fc.oneof(
  { weight: 8, arbitrary: fc.record({ key: text, label: fc.option(text) }) },
  { weight: 1, arbitrary: fc.constant(7) },
);
const anything = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        key: text,
        name: fc.option(text),
        type: fc.constantFrom('dropdown', 'shortText', null),
        required: fc.option(fc.boolean()),
        details: fc.oneof(fc.constant(null), fc.record({ options: fc.array(anOption, { maxLength: 4 }) })),
        extra: fc.integer({ max: 2 }),
      },
      { requiredKeys: ['key'] },
    ),
  },
  { weight: 1, arbitrary: jsonValue() },
);
const list = fc.array(anything, { maxLength: 8 });

describe('whatever two services answer', () => {
  it('a list in any order differs in nothing from itself', () => {
    fc.assert(
      fc.property(list, fc.integer(), (raw, turn) => {
        const at = turn % (raw.length + 1);
        const { counts, texts } = compared(raw, structuredClone([...raw.slice(at), ...raw.slice(0, at)]));
        expect(counts).toEqual([0, 0, 0]);
        expect(texts[0]).toBe(texts[1]);
      }),
    );
  });

  it('each field of either is in its document and counted once, and the lists the other way round give the same', () => {
    fc.assert(
      fc.property(list, list, (one, other) => {
        const [left, right] = [readFields(one), readFields(other)];
        const { onlyLeft, onlyRight, documents } = compareFields(left, right);
        expect(documents.map((each) => (JSON.parse(each) as unknown[]).length)).toEqual([
          left.length,
          right.length,
        ]);
        expect(left.length - onlyLeft).toBe(right.length - onlyRight);
        expect(compareFields(right, left)).toMatchObject({ onlyLeft: onlyRight, onlyRight: onlyLeft });
      }),
    );
  });
});
