import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../../../src/model/fields/fieldTypes.ts';
import {
  type RowText,
  describeField,
  describeJob,
  describeOption,
  describeUnreadable,
  jobTooltip,
} from '../../../../src/model/wording/rowText.ts';
import { readFields } from '../../../../src/service/schema/fields.ts';
import type { Field, JobRow, Readable } from '../../../../src/service/index.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { readJob } from '../../../../src/service/schema/jobs.ts';
import { aField, aJob } from '../../../support/service/builders.ts';
import { hostileText } from '../../codePoint.ts';
import { jsonValue } from '../../jsonValue.ts';

const now = Date.parse('2026-10-01T12:24:00+02:00');
const field = (overrides: object): Readable<Field> => ({
  kind: 'readable',
  value: aField(overrides),
});

describe('Unreadable row', () => {
  it.each<[unknown, string]>([
    [{ key: 'k', name: 'Name' }, 'Name'],
    [{ key: 'k', name: ' ' }, 'k'],
    [{ key: 7, name: null }, 'Unreadable entry'],
    [null, 'Unreadable entry'],
    ['text', 'Unreadable entry'],
    [[1], 'Unreadable entry'],
  ])('shows the entry %j with the label %j', (raw, label) => {
    expect(describeUnreadable(unreadable(raw, 'x')).label).toBe(label);
  });

  it('states only once that the entry is unreadable', () => {
    expect(describeUnreadable(unreadable(null, 'data.jobs[3]: expected object')).ariaLabel).toBe(
      'Unreadable entry: data.jobs[3]: expected object',
    );
  });
});

describe('Field row', () => {
  it('marks a required field with an asterisk', () => {
    expect(describeField(field({ required: true }))).toEqual({
      label: '* Title',
      description: 'shortText',
      tooltip: {
        title: 'Title',
        key: 'fld_1',
        lines: ['Type: shortText', 'Required: yes (marked with *)'],
      },
      icon: 'text-size',
      ariaLabel: 'Title, shortText, required',
    });
    const bare = describeField({ kind: 'readable', value: { key: '' } });
    expect(bare).toMatchObject({
      label: 'Field without a name',
      description: 'no type',
      tooltip: { lines: ['Type: no type', 'Required: not specified'] },
      ariaLabel: 'Field without a name, no type',
    });
  });

  it.each([
    ['dropdown', 'list-selection'],
    ['longText', 'text-size'],
    ['date', 'calendar'],
    ['fileUpload', 'file-text'],
    ['rating', 'tag'],
  ])('shows the icon for the field type %s', (type, icon) => {
    expect(describeField(field({ type }))).toMatchObject({ description: type, icon });
  });

  it.each([
    [{ options: [] }, '0 options'],
    [{ options: [{ key: 'o1', label: 'High' }] }, '1 option'],
    [null, '0 options'],
    [{ options: null }, '0 options'],
  ])('counts the options of a dropdown field with the details %j', (details, count) => {
    expect(describeField(field({ type: 'dropdown', details })).ariaLabel).toBe(
      `Title, dropdown, ${count}`,
    );
  });

  it('marks an unreadable field with a warning icon', () => {
    expect(
      describeField(unreadable({ name: 'Due' }, 'data.fields[0].key: expected string')),
    ).toMatchObject({
      label: 'Due',
      icon: 'warning',
    });
  });
});

describe('optionsOf', () => {
  it('returns only the valid options of a field with an unknown type', () => {
    const optionsIn = (options: unknown) =>
      readFields([{ key: 'fld_1', type: 'rating', details: { options } }]).flatMap((each) =>
        each.kind === 'readable' ? optionsOf(each.value) : [],
      );
    expect(
      optionsIn([
        { key: 'one' },
        'two',
        { key: 'three', label: ['Three'] },
        { key: 'four', label: 'Four' },
      ]),
    ).toEqual([{ key: 'one' }, { key: 'four', label: 'Four' }]);
    expect(optionsIn(5)).toEqual([]);
  });
});

describe('Option row', () => {
  it('shows the option label, or the key if there is no label', () => {
    expect(describeOption({ key: 'o1', label: 'High' }, 'Priority')).toEqual({
      label: 'High',
      description: '',
      tooltip: { title: 'High', key: 'o1', lines: [] },
      icon: 'circle-small',
      ariaLabel: 'High, option of Priority',
    });
    expect(describeOption({ key: 'o1', label: null }, 'Priority').label).toBe('o1');
    expect(describeOption({ key: '' }, 'Priority').label).toBe('Option without a label');
  });
});

describe('Row text', () => {
  const hostile = fc.oneof(
    hostileText('$(zap)', '<b>', '{0}', '{1}', '[x](command:y)'),
    fc.constant('long '.repeat(5000)),
  );
  const odd = fc.oneof(hostile, fc.constant(null), fc.constant(undefined));
  const named = fc.option(fc.array(fc.record({ key: hostile, name: odd }), { maxLength: 3 }));

  function checkText({ label, description, ariaLabel, tooltip }: RowText): void {
    const { title = '', lines = [] } = typeof tooltip === 'object' ? tooltip : {};
    for (const line of [label, description, ariaLabel, title, ...lines]) {
      // Ignores the isolates that the extension adds around a text.
      expect(line.replaceAll(/\u2068([^\u2068\u2069]*)\u2069/g, '$1')).not.toMatch(
        /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\r\n\u0085\u2028\u2029]/,
      );
      expect(line.isWellFormed()).toBe(true);
      expect(line.length).toBeLessThan(3000);
    }
  }

  it('shows untrusted job strings without line breaks or direction controls', () => {
    const jobs = fc.record({
      key: hostile.filter((key) => key !== ''),
      activeWorkflows: named,
      activeSteps: named,
      assignedTo: fc.record({ firstName: odd, lastName: odd, key: odd }),
      startedBy: fc.record({ firstName: odd, lastName: odd, key: odd }),
      startedAt: odd,
      updatedAt: odd,
      completedAt: odd,
    });
    fc.assert(
      fc.property(jobs, (raw) => {
        const read = readJob(raw, 'data.jobs[0]');
        if (read.kind === 'unreadable') throw new Error(read.problem);
        checkText({
          ...describeJob({ kind: 'job', id: 'job:x', job: read.value }, { now }),
          tooltip: jobTooltip(read.value, now),
        });
      }),
      { numRuns: 200 },
    );
  });

  it('shows untrusted field strings without line breaks or direction controls', () => {
    fc.assert(
      fc.property(hostile, odd, odd, (key, name, type) => {
        checkText(describeField({ kind: 'readable', value: { key, name, type } }));
        checkText(describeOption({ key, label: name }, 'Priority'));
        checkText(
          describeUnreadable(unreadable({ key, name }, 'data.fields[0].key: expected string')),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('shows a label for any JSON value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          jsonValue({ maxDepth: 2 }),
          jsonValue({ maxDepth: 2 }).map((value) => aJob({ assignedTo: value, more: value })),
        ),
        (raw) => {
          const read = readJob(raw, 'data.jobs[0]');
          const row: JobRow =
            read.kind === 'readable'
              ? { kind: 'job', id: 'x', job: read.value }
              : { ...read, id: 'x' };
          expect(describeJob(row, { now }).label).not.toBe('');
          for (const each of readFields([raw])) expect(describeField(each).label).not.toBe('');
        },
      ),
      { numRuns: 200 },
    );
  });
});
