import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportText, rowJson } from '../../../../src/model/export/jobExport.ts';
import { describeShownJob } from '../../../../src/model/jobPage/pageContent.ts';
import { isSameJson } from '../../../../src/model/util/json.ts';
import { type Job, type JobRow, jobRow } from '../../../../src/service/index.ts';
import { text } from '../../../support/service/service.ts';
import { connected, patient } from '../../service/harness.ts';

/** Reads a list of jobs with these properties from a service. */
async function listed(...members: readonly string[]): Promise<readonly JobRow[]> {
  const jobs = members.map((each, index) => `{"key":"job_${index}",${each}}`);
  const { client } = await connected(
    text(
      200,
      `{"status":"ok","code":200,"data":{"jobs":[${jobs.join()}],"pagination":{"currentPage":1}}}`,
      'application/json',
    ),
  );
  return (await client.listJobs(1, patient())).jobs;
}

const written =
  '"id":12345678901234567890,"big":1e400,"price":1.10,"zero":-0,"nested":{"parts":[1.0,-2.50E+3,0.0000001]},"plain":[7,0.5,-12.25]';
const jobOf = (row: JobRow | undefined): Job => (row?.kind === 'job' ? row.job : { key: '' });

describe('Job export', () => {
  it('writes numbers exactly as the service sent them', async () => {
    const rows = await listed(written);
    expect(rowJson(jobRow(jobOf(rows[0])))).toBe(`{"key":"job_0",${written}}`);
    expect([...exportText(rows, 'ndjson')].join('')).toBe(`{"key":"job_0",${written}}\n`);
    expect([...exportText(rows, 'json')].join('')).toBe(`[\n{"key":"job_0",${written}}\n]\n`);
    const [head, cells] = [...exportText(rows, 'csv')].join('').slice(1).split('\r\n');
    expect(head).toMatch(/,id,big,price,zero$/);
    expect(cells).toMatch(/,12345678901234567890,1e400,1.10,-0$/);
  });

  it('writes the numbers of unreadable jobs exactly as the service sent them', async () => {
    const [row] = await listed('"startedAt":20261001091200123456');
    expect(row).toMatchObject({
      kind: 'unreadable',
      problem: 'data.jobs[0].startedAt: expected string',
    });
    expect(row && rowJson(row)).toBe('{"key":"job_0","startedAt":20261001091200123456}');
  });

  it('preserves every JSON notation for numbers', async () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,20})$/);
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        digits,
        fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,18}$/)),
        fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
      )
      .map((parts) => parts.join(''));
    const space = fc.constantFrom('', ' ', '\n  ', '\t');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(number, space, space), { minLength: 1, maxLength: 20 }),
        async (numbers) => {
          const [row] = await listed(
            `"values":[${numbers.map(([value, before, after]) => before + value + after).join()}]`,
          );
          expect(row && rowJson(row)).toBe(
            `{"key":"job_0","values":[${numbers.map(([value]) => value).join()}]}`,
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('Job page', () => {
  it('shows numbers exactly as the service sent them', async () => {
    const [row] = await listed(
      `"assignedTo":12345678901234567890,${written},"content":{"fields":[{"key":"a","value":1.10}]}`,
    );
    const { more, fields, cards } = describeShownJob(jobOf(row));
    expect(structuredClone(more)).toMatchObject({
      id: '12345678901234567890',
      big: '1e400',
      price: '1.10',
      zero: '-0',
      nested: { parts: ['1.0', '-2.50E+3', '0.0000001'] },
      plain: [7, 0.5, -12.25],
    });
    expect(fields[0]?.value).toBe('1.10');
    expect(JSON.stringify(cards)).toContain('"names":["12345678901234567890"]');
  });
});

describe('isSameJson', () => {
  it('distinguishes numbers that JavaScript would round to the same value', async () => {
    const [first, second, third] = await listed(
      '"id":12345678901234567890',
      '"id":12345678901234567891',
      '"id":12345678901234567890',
    );
    expect(isSameJson(jobOf(first)['id'], jobOf(second)['id'])).toBe(false);
    expect(isSameJson(jobOf(first)['id'], jobOf(third)['id'])).toBe(true);
  });
});
