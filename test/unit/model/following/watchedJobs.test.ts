import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { WatchList } from '../../../../src/model/following/watchList.ts';
import { WatchedJobs, watchedRows } from '../../../../src/model/following/watchedJobs.ts';
import { NewestJobs } from '../../../../src/model/jobs/newestJobs.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { createKeyValueStore, job, keysOf } from '../builders.ts';
import { serviceOf } from './serviceInMemory.ts';

const at = (key: string, updatedAt?: string) => job(key, { updatedAt });

it('are in the order of their last change, those without a time last, whatever order they are watched in', () => {
  const jobs = [
    job('ended', { updatedAt: undefined, completedAt: '2026-10-04T00:00:00Z' }),
    at('newer', '2026-10-03T00:00:00Z'),
    at('older', '2026-10-02T00:00:00Z'),
    { key: 'unread' },
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(jobs, { minLength: 4 }), (shuffled) => {
      const rows = watchedRows(shuffled, []);
      expect(keysOf(rows)).toEqual(jobs.map(({ key }) => key));
      expect(watchedRows(jobs, rows).every((row, index) => row === rows[index])).toBe(true);
    }),
  );
});

it('are known from an earlier window until they are read, also those that no list has', async () => {
  const newest = new NewestJobs(createKeyValueStore());
  const watches = new WatchList(createKeyValueStore());
  const watched = new WatchedJobs(watches, newest);
  const { client } = serviceOf(at('a', '2026-10-03T00:00:00Z'));
  const { getJob } = newest.connect(client);
  watches.connect(client.baseUrl.href);
  watches.watch('a', 'b', 'c');
  const rows = ['a', 'other'].map((key) => jobRow(at(key, '2026-10-01T00:00:00Z')));
  const last = {
    jobs: { rows, total: 2, pages: 1, readAt: 7 },
    watched: [{ job: at('b', '2026-10-02T00:00:00Z'), readAt: 7 }],
  };
  watched.connect(Promise.resolve(last));
  await vi.waitUntil(() => watched.known.length > 0);
  const shown = () => watched.rows.map(({ job: { key } }) => [key, watched.recalledAt(key)]);
  expect(shown()).toEqual([
    ['b', 7],
    ['a', 7],
    ['c', undefined],
  ]);
  await getJob('a', new AbortController().signal);
  expect(shown()).toEqual([
    ['a', undefined],
    ['b', 7],
    ['c', undefined],
  ]);
  expect(watched.known.map(({ job: { key } }) => key)).toEqual(['a', 'b']);
  // Another key of the API may read other jobs.
  newest.connect(client);
  watched.connect(Promise.resolve({}));
  expect(watched.rows.map((row) => row.job)).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
});
