import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { JobDetails } from '../../../../src/model/jobPage/jobDetails.ts';
import { type Job, type JobRow, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { drawJitter, patient } from '../../service/harness.ts';
import { damagedRow, fault, job, pageOf } from '../builders.ts';
import { createSession } from '../createSession.ts';

const outage = () => new ServiceError('unreachable', 'No response.');

type Response = Job | ServiceError;

const refusal = (status: number) =>
  new ServiceError(status === 404 || status === 410 ? 'notFound' : 'rejected', 'No.', { status });

const completed = {
  updatedAt: '2026-10-02T08:00:00Z',
  completedAt: '2026-10-02T08:00:00Z',
  activeSteps: [],
};

interface Options {
  /** Response to `GET /jobs/{key}` for each key. */
  response?: Response;
  listed?: readonly (Job | JobRow)[];
  /** Rows that a previous window stored. */
  cached?: readonly JobRow[];
}

/**
 * Creates a session whose service returns the responses of the test. The clock starts at 1000 ms.
 */
function connected({ response = job('job_1'), listed = [job('job_1')], cached }: Options = {}) {
  vi.useFakeTimers({ now: 1000 });
  drawJitter(1);
  const service = {
    response,
    /** Responses for some keys. They replace `response`. */
    responses: {} as Record<string, Response>,
    listed,
    hasMore: false,
    listFailure: null as ServiceError | null,
    requestedPages: 0,
    requestedJobs: 0,
    delay: Promise.resolve(),
  };
  const session = createSession(
    {
      listJobs: (page) => {
        service.requestedPages++;
        if (service.listFailure !== null) return Promise.reject(service.listFailure);
        const jobs = service.listed.map((each) =>
          'kind' in each ? (each as JobRow) : jobRow({ ...each }),
        );
        const { hasMore } = service;
        const keys = jobs.map(({ id }) => id);
        return Promise.resolve({
          ...pageOf(keys, { currentPage: page, hasMore, total: null }),
          jobs,
        });
      },
      getJob: async (key) => {
        service.requestedJobs++;
        await service.delay;
        const { [key]: sent = service.response } = service.responses;
        if (sent instanceof ServiceError) throw sent;
        return { ...sent };
      },
      change: () => Promise.resolve(job('job_1')),
    },
    {
      storage: {
        read: () =>
          Promise.resolve(
            cached ? { jobs: { rows: cached, total: 1, pages: 1, readAt: 500 } } : {},
          ),
        write: () => undefined,
      },
    },
  );
  const open = (key = 'job_1', known?: JobRow) => {
    const details = new JobDetails(key, { known });
    details.setSession(session);
    onTestFinished(() => details.dispose());
    return details;
  };
  /** Polls a job in the same way as a visible page. */
  const follow = (key = 'job_1') => {
    session.follower.setAttention({ focused: true, active: true });
    return session.follower.follow(key);
  };
  /** Advances the time until the next poll is finished. */
  const poll = async () => {
    const before = service.requestedJobs + service.requestedPages;
    while (service.requestedJobs + service.requestedPages === before) {
      await vi.advanceTimersToNextTimerAsync();
    }
    await vi.advanceTimersByTimeAsync(0);
  };
  return { service, session, open, follow, poll };
}

/** Loads the details of `job_1`. */
async function loaded(options: Options = {}) {
  const parts = connected(options);
  const details = parts.open();
  await details.load();
  return { ...parts, details };
}

/** Loads the list, then the details of `job_1`. */
async function listed(options: Options = {}) {
  const parts = connected(options);
  await parts.session.list.ensureLoaded();
  const details = parts.open();
  await details.load();
  return { ...parts, details };
}

/** Starts to load the details. The response arrives when the test calls the returned function. */
function loadSlowly(
  { service }: Pick<ReturnType<typeof connected>, 'service'>,
  details: JobDetails,
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.delay = promise;
  const loading = details.load();
  return () => {
    resolve();
    return loading;
  };
}

describe('JobDetails', () => {
  it('shows the job from the list until the details arrive', async () => {
    const parts = connected({ response: job('job_1', { note: 'complete' }) });
    const details = parts.open();
    const respond = loadSlowly(parts, details);
    expect(details.state.job).toBeUndefined();
    await parts.session.list.ensureLoaded();
    expect(details.state).toMatchObject({ job: { key: 'job_1' }, isLoading: true });
    expect(details.state.job).not.toHaveProperty('note');
    await respond();
    expect(details.state).toMatchObject({
      job: { note: 'complete' },
      freshness: { kind: 'current' },
    });
  });

  it('removes a property that the service no longer sends', async () => {
    const { service, details } = await loaded({
      response: job('job_1', { note: 'removed later' }),
    });
    service.response = job('job_1', completed);
    await details.load();
    expect(details.state.job).toEqual(job('job_1', completed));
  });

  it('fires a change event only if a response changes the job', async () => {
    const { service, details, follow, poll } = await loaded();
    const changes = vi.fn();
    details.onDidChange(changes);
    follow();
    await poll();
    expect(changes).not.toHaveBeenCalled();
    service.response = job('job_1', { activeSteps: [], updatedAt: '2027-01-01T00:00:00Z' });
    await poll();
    expect(changes).toHaveBeenCalledTimes(1);
    expect(details.state.job).toMatchObject({ activeSteps: [] });
  });

  it('shows an unreadable job from the list without sending a request', async () => {
    const row = damagedRow({ key: 'job_9', startedAt: 7 });
    const { service, session, open } = connected({ listed: [row] });
    await session.list.ensureLoaded();
    const details = open('job_9');
    await details.load();
    expect(details.state).toMatchObject({
      unreadable: { raw: { key: 'job_9' }, problem: 'damaged' },
      freshness: { kind: 'current' },
    });
    expect(service.requestedJobs).toBe(0);
  });

  it('reports an unknown key as not found', async () => {
    const { service, open } = await loaded();
    service.response = refusal(404);
    const details = open('job_9');
    await details.load();
    expect(details.state).toMatchObject({
      job: undefined,
      freshness: { kind: 'notFound', searched: undefined },
    });
  });

  it('updates the job if another request returns it', async () => {
    const { service, session, details } = await listed();
    service.listed = [job('job_1', completed)];
    await session.list.refresh();
    expect(details.state.job).toMatchObject(completed);
  });

  it('ignores responses after disposal', async () => {
    const { service, session, open } = connected();
    const details = open();
    await session.list.ensureLoaded();
    expect(details.state).toMatchObject({ job: undefined, freshness: { kind: 'current' } });
    await details.load();
    details.dispose();
    service.listed = [job('job_1', completed)];
    await session.list.refresh();
    expect(details.state.job).toMatchObject({ completedAt: null });
  });
});

describe('JobDetails.load', () => {
  it('reloads the list only if `requestsList` is true', async () => {
    const { service, details } = await listed({ response: refusal(405) });
    service.listed = [job('job_1', completed)];
    await details.load();
    expect([details.state.job?.completedAt, service.requestedPages, service.requestedJobs]).toEqual(
      [null, 1, 1],
    );
    await details.load({ requestsList: true });
    expect(details.state.job).toMatchObject(completed);
  });

  it('keeps the job if the list cannot be reloaded', async () => {
    const { service, details } = await listed({ response: refusal(405) });
    service.listFailure = fault();
    await details.load({ requestsList: true });
    expect(details.state).toMatchObject({
      job: { key: 'job_1' },
      freshness: { kind: 'failed', error: { kind: 'serverFault' } },
    });
  });

  it('ignores a response that arrives after a newer load has finished', async () => {
    const parts = connected({ response: job('job_1', { note: 'second' }) });
    const details = parts.open();
    const respond = loadSlowly(parts, details);
    parts.service.delay = Promise.resolve();
    await details.load();
    parts.service.response = fault();
    await respond();
    expect(details.state).toMatchObject({
      job: { note: 'second' },
      freshness: { kind: 'current' },
      isLoading: false,
    });
  });

  it('leaves the details unchanged if the load is canceled', async () => {
    const { service, details } = await loaded();
    service.response = new ServiceError('cancelled', 'It was canceled.');
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, isLoading: false });
  });

  it('rejects on an internal error', async () => {
    const { service, open } = connected();
    const details = open();
    service.delay = Promise.reject(new TypeError('ours'));
    await expect(details.load()).rejects.toThrow('ours');
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, isLoading: false });
  });
});

