import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldRow, compareFields, countChanges, fieldsDocument } from '../../../../src/model/environments/compareFields.ts';
import { readFields } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';

const dropdown = (options: unknown, overrides: object = {}) => aField({ type: 'dropdown', details: { options }, ...overrides });
const option = (key: string, label: string | null = key) => ({ key, label });

function compared(left: readonly unknown[], right: readonly unknown[]) {
  return compareFields(readFields(left), readFields(right));
}

/** Each row as its two keys, why they are one, and what differs. */
function summary(rows: readonly FieldRow[]) {
  const key = (item: FieldRow['left']) => (item?.kind === 'readable' ? item.value.key : item && `unreadable ${item.key}`);
  return rows.map(({ left, right, by, changes }) => [key(left), key(right), by, ...changes]);
}

describe('comparing fields', () => {
  it('finds what is missing, added, renamed, of another type, required differently and has other options', () => {
    const rows = compared(
      [aField({ key: 'a' }), aField({ key: 'b', name: 'Old' }), aField({ key: 'c' }), aField({ key: 'd' }), dropdown([option('x', 'X'), option('y', 'Y')], { key: 'e' }), aField({ key: 'f' })],
      [aField({ key: 'f' }), aField({ key: 'b', name: 'New' }), aField({ key: 'c', type: 'date' }), aField({ key: 'd', required: true }), dropdown([option('y', 'Why'), option('z', 'Z')], { key: 'e' }), aField({ key: 'g', name: 'Else' })],
    );
    expect(summary(rows)).toEqual([
      ['a', undefined, undefined, 'missing'],
      ['b', 'b', 'key', 'renamed'],
      ['c', 'c', 'key', 'type'],
      ['d', 'd', 'key', 'required'],
      ['e', 'e', 'key', 'options'],
      [undefined, 'g', undefined, 'added'],
      ['f', 'f', 'equality'],
    ]);
    expect(rows[4]?.options.map(({ left, right, changes }) => [left?.key, right?.key, ...changes])).toEqual([['x', undefined, 'missing'], ['y', 'y', 'renamed'], [undefined, 'z', 'added']]);
    expect([...countChanges(rows)]).toEqual([['missing', 1], ['added', 1], ['renamed', 1], ['type', 1], ['required', 1], ['options', 1]]);
  });

  it('takes fields of one name and type for the same where the keys differ, and options of one label, and says so', () => {
    const rows = compared([dropdown([option('x', 'Europe')], { key: 'a', name: 'Region' })], [dropdown([option('y', 'Europe')], { key: 'b', name: 'Region' })]);
    expect(summary(rows)).toEqual([['a', 'b', 'name', 'otherKey', 'options']]);
    expect(rows[0]?.options).toMatchObject([{ by: 'name', changes: ['otherKey'] }]);
  });

  it.each([
    ['the type differs', { type: 'date' }, {}],
    ['the name is blank', { name: ' ' }, { name: ' ' }],
    ['there is no name', { name: null }, { name: null }],
  ])('guesses nothing where %s', (_, one, other) => {
    expect(summary(compared([aField({ key: 'a', ...one })], [aField({ key: 'b', ...other })]))).toEqual([[undefined, 'b', undefined, 'added'], ['a', undefined, undefined, 'missing']]);
  });

  it('guesses nothing where a name occurs more than once', () => {
    const rows = compared([aField({ key: 'a' }), aField({ key: 'b' })], [aField({ key: 'c' })]);
    expect(countChanges(rows)).toEqual(new Map([['missing', 2], ['added', 1]]));
  });

  it('pairs a repeated key by what is equal, then by name and type, then by place, and says so', () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((name) => aField({ key: 'a', name }));
    expect(summary(compared([one, two], [two, one]))).toEqual([['a', 'a', 'equality'], ['a', 'a', 'equality']]);
    expect(summary(compared([one, two], [{ ...two, required: true }, three]))).toEqual([['a', 'a', 'place', 'renamed'], ['a', 'a', 'place', 'required']]);
    expect(summary(compared([one, two], [three]))).toEqual([['a', 'a', 'place', 'renamed'], ['a', undefined, undefined, 'missing']]);
  });

  it('loses no unreadable field: equal ones are the same, others are named', () => {
    const broken = { key: 'b', name: 7 };
    expect(summary(compared([broken, 'text', null], ['text', null, broken]))).toEqual([['unreadable b', 'unreadable b', 'equality'], ['unreadable undefined', 'unreadable undefined', 'equality'], ['unreadable undefined', 'unreadable undefined', 'equality']]);
    expect(summary(compared([broken, 'text'], [aField({ key: 'b' }), 'other']))).toEqual([
      ['unreadable b', 'b', 'key', 'unreadable'],
      [undefined, 'unreadable undefined', undefined, 'unreadable'],
      ['unreadable undefined', undefined, undefined, 'unreadable'],
    ]);
  });

  it('compares a dropdown with an unreadable option by the others, and names the unreadable one', () => {
    const rows = compared([dropdown([option('x')], { key: 'a' })], [dropdown([option('x'), 7], { key: 'a' })]);
    expect(summary(rows)).toEqual([['a', 'a', 'equality'], [undefined, 'unreadable a', undefined, 'unreadable']]);
  });

  it('names undocumented members that differ, and takes null and absent documented ones for the same', () => {
    const rows = compared(
      [aField({ key: 'a', help: 'x', __proto__: null }), dropdown([{ ...option('x'), color: 'red' }], { key: 'b' }), { key: 'c' }, aField({ key: 'd', type: 'date', details: { min: 1 } }), dropdown([{ key: 'x' }, option('y', null)], { key: 'e' })],
      [aField({ key: 'a', help: 'y' }), dropdown([{ ...option('x'), color: 'blue' }], { key: 'b', details: undefined, position: 1 }), { key: 'c', name: null, type: null, required: null, details: null }, aField({ key: 'd', type: 'date', details: { min: 2 } }), dropdown([option('x', null), { key: 'y' }], { key: 'e' })],
    );
    expect(rows.map(({ changes, members }) => [changes, members])).toEqual([
      [['members'], ['help']],
      [['options', 'members'], ['position']],
      [[], []],
      [['members'], ['details']],
      [[], []],
    ]);
    const colors = compared([dropdown([{ ...option('x'), color: 'red' }])], [dropdown([{ ...option('x'), color: 'blue' }])]);
    expect(colors.map(({ changes, members }) => [changes, members])).toEqual([[['members'], ['details.options.color']]]);
  });

  it('takes neither the order of fields nor that of options or members for a difference', () => {
    const [one, two] = [{ key: 'a', name: 'A', type: 'x', extra: { m: 1, n: 2 } }, dropdown([option('x'), option('y')], { key: 'b' })];
    const rows = compared([one, two], [{ ...two, details: { options: [option('y'), option('x')] } }, { extra: { n: 2, m: 1 }, type: 'x', name: 'A', key: 'a' }]);
    expect(countChanges(rows)).toEqual(new Map());
  });

  it('is quick where a hostile service repeats one key', () => {
    const many = (name: string) => Array.from({ length: 5000 }, (_, index) => aField({ key: 'a', name: `${name} ${index}` }));
    expect(countChanges(compared(many('One'), many('Other')))).toEqual(new Map([['renamed', 5000]]));
  });
});

