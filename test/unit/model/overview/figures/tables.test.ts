import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvTable, markdownTable } from '../../../../../src/model/overview/figures/tables.ts';
import { parseCsv } from '../../rfc4180.ts';

describe('the table of a panel', () => {
  it('is Markdown whose cells are plain text', () => {
    const table = { columns: ['Step', 'Active'], rows: [['Pay | *now*\n[x](https://a.example)', 12], ['Sign', null]] };
    expect(markdownTable(table)).toBe('| Step | Active |\n| --- | ---: |\n| Pay \\| \\*now\\* \\[x\\](https\\://a.example) | 12 |\n| Sign | not read |\n');
  });

  it('has a line of Markdown for each row, and as many cells, whatever the text', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.integer()), { maxLength: 4 }), (rows) => {
        const lines = markdownTable({ columns: ['a', 'b'], rows }).split('\n');
        expect(lines).toHaveLength(rows.length + 3);
        for (const line of lines.slice(0, -1)) expect(line.replace(/\\./g, '').match(/\|/g)).toHaveLength(3);
      }),
    ));

  it('is CSV without formulas, in which numbers stay numbers and what was not read is empty', () => {
    const csv = csvTable({ columns: ['Step', 'Active'], rows: [['=1+1', 12], ['a,"b"', null]] });
    expect(csv).toBe('\ufeffStep,Active\r\n\'=1+1,12\r\n"a,""b""",\r\n');
    expect(parseCsv(csv.slice(1))).toEqual([['Step', 'Active'], ["'=1+1", '12'], ['a,"b"', '']]);
  });
});
