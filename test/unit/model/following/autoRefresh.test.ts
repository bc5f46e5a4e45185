import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AutoRefresh, type Refreshable } from '../../../../src/model/following/autoRefresh.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { uncaughtErrors } from '../builders.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** A view that is refreshed at an interval, in a window that has the focus. */
function refreshing(
  answer: () => Promise<ServiceError | undefined> = () => Promise.resolve(undefined),
  seconds = 30,
) {
  const state = { visible: true, times: 0, failed: false };
  const view: Refreshable = {
    isVisible: () => state.visible,
    hasFailed: () => state.failed,
    refresh: () => {
      state.times++;
      return answer();
    },
  };
  const autoRefresh = new AutoRefresh([view], () => seconds * 1000);
  autoRefresh.connect(true);
  autoRefresh.setFocus(true);
  return { autoRefresh, state };
}

it('refreshes a view at its interval while it is visible and the window has the focus, and only then', async () => {
  const { autoRefresh, state } = refreshing();
  await pass(90);
  expect(state.times).toBe(3);
  state.visible = false;
  autoRefresh.update();
  await pass(600);
  expect([state.times, vi.getTimerCount()]).toEqual([3, 0]);
  state.visible = true;
  autoRefresh.update();
  await pass(0);
  expect(state.times).toBe(4);
  autoRefresh.setFocus(false);
  await pass(600);
  expect([state.times, vi.getTimerCount()]).toEqual([4, 0]);
});

it('begins a new interval with another connection, and refreshes nothing without one', async () => {
  const { autoRefresh, state } = refreshing();
  await pass(20);
  autoRefresh.connect(true);
  await pass(20);
  expect(state.times).toBe(0);
  autoRefresh.connect(false);
  await pass(600);
  expect([state.times, vi.getTimerCount()]).toEqual([0, 0]);
});

it('refreshes at once where the computer has slept longer than the interval', async () => {
  const { autoRefresh, state } = refreshing();
  await pass(10);
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  autoRefresh.setFocus(true);
  await pass(0);
  expect(state.times).toBe(1);
});

it('refreshes nothing where the interval is 0', async () => {
  const { state } = refreshing(undefined, 0);
  await pass(600);
  expect([state.times, vi.getTimerCount()]).toEqual([0, 0]);
});

it('goes on at its interval after a refresh that fails in an unforeseen way', async () => {
  const errors = uncaughtErrors();
  const { state } = refreshing(() => Promise.reject(new TypeError('unforeseen')));
  await pass(90);
  expect([state.times, errors.length]).toEqual([3, 3]);
});

it('waits as long as the service asks for', async () => {
  const { state } = refreshing(() =>
    Promise.resolve(new ServiceError('rateLimited', 'No.', { retryAfter: 120_000 })),
  );
  await pass(149);
  expect(state.times).toBe(1);
  await pass(1);
  expect(state.times).toBe(2);
});

it('inherits no wait of another connection', async () => {
  const { autoRefresh, state } = refreshing(() =>
    Promise.resolve(new ServiceError('rateLimited', 'No.', { retryAfter: 600_000 })),
  );
  await pass(60);
  autoRefresh.connect(true);
  await pass(30);
  expect(state.times).toBe(2);
});

it('refreshes more and more rarely while that fails, and at its interval again once it works', async () => {
  let error: ServiceError | undefined = new ServiceError('unreachable', 'No.');
  const refreshedAt = [Date.now()];
  refreshing(() => {
    refreshedAt.push(Date.now());
    return Promise.resolve(error);
  }, 1);
  await pass(60);
  error = undefined;
  await pass(31);
  const waits = refreshedAt.slice(1).map((at, index) => (at - (refreshedAt[index] ?? at)) / 1000);
  expect(waits.slice(0, 7)).toEqual([1, 5, 10, 20, 40, 1, 1]);
});

it('leaves no timer when it is disposed of', async () => {
  const { autoRefresh, state } = refreshing();
  autoRefresh.dispose();
  autoRefresh.setFocus(true);
  await pass(600);
  expect([state.times, vi.getTimerCount()]).toEqual([0, 0]);
});

describe('a view that failed', () => {
  it('is tried again once the service answers, also where the interval is 0', async () => {
    const { autoRefresh, state } = refreshing(() => Promise.resolve(((state.failed = false), undefined)), 0);
    state.failed = true;
    autoRefresh.update();
    await pass(600);
    expect(state.times).toBe(0);
    autoRefresh.answered();
    await pass(0);
    autoRefresh.answered();
    await pass(600);
    expect([state.times, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('is tried again at once where an automatic refresh would wait after failures', async () => {
    let error: ServiceError | undefined = new ServiceError('unreachable', 'No.');
    const { autoRefresh, state } = refreshing(() => {
      state.failed = error !== undefined;
      return Promise.resolve(error);
    }, 1);
    await pass(40);
    error = undefined;
    const { times } = state;
    autoRefresh.answered();
    await pass(0);
    expect([state.times - times, state.failed]).toEqual([1, false]);
  });

  it('is left alone while it is hidden, and tried again when it is shown after an answer', async () => {
    const { autoRefresh, state } = refreshing(() => Promise.resolve(((state.failed = false), undefined)), 0);
    Object.assign(state, { failed: true, visible: false });
    await pass(1);
    autoRefresh.answered();
    await pass(60);
    expect(state.times).toBe(0);
    state.visible = true;
    autoRefresh.update();
    await pass(0);
    expect(state.times).toBe(1);
  });
});
