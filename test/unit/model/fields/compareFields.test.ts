import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableFields } from '../../../../src/model/fields/compareFields.ts';
import { readFields } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { jsonValue } from '../../jsonValue.ts';

const dropdown = (options: unknown, overrides: object = {}) =>
  aField({ type: 'dropdown', details: { options }, ...overrides });
const option = (key: string, label: string | null = key) => ({ key, label });

const textOf = (fields: readonly unknown[]) => comparableFields(readFields(fields));
const documentOf = (fields: readonly unknown[]) => JSON.parse(textOf(fields)) as unknown[];

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
        details: fc.oneof(
          fc.constant(null),
          fc.record({ options: fc.array(anOption, { maxLength: 4 }) }),
        ),
        extra: fc.integer({ max: 2 }),
      },
      { requiredKeys: ['key'] },
    ),
  },
  { weight: 1, arbitrary: jsonValue() },
);
const list = fc.array(anything, { maxLength: 8 });

describe('comparableFields', () => {
  it('sorts fields by name and type', () => {
    const sorted = [
      aField({ key: 'z', name: 'A' }),
      aField({ key: 'c', name: 'B', type: 'date' }),
      aField({ key: 'b', name: ' B', type: 'shortText' }),
      aField({ key: 'a', name: 'C' }),
    ];
    expect(documentOf(sorted.toReversed())).toEqual(sorted);
  });

  it('ignores the order of options and properties', () => {
    const [field, dropdownField] = [
      { key: 'a', name: 'A', type: 'x', extra: { m: 1, n: { o: 2, p: 3 } } },
      dropdown([option('x'), { ...option('y'), color: 'red' }, { key: 'z' }], { key: 'b' }),
    ];
    const reordered = [
      { key: 'c', name: null, type: null, required: null, details: null },
      {
        ...dropdownField,
        details: { options: [option('z', null), { color: 'red', ...option('y') }, option('x')] },
      },
      { extra: { n: { p: 3, o: 2 }, m: 1 }, type: 'x', name: 'A', key: 'a' },
    ];
    expect(textOf(reordered)).toBe(textOf([field, dropdownField, { key: 'c' }]));
  });

  it.each([
    ['key', aField({ key: 'b' })],
    ['name', aField({ name: 'New' })],
    ['type', aField({ type: 'date' })],
    ['`required` property', aField({ required: true })],
    ['option', dropdown([option('x', 'Y')])],
    ['undocumented property', aField({ help: 'y' })],
  ])('returns different texts for fields that differ in their %s', (_what, changed) => {
    expect(textOf([changed])).not.toBe(textOf([aField({ key: 'a' })]));
  });

  it('lists documented properties first', () => {
    const text = textOf([
      {
        details: { zeta: 1, options: [option('z'), option('x')] },
        alpha: 2,
        type: 'dropdown',
        name: 'Z after',
        key: 'b',
        zeta: 1,
      },
      'damaged',
    ]);
    expect(JSON.parse(text)).toEqual([
      'damaged',
      {
        key: 'b',
        name: 'Z after',
        type: 'dropdown',
        required: null,
        details: { options: [option('x'), option('z')], zeta: 1 },
        alpha: 2,
        zeta: 1,
      },
    ]);
    expect(text).toMatch(/"options": \[[^]+\],\s+"zeta": 1\s+\},\s+"alpha": 2,\s+"zeta": 1/);
  });

  it('ignores the order of fields in the response', () => {
    fc.assert(
      fc.property(list, fc.integer(), (raw, turn) => {
        const at = turn % (raw.length + 1);
        const turned = structuredClone([...raw.slice(at), ...raw.slice(0, at)]);
        expect(textOf(turned)).toBe(textOf(raw));
        expect(documentOf(raw)).toHaveLength(readFields(raw).length);
      }),
    );
  });
});
