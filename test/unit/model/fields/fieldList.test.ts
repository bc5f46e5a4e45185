import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFieldList, fieldTest, inOrder } from '../../../../src/model/fields/fieldList.ts';
import type { Field, Readable } from '../../../../src/service/index.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { aField } from '../../../support/service/builders.ts';
import { fault, gatedSource } from '../builders.ts';

type Fields = readonly Readable<Field>[];
const some = (name: string): Fields => [{ kind: 'readable', value: aField({ name }) }];

function connectedList() {
  const { calls, ask, call } = gatedSource<undefined, Fields>();
  const list = createFieldList();
  list.connect((signal) => ask(undefined, signal));
  return { list, calls, call };
}

describe('FieldList', () => {
  it('knows nothing before it is connected, and asks nobody', async () => {
    const list = createFieldList();
    await list.ensureLoaded();
    await list.refresh();
    expect(list.state).toMatchObject({ fields: undefined, loading: false, failure: null });
  });

  it('loads once, however often it is looked at', async () => {
    const { list, calls, call } = connectedList();
    const heard: boolean[] = [];
    list.onDidChange(() => heard.push(list.state.loading));
    const looks = [list.ensureLoaded(), list.ensureLoaded(), list.refresh()];
    (await call(0)).answer(some('Title'));
    await Promise.all(looks);
    expect(list.state).toMatchObject({ fields: some('Title'), loading: false, failure: null });
    await list.ensureLoaded();
    expect([calls.length, heard]).toEqual([1, [true, false]]);
  });

  it('asks for nothing that its source has just answered', async () => {
    const { calls, ask } = gatedSource<undefined, Fields>();
    const list = createFieldList();
    list.connect((signal) => ask(undefined, signal), undefined, some('Title'));
    await list.ensureLoaded();
    expect(list.state).toMatchObject({ fields: some('Title'), isRecalled: false, loading: false });
    expect(calls).toEqual([]);
  });

  it('shows what an earlier window knew, as what it is, until the service answers', async () => {
    const { calls, ask, call } = gatedSource<undefined, Fields>();
    const list = createFieldList();
    list.connect(
      (signal) => ask(undefined, signal),
      () => Promise.resolve({ fields: some('Old'), readAt: 1000 }),
    );
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    expect(list.state).toMatchObject({ fields: some('Old'), isRecalled: true, readAt: 1000, loading: true });
    await first;
    expect(list.state).toMatchObject({ fields: some('Old'), isRecalled: true, loading: false });
    await list.ensureLoaded();
    expect(calls).toHaveLength(1);
    const again = list.refresh();
    (await call(1)).answer(some('New'));
    await again;
    expect(list.state).toMatchObject({ fields: some('New'), isRecalled: false });
  });

  it('keeps what it has while it refreshes, and when that fails', async () => {
    const { list, call } = connectedList();
    const first = list.refresh();
    (await call(0)).answer(some('Title'));
    await first;
    const error = fault();
    const again = list.refresh();
    expect(list.state).toMatchObject({ fields: some('Title'), loading: true, failure: null });
    (await call(1)).fail(error);
    await again;
    expect(list.state).toMatchObject({ fields: some('Title'), loading: false, failure: error });
  });

  it('does not try a failed load again by itself, but when asked', async () => {
    const { list, calls, call } = connectedList();
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    await first;
    expect(list.state.fields).toBeUndefined();
    await list.ensureLoaded();
    expect(calls).toHaveLength(1);
    const second = list.refresh();
    (await call(1)).answer([]);
    await second;
    expect(list.state).toMatchObject({ fields: [], loading: false, failure: null });
  });

  it('drops everything when it is connected anew, and never shows a late answer', async () => {
    const { list, call } = connectedList();
    const old = list.refresh();
    const asked = await call(0);
    list.connect(() => Promise.resolve(some('New')));
    expect(asked.signal.aborted).toBe(true);
    expect(list.state).toMatchObject({ fields: undefined, loading: false, failure: null });
    await list.ensureLoaded();
    asked.answer(some('Old'));
    await old;
    expect(list.state).toMatchObject({ fields: some('New'), loading: false, failure: null });
  });

  it('is silent once it is disposed of, loads nothing, and nothing more', async () => {
    const { list, calls, call } = connectedList();
    let heard = 0;
    const loading = list.refresh();
    list.onDidChange(() => heard++);
    const asked = await call(0);
    list.dispose();
    expect(asked.signal.aborted).toBe(true);
    expect(list.state.loading).toBe(false);
    asked.answer([]);
    await loading;
    await list.ensureLoaded();
    expect([heard, calls.length]).toEqual([0, 1]);
  });
});

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
    for (const raw of [null, 7, 'pri', [], { name: 7, key: null }]) {
      expect(fieldTest('pri')(damaged(raw))).toBe(false);
    }
  });
});

describe('the order of fields', () => {
  it('is that of the service, or required ones before the others, each in the order of the service', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(true, false, null, undefined)), (required) => {
        const fields = required.map((each, index) => field({ key: String(index), required: each }));
        const itself = (each: Readable<Field>) => each;
        expect(inOrder(fields, 'service', itself)).toEqual(fields);
        const isRequired = (each: Readable<Field>) =>
          each.kind === 'readable' && each.value.required === true;
        expect(inOrder(fields, 'requiredFirst', itself)).toEqual([
          ...fields.filter(isRequired),
          ...fields.filter((each) => !isRequired(each)),
        ]);
      }),
    );
  });
});