describe('JobDetails for a missing job', () => {
  it('reports the job as deleted when JobFollower detects the deletion', async () => {
    const { service, details, follow, poll } = await loaded();
    [service.response, service.listed] = [refusal(404), []];
    await vi.advanceTimersByTimeAsync(4000);
    await details.load();
    expect(details.state).toMatchObject({
      freshness: { kind: 'missed' },
      job: { key: 'job_1' },
      readAt: 1000,
    });
    follow();
    while (details.state.freshness.kind === 'missed') await poll();
    const foundAt = Date.now();
    expect(details.state).toMatchObject({
      freshness: { kind: 'deleted', foundAt },
      job: { key: 'job_1' },
      readAt: 1000,
    });
    await vi.advanceTimersByTimeAsync(4000);
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'deleted', foundAt }, readAt: 1000 });
    service.listed = [job('job_1')];
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, readAt: Date.now() });
  });

  it('does not report the job as deleted if another job is deleted', async () => {
    const { service, session, details, follow, poll } = await loaded();
    service.responses = { job_2: refusal(404) };
    const deleted: string[] = [];
    session.follower.onDidFollow(
      (event) => event.kind === 'deleted' && deleted.push(...event.keys),
    );
    follow('job_2');
    while (deleted.length === 0) await poll();
    expect([deleted, details.state.freshness.kind]).toEqual([['job_2'], 'current']);
  });

  it('keeps the status “current” while the list still contains the job', async () => {
    const { service, details } = await loaded();
    service.response = refusal(404);
    await details.load();
    expect(details.state).toMatchObject({
      freshness: { kind: 'current' },
      detailsFailure: { kind: 'notFound' },
    });
  });

  it('keeps the status “current” if only part of the list was searched', async () => {
    const { service, open } = connected({ response: refusal(405), listed: [job('job_2')] });
    service.hasMore = true;
    const details = open('job_1', jobRow(job('job_1')));
    await vi.advanceTimersByTimeAsync(4000);
    await details.load();
    expect(details.state).toMatchObject({
      job: { key: 'job_1' },
      freshness: { kind: 'current' },
      readAt: 1000,
    });
  });

  it('returns to the status “current” after an outage if only part of the list was searched', async () => {
    const { service, session, open } = connected({ response: outage(), listed: [job('job_2')] });
    const details = open('job_1', jobRow(job('job_1')));
    await details.load();
    expect(details.state.freshness.kind).toBe('failed');
    [service.response, service.hasMore] = [refusal(404), true];
    await details.load();
    expect(session.reader.canReadSingles).toBe(false);
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, readAt: 1000 });
  });

  it('reports how many jobs were searched if the list has more pages', async () => {
    const { service, open } = connected({ response: refusal(404), listed: [job('job_2')] });
    service.hasMore = true;
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({
      job: undefined,
      freshness: { kind: 'notFound', searched: expect.any(Number) as number },
    });
  });

  it.each([
    [404, 'missed'],
    [405, 'current'],
  ])('clears a previous error after HTTP %i (new status: %s)', async (status, kind) => {
    const { service, details } = await listed({
      response: new ServiceError('unauthorized', 'No.', { status: 401 }),
    });
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, job: { key: 'job_1' } });
    [service.response, service.listed] = [refusal(status), status === 404 ? [] : [job('job_2')]];
    service.hasMore = status === 405;
    await details.load({ requestsList: true });
    expect(details.state).toMatchObject({ freshness: { kind }, detailsFailure: null });
  });
});

