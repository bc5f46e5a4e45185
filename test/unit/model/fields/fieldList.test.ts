import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  FieldList,
  emptyFieldList,
  fieldTest,
  withRequiredFirst,
} from '../../../../src/model/fields/fieldList.ts';
import type { Field, Readable } from '../../../../src/service/index.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { aField } from '../../../support/service/builders.ts';
import { fault, gatedSource } from '../builders.ts';

type Fields = readonly Readable<Field>[];
const some = (name: string): Fields => [{ kind: 'readable', value: aField({ name }) }];

/** Creates a field list, and records its requests. The test sends the responses. */
function fieldList(readCache?: ConstructorParameters<typeof FieldList>[1]) {
  const { calls, send, call } = gatedSource<undefined, Fields>();
  const list = new FieldList((signal) => send(undefined, signal), readCache);
  onTestFinished(() => list.dispose());
  return { list, calls, call };
}

describe('FieldList', () => {
  it('sends a single request for simultaneous callers', async () => {
    const { list, calls, call } = fieldList();
    const changes: boolean[] = [];
    list.onDidChange(() => changes.push(list.state.loading));
    const loads = [list.ensureLoaded(), list.ensureLoaded(), list.refresh()];
    (await call(0)).respond(some('Title'));
    await Promise.all(loads);
    expect(list.state).toMatchObject({ fields: some('Title'), loading: false, failure: null });
    await list.ensureLoaded();
    expect([calls.length, changes]).toEqual([1, [true, false]]);
  });

  it('shows cached fields until the service responds', async () => {
    const { list, calls, call } = fieldList(() =>
      Promise.resolve({ fields: some('Old'), readAt: 1000 }),
    );
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    expect(list.state).toMatchObject({
      fields: some('Old'),
      isCached: true,
      readAt: 1000,
      loading: true,
    });
    await first;
    expect(list.state).toMatchObject({ fields: some('Old'), isCached: true, loading: false });
    await list.ensureLoaded();
    expect(calls).toHaveLength(1);
    const again = list.refresh();
    (await call(1)).respond(some('New'));
    await again;
    expect(list.state).toMatchObject({ fields: some('New'), isCached: false });
  });

  it('keeps the loaded fields if a refresh fails', async () => {
    const { list, call } = fieldList();
    const first = list.refresh();
    (await call(0)).respond(some('Title'));
    await first;
    const error = fault();
    const again = list.refresh();
    expect(list.state).toMatchObject({ fields: some('Title'), loading: true, failure: null });
    (await call(1)).fail(error);
    await again;
    expect(list.state).toMatchObject({ fields: some('Title'), loading: false, failure: error });
    const automatic = list.refresh({ isAutomatic: true });
    expect(list.state).toMatchObject({ loading: false, failure: error });
    (await call(2)).respond(some('Title'));
    await automatic;
    expect(list.state.failure).toBeNull();
  });

  it('cancels an automatic refresh when the user refreshes the fields', async () => {
    const { list, call } = fieldList();
    const first = list.ensureLoaded();
    (await call(0)).respond([]);
    await first;
    const automatic = list.refresh({ isAutomatic: true });
    const { signal } = await call(1);
    await list.ensureLoaded();
    const refreshed = list.refresh();
    expect([signal.aborted, list.state.loading]).toEqual([true, true]);
    (await call(2)).respond(some('Title'));
    await Promise.all([automatic, refreshed]);
    expect(list.state).toMatchObject({ fields: some('Title'), loading: false });
  });

  it('retries a failed load only on refresh', async () => {
    const { list, calls, call } = fieldList();
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    await first;
    expect(list.state.fields).toBeUndefined();
    await list.ensureLoaded();
    expect(calls).toHaveLength(1);
    const second = list.refresh();
    (await call(1)).respond([]);
    await second;
    expect(list.state).toMatchObject({ fields: [], loading: false, failure: null });
  });

  it('ignores a response that arrives after a restart', async () => {
    const { list, call } = fieldList();
    const first = list.refresh();
    const canceled = await call(0);
    const restarted = list.restart();
    expect(canceled.signal.aborted).toBe(true);
    canceled.respond(some('Old'));
    await first;
    expect(list.state).toMatchObject({ fields: undefined, loading: true });
    (await call(1)).respond(some('New'));
    await restarted;
    expect(list.state).toMatchObject({ fields: some('New'), loading: false, failure: null });
  });

  it('reloads the fields after a restart', async () => {
    const { list, call } = fieldList();
    const first = list.ensureLoaded();
    (await call(0)).fail(fault());
    await first;
    const second = list.restart();
    (await call(1)).respond(some('Title'));
    await second;
    const third = list.restart();
    expect(list.state).toMatchObject({ fields: some('Title'), loading: true });
    (await call(2)).respond(some('Name'));
    await third;
    expect(list.state).toMatchObject({ fields: some('Name'), loading: false, failure: null });
  });

  it('sends no request if it is restarted before the first load', async () => {
    const { list, calls } = fieldList();
    await list.restart();
    expect([calls, list.state]).toEqual([[], emptyFieldList]);
  });

  it('cancels the current load on disposal', async () => {
    const { list, call } = fieldList();
    let changes = 0;
    const loading = list.refresh();
    list.onDidChange(() => changes++);
    const request = await call(0);
    list.dispose();
    expect(request.signal.aborted).toBe(true);
    request.respond([]);
    await loading;
    expect([changes, list.state.fields]).toEqual([0, undefined]);
  });
});

const field = (overrides: object): Readable<Field> => ({
  kind: 'readable',
  value: aField(overrides),
});
const damaged = (raw: unknown): Readable<Field> => unreadable(raw, 'damaged');

describe('Field filter', () => {
  const priority = field({ name: 'Priority', key: 'fld_9x' });

  it.each(['pri', '  PRIORITY ', 'FLD_9', '', '   '])(
    'finds the field “Priority” for the search text %j',
    (text) => {
      expect(fieldTest(text)(priority)).toBe(true);
    },
  );

  it('does not match a search text that spans the name and the key', () => {
    expect(fieldTest('priority fld')(priority)).toBe(false);
  });

  it('matches a field without a name or key if the search text is blank', () => {
    for (const raw of [null, 7, {}]) expect(fieldTest(' ')(damaged(raw))).toBe(true);
  });

  it('ignores differences in Unicode normalization', () => {
    expect(fieldTest('büro')(field({ name: 'Bu\u0308romöbel' }))).toBe(true);
  });

  it('searches the names of unreadable fields', () => {
    expect(fieldTest('pri')(damaged({ name: 'Priority' }))).toBe(true);
    for (const raw of [null, 7, 'pri', [], { name: 7, key: null }]) {
      expect(fieldTest('pri')(damaged(raw))).toBe(false);
    }
  });
});

describe('withRequiredFirst', () => {
  it('puts required fields first without changing the order of the others', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(true, false, null, undefined)), (required) => {
        const rows = required.map((each, index) => ({
          field: field({ key: String(index), required: each }),
          isRequired: each === true,
        }));
        expect(withRequiredFirst(rows)).toEqual([
          ...rows.filter(({ isRequired }) => isRequired),
          ...rows.filter(({ isRequired }) => !isRequired),
        ]);
      }),
    );
  });
});
