import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvColumns, exportText, rowJson } from '../../../../src/model/export/jobExport.ts';
import { damagedRow, job } from '../builders.ts';
import { parse } from 'csv-parse/sync';
import type { JobRow } from '../../../../src/service/index.ts';
import { codePoint } from '../../codePoint.ts';
import { jsonValue, memberName } from '../../jsonValue.ts';
import { cpuTime } from '../../cpuTime.ts';

const rowOf = (key: string, overrides: object = {}): JobRow => ({
  kind: 'job',
  id: `job:${key}`,
  job: job(key, overrides),
});
const damaged = (raw: unknown) => damagedRow(raw, 'data.jobs[0].key: expected string');
const textOf = (rows: readonly JobRow[], format: 'csv' | 'json' | 'ndjson') =>
  [...exportText(rows, format)].join('');

/** Parses CSV. Returns each record as an object with column names. */
function tableOf(rows: readonly JobRow[]): Record<string, string>[] {
  const [head = [], ...records] = parse(textOf(rows, 'csv').slice(1), { record_delimiter: '\r\n' });
  return records.map((record) => {
    expect(record).toHaveLength(head.length);
    return Object.fromEntries(record.map((cell, index) => [head[index] ?? '', cell]));
  });
}

// Only values that `JSON.parse` can return, without -0 and undefined.
const json = jsonValue({ maxDepth: 3 }).map(
  (value) => JSON.parse(JSON.stringify(value)) as unknown,
);
const someRow: fc.Arbitrary<JobRow> = fc.oneof(
  fc
    .record({
      key: fc.string({ minLength: 1, unit: codePoint }),
      extra: fc.dictionary(memberName, json),
    })
    .map(({ key, extra }) =>
      rowOf(key, {
        ...extra,
        key,
        activeWorkflows: null,
        activeSteps: null,
        startedBy: null,
        assignedTo: null,
        startedAt: null,
        updatedAt: null,
        completedAt: null,
      }),
    ),
  json.map(damaged),
);
const sentOf = (row: JobRow) => (row.kind === 'job' ? row.job : row.raw);

describe('JSON and NDJSON export', () => {
  it('writes each job as the service sent it', () => {
    fc.assert(
      fc.property(fc.array(someRow), (rows) => {
        const sent = rows.map(sentOf);
        expect(JSON.parse(textOf(rows, 'json'))).toEqual(sent);
        const lines = textOf(rows, 'ndjson').split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(sent);
      }),
    );
  });

  it('escapes characters that some parsers treat as line breaks', () => {
    const text = textOf(
      [rowOf('a', { note: 'one\u2028two\u2029three\u0085four\rfive' })],
      'ndjson',
    );
    expect(text).not.toMatch(/[\u2028\u2029\u0085\r]/);
    expect(JSON.parse(text)).toMatchObject({ note: 'one\u2028two\u2029three\u0085four\rfive' });
  });

  it('replaces deeply nested values with a placeholder', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(JSON.parse(rowJson(rowOf('a', { deep, amount: 12 })))).toMatchObject({
      key: 'a',
      amount: 12,
    });
  });

  it('writes an empty JSON array or an empty NDJSON file if there are no jobs', () => {
    expect(JSON.parse(textOf([], 'json'))).toEqual([]);
    expect(textOf([], 'ndjson')).toBe('');
  });
});