describe('JobDetails for a newly started job', () => {
  /** Loads the details of a new job that the service does not list yet. */
  async function started(status: number) {
    const parts = connected({ response: refusal(status), listed: [job('job_2')] });
    const { session, open } = parts;
    await session.list.ensureLoaded();
    await session.change({ kind: 'startJob', key: 'wf', name: 'wf' }, { kind: 'person' });
    const details = open();
    await details.load();
    return { ...parts, details };
  }

  it.each([
    ['HTTP 404 for this job', 404],
    ['HTTP 405 for every job', 405],
  ])('waits at least 30 s before reporting the job as deleted after %s', async (_, status) => {
    const { details, follow, poll } = await started(status);
    expect(details.state).toMatchObject({
      freshness: { kind: 'justStarted' },
      job: { key: 'job_1' },
    });
    follow();
    while (Date.now() < 30_000) {
      expect(details.state.freshness).toEqual({ kind: 'justStarted' });
      await poll();
    }
    while (details.state.freshness.kind === 'justStarted') await poll();
    expect(details.state.freshness).toEqual({ kind: 'deleted', foundAt: Date.now() });
  });

  it('changes to the status “current” when polling finds the job', async () => {
    const { service, details, follow, poll } = await started(404);
    service.listed = [job('job_1'), job('job_2')];
    follow();
    await poll();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, detailsFailure: null });
  });

  it('shows the job from the start response when the job page is reopened', async () => {
    const { open } = await started(404);
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({
      freshness: { kind: 'justStarted' },
      job: { key: 'job_1' },
    });
  });

  it('shows no error if the list already contains the job', async () => {
    const { service, session, details } = await started(404);
    service.responses = { job_3: job('job_3') };
    await session.reader.read('job_3', patient());
    service.listed = [job('job_1'), job('job_2')];
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, detailsFailure: null });
  });

  it('reports an error if polling fails', async () => {
    const { service, details, follow, poll } = await started(404);
    [service.response, service.listFailure] = [outage(), outage()];
    follow();
    await poll();
    expect(details.state.freshness.kind).toBe('failed');
  });
});

