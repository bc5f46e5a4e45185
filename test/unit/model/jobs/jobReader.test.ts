import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import { type Job, ServiceError } from '../../../../src/service/index.ts';
import { fault, job, pageOf } from '../builders.ts';

const refusal = (status: number) =>
  new ServiceError(status === 404 || status === 410 ? 'notFound' : 'rejected', 'No.', { status });
const whole = (key: string) => job(key, { logs: ['x'] });

/** A service that lists these keys and answers for a single job as told. */
function reading(keys: readonly string[], answerFor: (key: string) => Job | ServiceError) {
  const service = {
    keys,
    hasMore: false,
    listFault: null as ServiceError | null,
    asked: [] as string[],
    lists: 0,
    answerFor,
  };
  const jobs = new JobList();
  jobs.connect(() => {
    service.lists++;
    return service.listFault === null
      ? Promise.resolve(pageOf(service.keys, { hasMore: service.hasMore }))
      : Promise.reject(service.listFault);
  });
  const getJob = (key: string) => {
    service.asked.push(key);
    const answer = service.answerFor(key);
    return answer instanceof ServiceError ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const reader = new JobReader(jobs);
  reader.connect(getJob);
  const { signal } = new AbortController();
  return {
    service,
    jobs,
    reader,
    getJob,
    signal,
    read: (key: string, refreshesList = false) => reader.read(key, signal, refreshesList),
  };
}

describe('a service that reads single jobs', () => {
  it('answers with the single job, and the list is not asked', async () => {
    const { service, read } = reading(['a'], whole);
    expect(await read('a')).toEqual({ kind: 'single', job: whole('a') });
    expect(service.lists).toBe(0);
  });

  it('that has read one means by 404 that a job is gone, unless its list still holds it when read again', async () => {
    const { service, read, reader } = reading(['a', 'b'], whole);
    await read('a');
    service.answerFor = () => refusal(404);
    expect(await read('b')).toMatchObject({ kind: 'list', job: { key: 'b' }, refusal: { status: 404 } });
    expect(await read('b')).toMatchObject({ kind: 'list', job: { key: 'b' }, refusal: { status: 404 } });
    service.keys = ['a'];
    expect(await read('b')).toMatchObject({ kind: 'gone', error: { status: 404 } });
    expect(reader.canReadSingles).toBe(true);
  });

  it('means by 410 that a job is gone, whatever it has read before', async () => {
    const { read } = reading([], () => refusal(410));
    expect(await read('a')).toMatchObject({ kind: 'gone', error: { status: 410 } });
  });

  it('that fails is not taken for one that does not support it', async () => {
    const { service, read, reader } = reading(['a'], fault);
    expect(await read('a')).toMatchObject({ kind: 'failed', error: { kind: 'serverFault' } });
    expect([service.lists, reader.canReadSingles]).toEqual([0, true]);
  });
});

describe('a service that does not', () => {
  it.each([404, 405, 501])('is known by a %i for a listed job, and asked once', async (status) => {
    const { service, read, reader } = reading(['a', 'b'], () => refusal(status));
    expect(await read('a')).toMatchObject({ kind: 'list', job: { key: 'a' }, error: null, isAbsent: false });
    expect(reader.canReadSingles).toBe(false);
    expect(await read('b')).toMatchObject({ kind: 'list', job: { key: 'b' } });
    expect(service.asked).toEqual(status === 404 ? ['a', 'b'] : ['a']);
  });

  it('is asked again on another connection', async () => {
    const { service, read, reader, getJob } = reading(['a'], () => refusal(405));
    await read('a');
    reader.connect(getJob);
    expect(reader.canReadSingles).toBe(true);
    await read('a');
    expect(service.asked).toEqual(['a', 'a']);
  });

  it('says nothing of the next connection by an answer that comes late', async () => {
    const { jobs, reader, getJob, signal } = reading(['a'], whole);
    const answer = Promise.withResolvers<Job>();
    reader.connect(() => answer.promise);
    const late = reader.read('a', signal);
    await jobs.ensureLoaded();
    reader.connect(getJob);
    answer.reject(refusal(405));
    await late;
    expect(reader.canReadSingles).toBe(true);
  });

  it('has its list loaded once, and refreshed where that is wanted', async () => {
    const { service, read } = reading(['a'], () => refusal(405));
    await read('a');
    await read('a');
    expect(service.lists).toBe(1);
    await read('a', true);
    expect(service.lists).toBe(2);
  });
});

describe('a job that the list does not hold', () => {
  it('says nothing of the others by its 404, as one that was removed, or started a moment ago', async () => {
    const { read, reader } = reading(['a'], (key) => (key === 'a' ? whole(key) : refusal(404)));
    expect(await read('b')).toMatchObject({ kind: 'gone' });
    expect(reader.canReadSingles).toBe(true);
    expect(await read('a')).toMatchObject({ kind: 'single' });
  });

  it('is absent, as far as known, where no job is listed that could be asked for', async () => {
    const { service, read, reader } = reading([], () => refusal(404));
    service.hasMore = true;
    expect(await read('b')).toMatchObject({ kind: 'list', job: undefined, isAbsent: true });
    expect(reader.canReadSingles).toBe(true);
  });

  it('is not taken for gone where neither it nor the list can be read', async () => {
    const { service, reader, signal } = reading(['a'], () => refusal(404));
    service.listFault = refusal(404);
    expect(await reader.readSingle('a', signal)).toMatchObject({ kind: 'failed', error: { status: 404 } });
    expect(reader.canReadSingles).toBe(true);
  });

  it.each([true, false])(
    'without single jobs, is absent only from a list loaded to its end (more: %s)',
    async (hasMore) => {
      const { service, read } = reading(['a'], () => refusal(405));
      service.hasMore = hasMore;
      expect(await read('b')).toMatchObject({ kind: 'list', job: undefined, isAbsent: !hasMore });
    },
  );

  it('without single jobs, is looked for once more in a list that was loaded before: it may have started since', async () => {
    const { service, jobs, read } = reading(['a'], () => refusal(405));
    await jobs.ensureLoaded();
    service.keys = ['b', 'a'];
    expect(await read('b')).toMatchObject({ kind: 'list', job: { key: 'b' }, isAbsent: false });
  });

  it('may be beyond a list that ended early', async () => {
    const { service, jobs, read } = reading(['a'], () => refusal(405));
    service.hasMore = true;
    await jobs.ensureLoaded();
    await jobs.loadMore();
    expect(jobs.state).toMatchObject({
      hasMore: false,
      note: 'Paging ended: asked for page 2, the service answered with page 1.',
    });
    expect(await read('b')).toMatchObject({ kind: 'list', job: undefined, isAbsent: false });
  });

  it('may be in it, where the list could not be read', async () => {
    const { service, read } = reading(['a'], () => refusal(405));
    service.listFault = fault();
    expect(await read('a')).toMatchObject({
      kind: 'list',
      job: undefined,
      error: { kind: 'serverFault' },
      isAbsent: false,
    });
  });
});

it('rejects with a fault that is none of the service', async () => {
  const { reader, signal } = reading(['a'], whole);
  reader.connect(() => Promise.reject(new TypeError('unforeseen')));
  await expect(reader.read('a', signal)).rejects.toThrow(TypeError);
});
