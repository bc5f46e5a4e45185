import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldValue, readContent } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import { jobMembers } from '../../../../src/model/jobs/members/jobMembers.ts';
import type { Field, Readable } from '../../../../src/service/index.ts';
import { cpuTime } from '../../cpuTime.ts';
import { job, jobFrom } from '../builders.ts';

const priority: Readable<Field> = {
  kind: 'readable',
  value: {
    key: 'fld_p',
    name: 'Priority',
    type: 'dropdown',
    required: true,
    details: {
      options: [{ key: 'o1', label: 'High' }, { key: 'o2', label: 'Low' }, { key: 'o3' }],
    },
  },
};

function fieldOf(value: object, known: readonly Readable<Field>[] = [priority]) {
  return readContent(job('job_1', { content: { fields: [{ key: 'fld_p', ...value }] } }), known)
    .fields[0];
}

function labelsOf(field: FieldValue | undefined) {
  return field?.options?.map(({ label }) => label);
}

describe('readContent', () => {
  it('keeps every value that the service sent', () => {
    const text = fc.string({ minLength: 1 });
    const leaf = fc.oneof(text, fc.integer(), fc.constant(null));
    const members = fc.record(
      {
        actions: fc.array(
          fc.dictionary(fc.constantFrom('key', 'name', 'label', 'enabled'), text, { maxKeys: 4 }),
          { maxLength: 3 },
        ),
        logs: fc.array(
          fc.dictionary(fc.constantFrom('at', 'message', 'type', 'by'), text, { maxKeys: 4 }),
          {
            maxLength: 3,
          },
        ),
        content: fc.record({
          fields: fc.array(fc.record({ key: text, value: leaf, extra: leaf }), { maxLength: 3 }),
          other: leaf,
        }),
      },
      { requiredKeys: [] },
    );
    const words = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(words)
        : [String(value)];
    fc.assert(
      fc.property(members, (sent) => {
        const shown = new Set(words(readContent(job('job_1', sent), [])));
        expect(words(sent).filter((word) => !shown.has(word))).toEqual([]);
      }),
    );
  });

  it('adds the name, type, and option labels from the field definition to a field value', () => {
    expect(fieldOf({ value: 'o1' })).toEqual({
      key: 'fld_p',
      name: 'Priority',
      type: 'dropdown',
      required: true,
      value: 'o1',
      options: [{ label: 'High', value: 'o1' }],
      unit: null,
      otherMembers: {},
    });
    expect(labelsOf(fieldOf({ value: ['o2', 'gone', 'o3'] }))).toEqual(['Low', null, null]);
  });

  it('reads 20,000 fields within two seconds', () => {
    const numbers = Array.from({ length: 20_000 }, (_, number) => number);
    const options = [
      ...numbers.map((number) => ({ key: `o${number}`, label: 'Right' })),
      { key: 'o0', label: 'Wrong' },
    ];
    const known = [...numbers, 0].map((number, index): Readable<Field> => ({
      kind: 'readable',
      value: {
        key: `f${number}`,
        name: index < numbers.length ? 'Right' : 'Wrong',
        type: 'dropdown',
        required: null,
        details: { options: number === 0 ? options : [] },
      },
    }));
    const sent = numbers.map((number) => ({
      key: `f${number}`,
      value: number === 0 ? numbers.map((each) => `o${each}`) : 'x',
    }));
    let fields: ReturnType<typeof readContent>['fields'] = [];
    expect(
      cpuTime(
        () =>
          ({ fields } = readContent(
            job('job_1', { content: { fields: sent.toReversed() } }),
            known,
          )),
      ),
    ).toBeLessThan(2000);
    expect(new Set(fields.map(({ name }) => name))).toEqual(new Set(['Right']));
    expect(new Set(labelsOf(fields.at(-1)))).toEqual(new Set(['Right']));
  });

  it('prefers the properties of a field value to the properties of its definition', () => {
    const field = fieldOf({
      name: 'Urgency',
      type: 'choice',
      required: false,
      value: 'o9',
      editable: true,
    });
    expect(field).toMatchObject({
      name: 'Urgency',
      type: 'choice',
      required: false,
      options: null,
      otherMembers: { editable: true },
    });
  });

  it.each([
    { options: ['o1', null, { label: 'x' }, { key: 'o2', label: { de: 'y' } }] },
    { options: 'o1' },
    { options: { key: 'o1' } },
    'o1',
    7,
    null,
  ])('ignores the invalid field details %j', (details) => {
    const value = { ...priority.value, type: 'choice', details } as Field;
    for (const each of ['o1', 'o2', undefined, null, ['o1']]) {
      expect(fieldOf({ value: each }, [{ kind: 'readable', value }])).toMatchObject({
        type: 'choice',
        options: null,
      });
    }
  });

  it('uses the options of a field with an undocumented type', () => {
    const choice: Readable<Field> = {
      kind: 'readable',
      value: { ...priority.value, type: 'multiSelect' },
    };
    expect(labelsOf(fieldOf({ value: ['o2', 'o1'] }, [choice]))).toEqual(['Low', 'High']);
  });

  it.each([
    [{ key: 'o9', label: 'Urgent' }, [], ['Urgent']],
    [{ key: 'o1', label: 'high' }, [priority], ['High']],
    [[{ key: 'o9', label: 'Urgent' }, { net: 2 }], [], ['Urgent', null]],
    [{ key: 'o9', label: ' ' }, [], undefined],
  ])('reads option labels from the field value %j', (value, known, labels) => {
    expect(labelsOf(fieldOf({ value }, known))).toEqual(labels);
  });

  it('reads a field value that has no field definition', () => {
    expect(fieldOf({ value: null }, [])).toEqual({
      key: 'fld_p',
      name: 'fld_p',
      type: null,
      required: false,
      value: null,
      options: null,
      unit: null,
      otherMembers: {},
    });
  });

  it('ignores blank or invalid properties of a field value', () => {
    expect(fieldOf({ name: ' ', type: '', required: 'no' })).toMatchObject({
      name: 'Priority',
      type: 'dropdown',
      required: true,
    });
    expect(fieldOf({ name: ['x'], type: null, required: null }, [])).toMatchObject({
      name: 'fld_p',
      type: null,
      required: false,
    });
  });

  it('keeps undocumented properties of `content`', () => {
    expect(
      readContent(job('job_1', { content: { fields: [{ key: 'a' }], version: 3 } }), []).more,
    ).toEqual({
      content: { version: 3 },
    });
    expect(readContent(job('job_1', { content: { fields: [{ key: 'a' }] } }), []).more).toEqual({});
  });

  it.each<[unknown, string[]]>([
    [null, []],
    [{ key: 'u1', firstName: 'Ada', lastName: null }, ['Ada']],
    ['Ann', ['Ann']],
    [
      ['usr_1', 'usr_2'],
      ['usr_1', 'usr_2'],
    ],
    [{ id: 7, name: 'Ann' }, ['Ann']],
  ])('omits the readable assignee %j from the other properties', (assignedTo, names) => {
    const assigned = job('job_1', { assignedTo });
    const { value } = jobMembers.assignedTo;
    expect(value(assigned)).toEqual(names.length === 0 ? null : { kind: 'names', names });
    expect(readContent(assigned, []).more).toEqual({});
  });

  it.each([{ person: { name: 'Ann' } }, ['usr_1', ['usr_2']], true])(
    'keeps the unreadable assignee %j among the other properties',
    (assignedTo) => {
      expect(readContent(job('job_1', { assignedTo, size: 3 }), []).more).toEqual({
        assignedTo,
        size: 3,
      });
    },
  );

  it('reads the time and text of each log entry', () => {
    const { log, more } = readContent(
      job('job_1', {
        logs: [
          { createdAt: '2026-10-01T09:12:00+02:00', message: 'Began', level: 'info' },
          { text: 'Later', at: 'soon' },
          'Only words',
          { code: 7 },
        ],
      }),
      [],
    );
    expect(log).toEqual([
      {
        at: { text: '2026-10-01T09:12:00+02:00', ms: Date.UTC(2026, 9, 1, 7, 12) },
        text: 'Began',
        otherMembers: { level: 'info' },
      },
      { at: null, text: 'Later', otherMembers: { at: 'soon' } },
      { at: null, text: 'Only words', otherMembers: {} },
      { at: null, text: null, otherMembers: { code: 7 } },
    ]);
    expect(more).toEqual({});
  });

  it.each(['message', 'text', 'description', 'title', 'name', 'event', 'action', 'type'])(
    'reads the text of a log entry from the “%s” property',
    (name) => {
      const { log } = readContent(
        job('job_1', { logs: [{ message: ' ', [name]: 'Began', code: 7 }] }),
        [],
      );
      expect(log).toEqual([
        {
          at: null,
          text: 'Began',
          otherMembers: { ...(name === 'message' ? {} : { message: ' ' }), code: 7 },
        },
      ]);
    },
  );

  it.each([
    { logs: 'none' },
    { logs: [] },
    { logs: [1, 2] },
    { actions: [{ key: 'a1', name: 'Cancel' }] },
    { content: 'text' },
    { content: { fields: [{ name: 'no key' }] } },
    { content: [] },
  ])('keeps the unexpected properties %j', (members) => {
    const content = readContent(job('job_1', members), []);
    expect(content).toEqual({ fields: [], log: [], more: members });
  });

  const second = { text: '2026-10-01T09:00:00.000Z', ms: Date.UTC(2026, 9, 1, 9) };

  it('reads fields and logs that are objects with numeric keys', () => {
    const { fields, log, more } = readContent(
      job('job_1', {
        content: { fields: { 3: { key: 'fld_p', value: { 0: 'o1', 2: 'o2' }, required: 0 } } },
        logs: { 7: { message: 'Began' }, 12: { message: 'Ended' } },
      }),
      [priority],
    );
    expect(fields).toMatchObject([
      { key: 'fld_p', required: false, options: [{ label: 'High' }, { label: 'Low' }] },
    ]);
    expect(log.map(({ text }) => text)).toEqual(['Began', 'Ended']);
    expect(more).toEqual({});
  });

  it('reads numeric field keys and names', () => {
    const options = [{ key: '7', label: 'High' }];
    const known: Readable<Field> = {
      kind: 'readable',
      value: { ...priority.value, details: { options } },
    };
    expect(fieldOf({ value: 7, name: 2024 }, [known])).toMatchObject({
      name: '2024',
      options: [{ label: 'High' }],
    });
    const sent = { content: { fields: [{ key: 17, value: 'x' }] } };
    expect(readContent(job('job_1', sent), []).fields[0]?.key).toBe('17');
  });

  it.each<[string, unknown]>([
    ['createdAt', 1_790_845_200],
    ['timestamp', 1_790_845_200_000],
    ['logged_at', '1790845200'],
  ])('reads a number in “%s” as the time of a log entry', (name, sent) => {
    const { log } = readContent(job('job_1', { logs: [{ message: 'Began', [name]: sent }] }), []);
    expect(log).toEqual([{ at: second, text: 'Began', otherMembers: {} }]);
  });

  it('reads a PHP `DateTime` object as the time of a log entry', () => {
    const entry = {
      message: 'Began',
      on: { date: '2026-10-01 09:00:00', timezone_type: 3, timezone: 'UTC' },
    };
    const { log } = readContent(job('job_1', { logs: [entry] }), []);
    expect(log[0]?.at).toEqual(second);
  });

  it.each([{ id: 1_790_845_200 }, { id: '1790845200' }, { at: '0000-00-00 00:00:00' }])(
    'does not read %j as the time of a log entry',
    (members) => {
      const { log } = readContent(job('job_1', { logs: [{ message: 'Began', ...members }] }), []);
      expect(log).toEqual([{ at: null, text: 'Began', otherMembers: members }]);
    },
  );

  it('keeps an unreadable `startedBy` property', () => {
    const started = jobFrom({ startedBy: { team: 'Ops' } });
    expect(readContent(started, []).more).toEqual({ startedBy: { team: 'Ops' } });
    expect(readContent(jobFrom({ startedBy: [] }), []).more).toEqual({});
  });
});
