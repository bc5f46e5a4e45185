import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PollEvent } from '../../../../src/model/following/jobPoller.ts';
import { Emitter } from '../../../../src/model/util/emitter.ts';
import { JobDetails } from '../../../../src/model/jobPage/jobDetails.ts';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import {
  type Job,
  type JobRow,
  ServiceError,
  type ChangingClient,
  jobRow,
} from '../../../../src/service/index.ts';
import { damagedRow, fault, job, pageOf } from '../builders.ts';

const outage = () => new ServiceError('unreachable', 'No answer.');

type Answer = Job | ServiceError;

const refusal = (status: number) =>
  new ServiceError(status === 404 || status === 410 ? 'notFound' : 'rejected', 'No.', { status });

/** The details of `job_1` from a service that answers as told. */
function following({
  answer = job('job_1'),
  listed = [job('job_1')],
}: { answer?: Answer; listed?: Job[] } = {}) {
  const service = {
    answer,
    listed,
    hasMore: false,
    listFault: null as ServiceError | null,
    asked: 0,
    connected: true,
    justStarted: undefined as Job | undefined,
    delay: Promise.resolve(),
  };
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
  const jobs = new JobList();
  const reader = new JobReader(jobs);
  const polled = new Emitter<PollEvent>();
  const read = { fire: (each: readonly Job[]) => polled.fire({ kind: 'read', jobs: each, areWhole: false }) };
  const whole = { fire: (each: readonly Job[]) => polled.fire({ kind: 'read', jobs: each, areWhole: true }) };
  const failed = {
    fire: (error: ServiceError, keys = ['job_1']) => polled.fire({ kind: 'failed', keys, error }),
  };
  const gone = { fire: (keys: readonly string[]) => polled.fire({ kind: 'gone', keys, watched: [] }) };
  const listJobs = () => {
    if (service.listFault !== null) return Promise.reject(service.listFault);
    const page = pageOf([], { hasMore: service.hasMore });
    return Promise.resolve({ ...page, jobs: service.listed.map((each) => jobRow({ ...each })) });
  };
  const getJobOnce = async () => {
    service.asked++;
    await service.delay;
    if (service.answer instanceof ServiceError) throw service.answer;
    return service.answer;
  };
  const getJob = getJobOnce as unknown as ChangingClient<void>['getJob'];
  jobs.connect(listJobs);
  reader.connect(getJob);
  const open = (key = 'job_1', known?: JobRow) => {
    const details = new JobDetails(key, {
      jobs,
      reader,
      isConnected: () => service.connected,
      poller: { onDidPoll: polled.event },
      known,
      justStarted: () => service.justStarted,
    });
    onTestFinished(() => details.dispose());
    return details;
  };
  return { service, jobs, reader, getJob, read, whole, failed, gone, open };
}

async function loaded(options: Parameters<typeof following>[0] = {}) {
  const parts = following(options);
  const details = parts.open();
  await details.load();
  return { ...parts, details };
}

/** Begins to load; the service answers once the result is called. */
function loadingSlowly(service: ReturnType<typeof following>['service'], details: JobDetails) {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.delay = promise;
  const loading = details.load();
  return () => {
    resolve();
    return loading;
  };
}

/** The details of a job that the list was read with first. */
async function listed(options: Parameters<typeof following>[0] = {}) {
  const parts = following(options);
  await parts.jobs.ensureLoaded();
  const details = parts.open();
  await details.load();
  return { ...parts, details };
}

describe('a service that can be asked for a single job', () => {
  it('shows what the list knows while it is still being asked', async () => {
    const { service, jobs, open } = following({ answer: job('job_1', { note: 'whole' }) });
    const details = open();
    const answer = loadingSlowly(service, details);
    expect(details.state.job).toBeUndefined();
    await jobs.ensureLoaded();
    expect(details.state.job).toMatchObject({ key: 'job_1' });
    expect(details.state.isLoading).toBe(true);
    await answer();
    expect(details.state.job).toMatchObject({ note: 'whole' });
    expect(details.state.freshness).toEqual({ kind: 'current' });
  });

  it('that knows others does not know one that is gone: what was known stays, and since when', async () => {
    const { service, details } = await loaded();
    [service.answer, service.listed] = [refusal(404), []];
    vi.setSystemTime(9000);
    await details.load({ refreshesList: true });
    expect(details.state).toMatchObject({
      freshness: { kind: 'gone', foundAt: 9000 },
      job: { key: 'job_1' },
      readAt: 1000,
    });
    vi.setSystemTime(12_000);
    await details.load({ refreshesList: true });
    expect(details.state).toMatchObject({ freshness: { foundAt: 9000 }, readAt: 1000 });
  });
});

