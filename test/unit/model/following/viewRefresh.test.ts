import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefreshedView } from '../../../../src/model/following/viewRefresh.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { uncaughtErrors } from '../builders.ts';
import { sessionOf } from '../session/sessionInMemory.ts';
import { serviceOf } from './serviceInMemory.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const success = () => Promise.resolve(undefined);
const unreachable = () => new ServiceError('unreachable', 'No.');
const attention = (focused: boolean) => ({ focused, active: focused });

/** Creates a view that is refreshed automatically in a focused window. */
function refreshing(response: () => Promise<ServiceError | undefined> = success, seconds = 30) {
  const state = { isVisible: true, hasFailed: false, refreshedAt: [] as number[] };
  const view: RefreshedView = {
    isVisible: () => state.isVisible,
    hasFailed: () => state.hasFailed,
    refresh: () => {
      state.refreshedAt.push(performance.now());
      return response();
    },
  };
  const { follower } = sessionOf(serviceOf().client);
  follower.setViews({ views: [view], interval: () => seconds * 1000 });
  follower.setAttention(attention(true));
  return { follower, state };
}

describe('ViewRefresh', () => {
  it('refreshes a view only while the view is visible in a focused window', async () => {
    const { follower, state } = refreshing();
    await pass(90);
    expect(state.refreshedAt).toHaveLength(3);
    state.isVisible = false;
    follower.updateViews();
    await pass(600);
    expect([state.refreshedAt.length, vi.getTimerCount()]).toEqual([3, 0]);
    state.isVisible = true;
    follower.updateViews();
    await pass(0);
    expect(state.refreshedAt).toHaveLength(4);
    follower.setAttention(attention(false));
    await pass(600);
    expect([state.refreshedAt.length, vi.getTimerCount()]).toEqual([4, 0]);
  });

  it('refreshes all visible views', async () => {
    const { follower } = sessionOf(serviceOf().client);
    const refreshed: string[] = [];
    const viewOf = (name: string, isVisible = true): RefreshedView => ({
      isVisible: () => isVisible,
      hasFailed: () => false,
      refresh: () => Promise.resolve(void refreshed.push(name)),
    });
    follower.setViews({
      views: [viewOf('jobs'), viewOf('hidden', false), viewOf('fields')],
      interval: () => 30_000,
    });
    follower.setAttention(attention(true));
    await pass(30);
    expect(refreshed).toEqual(['jobs', 'fields']);
  });

  it('starts the first interval when the session is created', async () => {
    const { follower, state } = refreshing();
    await pass(20);
    follower.updateViews();
    await pass(9.9);
    expect(state.refreshedAt).toEqual([]);
    await pass(0.1);
    expect(state.refreshedAt).toHaveLength(1);
  });

  it('refreshes immediately when the window regains focus after the interval', async () => {
    const { follower, state } = refreshing();
    follower.setAttention(attention(false));
    await pass(3600);
    follower.setAttention(attention(true));
    await pass(0);
    expect(state.refreshedAt).toHaveLength(1);
  });

  it.each([-3, 3])('keeps the interval if the system clock changes by %i hours', async (hours) => {
    const { state } = refreshing();
    await pass(10);
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await pass(19.9);
    expect(state.refreshedAt).toHaveLength(0);
    await pass(0.1);
    expect(state.refreshedAt).toHaveLength(1);
  });

  it('does not refresh views if the interval is 0', async () => {
    const { state } = refreshing(success, 0);
    await pass(600);
    expect([state.refreshedAt, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('keeps refreshing after an internal error', async () => {
    const errors = uncaughtErrors();
    const { state } = refreshing(() => Promise.reject(new TypeError('unforeseen')));
    await pass(90);
    expect([state.refreshedAt.length, errors.length]).toEqual([3, 3]);
  });

  it.each(['rateLimited', 'serverFault'] as const)(
    'respects the `Retry-After` delay after the error “%s”',
    async (kind) => {
      const { state } = refreshing(() =>
        Promise.resolve(new ServiceError(kind, 'No.', { retryAfter: 120_000 })),
      );
      await pass(149.9);
      expect(state.refreshedAt).toHaveLength(1);
      await pass(0.1);
      expect(state.refreshedAt).toHaveLength(2);
    },
  );

  it.each(['unreachable', 'serverFault'] as const)(
    'refreshes less often after the error “%s” until a refresh succeeds',
    async (kind) => {
      let error: ServiceError | undefined = new ServiceError(kind, 'No.');
      const { state } = refreshing(() => Promise.resolve(error), 5);
      await pass(79);
      error = undefined;
      await pass(12);
      const times = [0, ...state.refreshedAt];
      const waits = times
        .slice(1)
        .map((at, index) => Math.round((at - (times[index] ?? 0)) / 1000));
      expect(waits).toEqual([5, 5, 10, 20, 40, 5, 5]);
    },
  );

  it('clears its timer on disposal', async () => {
    const { follower, state } = refreshing();
    follower.dispose();
    follower.setAttention(attention(true));
    await pass(600);
    expect([state.refreshedAt, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('refreshes a failed view when the service responds, even without automatic refresh', async () => {
    const { follower, state } = refreshing(() => {
      state.hasFailed = false;
      return success();
    }, 0);
    state.hasFailed = true;
    follower.updateViews();
    await pass(600);
    expect(state.refreshedAt).toEqual([]);
    follower.responded();
    await pass(0);
    follower.responded();
    await pass(600);
    expect([state.refreshedAt.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('refreshes a failed view 5 s after the failure if another request succeeds', async () => {
    let error: ServiceError | undefined = unreachable();
    const { follower, state } = refreshing(() => {
      state.hasFailed = error !== undefined;
      return Promise.resolve(error);
    }, 5);
    await pass(40);
    const before = state.refreshedAt.length;
    const failedAt = state.refreshedAt.at(-1) ?? 0;
    await pass(1);
    expect(performance.now() - failedAt).toBeLessThan(5000);
    error = undefined;
    follower.responded();
    await pass(0);
    expect(state.refreshedAt).toHaveLength(before);
    await pass(5);
    expect([(state.refreshedAt[before] ?? 0) - failedAt, state.hasFailed]).toEqual([5000, false]);
  });

  it('refreshes a failed view when it becomes visible after another request succeeded', async () => {
    const { follower, state } = refreshing(() => {
      state.hasFailed = false;
      return success();
    }, 0);
    Object.assign(state, { hasFailed: true, isVisible: false });
    await pass(60);
    follower.responded();
    await pass(60);
    expect(state.refreshedAt).toEqual([]);
    state.isVisible = true;
    follower.updateViews();
    await pass(0);
    expect(state.refreshedAt).toHaveLength(1);
  });

  it.each(['unreachable', 'serverFault'] as const)(
    'refreshes a view at most 12 times per minute after the error “%s”',
    async (kind) => {
      const { follower, state } = refreshing(() => {
        state.hasFailed = true;
        return Promise.resolve(new ServiceError(kind, 'No.'));
      });
      state.hasFailed = true;
      for (let step = 0; step < 60 * 20; step++) {
        await pass(0.05);
        follower.responded();
      }
      expect(state.refreshedAt.length).toBeGreaterThan(5);
      expect(state.refreshedAt.length).toBeLessThanOrEqual(12);
    },
  );

  it('refreshes other views at the normal interval if one view fails', async () => {
    const { follower } = sessionOf(serviceOf().client);
    let jobs = 0;
    follower.setViews({
      views: [
        {
          isVisible: () => true,
          hasFailed: () => false,
          refresh: async () => {
            jobs++;
            await new Promise((resolve) => setTimeout(resolve, 10));
            follower.responded();
            return undefined;
          },
        },
        {
          isVisible: () => true,
          hasFailed: () => true,
          refresh: () => Promise.resolve(new ServiceError('serverFault', 'No.')),
        },
      ],
      interval: () => 10_000,
    });
    follower.setAttention(attention(true));
    await pass(600);
    expect(jobs).toBe(60);
  });
});
