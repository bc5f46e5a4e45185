import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFileName } from '../../../../src/model/export/jobExport.ts';
import { codePoint } from '../../codePoint.ts';

describe('exportFileName', () => {
  it.each([
    [undefined, 'jobs.csv'],
    ['Live', 'jobs-live.csv'],
    ['Live (EU)', 'jobs-live-eu.csv'],
    ['../../etc/passwd', 'jobs-etc-passwd.csv'],
    ['CON: <Übung> №1?', 'jobs-con-übung-no1.csv'],
    ['本番', 'jobs-本番.csv'],
    ['…', 'jobs.csv'],
    ['x'.repeat(60), `jobs-${'x'.repeat(40)}.csv`],
  ])('converts the environment name %j to the file name %s', (environment, name) => {
    expect(exportFileName('csv', environment)).toBe(name);
  });

  it('returns a valid file name for any environment name', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (environment) => {
        expect(exportFileName('json', environment)).toMatch(/^jobs(-[\p{L}\p{M}\p{N}]+)*\.json$/u);
      }),
    );
  });
});