describe('a service that cannot', () => {
  it('does not prove that a job is gone by a list that ended early', async () => {
    const { service, jobs, open } = following({ answer: refusal(405), listed: [job('job_2')] });
    service.hasMore = true;
    const details = open('job_1', jobRow(job('job_1')));
    await jobs.ensureLoaded();
    // The same page again.
    await jobs.loadMore();
    expect([jobs.state.hasMore, jobs.state.note]).toEqual([false, expect.stringContaining('Paging ended')]);
    await details.load();
    expect(details.state).toMatchObject({
      job: { key: 'job_1' },
      freshness: { kind: 'notFound', isCertain: false },
    });
  });
});

describe('a job that was started a moment ago', () => {
  it.each([
    ['no single job', 404],
    ['no single job of any key', 405],
  ])('is not reported as deleted while the service finds %s and does not list it', async (_, status) => {
    const { service, gone, details } = await startedJob(status);
    expect(details.state).toMatchObject({ freshness: { kind: 'justStarted' }, job: { key: 'job_1' } });
    service.justStarted = undefined;
    vi.setSystemTime(40_000);
    gone.fire(['job_1']);
    expect(details.state.freshness).toEqual({ kind: 'gone', foundAt: 40_000 });
  });

  it('is current once the poller reads it', async () => {
    const { whole, details } = await startedJob(404);
    whole.fire([job('job_1')]);
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, detailsFailure: null });
  });

  it('is shown as the start returned it, even if its page is opened again', async () => {
    const { open } = await startedJob(404);
    const again = open();
    await again.load();
    expect(again.state).toMatchObject({ freshness: { kind: 'justStarted' }, job: { key: 'job_1' } });
  });

  it('has no failed details while the service lists it but does not find it by its key', async () => {
    const { service, details } = await startedJob(404);
    service.listed = [job('job_1'), job('job_2')];
    await details.load({ refreshesList: true });
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, detailsFailure: null });
  });

  it('is out of date if a poll fails', async () => {
    const { failed, details } = await startedJob(404);
    failed.fire(outage());
    expect(details.state.freshness.kind).toBe('failed');
  });
});

/** The details of a job that was just started, on a service that does not list it yet. */
async function startedJob(status: number) {
  const parts = following({ answer: refusal(status), listed: [job('job_2')] });
  parts.service.justStarted = job('job_1');
  await parts.jobs.ensureLoaded();
  const details = parts.open('job_1', jobRow(job('job_1')));
  await details.load();
  return { ...parts, details };
}

it('is not out of date by a failed poll of other jobs, which nothing would mend for a completed one', async () => {
  const { failed, details } = await loaded();
  failed.fire(fault(), ['job_2']);
  expect(details.state.freshness.kind).toBe('current');
  failed.fire(fault(), ['job_1']);
  expect(details.state.freshness.kind).toBe('failed');
});

it('is gone where the poller finds it gone, and is back once it is read again', async () => {
  const { gone, failed, read, details } = await loaded();
  vi.setSystemTime(5000);
  gone.fire(['job_2']);
  expect(details.state.freshness.kind).toBe('current');
  gone.fire(['job_1', 'job_2']);
  failed.fire(outage());
  expect(details.state).toMatchObject({
    freshness: { kind: 'gone', foundAt: 5000 },
    readAt: 1000,
    job: { key: 'job_1' },
  });
  read.fire([job('job_1')]);
  expect(details.state.freshness.kind).toBe('current');
});

