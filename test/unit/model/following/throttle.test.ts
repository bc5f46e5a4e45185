import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../../../src/model/following/throttle.ts';

function throttled() {
  const delivered: (readonly string[])[] = [];
  return { delivered, throttle: new Throttle<string>(10_000, (items) => delivered.push(items)) };
}

describe('a throttle', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('delivers the first at once, and what follows together, 10 s later', () => {
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

  it('delivers at once again after a quiet time, and nothing of nothing', () => {
    const { delivered, throttle } = throttled();
    throttle.add(['a']);
    vi.advanceTimersByTime(60_000);
    throttle.add([]);
    expect(vi.getTimerCount()).toBe(0);
    throttle.add(['b']);
    vi.advanceTimersByTime(0);
    expect(delivered).toEqual([['a'], ['b']]);
  });

  it('begins anew when it is cleared: what waits is forgotten with its timer, and the next is delivered at once', () => {
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

  it('delivers at once what waits when it is flushed, and the next at once, too', () => {
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
