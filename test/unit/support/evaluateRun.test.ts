import Mocha from 'mocha';
import { describe, expect, it, vi } from 'vitest';
import { evaluateRun } from '../../support/report/evaluateRun.ts';

type Stats = { passes?: number; failures?: number; pending?: number };

const aRun = ({ passes = 0, failures = 0, pending = 0 }: Stats) => ({
  stats: { passes, failures, pending } as Mocha.Stats,
  suite: new Mocha.Suite('none'),
});

describe('evaluateRun', () => {
  it.each([
    [undefined, { passes: 2, pending: 1 }],
    ['1 failed', { passes: 2, failures: 1 }],
    ['No test ran.', {}],
  ])(
    'returns the error message %j for the test counts %j',
    (message, { passes: passed = 0, failures: failed = 0, pending: skipped = 0 }: Stats) => {
      const { results, verdict } = evaluateRun(
        aRun({ passes: passed, failures: failed, pending: skipped }),
        new Set(),
      );
      expect(results).toEqual({ passed, failed, skipped, tests: [] });
      expect(verdict?.message).toBe(message);
    },
  );

  it('returns the duration of each test that ran', () => {
    const suite = new Mocha.Suite('A view');
    for (const [title, duration] of [
      ['loads', 1500],
      ['is skipped', undefined],
    ] as const) {
      suite.addTest(Object.assign(new Mocha.Test(title), { duration }));
    }
    expect(
      evaluateRun({ ...aRun({ passes: 1, pending: 1 }), suite }, new Set()).results.tests,
    ).toEqual([{ title: 'A view loads', seconds: 1.5 }]);
  });

  it('reports a failure after an unhandled rejection even if all tests passed', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { results, verdict } = evaluateRun(
      aRun({ passes: 1 }),
      new Set([new Error('nobody listens')]),
    );
    expect([results.failed, verdict?.message]).toEqual([1, '1 failed']);
    expect(error.mock.lastCall).toEqual([
      'Unhandled rejection in the extension host:',
      expect.stringContaining('nobody listens'),
    ]);
  });
});