describe('a connection that fails', () => {
  it('leaves what was known, and since when', async () => {
    const { service, details } = await loaded();
    service.answer = fault();
    vi.setSystemTime(5000);
    await details.load({ refreshesList: true });
    expect(details.state.freshness).toMatchObject({ kind: 'failed' });
    expect(details.state.readAt).toBe(1000);
    vi.setSystemTime(7000);
    await details.load({ refreshesList: true });
    expect(details.state.readAt).toBe(1000);
    service.answer = job('job_1');
    await details.load({ refreshesList: true });
    expect(details.state.freshness.kind).toBe('current');
  });

  it('is also noticed by a refresh of the list, and by the poller', async () => {
    const { service, jobs, failed, read, details } = await loaded();
    await jobs.ensureLoaded();
    service.listFault = fault();
    await jobs.refresh();
    expect(details.state.freshness.kind).toBe('failed');
    read.fire([job('job_1')]);
    expect(details.state.freshness.kind).toBe('current');
    failed.fire(fault());
    expect(details.state.freshness.kind).toBe('failed');
  });

  it('is over with the next list that is read, also where it brings nothing new', async () => {
    const { jobs, failed, details } = await listed();
    failed.fire(outage());
    expect(details.state.freshness.kind).toBe('failed');
    vi.setSystemTime(5000);
    await jobs.refresh();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, readAt: 5000 });
  });

  it('is not noticed by older jobs that cannot be loaded', async () => {
    const { service, jobs, open } = following();
    service.hasMore = true;
    await jobs.ensureLoaded();
    const details = open();
    await details.load();
    service.listFault = fault();
    await jobs.loadMore();
    expect([jobs.state.failure?.during, details.state.freshness.kind]).toEqual(['more', 'current']);
  });

  it('to another service leaves what was known', async () => {
    const { service, details } = await loaded();
    service.connected = false;
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'disconnected' }, job: { key: 'job_1' } });
  });

  it('begins with the job that was read of a service that is not connected', async () => {
    const { service, open } = following();
    service.connected = false;
    const details = open('job_1', jobRow(job('job_1', { note: 'read' })));
    await details.load();
    expect(details.state).toMatchObject({
      job: { note: 'read' },
      freshness: { kind: 'disconnected' },
      readAt: Date.now(),
      isLoading: false,
    });
    expect(service.asked).toBe(0);
  });
});

describe('details that could not be read', () => {
  it('leave a job live that the list still tells of, until a poll reads them, and say from when those are that are shown', async () => {
    const { service, read, whole, failed, details } = await listed({ answer: job('job_1', { note: 'a' }) });
    service.answer = fault();
    vi.setSystemTime(5000);
    await details.load();
    expect(details.state).toMatchObject({
      freshness: { kind: 'current' },
      detailsFailure: { kind: 'serverFault' },
      detailsReadAt: 1000,
    });
    read.fire([job('job_1', { updatedAt: '2027-01-01T00:00:00Z' })]);
    expect(details.state).toMatchObject({ detailsFailure: { kind: 'serverFault' }, isBehind: true });
    vi.setSystemTime(9000);
    whole.fire([job('job_1', { note: 'b' })]);
    expect(details.state).toMatchObject({
      job: { note: 'b' },
      detailsFailure: null,
      detailsReadAt: 9000,
      isBehind: false,
    });
    failed.fire(fault());
    expect(details.state).toMatchObject({
      freshness: { kind: 'current' },
      detailsFailure: { kind: 'serverFault' },
    });
    failed.fire(outage());
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 9000 });
  });

  it('are told apart from those of a service that reads no single job', async () => {
    const { details } = await loaded({ answer: refusal(405) });
    expect(details.state.detailsFailure).toBeNull();
  });
});

describe('a page that opens while the service does not answer', () => {
  const stored = { rows: [jobRow(job('job_1', { note: 'as stored' }))], total: 1, pages: 1, readAt: 500 };

  it('shows the row that an earlier window has read, and how old it is, until the next reading', async () => {
    const { service, jobs, whole, open } = following({ answer: outage() });
    jobs.connect(
      () => Promise.reject(outage()),
      () => Promise.resolve(stored),
    );
    const details = open();
    const answer = loadingSlowly(service, details);
    await jobs.ensureLoaded();
    expect(details.state).toMatchObject({ job: { note: 'as stored' }, isLoading: true });
    await answer();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 500 });
    whole.fire([job('job_1', { note: 'now' })]);
    expect(details.state).toMatchObject({
      job: { note: 'now' },
      freshness: { kind: 'current' },
      detailsFailure: null,
    });
  });

  it('takes neither an error of the service for one of the details alone, while its list is that of an earlier window', async () => {
    const { jobs, open } = following({ answer: fault() });
    jobs.connect(
      () => Promise.reject(fault()),
      () => Promise.resolve(stored),
    );
    await jobs.ensureLoaded();
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 500 });
  });

  it('without a known row is that of the job with the next reading, or says that there is none', async () => {
    const { whole, gone, open } = following({ answer: outage(), listed: [] });
    const [one, other] = [open(), open()];
    await Promise.all([one.load(), other.load()]);
    expect(one.state).toMatchObject({ job: undefined, freshness: { kind: 'failed' } });
    whole.fire([job('job_1')]);
    expect(one.state).toMatchObject({
      job: { key: 'job_1' },
      freshness: { kind: 'current' },
      detailsFailure: null,
    });
    const lost = open('job_9');
    await lost.load();
    gone.fire(['job_9']);
    expect(lost.state.freshness).toEqual({ kind: 'notFound', isCertain: true });
  });

  it('says since when it is out of date by the list that it was opened from', async () => {
    const { jobs, open } = following({ answer: outage() });
    await jobs.ensureLoaded();
    vi.setSystemTime(Date.now() + 60_000);
    const details = open();
    await details.load();
    expect(details.state.readAt).toBe(jobs.state.readAt);
  });
});

