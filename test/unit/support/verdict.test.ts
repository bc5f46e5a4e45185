import { describe, expect, it, vi } from 'vitest';
import { judge } from '../../support/vscode/verdict.ts';

const aRun = ({ passes = 0, failures = 0, pending = 0 }) => ({ stats: { passes, failures, pending } as Mocha.Stats });

describe('the verdict on a host suite', () => {
  it('passes where every test did', () => {
    expect(judge(aRun({ passes: 2, pending: 1 }), new Set())).toEqual({ counts: { passed: 2, failed: 0, skipped: 1 }, verdict: null });
  });

  it('fails where a test failed', () => {
    expect(judge(aRun({ passes: 2, failures: 1 }), new Set()).verdict?.message).toBe('1 failed');
  });

  it('fails where a rejection stayed unhandled though every test passed, and says which', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { counts, verdict } = judge(aRun({ passes: 1 }), new Set([new Error('nobody listens')]));
    expect([counts.failed, verdict?.message]).toEqual([1, '1 failed']);
    expect(error.mock.lastCall).toEqual(['Unhandled rejection in the extension host:', expect.stringContaining('nobody listens')]);
    error.mockRestore();
  });

  it('fails where no test ran', () => {
    expect(judge(aRun({}), new Set()).verdict?.message).toBe('No test ran.');
  });
});
