import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { WatchList } from '../../../../src/model/following/watchList.ts';
import { WatchedRows, sortedByChange } from '../../../../src/model/following/watchedRows.ts';
import { JobStore } from '../../../../src/model/jobs/jobStore.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { createKeyValueStore, job, keysOf } from '../builders.ts';

const changedAt = (key: string, updatedAt?: string) => job(key, { updatedAt });

function watchedRows(...keys: string[]) {
  const workspaceStore = createKeyValueStore();
  const store = new JobStore(workspaceStore);
  const watches = new WatchList(workspaceStore);
  const watched = new WatchedRows(watches, store);
  watches.watch(...keys);
  const read = (source: 'cache' | 'single', ...jobs: ReturnType<typeof job>[]) =>
    store.apply({ jobs, source, request: source === 'cache' ? 0 : store.nextRequest(), readAt: 7 });
  return { store, watches, watched, read };
}

describe('sortedByChange', () => {
  it('puts the most recently changed job first', () => {
    const rows = [
      job('ended', { updatedAt: undefined, completedAt: '2026-10-04T00:00:00Z' }),
      changedAt('newer', '2026-10-03T00:00:00Z'),
      changedAt('older', '2026-10-02T00:00:00Z'),
      { key: 'unread' },
    ].map(jobRow);
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 4 }), (shuffled) => {
        expect(keysOf(sortedByChange(shuffled))).toEqual(keysOf(rows));
      }),
    );
  });
});

describe('WatchedRows', () => {
  it('shows cached jobs until the service returns them', () => {
    const { store, watched, read } = watchedRows('a', 'b', 'c');
    read('cache', changedAt('b', '2026-10-02T00:00:00Z'), changedAt('a', '2026-10-01T00:00:00Z'));
    const shown = () => watched.rows.map(({ job: { key } }) => [key, store.cachedAt(key)]);
    expect(shown()).toEqual([
      ['b', 7],
      ['a', 7],
      ['c', undefined],
    ]);
    read('single', changedAt('a', '2026-10-03T00:00:00Z'));
    expect(shown()).toEqual([
      ['a', undefined],
      ['b', 7],
      ['c', undefined],
    ]);
  });

  it('caches only watched jobs', () => {
    const { watched, read } = watchedRows('a', 'b');
    read('single', job('a'), job('unwatched'));
    expect(watched.cached).toEqual([{ job: job('a'), readAt: 7 }]);
  });

  it('returns the same row object until the job changes', () => {
    const { watches, watched, read } = watchedRows('a');
    read('single', job('a'));
    const before = watched.rows;
    watches.watch('b');
    expect(before.every((row) => watched.rows.includes(row))).toBe(true);
    read('single', job('a', { updatedAt: '2026-10-05T00:00:00Z' }));
    expect(watched.rows).not.toContain(before.find((row) => row.job.key === 'a'));
  });

  it('fires an event when a watched job changes', () => {
    const { watches, watched, read } = watchedRows();
    const onChange = vi.fn();
    watched.onDidChange(onChange);
    watches.watch('a');
    expect(onChange).toHaveBeenCalledTimes(1);
    read('single', job('b'));
    expect(onChange).toHaveBeenCalledTimes(1);
    read('single', job('a'));
    expect(onChange).toHaveBeenCalledTimes(2);
    watches.unwatch('a');
    expect([onChange.mock.calls.length, watched.rows]).toEqual([3, []]);
    watched.dispose();
    watches.watch('a');
    expect(onChange).toHaveBeenCalledTimes(3);
  });
});
