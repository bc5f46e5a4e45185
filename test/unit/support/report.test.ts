import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, describe, onTestFinished } from 'vitest';
import { conclude } from '../../support/report/conclusion.ts';
import type { Result } from '../../support/report/schedule.ts';
import { readPlaywrightReport, readVitestReport } from '../../support/report/report.ts';

const aResult = (name: string, more: Partial<Result> = {}): Result => ({
  step: { name, command: ['node'], limitSeconds: 60 },
  seconds: 12,
  counts: { passed: 3, failed: 0, skipped: 0 },
  ...more,
});

async function fileWith(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workflow-jobs-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'results.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

describe('conclude', () => {
  it('lists the result of each step before the totals', () => {
    const { lines, exitCode } = conclude([
      aResult('unit', { counts: { passed: 5, failed: 0, skipped: 2 } }),
      aResult('lint', { counts: { passed: 0, failed: 1, skipped: 0 }, problem: 'ended with 1' }),
    ]);
    expect(lines).toEqual([
      '',
      'unit (12 s): 5 passed, 0 failed, 2 skipped',
      'lint (12 s): 0 passed, 1 failed; ended with 1',
      '',
      '2 skipped',
      '',
      '5 passed, 1 failed',
    ]);
    expect(exitCode).toBe(1);
  });

  it('succeeds if only one test is flaky', () => {
    const { lines, exitCode } = conclude([
      aResult('windows', { flaky: ['a.test.ts: opens'] }),
      aResult('unit'),
    ]);
    expect(lines.slice(-2)).toEqual(['1 flaky: a.test.ts: opens', '6 passed, 0 failed']);
    expect(lines).toContain('windows (12 s): 3 passed, 0 failed, 1 flaky');
    expect(exitCode).toBe(0);
  });

  it('fails the run if two tests are flaky', () => {
    const { lines, exitCode } = conclude([
      aResult('windows', { flaky: ['a.test.ts: opens'] }),
      aResult('windows-own', { flaky: ['b.test.ts: closes'] }),
    ]);
    expect(lines.slice(-3)).toEqual([
      '2 flaky: a.test.ts: opens; b.test.ts: closes',
      expect.stringMatching(/^More than one flaky test fails the run/),
      '6 passed, 1 failed',
    ]);
    expect(exitCode).toBe(1);
  });

  it('lists the ten slowest tests, slowest first', () => {
    const tests = Array.from({ length: 8 }, (_, index) => ({
      title: `test ${index}`,
      seconds: index,
    }));
    const { lines } = conclude([aResult('unit', { tests }), aResult('windows', { tests })]);
    expect(lines.slice(1, 4)).toEqual([
      'The slowest tests:',
      '   7.0 s  unit: test 7',
      '   7.0 s  windows: test 7',
    ]);
    expect(lines.indexOf('unit (12 s): 3 passed, 0 failed')).toBe(13);
  });
});

describe('readPlaywrightReport', () => {
  it('lists flaky tests and counts them as neither passed nor failed', async () => {
    const aSpec = (title: string, status: string, durations: number[]) => ({
      title,
      file: 'views/a.test.ts',
      tests: [{ status, results: durations.map((duration) => ({ duration })) }],
    });
    const file = await fileWith({
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [
        {
          specs: [aSpec('opens', 'expected', [2000])],
          suites: [{ specs: [aSpec('closes', 'flaky', [1000, 3500])] }],
        },
      ],
    });
    expect(await readPlaywrightReport(file)).toEqual({
      counts: { passed: 5, failed: 1, skipped: 2 },
      flaky: ['views/a.test.ts: closes'],
      tests: [
        { title: 'views/a.test.ts: opens', seconds: 2 },
        { title: 'views/a.test.ts: closes', seconds: 4.5 },
      ],
    });
  });
});

describe('readVitestReport', () => {
  it('returns the counts and the duration of each test', async () => {
    const file = await fileWith({
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { assertionResults: [{ fullName: 'a list loads', duration: 250 }, { fullName: 'waits' }] },
      ],
    });
    expect(await readVitestReport(file)).toEqual({
      counts: { passed: 1, failed: 0, skipped: 2 },
      flaky: [],
      tests: [
        { title: 'a list loads', seconds: 0.25 },
        { title: 'waits', seconds: 0 },
      ],
    });
  });

  it('returns null if the test run did not finish', async () => {
    expect(await readVitestReport('/nowhere/results.json')).toBeNull();
  });
});
