import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../../../src/model/following/throttle.ts';

function throttled() {
  const told: (readonly string[])[] = [];
  return { told, news: new Throttle<string>(10_000, (items) => told.push(items)) };
}

describe('a throttle', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('tells the first at once, and what follows together, 10 s later', () => {
    const { told, news } = throttled();
    news.add(['a', 'b']);
    vi.advanceTimersByTime(0);
    expect(told).toEqual([['a', 'b']]);
    news.add(['c']);
    vi.advanceTimersByTime(4_000);
    news.add(['d']);
    vi.advanceTimersByTime(5_999);
    expect(told).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('tells at once again after a quiet time, and nothing of nothing', () => {
    const { told, news } = throttled();
    news.add(['a']);
    vi.advanceTimersByTime(60_000);
    news.add([]);
    expect(vi.getTimerCount()).toBe(0);
    news.add(['b']);
    vi.advanceTimersByTime(0);
    expect(told).toEqual([['a'], ['b']]);
  });

  it('begins anew when it is cleared: what waits is forgotten with its timer, and the next is told at once', () => {
    const { told, news } = throttled();
    news.add(['a']);
    vi.advanceTimersByTime(0);
    news.add(['b']);
    news.clear();
    expect(vi.getTimerCount()).toBe(0);
    news.add(['c']);
    vi.advanceTimersByTime(0);
    expect(told).toEqual([['a'], ['c']]);
  });

  it('tells at once what waits when it is flushed, and the next at once, too', () => {
    const { told, news } = throttled();
    news.flush();
    news.add(['a']);
    vi.advanceTimersByTime(0);
    news.add(['b']);
    news.flush();
    news.add(['c']);
    vi.advanceTimersByTime(0);
    expect(told).toEqual([['a'], ['b'], ['c']]);
    vi.advanceTimersByTime(60_000);
    expect(told).toHaveLength(3);
  });
});
