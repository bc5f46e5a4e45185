import Mocha from 'mocha';
import { describe, expect, it, vi } from 'vitest';
import { judge } from '../../support/vscode/verdict.ts';

const aRun = ({ passes = 0, failures = 0, pending = 0 }) => ({
  stats: { passes, failures, pending } as Mocha.Stats,
  suite: new Mocha.Suite('none'),
});

describe('the verdict on a host suite', () => {
  it.each([
    [
      'passes where every test did',
      { passes: 2, pending: 1 },
      { passed: 2, failed: 0, skipped: 1, tests: [] },
      undefined,
    ],
    [
      'fails where a test failed',
      { passes: 2, failures: 1 },
      { passed: 2, failed: 1, skipped: 0, tests: [] },
      '1 failed',
    ],
    ['fails where no test ran', {}, { passed: 0, failed: 0, skipped: 0, tests: [] }, 'No test ran.'],
  ])('%s', (_what, stats, counts, message) => {
    const judged = judge(aRun(stats), new Set());
    expect([judged.results, judged.verdict?.message]).toEqual([counts, message]);
  });

  it('has the time that each test took', () => {
    const suite = new Mocha.Suite('A view');
    for (const [title, duration] of [
      ['loads', 1500],
      ['is left out', undefined],
    ] as const) {
      suite.addTest(Object.assign(new Mocha.Test(title), { duration }));
    }
    expect(judge({ ...aRun({ passes: 1, pending: 1 }), suite }, new Set()).results.tests).toEqual([
      { title: 'A view loads', seconds: 1.5 },
    ]);
  });

  it('fails where a rejection stayed unhandled though every test passed, and says which', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { results, verdict } = judge(aRun({ passes: 1 }), new Set([new Error('nobody listens')]));
    expect([results.failed, verdict?.message]).toEqual([1, '1 failed']);
    expect(error.mock.lastCall).toEqual([
      'Unhandled rejection in the extension host:',
      expect.stringContaining('nobody listens'),
    ]);
  });
});
