import { beforeEach, describe, expect, it } from 'vitest';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { createRow } from '../../../../src/service/schema/jobs.ts';
import { failureOf, patient } from '../../service/harness.ts';
import { job } from '../builders.ts';
import { controlTime, pass } from '../following/jobFollowerSetup.ts';
import { ServiceInMemory, notFound, serviceOf } from '../following/serviceInMemory.ts';
import { numbered, person, sessionOf, start } from './sessionInMemory.ts';

beforeEach(controlTime);

describe('Session.readJob', () => {
  it('uses `GET /jobs/{key}` if the service supports it', async () => {
    const service = serviceOf(job('a'), job('b'));
    const session = sessionOf(service.client);
    expect(await session.readJob('b', patient())).toEqual({ job: job('b') });
    expect(service.requests).toEqual(['job b']);
  });

  it('searches up to 20 list pages', async () => {
    const service = new ServiceInMemory(numbered(25), 1);
    service.singles = 404;
    const session = sessionOf(service.client);
    expect(await session.readJob('job_19', patient())).toEqual({ job: job('job_19') });
    expect(await session.readJob('job_20', patient())).toEqual({ searched: 20 });
    expect(service.requests).not.toContain('page 21');
  });

  it('finds both jobs if two searches run at the same time', async () => {
    const service = new ServiceInMemory(numbered(9), 1);
    service.singles = 404;
    const session = sessionOf(service.client);
    const found = await Promise.all(
      ['job_2', 'job_7'].map((key) => session.readJob(key, patient())),
    );
    expect(found.map((each) => each.job?.key)).toEqual(['job_2', 'job_7']);
  });

  it('does not report a job as missing if the list changes during the search', async () => {
    const service = new ServiceInMemory(numbered(6), 1);
    service.singles = 405;
    const listJobs = async (page: number, signal: AbortSignal) => {
      const response = await service.listJobs(page, signal);
      if (page === 3)
        service.jobs = service.jobs.filter(({ key }) => key !== 'job_0' && key !== 'job_1');
      return response;
    };
    const session = sessionOf({ ...service.client, listJobs });
    expect(await session.readJob('job_3', patient())).toEqual({ searched: 4 });
    expect(await session.readJob('job_3', patient())).toEqual({ job: job('job_3') });
  });

  it('returns no job if the job does not exist', async () => {
    expect(await sessionOf(serviceOf(job('a')).client).readJob('b', patient())).toEqual({});
  });

  it('returns a newly started job from the start response for 30 s', async () => {
    const session = sessionOf(serviceOf(job('a')).client);
    await session.change(start, person);
    expect(await session.readJob('new', patient())).toEqual({ job: job('new') });
    await pass(31);
    expect(await session.readJob('new', patient())).toEqual({});
  });

  it('rejects if the job is unreadable', async () => {
    const service = serviceOf(job('a'));
    service.singles = 405;
    const row = createRow(unreadable({ key: 'bad' }, 'data.jobs[1]: bad'), 1, 1);
    const session = sessionOf({
      ...service.client,
      listJobs: async (...request) => {
        const page = await service.listJobs(...request);
        return { ...page, jobs: [...page.jobs, row] };
      },
    });
    expect(await failureOf(session.readJob('bad', patient()))).toMatchObject({
      kind: 'unreadable',
    });
  });

  it.each(['caller', 'session'])('rejects if the %s cancels the request', async (by) => {
    const service = serviceOf(job('a'));
    service.latency = Infinity;
    const session = sessionOf(service.client);
    const controller = new AbortController();
    const failure = failureOf(session.readJob('a', controller.signal));
    if (by === 'caller') controller.abort();
    else session.dispose();
    expect((await failure).kind).toBe('cancelled');
  });

  it('rejects with the error from the service', async () => {
    const service = serviceOf(job('a'));
    service.failure = notFound();
    const session = sessionOf(service.client);
    expect(await failureOf(session.readJob('a', patient()))).toBe(service.failure);
  });
});
