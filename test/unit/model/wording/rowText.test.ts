import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type RowText,
  describeField,
  describeJob,
  describeOption,
  describeUnreadable,
  jobTooltip,
  optionsOf,
} from '../../../../src/model/wording/rowText.ts';
import { readFields } from '../../../../src/service/schema/fields.ts';
import type { Field, JobRow, Readable } from '../../../../src/service/index.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { readJob } from '../../../../src/service/schema/jobs.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { formatMoment } from '../../../../src/text/time.ts';
import { aField, aJob } from '../../../support/service/builders.ts';
import { damagedRow, job } from '../builders.ts';
import { codePoint } from '../../codePoint.ts';
import { jsonValue } from '../../jsonValue.ts';

const now = Date.parse('2026-10-01T12:24:00+02:00');
const rowOf = (overrides: object): JobRow => ({ kind: 'job', id: 'job:job_1', job: job('job_1', overrides) });
const field = (overrides: object): Readable<Field> => ({ kind: 'readable', value: aField(overrides) });

describe('the row of a job', () => {
  it('writes large numbers as the reader’s language does', () => {
    const old = rowOf({ startedAt: '2020-10-01T12:24:00+02:00' });
    expect(describeJob(old, { position: '', now }).description).toBe('Release payment · 2,191 d');
    setLanguage('de');
    expect(describeJob(old, { position: '', now }).description).toBe('Release payment · 2.191 d');
    const options = Array.from({ length: 1_500 }, (_, index) => ({ key: String(index), label: 'x' }));
    expect(describeField(field({ type: 'dropdown', details: { options } })).spoken).toContain(
      '1.500 options',
    );
  });

  it.each([
    ['gone', 'circle-slash', 'gone · Release payment · 3 h', /, gone, 1 of 3$/],
    ['notFollowed', 'eye-closed', 'not followed · Release payment · 3 h', /, not followed, 1 of 3$/],
  ] as const)('says that a job is %s', (watch, icon, description, spoken) => {
    const row = describeJob(rowOf({}), { position: '1 of 3', now, watch });
    expect(row).toMatchObject({ icon, description });
    expect(row.spoken).toMatch(spoken);
  });

  it('says that it is watched, by icon, in the tooltip and in the spoken sentence', () => {
    expect(jobTooltip(job('job_1'), now, 'watched')).toMatch(/\nWatched: followed to its end$/);
    expect(describeJob(rowOf({}), { position: '1 of 4,213', now, watch: 'watched' })).toMatchObject({
      description: 'Release payment · 3 h',
      icon: 'eye',
      spoken: 'Invoice Approval, active at Release payment, started 3 hours ago, watched, 1 of 4,213',
    });
  });

  it('says where an active job stands and since when', () => {
    expect(describeJob(rowOf({}), { position: '1 of 4,213', now })).toEqual({
      label: 'Invoice Approval',
      description: 'Release payment · 3 h',
      icon: expect.any(String) as string,
      color: 'charts.blue',
      spoken: 'Invoice Approval, active at Release payment, started 3 hours ago, 1 of 4,213',
    });
  });

  it('isolates a step in a right-to-left script, so that its age stays beside it', () => {
    expect(
      describeJob(rowOf({ activeSteps: [{ key: 's', name: 'אישור תשלום' }] }), { position: '', now })
        .description,
    ).toBe('\u2068אישור תשלום\u2069 · 3 h');
  });

  it('does not read blank times aloud, nor show them', () => {
    const blank = { startedAt: '', updatedAt: ' ', completedAt: '' };
    expect(describeJob(rowOf(blank), { position: '', now }).spoken).toBe('Invoice Approval, completed');
    expect(jobTooltip(job('job_1', blank), now)).toMatch(
      /\nStarted: not given\nUpdated: not given\nCompleted: not given$/,
    );
  });

  it('at a step, whose start lies ahead, has a clock that is ahead', () => {
    const tomorrow = describeJob(rowOf({ startedAt: '2026-10-02T12:24:00+02:00' }), { position: '', now });
    expect(tomorrow).toMatchObject({
      description: 'starts in 1 d (clock ahead) · Release payment',
      spoken: 'Invoice Approval, active at Release payment, starts tomorrow',
    });
  });

  it('that is over tells its times as such where the clock of the service is ahead, and not as still to come', () => {
    const over = describeJob(
      rowOf({ startedAt: '2026-10-01T12:32:00+02:00', completedAt: '2026-10-01T14:24:00+02:00' }),
      { position: '', now },
    );
    const [started, completed] = ['2026-10-01T12:32:00+02:00', '2026-10-01T14:24:00+02:00'].map((time) =>
      formatMoment(Date.parse(time), now),
    );
    expect([over.description, over.spoken]).toEqual([
      `done · ${completed}`,
      `Invoice Approval, completed ${completed}, started ${started}`,
    ]);
  });

  it('is called after its first workflow and counts the others first of all; what is said and the tooltip name them', () => {
    const named = (...names: (string | null)[]) =>
      names.map((name, index) => ({ key: `w${index + 1}`, name }));
    const several = named('Invoice Approval', 'Contract Review', null);
    const atStep = rowOf({ activeWorkflows: several });
    expect(describeJob(atStep, { position: '1 of 4,213', now })).toMatchObject({
      label: 'Invoice Approval',
      description: '+2 · Release payment · 3 h',
      spoken:
        'Invoice Approval, Contract Review, w3, active at Release payment, started 3 hours ago, 1 of 4,213',
    });
    expect(atStep.kind === 'job' && jobTooltip(atStep.job, now)).toContain(
      'Workflows: Invoice Approval, Contract Review, w3\n',
    );
    const done = rowOf({
      activeWorkflows: several,
      activeSteps: [],
      completedAt: '2026-09-29T12:24:00+02:00',
    });
    expect(describeJob(done, { position: '', now }).description).toBe('+2 · done · 2 d');
    expect(
      describeJob(rowOf({ activeWorkflows: named('Invoice, late', 'Contract Review'), activeSteps: [] }), {
        position: '',
        now,
      }),
    ).toMatchObject({ label: 'Invoice, late', description: '+1 · active · 3 h' });
    expect(
      describeJob(
        rowOf({ activeWorkflows: [{ key: ' ', name: '' }, ...named('Contract Review')], activeSteps: [] }),
        { position: '', now },
      ),
    ).toMatchObject({ label: 'Contract Review', description: 'active · 3 h' });
  });

  it.each([
    ['active', {}, false, 'record', 'charts.blue'],
    ['active and watched', {}, true, 'eye', 'charts.blue'],
    ['completed', { completedAt: '2026-10-02T08:00:00Z' }, false, 'pass-filled', 'charts.green'],
    [
      'in no known state',
      { completedAt: undefined, activeSteps: [], activeWorkflows: [] },
      false,
      'circle-large-outline',
      undefined,
    ],
  ])('has an icon and a colour for a job that is %s', (_state, overrides, isWatched, icon, color) => {
    const row = describeJob(rowOf(overrides), {
      position: '',
      now,
      watch: isWatched ? 'watched' : undefined,
    });
    expect([row.icon, row.color]).toEqual([icon, color]);
  });

  it('has a tooltip with everything', () => {
    expect(jobTooltip(job('job_1'), now)).toBe(
      [
        'Invoice Approval — active',
        'Key: job_1',
        'Workflows: Invoice Approval',
        'Steps: Release payment',
        'Assigned to: unassigned',
        'Started by: the service',
        'Started: 2026-10-01T09:12:00+02:00 (3 hours ago)',
        'Updated: 2026-10-01T09:30:00+02:00 (2 hours ago)',
        'Completed: not yet',
      ].join('\n'),
    );
  });

  it('says when a completed job was', () => {
    const completed = job('job_1', {
      activeWorkflows: [],
      activeSteps: [],
      completedAt: '2026-09-29T12:24:00+02:00',
      assignedTo: [{ firstName: 'Ada', lastName: 'B' }, { key: 'u2' }],
      startedBy: { key: 'u3', firstName: null, lastName: null },
    });
    const row = describeJob({ kind: 'job', id: 'x', job: completed }, { position: '2 of 2', now });
    expect(row).toMatchObject({
      label: 'job_1',
      description: 'done · 2 d',
      color: 'charts.green',
      spoken: 'job_1, completed 2 days ago, started 3 hours ago, 2 of 2',
    });
    expect(jobTooltip(completed, now)).toContain('Assigned to: Ada B, u2\nStarted by: u3');
    expect(jobTooltip(completed, now)).toContain('Workflows: none active\nSteps: none active');
  });

  it('says what is not given, rather than null', () => {
    const bare = job('job_1', {
      activeWorkflows: null,
      activeSteps: null,
      startedBy: null,
      startedAt: null,
      updatedAt: undefined,
      completedAt: undefined,
    });
    const row = describeJob({ kind: 'job', id: 'x', job: bare }, { position: '7', now });
    expect(row).toMatchObject({
      label: 'job_1',
      description: 'state unknown',
      spoken: 'job_1, state unknown, 7',
    });
    expect(row.color).toBeUndefined();
    expect([row.label, row.description, row.spoken, jobTooltip(bare, now)].join('\n')).not.toMatch(
      /null|undefined|NaN/,
    );
  });

  it('shows a time it cannot read as it came', () => {
    const odd = job('job_1', { startedAt: 'last\nTuesday', completedAt: 'a while ago' });
    expect(describeJob({ kind: 'job', id: 'x', job: odd }, { position: '1', now })).toMatchObject({
      description: 'done',
      spoken: 'Invoice Approval, completed a while ago, started last Tuesday, 1',
    });
    expect(jobTooltip(odd, now)).toContain('Started: last Tuesday\n');
  });

  it('does not speak of negative ages where the clocks differ by less than five minutes', () => {
    const described = (startedAt: string) => describeJob(rowOf({ startedAt }), { position: '1', now });
    expect(described('2026-10-01T12:28:59+02:00')).toMatchObject({
      description: 'Release payment · now',
      spoken: 'Invoice Approval, active at Release payment, started just now, 1',
    });
    expect(described('2026-10-01T12:30:00+02:00').description).toBe(
      'starts in 6 min (clock ahead) · Release payment',
    );
  });

  it('that could not be read says why', () => {
    expect(
      describeJob(damagedRow({ key: 'job_7' }, 'data.jobs[3].completedAt: expected string'), {
        position: '4',
        now,
      }),
    ).toEqual({
      label: 'job_7',
      description: 'unreadable',
      tooltip: 'job_7 could not be read.\ndata.jobs[3].completedAt: expected string',
      icon: 'warning',
      color: 'list.warningForeground',
      spoken: 'job_7, could not be read: data.jobs[3].completedAt: expected string, 4',
    });
  });
});