describe('newer wins, whatever way the data came', () => {
  const before = { updatedAt: '2026-10-01T09:00:00Z', activeSteps: [] };
  const after = { updatedAt: '2026-10-01T10:00:00Z', completedAt: '2026-10-01T10:00:00Z' };

  it('a single job that is newer replaces all that was known, also what it no longer has', async () => {
    const { service, details } = await loaded({ answer: job('job_1', { ...before, note: 'gone later' }) });
    service.answer = job('job_1', after);
    await details.load();
    expect(details.state.job).toEqual(job('job_1', after));
  });

  it('a row that did not change takes nothing back where the service tells no times', async () => {
    const untimed = (overrides: object) => job('job_1', { updatedAt: null, ...overrides });
    const { service, jobs, read, open } = following({
      answer: untimed({ assignedTo: 'old' }),
      listed: [untimed({ assignedTo: 'old' })],
    });
    service.hasMore = true;
    await jobs.ensureLoaded();
    const details = open();
    await details.load();
    read.fire([untimed({ assignedTo: 'new' })]);
    await jobs.loadMore();
    expect(details.state.job).toMatchObject({ assignedTo: 'new' });
  });
});

it('tells changes that the poller reads, and no unchanged job', async () => {
  const { read, details } = await loaded();
  let changes = 0;
  details.onDidChange(() => changes++);
  read.fire([job('job_2'), job('job_1')]);
  expect(changes).toBe(0);
  read.fire([job('job_1', { activeSteps: [], updatedAt: '2027-01-01T00:00:00Z' })]);
  expect(changes).toBe(1);
  expect(details.state.job).toMatchObject({ activeSteps: [] });
});

it('a job that could not be read is shown as it came, without asking for it', async () => {
  const { service, jobs, open } = following({ answer: refusal(404), listed: [] });
  jobs.connect(() => Promise.resolve({ ...pageOf([]), jobs: [damagedRow({ key: 'job_9', startedAt: 7 })] }));
  await jobs.ensureLoaded();
  const details = open('job_9');
  await details.load();
  expect(details.state.unreadable).toMatchObject({ raw: { key: 'job_9' }, problem: 'damaged' });
  expect(details.state.freshness).toEqual({ kind: 'current' });
  expect(service.asked).toBe(0);
});

it.each([
  ['is not', 'sends all that is known', { note: 'a' }, { note: 'b' }, false],
  ['is', 'omits a member', { note: 'a' }, {}, true],
  ['is', 'omits a member that each object has', { constructor: 'a' }, {}, true],
  ['is not', 'is all that the service can be asked for', refusal(405), { note: 'a' }, false],
])('%s behind a list that %s', async (...[, , answer, sent, isBehind]) => {
  const { service, jobs, details } = await loaded({
    answer: answer instanceof ServiceError ? answer : job('job_1', answer),
    listed: [job('job_1', sent)],
  });
  service.listed = [job('job_1', { ...sent, updatedAt: '2026-10-01T10:00:00Z' })];
  await jobs.refresh();
  expect(details.state.isBehind).toBe(isBehind);
});

