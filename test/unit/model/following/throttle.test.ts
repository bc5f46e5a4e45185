import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../../../src/model/following/throttle.ts';

function throttled() {
  const delivered: (readonly string[])[] = [];
  return { delivered, throttle: new Throttle<string>(10_000, (items) => delivered.push(items)) };
}

describe('Throttle', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('delivers the first items immediately and later items after the interval', () => {
    const { delivered, throttle } = throttled();
    throttle.add(['a', 'b']);
    vi.advanceTimersByTime(0);
    expect(delivered).toEqual([['a', 'b']]);
    throttle.add(['c']);
    vi.advanceTimersByTime(4_000);
    throttle.add(['d']);
    vi.advanceTimersByTime(5_999);
    expect(delivered).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(delivered).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('delivers items immediately if the interval has passed', () => {
    const { delivered, throttle } = throttled();
    throttle.add(['a']);
    vi.advanceTimersByTime(60_000);
    throttle.add([]);
    expect(vi.getTimerCount()).toBe(0);
    throttle.add(['b']);
    vi.advanceTimersByTime(0);
    expect(delivered).toEqual([['a'], ['b']]);
  });

  it('discards pending items when the throttle is cleared', () => {
    const { delivered, throttle } = throttled();
    throttle.add(['a']);
    vi.advanceTimersByTime(0);
    throttle.add(['b']);
    throttle.clear();
    expect(vi.getTimerCount()).toBe(0);
    throttle.add(['c']);
    vi.advanceTimersByTime(0);
    expect(delivered).toEqual([['a'], ['c']]);
  });

  it('delivers pending items when the throttle is flushed', () => {
    const { delivered, throttle } = throttled();
    throttle.flush();
    throttle.add(['a']);
    vi.advanceTimersByTime(0);
    throttle.add(['b']);
    throttle.flush();
    throttle.add(['c']);
    vi.advanceTimersByTime(0);
    expect(delivered).toEqual([['a'], ['b'], ['c']]);
    vi.advanceTimersByTime(60_000);
    expect(delivered).toHaveLength(3);
  });
});