describe('the row of something unreadable', () => {
  it.each<[unknown, string]>([
    [{ key: 'k', name: 'Name' }, 'Name'],
    [{ key: 'k', name: ' ' }, 'k'],
    [{ key: 7, name: null }, 'Unreadable entry'],
    [null, 'Unreadable entry'],
    ['text', 'Unreadable entry'],
    [[1], 'Unreadable entry'],
  ])('%j is called %j', (raw, label) => {
    expect(describeUnreadable(unreadable(raw, 'x')).label).toBe(label);
  });

  it('does not say twice that it could not be read', () => {
    expect(describeUnreadable(unreadable(null, 'data.jobs[3]: expected object')).spoken).toBe(
      'Unreadable entry: data.jobs[3]: expected object',
    );
  });
});

describe('the row of a field', () => {
  it('says name, type and whether it is required', () => {
    expect(describeField(field({ required: true }))).toEqual({
      label: 'Title',
      description: 'text *',
      tooltip: 'Title\nKey: fld_1\nType: shortText\nRequired: yes',
      icon: 'symbol-string',
      spoken: 'Title, shortText, required',
    });
  });

  it.each([
    [[], '0 options'],
    [[{ key: 'o1', label: 'High' }], '1 option'],
    [
      [
        { key: 'o1', label: 'High' },
        { key: 'o2', label: 'Low' },
      ],
      '2 options',
    ],
  ])('counts the options of a dropdown: %j', (options, count) => {
    const row = describeField(field({ type: 'dropdown', details: { options } }));
    expect(row).toMatchObject({
      description: 'list',
      icon: 'list-selection',
      spoken: `Title, dropdown, ${count}`,
    });
    expect(row.tooltip).toContain(`Options: ${count}`);
  });

  it.each([null, undefined, {}, { options: null }])('survives a dropdown with the details %j', (details) => {
    const dropdown = field({ type: 'dropdown', details });
    expect(describeField(dropdown).spoken).toContain('0 options');
    expect(dropdown.kind === 'readable' && optionsOf(dropdown.value)).toEqual([]);
  });

  it('has of a type that is not documented the options that are as those of a dropdown', () => {
    const optionsIn = (options: unknown) =>
      readFields([{ key: 'fld_1', type: 'rating', details: { options } }]).flatMap((each) =>
        each.kind === 'readable' ? optionsOf(each.value) : [],
      );
    expect(
      optionsIn([{ key: 'one' }, 'two', { key: 'three', label: 3 }, { key: 'four', label: 'Four' }]),
    ).toEqual([{ key: 'one' }, { key: 'four', label: 'Four' }]);
    expect(optionsIn(5)).toEqual([]);
  });

  it('is plain for a type it does not know, and for what is left out', () => {
    expect(describeField(field({ type: 'date' }))).toMatchObject({
      description: 'date',
      icon: 'symbol-field',
      spoken: 'Title, date',
    });
    const bare = describeField({ kind: 'readable', value: { key: '' } });
    expect(bare).toMatchObject({
      label: 'Field without a name',
      description: 'no type',
      spoken: 'Field without a name, no type',
    });
    expect(bare.tooltip).toContain('Required: not given');
  });

  it('that could not be read is marked', () => {
    expect(describeField(unreadable({ name: 'Due' }, 'data.fields[0].key: expected string'))).toMatchObject({
      label: 'Due',
      icon: 'warning',
    });
  });
});

