import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jobTitle } from '../../../../src/model/jobs/job.ts';
import type { CachedSession } from '../../../../src/model/jobs/jobListCache.ts';
import { type Job, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { baseUrlOf, patient } from '../../service/harness.ts';
import { createKeyValueStore, job, keysOf, shown } from '../builders.ts';
import { controlTime, inUse, pass } from '../following/jobFollowerSetup.ts';
import { ServiceInMemory, serviceOf, unauthorized } from '../following/serviceInMemory.ts';
import { numbered, person, sessionOf, start } from './sessionInMemory.ts';

beforeEach(controlTime);

/** Storage of an earlier window. */
function storageWith(known: CachedSession) {
  const written: CachedSession[] = [];
  return {
    written,
    read: () => Promise.resolve(known),
    write: (each: CachedSession) => void written.push(each),
  };
}

const cachedJobs = (...jobs: Job[]): CachedSession => ({
  jobs: { rows: jobs.map(jobRow), total: jobs.length, pages: 1, readAt: 7 },
});

describe('Session', () => {
  it('does not share data with a session for another service', async () => {
    const workspaceStore = createKeyValueStore();
    const userStore = createKeyValueStore();
    const [first, second] = [serviceOf(job('a'), job('b')), serviceOf(job('a'))];
    const firstSession = sessionOf(first.client, { workspaceStore, userStore });
    const secondSession = sessionOf(
      { ...second.client, baseUrl: baseUrlOf('https://two.example') },
      { workspaceStore, userStore },
    );
    for (const { follower } of [firstSession, secondSession]) follower.setAttention(inUse);
    await firstSession.list.ensureLoaded();
    firstSession.watches.watch('a');
    firstSession.browsing.setGrouping('workflow');
    firstSession.browsing.setIdentity({ key: 'u1', name: 'Ada' });
    firstSession.jobs.apply({
      jobs: [job('started')],
      source: 'change',
      request: 1,
      readAt: Date.now(),
    });
    first.failure = unauthorized();
    await pass(60);
    expect([
      secondSession.list.state.rows,
      secondSession.jobs.get('a'),
      secondSession.watches.states.size,
    ]).toEqual([undefined, undefined, 0]);
    expect([
      secondSession.browsing.grouping,
      secondSession.browsing.identity,
      secondSession.follower.mayAppear('started'),
    ]).toEqual(['none', undefined, false]);
    expect([firstSession.watches.stop?.error, secondSession.watches.stop, second.requests]).toEqual(
      [first.failure, undefined, []],
    );
    secondSession.watches.watch('a');
    second.complete('a');
    await pass(10);
    expect([firstSession.watches.stateOf('a'), secondSession.watches.stateOf('a')]).toEqual([
      'watched',
      'finished',
    ]);
    firstSession.dispose();
    await secondSession.list.ensureLoaded();
    expect(shown(secondSession.list)).toBe('a');
  });

  it('restores the watched jobs and the grouping from a previous session', () => {
    const workspaceStore = createKeyValueStore();
    const { client } = serviceOf();
    const before = sessionOf(client, { workspaceStore });
    before.watches.watch('a');
    before.browsing.setGrouping('workflow');
    before.dispose();
    const { watches, browsing } = sessionOf(client, { workspaceStore });
    expect([[...watches.keys], browsing.grouping]).toEqual([['a'], 'workflow']);
  });

  it('shows cached jobs until the first response', async () => {
    const service = serviceOf(job('b'), job('a'));
    service.latency = 1000;
    const { list } = sessionOf(service.client, {
      storage: storageWith(cachedJobs(job('a'), job('old'))),
    });
    void list.ensureLoaded();
    await pass(0.5);
    expect([shown(list), list.state.cachedAt, list.state.loading]).toEqual(['a old', 7, 'refresh']);
    await pass(1);
    expect([shown(list), list.state.cachedAt, list.state.loading]).toEqual(['b a', null, null]);
  });

  it('does not report a watched job as finished based on cached data', async () => {
    const workspaceStore = createKeyValueStore();
    const service = serviceOf(job('a'));
    sessionOf(service.client, { workspaceStore }).watches.watch('a');
    const ended = job('a', { completedAt: '2026-10-02T08:00:00Z' });
    const storage = storageWith({ watched: [{ job: ended, readAt: 7 }] });
    service.failure = new ServiceError('unreachable', 'No.');
    const session = sessionOf(service.client, { workspaceStore, storage });
    const onFollow = vi.fn();
    session.follower.onDidFollow(onFollow);
    await session.list.ensureLoaded();
    expect(session.watched.rows.map((row) => row.job)).toEqual([ended]);
    expect([session.jobs.cachedAt('a'), session.watches.stateOf('a')]).toEqual([7, 'watched']);
    expect(onFollow).not.toHaveBeenCalled();
  });

  it('sends the first requests 100 ms after showing cached jobs and fields', async () => {
    const service = serviceOf(job('a'));
    const cached = { ...cachedJobs(job('old')), fields: { fields: [], readAt: 500 } };
    const { list, fields } = sessionOf(service.client, { storage: storageWith(cached) });
    void list.ensureLoaded();
    void fields.ensureLoaded();
    await vi.advanceTimersByTimeAsync(99);
    expect([keysOf(list.state.rows), fields.state.isCached]).toEqual([['old'], true]);
    expect(service.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(service.requests).toHaveLength(2);
  });

  it('caches the loaded jobs and fields after the service responds', async () => {
    const storage = storageWith(cachedJobs(job('old')));
    const session = sessionOf(serviceOf(job('a')).client, { storage });
    void session.list.ensureLoaded();
    void session.fields.ensureLoaded();
    await pass(10);
    expect(storage.written.at(-1)).toMatchObject({ fields: { fields: [] } });
    expect(keysOf(storage.written.at(-1)?.jobs?.rows)).toEqual(['a']);
  });

  it('keeps the cached jobs if a job starts before the job list is loaded', async () => {
    const storage = storageWith(cachedJobs(job('old')));
    const session = sessionOf(serviceOf(job('a')).client, { storage });
    session.list.putFirst(job('new'));
    session.dispose();
    await pass(0);
    expect(storage.written).toEqual([]);
  });
});

describe('Session.dispose', () => {
  it('stops all requests', async () => {
    const service = new ServiceInMemory(numbered(120));
    service.latency = 1000;
    const session = sessionOf(service.client);
    const { follower, list, fields, watches, overview, signal } = session;
    follower.setAttention(inUse);
    follower.setViews({
      views: [
        {
          isVisible: () => true,
          hasFailed: () => true,
          refresh: () => list.autoRefresh().then(() => undefined),
        },
      ],
      interval: () => 5000,
    });
    await pass(0);
    watches.watch('job_1');
    follower.follow('job_2');
    for (const load of [list.refresh(), list.loadMore(), list.loadAll()]) void load;
    void fields.ensureLoaded();
    overview.setVisible(true);
    overview.readAll();
    const outcome = follower.wait('job_3', { timeout: 60_000, signal: patient() });
    await pass(1.5);
    expect(signal.aborted).toBe(false);
    session.dispose();
    expect(signal.aborted).toBe(true);
    expect(await outcome).toEqual({ kind: 'cancelled' });
    service.take();
    session.responded();
    watches.watch('job_4');
    void list.loadAll();
    await pass(3600);
    expect([service.take(), vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('fires no events for late responses', async () => {
    const response = Promise.withResolvers<Job>();
    const { client } = serviceOf(job('a'));
    const session = sessionOf({ ...client, getJob: () => response.promise });
    const onEvent = vi.fn();
    session.follower.setAttention(inUse);
    session.watches.watch('a');
    await pass(0);
    session.follower.onDidFollow(onEvent);
    session.list.onDidChange(onEvent);
    session.jobs.onDidApply(onEvent);
    session.watched.onDidChange(onEvent);
    session.dispose();
    response.resolve(job('a', { completedAt: '2026-10-02T08:00:00Z' }));
    await pass(0);
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('stores the most recently loaded jobs', async () => {
    const storage = storageWith({});
    const session = sessionOf(serviceOf(job('a')).client, { storage });
    await session.list.ensureLoaded();
    session.dispose();
    await pass(0);
    expect(storage.written.map(({ jobs }) => keysOf(jobs?.rows))).toEqual([['a']]);
  });

  it('prevents later changes from being sent', async () => {
    const service = serviceOf();
    const session = sessionOf(service.client);
    session.dispose();
    expect(await session.change(start, person)).toMatchObject({ kind: 'disconnected' });
    expect(service.requests).toEqual([]);
  });
});

describe('Session.change', () => {
  it('adds the returned job to the store', async () => {
    const session = sessionOf(serviceOf().client);
    expect(await session.change(start, person)).toEqual({ kind: 'succeeded', job: job('new') });
    expect(session.jobs.get('new')).toEqual(job('new'));
  });

  it('saves the workflow of a watched job for future windows', async () => {
    const workspaceStore = createKeyValueStore();
    const session = sessionOf(serviceOf().client, { workspaceStore });
    await session.change(start, person);
    session.watches.watch('new');
    const next = sessionOf(serviceOf().client, { workspaceStore });
    expect(jobTitle(next.jobs.placeholder('new').job)).toBe(jobTitle(job('new')));
  });

  it('reports an unknown outcome if the session is disposed during the request', async () => {
    const service = serviceOf();
    service.latency = 1000;
    const session = sessionOf(service.client);
    const outcome = session.change(start, person);
    await pass(0.5);
    session.dispose();
    expect(await outcome).toMatchObject({
      kind: 'unknown',
      error: { kind: 'cancelled', wasSent: true },
    });
  });
});

describe('Session.useNewCredential', () => {
  it('reloads all loaded rows', async () => {
    const service = new ServiceInMemory(numbered(2000));
    const session = sessionOf(service.client);
    const { list } = session;
    await list.ensureLoaded();
    for (let page = 1; page < 34; page++) await list.loadMore();
    expect(list.state.rows).toHaveLength(1700);
    const before = keysOf(list.state.rows);
    const counts: (number | undefined)[] = [];
    list.onDidChange(() => counts.push(list.state.rows?.length));
    const onChange = vi.fn();
    session.onDidChangeCredential(onChange);
    service.change('job_1699', { updatedAt: '2026-10-05T00:00:00Z' });
    service.take();
    session.useNewCredential();
    expect(onChange).toHaveBeenCalledOnce();
    await pass(60);
    expect(service.take().filter((request) => request.startsWith('page'))).toHaveLength(34);
    expect(keysOf(list.state.rows)).toEqual(before);
    expect(list.find('job_1699')?.updatedAt).toBe('2026-10-05T00:00:00Z');
    expect(new Set(counts)).toEqual(new Set([1700]));
  });

  it('retries lists that previously failed to load', async () => {
    const service = serviceOf(job('a'));
    const session = sessionOf(service.client);
    service.failure = unauthorized();
    await session.list.ensureLoaded();
    await session.fields.ensureLoaded();
    service.failure = undefined;
    session.useNewCredential();
    await pass(0);
    expect([shown(session.list), session.fields.state.fields, session.list.state.failure]).toEqual([
      'a',
      [],
      null,
    ]);
  });

  it('loads the overview again', async () => {
    const service = serviceOf(job('a'));
    const session = sessionOf(service.client);
    const { overview } = session;
    overview.setVisible(true);
    await pass(1);
    service.failure = unauthorized();
    session.useNewCredential();
    await pass(1);
    expect(overview.state.failure?.kind).toBe('unauthorized');
    service.failure = undefined;
    service.change('a', { note: 'new' });
    session.useNewCredential();
    await pass(1);
    expect(overview.state.failure).toBeNull();
    expect(overview.rows).toMatchObject([{ job: { note: 'new' } }]);
  });

  it('does not load lists that were never loaded', async () => {
    const service = serviceOf(job('a'));
    sessionOf(service.client).useNewCredential();
    await pass(60);
    expect(service.requests).toEqual([]);
  });

  it('does not cache jobs that were loaded with the old API key', async () => {
    const storage = storageWith({});
    const service = serviceOf(job('a'));
    const session = sessionOf(service.client, { storage });
    await session.list.ensureLoaded();
    service.failure = unauthorized();
    session.useNewCredential();
    await pass(60);
    expect(storage.written).toEqual([]);
  });

  it('does not show jobs that were cached with the old API key', async () => {
    const service = serviceOf(job('a'));
    let cached = cachedJobs(job('secret'));
    const storage = { read: () => Promise.resolve(cached), write: () => undefined };
    const session = sessionOf(service.client, { storage });
    await session.cache.read();
    cached = {};
    session.useNewCredential();
    service.failure = unauthorized();
    await session.list.ensureLoaded();
    expect(session.list.state.rows).toBeUndefined();
  });

  it('keeps polling watched jobs', async () => {
    const service = serviceOf(job('a'));
    const session = sessionOf(service.client);
    session.follower.setAttention(inUse);
    session.watches.watch('a');
    await pass(60);
    session.useNewCredential();
    service.complete('a');
    await pass(60);
    expect(session.watches.stateOf('a')).toBe('finished');
  });
});