describe('JobDetails after a failed request', () => {
  it('keeps the job and the time of the last response', async () => {
    const { service, details } = await loaded();
    service.response = fault();
    await vi.advanceTimersByTimeAsync(4000);
    await details.load();
    expect(details.state).toMatchObject({
      job: { key: 'job_1' },
      freshness: { kind: 'failed' },
      readAt: 1000,
    });
    await details.load();
    expect(details.state.readAt).toBe(1000);
    service.response = job('job_1');
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, readAt: 5000 });
  });

  it('ignores an error from polling another job', async () => {
    const { service, details, follow, poll } = await loaded();
    service.responses = { job_2: outage() };
    const other = follow('job_2');
    await poll();
    expect(details.state.freshness.kind).toBe('current');
    other.dispose();
    service.response = outage();
    follow();
    await poll();
    expect(details.state.freshness.kind).toBe('failed');
  });

  it('changes to the status “current” when the list is reloaded', async () => {
    const { service, session, details, follow, poll } = await listed();
    service.response = outage();
    follow();
    await poll();
    expect(details.state.freshness.kind).toBe('failed');
    await session.list.refresh();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, readAt: Date.now() });
  });

  it('keeps the load time of the list that contains the job', async () => {
    const { session, open } = connected({ response: outage() });
    await session.list.ensureLoaded();
    await vi.advanceTimersByTimeAsync(60_000);
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 1000 });
  });

  it('uses the load time of a list that arrives before the request fails', async () => {
    const parts = await loaded();
    const { service, session, details } = parts;
    await vi.advanceTimersByTimeAsync(4000);
    const respond = loadSlowly(parts, details);
    service.listed = [job('job_1', completed)];
    await session.list.ensureLoaded();
    service.response = outage();
    await respond();
    expect(details.state).toMatchObject({
      job: completed,
      freshness: { kind: 'failed' },
      readAt: 5000,
    });
  });

  it('shows the job from the next successful response', async () => {
    const { service, open, follow, poll } = connected({ response: outage(), listed: [] });
    const details = open();
    service.listFailure = outage();
    await details.load();
    expect(details.state).toMatchObject({ job: undefined, freshness: { kind: 'failed' } });
    service.response = job('job_1');
    follow();
    await poll();
    expect(details.state).toMatchObject({
      job: { key: 'job_1' },
      freshness: { kind: 'current' },
      detailsFailure: null,
    });
  });

  it('reports the job as not found once polling no longer finds the job', async () => {
    const { service, open, follow, poll } = await loaded();
    service.responses = { job_9: outage() };
    const details = open('job_9');
    await details.load();
    service.responses = { job_9: refusal(404) };
    follow('job_9');
    while (details.state.freshness.kind === 'failed') await poll();
    expect(details.state.freshness).toEqual({ kind: 'notFound', searched: undefined });
  });
});

describe('JobDetails after a failed details request', () => {
  it('keeps the status “current” while the list contains the job', async () => {
    const { service, session, details, follow, poll } = await listed({
      response: job('job_1', { note: 'a' }),
    });
    service.response = fault();
    await vi.advanceTimersByTimeAsync(4000);
    await details.load();
    const lacksDetails = {
      freshness: { kind: 'current' },
      detailsFailure: { kind: 'serverFault' },
    };
    expect(details.state).toMatchObject({ ...lacksDetails, detailsReadAt: 1000 });
    service.listed = [job('job_1', { updatedAt: '2027-01-01T00:00:00Z' })];
    await session.list.refresh();
    expect(details.state).toMatchObject({
      ...lacksDetails,
      job: { note: 'a', updatedAt: '2027-01-01T00:00:00Z' },
      detailsReadAt: 1000,
      readAt: 5000,
    });
    service.response = job('job_1', { note: 'b', updatedAt: '2027-01-01T00:00:00Z' });
    follow();
    await poll();
    const readAt = Date.now();
    expect(details.state).toMatchObject({
      job: { note: 'b' },
      detailsFailure: null,
      detailsReadAt: readAt,
    });
    service.response = fault();
    await poll();
    expect(details.state).toMatchObject(lacksDetails);
    service.response = outage();
    await poll();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt });
  });

  it('shows no error if the service does not support `GET /jobs/{key}`', async () => {
    const { details } = await loaded({ response: refusal(405) });
    expect(details.state).toMatchObject({ job: { key: 'job_1' }, detailsFailure: null });
  });
});

