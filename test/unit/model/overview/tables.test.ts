import { expect, it } from 'vitest';
import { csvTable, markdownTable } from '../../../../src/model/overview/tables.ts';

const table = { columns: ['Step', 'under 1 h', 'active'], rows: [['Approve | *amount*', 3, 59], ['=SUM(A1)', null, 0], ['', null, 'about 12']] };

it('a table as Markdown has a line a row, with numbers to the right, and names are no markup', () => {
  expect(markdownTable(table)).toBe(['| Step | under 1 h | active |', '| --- | ---: | ---: |', '| Approve \\| \\*amount\\* | 3 | 59 |', '| =SUM(A1) | not read | 0 |', '|  | not read | about 12 |', ''].join('\n'));
});

it('a table as CSV has what was not read as empty cells, and no formula', () => {
  expect(csvTable(table)).toBe('\ufeffStep,under 1 h,active\r\nApprove | *amount*,3,59\r\n\'=SUM(A1),,0\r\n,,about 12\r\n');
});
