import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BackOff,
  backOffDelay,
  firstInterval,
  jittered,
  maxInterval,
  nextInterval,
} from '../../../../src/model/following/backOff.ts';
import { ServiceError } from '../../../../src/service/index.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const setJitter = (value: number) => void vi.spyOn(Math, 'random').mockReturnValue(value);

/** Returns the delay after each poll. */
function delaysAfter(changes: readonly boolean[]): number[] {
  let interval = firstInterval;
  return changes.map((isChanged) => {
    interval = nextInterval(interval, isChanged);
    return jittered(interval);
  });
}

describe('nextInterval', () => {
  it('increases the interval to at most 60 s until the job changes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), random, (unchanged, value) => {
        setJitter(value);
        const grown = delaysAfter([...Array<boolean>(unchanged).fill(false), true]);
        const last = grown.pop();
        expect(grown).toEqual(grown.toSorted((left, right) => left - right));
        expect(grown[0]).toBeGreaterThanOrEqual(2_000);
        expect(grown.at(-1)).toBeLessThanOrEqual(maxInterval);
        expect(last).toBe(jittered(firstInterval));
      }),
    );
    setJitter(0.999_999);
    expect(delaysAfter(Array<boolean>(20).fill(false)).at(-1)).toBeCloseTo(maxInterval, -1);
  });
});

describe('jittered', () => {
  it('shortens an interval by a random amount', () => {
    setJitter(0);
    expect(jittered(firstInterval)).toBeLessThan(0.9 * firstInterval);
  });
});

describe('backOffDelay', () => {
  it('respects `Retry-After` delays of up to one hour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 0, max: 1e13 }),
        random,
        (failures, retryAfter, value) => {
          setJitter(value);
          const delay = backOffDelay(failures, retryAfter);
          expect(delay).toBeGreaterThanOrEqual(Math.max(5_000, Math.min(retryAfter, 60 * 60_000)));
          expect(delay).toBeLessThanOrEqual(60 * 60_000);
        },
      ),
    );
  });

  it('doubles the delay after each failure, up to 60 s', () => {
    setJitter(1);
    const delays = [1, 2, 3, 4, 5, 6, 50].map((failures) => backOffDelay(failures));
    expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });
});

describe('BackOff', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    setJitter(1);
  });

  const failure = new ServiceError('unreachable', 'No.');
  /** Returns the time until the next permitted request, in milliseconds. */
  const wait = (backOff: BackOff) => Math.max(0, backOff.until - performance.now());

  it('allows a retry 5 s after a failure if another request succeeds', () => {
    const backOff = new BackOff();
    for (let failures = 0; failures < 5; failures++) backOff.failed(failure);
    expect(wait(backOff)).toBe(60_000);
    vi.advanceTimersByTime(1_000);
    backOff.respondedElsewhere();
    expect(wait(backOff)).toBe(4_000);
    vi.advanceTimersByTime(10_000);
    backOff.respondedElsewhere();
    expect(wait(backOff)).toBe(0);
  });

  /** Returns the delay if another request succeeds one second after the error. */
  function waitAfter(kind: ServiceError['kind']): number {
    const backOff = new BackOff();
    backOff.failed(new ServiceError(kind, 'No.', { retryAfter: 300_000 }));
    vi.advanceTimersByTime(1_000);
    backOff.respondedElsewhere();
    return wait(backOff);
  }

  it('respects the `Retry-After` delay of HTTP 429 even if another request succeeds', () => {
    expect(waitAfter('rateLimited')).toBe(299_000);
  });

  it('shortens the `Retry-After` delay of HTTP 503 if another request succeeds', () => {
    expect(waitAfter('serverFault')).toBe(4_000);
  });

  it('adds no delay if no request fails', () => {
    const backOff = new BackOff();
    backOff.respondedElsewhere();
    expect(wait(backOff)).toBe(0);
  });

  it('returns to the shortest delay after a reset', () => {
    const backOff = new BackOff();
    for (let failures = 0; failures < 5; failures++) backOff.failed(failure);
    backOff.reset();
    expect(wait(backOff)).toBe(0);
    backOff.failed(failure);
    expect(wait(backOff)).toBe(5_000);
  });
});