describe('the documents of a comparison', () => {
  it('have the fields and options that are the same at the same place, with their members in one order', () => {
    const rows = compared(
      [aField({ key: 'a', name: 'A' }), dropdown([option('x'), option('y')], { key: 'b', name: 'B' })],
      [{ details: { options: [option('y'), option('x'), option('z')] }, zeta: 1, alpha: 2, type: 'dropdown', name: 'B', key: 'b' }, aField({ key: 'a', name: 'A' }), 'damaged'],
    );
    const [left, right] = (['left', 'right'] as const).map((side) => JSON.parse(fieldsDocument(rows, side)) as unknown);
    expect(left).toEqual([{ key: 'a', name: 'A', type: 'shortText', required: false, details: null }, { key: 'b', name: 'B', type: 'dropdown', required: false, details: { options: [option('x'), option('y')] } }]);
    expect(right).toEqual([{ key: 'a', name: 'A', type: 'shortText', required: false, details: null }, 'damaged', { key: 'b', name: 'B', type: 'dropdown', required: null, details: { options: [option('x'), option('z'), option('y')] }, alpha: 2, zeta: 1 }]);
    expect(fieldsDocument(rows, 'right')).toMatch(/"alpha": 2,\n {4}"zeta": 1/);
  });
});

const text = fc.constantFrom('a', 'b', 'c', '', ' ', '__proto__', 'constructor');
const anOption = fc.oneof({ weight: 8, arbitrary: fc.record({ key: text, label: fc.option(text) }) }, { weight: 1, arbitrary: fc.constant(7) });
const anything = fc.oneof(
  { weight: 8, arbitrary: fc.record({ key: text, name: fc.option(text), type: fc.constantFrom('dropdown', 'shortText', null), required: fc.option(fc.boolean()), details: fc.oneof(fc.constant(null), fc.record({ options: fc.array(anOption, { maxLength: 4 }) })), extra: fc.integer({ max: 2 }) }, { requiredKeys: ['key'] }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const list = fc.array(anything, { maxLength: 8 });
const mirrored: Readonly<Record<string, string>> = { missing: 'added', added: 'missing' };
const swapped = (changes: readonly string[]) => changes.map((change) => mirrored[change] ?? change).sort();

describe('whatever two services answer', () => {
  it('a list differs in nothing from itself, read once or twice', () => {
    fc.assert(fc.property(list, (raw) => {
      const fields = readFields(raw);
      expect(countChanges(compareFields(fields, fields)).size).toBe(0);
      expect(countChanges(compareFields(fields, readFields(structuredClone(raw)))).size).toBe(0);
    }));
  });

  it('each field of either is in one row', () => {
    fc.assert(fc.property(list, list, (one, other) => {
      const [left, right] = [readFields(one), readFields(other)];
      const rows = compareFields(left, right);
      expect(rows.flatMap((row) => row.left ?? [])).toEqual(left);
      const found = rows.flatMap((row) => row.right ?? []);
      expect(found).toHaveLength(right.length);
      expect(new Set(found)).toEqual(new Set(right));
    }));
  });

  it('the lists the other way round give the same differences the other way round', () => {
    const ids = (rows: readonly FieldRow[], [one, other]: readonly ['left' | 'right', 'left' | 'right'], turn: (changes: readonly string[]) => readonly string[]) =>
      new Set(rows.map((row) => JSON.stringify([row[one], row[other], row.by, turn(row.changes), row.members.toSorted(), row.options.map((each) => JSON.stringify([each[one], each[other], each.by, turn(each.changes)])).sort()])));
    fc.assert(fc.property(list, list, (one, other) => {
      const [left, right] = [readFields(one), readFields(other)];
      expect(ids(compareFields(left, right), ['left', 'right'], (changes) => [...changes].sort())).toEqual(ids(compareFields(right, left), ['right', 'left'], swapped));
    }));
  });

  it('both documents are equal where nothing differs', () => {
    fc.assert(fc.property(list, fc.integer(), (raw, turn) => {
      const fields = readFields(raw);
      const rotated = [...fields.slice(turn % (fields.length + 1)), ...fields.slice(0, turn % (fields.length + 1))];
      const rows = compareFields(fields, rotated);
      expect(countChanges(rows).size).toBe(0);
      expect(fieldsDocument(rows, 'left')).toBe(fieldsDocument(rows, 'right'));
    }));
  });
});