describe('JobDetails for a cached job', () => {
  const cached = [jobRow(job('job_1', { note: 'as stored' }))];

  it('shows the cached job until the service responds', async () => {
    const parts = connected({ response: outage(), cached });
    const { service, session } = parts;
    service.listFailure = outage();
    const details = parts.open();
    const respond = loadSlowly(parts, details);
    await session.list.ensureLoaded();
    expect(details.state).toMatchObject({ job: { note: 'as stored' }, isLoading: true });
    await respond();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 500 });
    service.response = job('job_1', { note: 'now' });
    parts.follow();
    await parts.poll();
    expect(details.state).toMatchObject({
      job: { note: 'now' },
      freshness: { kind: 'current' },
      detailsFailure: null,
    });
  });

  it('shows the cached job after a failed request', async () => {
    const { service, open } = connected({ response: outage(), cached });
    service.listFailure = outage();
    const details = open();
    await details.load();
    await vi.advanceTimersByTimeAsync(0);
    expect(details.state).toMatchObject({
      job: { note: 'as stored' },
      freshness: { kind: 'failed' },
      readAt: 500,
    });
  });

  it('reports an error if loading the details fails', async () => {
    const { service, session, open } = connected({ response: fault(), cached });
    service.listFailure = fault();
    await session.list.ensureLoaded();
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 500 });
  });
});

describe('JobDetails for an unlisted job', () => {
  const known = jobRow(job('job_9', { note: 'from its row' }));

  it('shows the initial row until the service responds', async () => {
    const { open } = connected({ response: job('job_9', { note: 'complete' }) });
    const details = open('job_9', known);
    const loading = details.load();
    expect(details.state.job).toMatchObject({ note: 'from its row' });
    await loading;
    expect(details.state).toMatchObject({
      job: { note: 'complete' },
      freshness: { kind: 'current' },
    });
  });

  it('shows the original data of an unreadable initial row', async () => {
    const { service, open } = connected();
    service.hasMore = true;
    const row = damagedRow({ key: 'job_9', startedAt: 7 });
    const details = open('job_9', row);
    await details.load();
    expect(details.state.unreadable).toBe(row);
    expect(service.requestedJobs).toBe(0);
  });
});

describe('JobDetails.setSession', () => {
  it('keeps the job if the window connects to another service', async () => {
    const { service, session, details, follow, poll } = await loaded();
    details.setSession(undefined);
    await details.load();
    expect(details.state).toMatchObject({
      freshness: { kind: 'disconnected' },
      job: { key: 'job_1' },
    });
    service.listed = [job('job_1', completed)];
    await session.list.refresh();
    service.response = outage();
    follow();
    await poll();
    expect(details.state).toMatchObject({
      freshness: { kind: 'disconnected' },
      job: { completedAt: null },
    });
  });

  it('shows the initial job if no service is connected', async () => {
    vi.useFakeTimers({ now: 1000 });
    const details = new JobDetails('job_1', { known: jobRow(job('job_1', { note: 'known' })) });
    details.setSession(undefined);
    await details.load();
    expect(details.state).toMatchObject({
      job: { note: 'known' },
      freshness: { kind: 'disconnected' },
      readAt: 1000,
      isLoading: false,
    });
  });

  it('clears the status “disconnected” even if loading the details fails', async () => {
    const parts = await listed();
    const { service, session, details } = parts;
    details.setSession(undefined);
    await details.load();
    details.setSession(session);
    service.response = fault();
    const respond = loadSlowly(parts, details);
    expect(details.state.freshness).toEqual({ kind: 'current' });
    await respond();
    expect(details.state).toMatchObject({
      freshness: { kind: 'current' },
      detailsFailure: { kind: 'serverFault' },
    });
  });
});
