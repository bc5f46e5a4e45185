import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeOutcome, limitTime, type SuiteOutcome } from '../../support/vscode/suiteOutcome.ts';

describe('the time that a host suite may take', () => {
  let outcomes: SuiteOutcome[];
  const watch = (suiteBegan: Promise<void>) => limitTime(suiteBegan, 300, (outcome) => outcomes.push(outcome));
  beforeEach(() => {
    vi.useFakeTimers();
    outcomes = [];
  });
  afterEach(() => void vi.useRealTimers());

  it('ends a window that does not begin with its suite', async () => {
    watch(new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(179_999);
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes.map(describeOutcome)).toEqual(['The suite did not begin within 180 s.']);
  });

  it('ends a suite that goes on for too long, counted from its first words', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    watch(promise);
    await vi.advanceTimersByTimeAsync(100_000);
    resolve();
    await vi.advanceTimersByTimeAsync(299_999);
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes.map(describeOutcome)).toEqual(['The suite did not end within 300 s.']);
  });

  it('ends nothing once it is cleared', async () => {
    const limit = watch(Promise.resolve());
    await vi.advanceTimersByTimeAsync(1000);
    limit.clear();
    await vi.runAllTimersAsync();
    expect(outcomes).toEqual([]);
  });
});