describe('CSV export', () => {
  it('starts with a byte order mark', () => {
    expect(textOf([], 'csv')).toBe(`\ufeff${csvColumns.join(',')}\r\n`);
  });

  it('writes the names and keys of workflows and steps', () => {
    const row = rowOf('job_1', {
      activeWorkflows: [
        { key: 'wf_a', name: 'Invoice, Approval' },
        { key: 'wf_b', name: null },
      ],
      assignedTo: [
        { key: 'p1', firstName: 'Ada', lastName: 'Byron' },
        { key: 'p2', firstName: null, lastName: null },
      ],
      startedBy: { key: null, firstName: 'Alan', lastName: '' },
      completedAt: '2026-10-02T00:00:00Z',
    });
    expect(tableOf([row])).toMatchObject([
      {
        key: 'job_1',
        state: 'completed',
        workflows: 'Invoice, Approval | wf_b',
        workflowKeys: 'wf_a | wf_b',
        steps: 'Release payment',
        stepKeys: 'stp_release',
        assignedTo: 'Ada Byron | p2',
        startedBy: 'Alan',
        startedAt: '2026-10-01T09:12:00+02:00',
        updatedAt: '2026-10-01T09:30:00+02:00',
        completedAt: '2026-10-02T00:00:00Z',
        problem: '',
        lastWorkflows: '',
      },
    ]);
  });

  it('adds a column for each additional property with a scalar value', () => {
    const rows = [
      rowOf('a', { amount: -12.5, urgent: true, state: 'parked', content: { fields: [] } }),
      rowOf('b', { amount: null, note: 'x' }),
      damaged({ amount: 3 }),
    ];
    expect(tableOf(rows)).toMatchObject([
      {
        key: 'a',
        state: 'active',
        amount: '-12.5',
        urgent: 'true',
        'state (as sent)': 'parked',
        note: '',
      },
      { key: 'b', amount: '', urgent: '', note: 'x' },
      { key: '', amount: '' },
    ]);
    expect(Object.keys(tableOf(rows)[0] ?? {})).not.toContain('content');
  });

  it('ignores inherited properties with names such as `constructor`', () => {
    const rows = [
      rowOf('a', JSON.parse('{"__proto__":"p","constructor":"c"}') as object),
      rowOf('b'),
    ];
    expect(textOf(rows, 'csv').split('\r\n')[2]).toMatch(/,,$/);
  });

  it('writes the key and the problem of an unreadable job', () => {
    expect(tableOf([damaged({ key: 'job_9', startedAt: 7 })])).toMatchObject([
      {
        key: 'job_9',
        state: 'unreadable',
        startedAt: '',
        problem: 'data.jobs[0].key: expected string',
      },
    ]);
    expect(tableOf([damaged(null)])).toMatchObject([{ key: '', state: 'unreadable' }]);
  });

  it('adds at most 100 columns for additional properties', () => {
    const rows = Array.from({ length: 500 }, (_, index) =>
      rowOf(String(index), { [`member ${index}`]: 1 }),
    );
    expect(Object.keys(tableOf(rows)[0] ?? {})).toHaveLength(csvColumns.length + 100);
  });

  it('leaves strings unchanged except for escaped formulas', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('"', ',', '\r', '\n', '\t', ';', ' ', '=', '+', '-', '@', "'", '|'),
        fc.string({ minLength: 1, maxLength: 1, unit: codePoint }),
      ),
    });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const cells = tableOf(texts.map((note) => rowOf('a', { note }))).map(
          ({ note = '' }) => note,
        );
        if (texts.length > 0) {
          expect(cells.map((cell) => cell.replaceAll("'", ''))).toEqual(
            texts.map((each) => each.replaceAll("'", '')),
          );
        }
        for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]|^[\t\r\n]/);
      }),
    );
  });

  it.each([' ', '\n', ';', '\u200b'])(
    'writes a string with 200,000 repetitions of %j in linear time',
    (gap) => {
      const note = `;${gap.repeat(200_000)}x${gap.repeat(200_000)}`;
      expect(
        cpuTime(() => expect(tableOf([rowOf('a', { note })])).toMatchObject([{ note }])),
      ).toBeLessThan(3000);
    },
  );

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@sum',
    '\ttext',
    '\rtext',
    '  =1',
    '\u00a0=1',
    '\u200b=1',
    '\u0000=1',
    '＝1',
    '\ufeff=1',
  ])('inserts an apostrophe before the formula %j', (note) => {
    expect(tableOf([rowOf('a', { note })])).toMatchObject([{ note: `'${note}` }]);
  });

  it.each([
    ['a;=1', "a;'=1"],
    ['a\n=1', "a\n'=1"],
    ['a\t @x', "a\t '@x"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['a;\n;-1', "a;\n;'-1"],
  ])('inserts an apostrophe where Excel may start a new cell in %j', (note, guarded) => {
    expect(tableOf([rowOf('a', { note })])).toMatchObject([{ note: guarded }]);
  });

  it('does not escape “-”, “@”, or “+” inside a string', () => {
    for (const note of ['a-b', 'me@example.com', 'call +49 30']) {
      expect(tableOf([rowOf('a', { note })])).toMatchObject([{ note }]);
    }
  });

  it('escapes formulas in all columns', () => {
    const [head = [], record = []] = parse(
      textOf(
        [
          rowOf('=cmd', {
            '=member': 1,
            startedAt: '@now',
            activeWorkflows: [{ key: '-k', name: '+n' }],
          }),
        ],
        'csv',
      ).slice(1),
    );
    for (const cell of [...head, ...record]) expect(cell).not.toMatch(/^\s*[=+\-@]/);
  });

  it('writes strings with 500,000 special characters in linear time', () => {
    const rows = ['\n'.repeat(500_000), ';'.repeat(500_000), `;${' ='.repeat(250_000)}`].map(
      (note, index) => rowOf(`job_${index}`, { note }),
    );
    expect(cpuTime(() => textOf(rows, 'csv'))).toBeLessThan(1000);
  });
});