describe('a load', () => {
  it('reads the list anew only where it is asked to', async () => {
    const { service, getJob, reader, details } = await loaded({ answer: refusal(405) });
    service.listed = [job('job_1', { completedAt: '2026-10-02T08:00:00Z' })];
    await details.load();
    reader.connect(getJob);
    await details.load();
    expect([details.state.job?.completedAt, service.asked]).toEqual([null, 2]);
    await details.load({ refreshesList: true });
    expect(details.state.job?.completedAt).toBe('2026-10-02T08:00:00Z');
  });

  it('takes nothing from a list that could not be read again', async () => {
    const { service, read, details } = await loaded({ answer: refusal(405) });
    read.fire([job('job_1', { activeSteps: [] })]);
    service.listFault = fault();
    await details.load({ refreshesList: true });
    expect([details.state.job?.activeSteps, details.state.freshness.kind]).toEqual([[], 'failed']);
  });

  it('that is overtaken by another changes nothing', async () => {
    const { service, open } = following({ answer: job('job_1', { note: 'second' }) });
    const details = open();
    const answer = loadingSlowly(service, details);
    service.delay = Promise.resolve();
    await details.load();
    service.answer = job('job_1', { note: 'first' });
    await answer();
    expect([details.state.job?.['note'], details.state.isLoading]).toEqual(['second', false]);
  });

  it('that is cancelled leaves what is known as it was', async () => {
    const { service, details } = await loaded();
    service.answer = new ServiceError('cancelled', 'It was cancelled.');
    await details.load();
    expect([details.state.freshness, details.state.isLoading]).toEqual([{ kind: 'current' }, false]);
  });

  it('that fails by a fault of our own tells it, and takes it for none of the service', async () => {
    const { service, open } = following();
    const details = open();
    service.delay = Promise.reject(new TypeError('ours'));
    await expect(details.load()).rejects.toThrow('ours');
    expect([details.state.freshness, details.state.isLoading]).toEqual([{ kind: 'current' }, false]);
  });

  it('finds no job that a service which offers others does not know', async () => {
    const { service, open } = following();
    await open().load();
    service.answer = refusal(404);
    const details = open('job_9');
    await details.load();
    expect([details.state.freshness, details.state.job]).toEqual([
      { kind: 'notFound', isCertain: true },
      undefined,
    ]);
  });

  it.each([
    [404, 'gone'],
    [405, 'notFound'],
  ])(
    'answered with %i takes a job that was known, and is on no loaded page any more, as %s',
    async (status, kind) => {
      const { service, details } = await listed({
        answer: new ServiceError('unauthorized', 'No.', { status: 401 }),
      });
      expect([details.state.freshness.kind, details.state.job?.key]).toEqual(['failed', 'job_1']);
      [service.answer, service.listed, service.hasMore] = [
        refusal(status),
        status === 404 ? [] : [job('job_2')],
        true,
      ];
      await details.load({ refreshesList: true });
      expect(details.state.freshness).toMatchObject({ kind });
    },
  );
});

describe('what is read of the job elsewhere', () => {
  it('counts where it came to the list', async () => {
    const { jobs, details } = await listed({ answer: job('job_1') });
    jobs.update([job('job_1', { activeSteps: [] })]);
    expect(details.state.job?.activeSteps).toEqual([]);
  });

  it('does not count while its service is not the connected one', async () => {
    const { service, read, failed, details } = await loaded();
    service.connected = false;
    read.fire([job('job_1', { activeSteps: [] })]);
    failed.fire(fault());
    expect([details.state.job?.activeSteps?.length, details.state.freshness.kind]).toEqual([1, 'current']);
  });

  it('does not count before anything is known of the job, nor once the page is closed', async () => {
    const { read, failed, open } = following();
    const details = open();
    read.fire([job('job_1')]);
    failed.fire(fault());
    expect([details.state.job, details.state.freshness.kind]).toEqual([undefined, 'current']);
    await details.load();
    details.dispose();
    read.fire([job('job_1', { activeSteps: [] })]);
    expect(details.state.job?.activeSteps).toHaveLength(1);
  });
});

describe('a job that the list has not loaded, but whose row is known', () => {
  const known = jobRow(job('job_9', { note: 'as it was listed' }));

  it('is shown at once, then as the service has it', async () => {
    const { open } = following({ answer: job('job_9', { note: 'whole' }) });
    const details = open('job_9', known);
    const loading = details.load();
    expect(details.state.job).toMatchObject({ note: 'as it was listed' });
    await loading;
    expect(details.state).toMatchObject({ job: { note: 'whole' }, freshness: { kind: 'current' } });
  });

  it('is not taken for one that is gone by a service that reads no single jobs', async () => {
    const { service, reader, open } = following({ answer: refusal(404) });
    service.hasMore = true;
    const details = open('job_9', known);
    await details.load();
    expect(details.state).toMatchObject({
      job: { note: 'as it was listed' },
      freshness: { kind: 'notFound', isCertain: false },
    });
    expect(reader.canReadSingles).toBe(false);
  });

  it('that could not be read is shown as it was listed', async () => {
    const { service, open } = following();
    service.hasMore = true;
    const row = damagedRow({ key: 'job_9', startedAt: 7 });
    const details = open('job_9', row);
    await details.load();
    expect(details.state).toMatchObject({ unreadable: row, freshness: { kind: 'current' } });
  });
});
