import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvTable, markdownTable } from '../../../../src/model/export/tables.ts';
import { codePoint } from '../../codePoint.ts';
import { parse } from 'csv-parse/sync';

describe('markdownTable', () => {
  it('escapes Markdown syntax in cells', () => {
    const columns = ['Step', 'Active', 'Half finish within'].map((name) => ({ name }));
    const table = {
      columns,
      rows: [
        {
          cells: [
            'Pay | *now*\n[x](https://a.example)',
            { text: '12', value: 12 },
            { text: '7 d', value: 168 },
          ],
        },
        { cells: ['Sign', null, null] },
      ],
    };
    expect(markdownTable(table)).toBe(
      '| Step | Active | Half finish within |\n| --- | ---: | ---: |\n| Pay \\| \\*now\\* \\[x\\](https\\://a.example) | 12 | 7 d |\n| Sign | Unknown | Unknown |\n',
    );
  });

  it('writes each row on one line', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            cells: fc.array(fc.string({ unit: codePoint }), { minLength: 2, maxLength: 2 }),
          }),
          {
            maxLength: 4,
          },
        ),
        (rows) => {
          const lines = markdownTable({ columns: [{ name: 'a' }, { name: 'b' }], rows }).split(
            '\n',
          );
          expect(lines).toHaveLength(rows.length + 3);
          for (const line of lines.slice(0, -1)) {
            expect(line.replace(/\\./g, '').match(/\|/g)).toHaveLength(3);
          }
        },
      ),
    ));
});

describe('csvTable', () => {
  const csvFor = (period: string | null) =>
    csvTable(
      {
        columns: [
          { name: 'Step' },
          { name: 'Active' },
          { name: 'Half finish within', unit: 'hours' },
        ],
        rows: [
          { cells: ['=1+1', { text: '12', value: 12 }, { text: '2 d', value: 48 }] },
          { cells: ['a,"b"', null, null] },
        ],
      },
      period,
      { at: Date.parse('2026-11-24T14:02:00Z'), jobs: 5000 },
    );

  it('adds the report time to each row', () => {
    const csv = csvFor(null);
    expect(csv).toBe(
      [
        '\ufeffStep,Active,Half finish within (hours),As of,Jobs read',
        "'=1+1,12,48,2026-11-24T14:02:00.000Z,5000",
        '"a,""b""",,,2026-11-24T14:02:00.000Z,5000',
        '',
      ].join('\r\n'),
    );
    expect(parse(csv.slice(1), { record_delimiter: '\r\n' })[2]).toEqual([
      'a,"b"',
      '',
      '',
      '2026-11-24T14:02:00.000Z',
      '5000',
    ]);
  });

  it('adds the period to each row if a period is selected', () => {
    expect(csvFor('Last 7 days').split('\r\n').slice(0, 2)).toEqual([
      '\ufeffStep,Active,Half finish within (hours),Period,As of,Jobs read',
      "'=1+1,12,48,Last 7 days,2026-11-24T14:02:00.000Z,5000",
    ]);
  });
});
