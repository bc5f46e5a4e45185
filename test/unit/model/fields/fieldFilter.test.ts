import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldTest, inOrder } from '../../../../src/model/fields/fieldFilter.ts';
import { type Field, type Readable, unreadable } from '../../../../src/service/index.ts';
import { aField } from '../../../support/builders.ts';

const field = (overrides: object): Readable<Field> => ({ kind: 'readable', value: aField(overrides) });
const damaged = (raw: unknown): Readable<Field> => unreadable(raw, 'damaged');

describe('the filter of fields', () => {
  it.each([
    ['pri', true],
    ['  PRIORITY ', true],
    ['FLD_9', true],
    ['prior fld', false],
    ['', true],
    ['   ', true],
  ])('%j finds the field Priority with the key fld_9x: %s', (text, found) => {
    expect(fieldTest(text)(field({ name: 'Priority', key: 'fld_9x' }))).toBe(found);
  });

  it('that is blank keeps fields without a name and a key, too', () => {
    for (const raw of [null, 7, {}]) expect(fieldTest(' ')(damaged(raw))).toBe(true);
  });

  it('takes letters that look the same for the same', () => {
    expect(fieldTest('büro')(field({ name: 'Bu\u0308romöbel' }))).toBe(true);
  });

  it('looks at what is left of a damaged field, whatever that is', () => {
    expect(fieldTest('pri')(damaged({ name: 'Priority' }))).toBe(true);
    for (const raw of [null, 7, 'pri', [], { name: 7, key: null }]) expect(fieldTest('pri')(damaged(raw))).toBe(false);
  });
});

describe('the order of fields', () => {
  it('is that of the service, or required ones before the others, each in the order of the service', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(true, false, null, undefined)), (required) => {
        const fields = required.map((each, index) => field({ key: String(index), required: each }));
        const itself = (each: Readable<Field>) => each;
        expect(inOrder(fields, 'service', itself)).toEqual(fields);
        const isRequired = (each: Readable<Field>) => each.kind === 'readable' && each.value.required === true;
        expect(inOrder(fields, 'requiredFirst', itself)).toEqual([...fields.filter(isRequired), ...fields.filter((each) => !isRequired(each))]);
      }),
    );
  });
});