describe('the row of an option', () => {
  it('is its label, else its key', () => {
    expect(describeOption({ key: 'o1', label: 'High' }, 'Priority', '1 of 3')).toEqual({
      label: 'High',
      description: '',
      tooltip: 'High\nKey: o1',
      icon: 'circle-small',
      spoken: 'High, option of Priority, 1 of 3',
    });
    expect(describeOption({ key: 'o1', label: null }, 'Priority', '1').label).toBe('o1');
    expect(describeOption({ key: '' }, 'Priority', '1').label).toBe('Option without a label');
  });
});

describe('hostile text', () => {
  const hostile = fc.oneof(
    fc.string({ unit: codePoint }),
    fc
      .array(
        fc.constantFrom(
          'a',
          ' ',
          '\n',
          '\r',
          '\u2028',
          '\u202e',
          '\u2066',
          '\u200f',
          '\ud83d',
          '$(zap)',
          '<b>',
          '{0}',
          '{1}',
          '[x](command:y)',
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join('')),
    fc.constant('long '.repeat(5000)),
  );
  const odd = fc.oneof(hostile, fc.constant(null), fc.constant(undefined));
  const named = fc.option(fc.array(fc.record({ key: hostile, name: odd }), { maxLength: 3 }));

  function checkInert({ label, description, spoken, tooltip }: RowText, lines: number): void {
    for (const line of [label, description, spoken, ...(tooltip?.split('\n') ?? [])]) {
      // Closed isolates are the extension's own.
      expect(line.replaceAll(/\u2068([^\u2068\u2069]*)\u2069/g, '$1')).not.toMatch(
        /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\r\n\u0085\u2028\u2029]/,
      );
      expect(line.isWellFormed()).toBe(true);
      expect(line.length).toBeLessThan(3000);
    }
    expect(tooltip?.split('\n')).toHaveLength(lines);
  }

  it('stays inert in the row of a job: one line each, directions visible', () => {
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
        checkInert(
          {
            ...describeJob({ kind: 'job', id: 'job:x', job: read.value }, { position: '1', now }),
            tooltip: jobTooltip(read.value, now),
          },
          9,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('stays inert in the row of a field, of an option, and of what cannot be read', () => {
    fc.assert(
      fc.property(hostile, odd, odd, (key, name, type) => {
        checkInert(describeField({ kind: 'readable', value: { key, name, type } }), 4);
        checkInert(describeOption({ key, label: name }, 'Priority', '1'), 2);
        checkInert(describeUnreadable(unreadable({ key, name }, 'data.fields[0].key: expected string')), 2);
      }),
      { numRuns: 200 },
    );
  });

  it('never makes a row fail, whatever JSON a job or field is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          jsonValue({ maxDepth: 2 }),
          jsonValue({ maxDepth: 2 }).map((value) => aJob({ assignedTo: value, more: value })),
        ),
        (raw) => {
          const read = readJob(raw, 'data.jobs[0]');
          const row: JobRow =
            read.kind === 'readable' ? { kind: 'job', id: 'x', job: read.value } : { ...read, id: 'x' };
          expect(describeJob(row, { position: '1', now }).label).not.toBe('');
          for (const each of readFields([raw])) expect(describeField(each).label).not.toBe('');
        },
      ),
      { numRuns: 200 },
    );
  });
});
