import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Schedule,
  backoffDelay,
  firstInterval,
  jittered,
  longestInterval,
  never,
  nextInterval,
} from '../../../../src/model/following/schedule.ts';
import { uncaughtErrors } from '../builders.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
/** Lets every jitter take this value. */
const roll = (value: number) => void vi.spyOn(Math, 'random').mockReturnValue(value);

/** The delays of looks that found, or did not find, a change. */
function delays(changes: readonly boolean[]): number[] {
  let interval = firstInterval;
  return changes.map((changed) => {
    interval = nextInterval(interval, changed);
    return jittered(interval);
  });
}

describe('the interval between two looks', () => {
  it('grows while nothing changes, from 2 s or more to 60 s at most, and begins again with a change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), random, (quiet, value) => {
        roll(value);
        const grown = delays([...Array<boolean>(quiet).fill(false), true]);
        const last = grown.pop();
        expect(grown).toEqual(grown.toSorted((one, other) => one - other));
        expect([(grown[0] ?? 0) >= 2_000, (grown.at(-1) ?? Infinity) <= 60_000, last]).toEqual([
          true,
          true,
          jittered(firstInterval),
        ]);
      }),
    );
    roll(0.999_999);
    expect(delays(Array<boolean>(20).fill(false)).at(-1)).toBeCloseTo(longestInterval, -1);
    roll(0);
    expect(jittered(firstInterval), 'windows that began together differ').toBeLessThan(0.9 * firstInterval);
  });
});

describe('the delay after failures', () => {
  it('never undercuts what the service asks for, and is finite however much that is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 0, max: 1e13 }),
        random,
        (failures, retryAfter, value) => {
          roll(value);
          const delay = backoffDelay(failures, retryAfter);
          expect(delay).toBeGreaterThanOrEqual(Math.min(retryAfter, 60 * 60_000));
          expect(delay).toBeLessThanOrEqual(Math.max(longestInterval, 60 * 60_000));
        },
      ),
    );
  });

  it('doubles up to 60 s where the service asks for nothing', () => {
    roll(1);
    const waits = [1, 2, 3, 4, 5, 6, 50].map((failures) => backoffDelay(failures));
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });
});

describe('a schedule', () => {
  beforeEach(() => void vi.useFakeTimers());

  /** Work that is due some milliseconds after now, and takes until the test ends it. */
  function scheduled(work: () => Promise<void>) {
    const begin = Date.now();
    const state = { dueAt: never, signals: [] as AbortSignal[] };
    const schedule = new Schedule(
      () => begin + state.dueAt,
      (signal) => {
        state.signals.push(signal);
        return work();
      },
    );
    const due = (at: number) => {
      state.dueAt = at;
      schedule.update();
    };
    return { schedule, state, due };
  }

  it('runs its work when it is due, and has no timer while nothing is', async () => {
    const { state, due } = scheduled(() => Promise.resolve(due(never)));
    due(never);
    expect(vi.getTimerCount()).toBe(0);
    due(5_000);
    due(2_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([state.signals.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('never runs twice at a time', async () => {
    const working = Promise.withResolvers<void>();
    const { state, due } = scheduled(() => working.promise);
    due(0);
    await vi.advanceTimersByTimeAsync(0);
    due(1_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state.signals).toHaveLength(1);
    state.dueAt = 20_000;
    working.resolve();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state.signals.length).toBe(2);
  });

  it('runs again at once after a cancelled run, which no longer counts', async () => {
    const first = Promise.withResolvers<void>();
    const runs = [first.promise, new Promise<void>(() => {})];
    const { schedule, state, due } = scheduled(() => runs.shift() ?? Promise.resolve());
    due(0);
    await vi.advanceTimersByTimeAsync(0);
    schedule.cancel();
    due(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(state.signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    first.resolve();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state.signals).toHaveLength(2);
  });

  it('takes the reason of a cancelled run for no fault', async () => {
    const rethrown = vi.spyOn(globalThis, 'queueMicrotask');
    const work = Promise.withResolvers<void>();
    const { schedule, state, due } = scheduled(() => work.promise);
    due(0);
    await vi.advanceTimersByTimeAsync(0);
    schedule.cancel();
    work.reject(state.signals[0]?.reason);
    await vi.advanceTimersByTimeAsync(0);
    expect(rethrown).not.toHaveBeenCalled();
  });

  it('reports a fault, and runs again, though not at once', async () => {
    const errors = uncaughtErrors();
    const { state, due } = scheduled(() => Promise.reject(new TypeError('unforeseen')));
    due(0);
    await vi.advanceTimersByTimeAsync(firstInterval - 1);
    expect([state.signals.length, errors.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([state.signals.length, errors.length]).toEqual([2, 2]);
  });
});
