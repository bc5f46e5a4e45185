import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/service/index.ts';
import { aField, aJob, aPage, aPageOf } from '../../support/service/builders.ts';
import {
  type TestResponse,
  type Routes,
  envelope,
  serveData,
  errorResponse,
  reset,
  routes,
  truncated,
} from '../../support/service/service.ts';
import { serviceOf } from '../model/following/serviceInMemory.ts';
import { agentOf, operationsOf, many, completed } from './operationsSetup.ts';

describe('get_job tool', () => {
  const content = {
    fields: [
      { key: 'fld_2', value: 'opt_1' },
      { key: 'fld_1', value: 'Paper' },
      { key: 'other', value: { deep: [1] } },
    ],
  };
  const fields = [
    aField(),
    {
      key: 'fld_2',
      name: 'Country',
      type: 'dropdown',
      details: { options: [{ key: 'opt_1', label: 'Norway' }] },
      required: false,
    },
  ];
  const logs = [{ message: 'Created', at: '2026-10-01T09:12:00+02:00' }, 'Sent'];

  it('returns the log and the field values with field and option names', async () => {
    const { done } = await agentOf(serveData({ fields, jobs: [aJob({ content, logs })] }));
    expect(await done('getJob', { key: 'job_1' })).toEqual({
      job: {
        key: 'job_1',
        state: 'active',
        workflows: ['Invoice Approval'],
        steps: ['Release payment'],
        startedAt: '2026-10-01T09:12:00+02:00',
        updatedAt: '2026-10-01T09:30:00+02:00',
      },
      fields: [
        { name: 'Country', value: 'Norway' },
        { name: 'Title', value: 'Paper' },
        { name: 'other', value: '{"deep":[1]}' },
      ],
      log: ['2026-10-01T09:12:00+02:00 Created', 'Sent'],
    });
  });

  it('returns the remaining field values and log entries for a cursor', async () => {
    const { done } = await agentOf(serveData({ fields, jobs: [aJob({ content, logs })] }));
    const first = await done('getJob', { key: 'job_1' }, 10);
    expect([first.fields?.length, first.log, first.cursor]).toEqual([1, undefined, 1]);
    const rest = await done('getJob', { key: 'job_1', cursor: first.cursor });
    expect([rest.fields?.length, rest.log?.length, rest.cursor]).toEqual([2, 2, undefined]);
  });

  it('finds the job in the list if the service does not support `GET /jobs/{key}`', async () => {
    const long = { key: 'long', value: 'x'.repeat(501) };
    const listed = aJob({ key: 'job_60', content: { fields: [long, ...content.fields] } });
    const page = (number: number) => envelope(aPageOf([...many(59), listed], number));
    const { done, run } = await agentOf(
      routes({
        'GET /jobs?page=1': page(1),
        'GET /jobs?page=2': page(2),
        'GET /fields': errorResponse(400, 'No.'),
      }),
    );
    expect(await done('getJob', { key: 'job_60' })).toMatchObject({
      job: { key: 'job_60' },
      fields: [{ value: `${'x'.repeat(499)}…` }, { name: 'fld_2', value: 'opt_1' }, {}, {}],
    });
    expect(await run('getJob', { key: 'absent' })).toMatchObject({
      kind: 'failed',
      error: { kind: 'notFound', message: 'No job with this key was found.' },
    });
  });

  it('requests the list again if the service does not support `GET /jobs/{key}`', async () => {
    const serviceContent = { jobs: [aJob()] as object[] };
    const { done } = await agentOf(
      serveData(serviceContent, { 'GET /jobs/job_1': errorResponse(405, 'No.') }),
    );
    await done('findJobs');
    serviceContent.jobs = [aJob(completed)];
    expect(await done('getJob', { key: 'job_1' })).toMatchObject({ job: { state: 'completed' } });
  });

  it('returns a newly started job even if the service cannot find it yet', async () => {
    const { done, run } = await agentOf(
      serveData({}, { 'POST /jobs': envelope({ job: aJob({ key: 'new' }) }) }),
    );
    await done('startJob', { workflowKey: 'wf' });
    expect(await done('getJob', { key: 'new' })).toMatchObject({
      job: { key: 'new', state: 'active' },
    });
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    expect((await run('getJob', { key: 'new' })).kind).toBe('failed');
  });

  it('reports an error if the job in the list is unreadable', async () => {
    const { run } = await agentOf(
      routes({
        'GET /jobs?page=1': envelope(aPage([aJob(), aJob({ key: 'job_2', startedAt: 5 })])),
        'GET /jobs/job_2': errorResponse(405, 'No.'),
      }),
    );
    expect(await run('getJob', { key: 'job_2' })).toMatchObject({
      kind: 'failed',
      text: 'Failed (unreadable). The response to GET /jobs could not be read: data.jobs[1].startedAt: expected string.',
    });
  });

  it('reports the number of searched jobs if it does not find the job', async () => {
    const { run } = await agentOf((request) =>
      request.url.startsWith('/jobs?')
        ? envelope(aPageOf(many(1001), Number(request.url.split('=')[1])))
        : errorResponse(404, 'No.'),
    );
    for (const name of ['getJob', 'waitForJob'] as const) {
      expect((await run(name, { key: 'job_1001' })).text).toContain(
        'No job with this key is among the first 1,000 jobs. The service cannot read jobs by key, and other jobs were not searched.',
      );
    }
  });
});

describe('wait_for_job tool', () => {
  /** Creates a service in memory that responds immediately. Uses fake timers. */
  function waitingFor(...jobs: Parameters<typeof serviceOf>) {
    vi.useFakeTimers();
    const service = serviceOf(...jobs);
    const { run, done } = operationsOf(service.client);
    const during = async <Result>(seconds: number, result: Promise<Result>) => {
      await vi.advanceTimersByTimeAsync(seconds * 1000);
      return await result;
    };
    return { service, run, done, during };
  }

  it('reports whether the job was completed within the time limit', async () => {
    const { run, done, during } = waitingFor(aJob(), aJob({ key: 'job_2', ...completed }));
    expect(await during(1, done('waitForJob', { key: 'job_2', seconds: 60 }))).toMatchObject({
      outcome: 'completed',
      job: { state: 'completed' },
    });
    expect(await during(61, done('waitForJob', { key: 'job_1', seconds: 60 }))).toMatchObject({
      outcome: 'stillActive',
      job: { state: 'active' },
    });
    expect(await during(1, run('waitForJob', { key: 'absent', seconds: 60 }))).toMatchObject({
      kind: 'failed',
      error: { kind: 'notFound' },
    });
  });

  it('reports the time of the last response if the service stops responding', async () => {
    const { service, done, during } = waitingFor();
    const readAt = Date.now();
    await done('startJob', { workflowKey: 'wf' });
    service.failure = new ServiceError('unreachable', 'No response.');
    const result = await during(71, done('waitForJob', { key: 'new', seconds: 60 }));
    expect(result).toMatchObject({
      outcome: 'unreachable',
      job: { key: 'new' },
      lastSeen: new Date(readAt).toISOString(),
    });
  });

  it('waits for a newly started job even if the service cannot find it yet', async () => {
    const { done, during } = waitingFor();
    await done('startJob', { workflowKey: 'wf' });
    expect(await during(11, done('waitForJob', { key: 'new', seconds: 10 }))).toMatchObject({
      outcome: 'stillActive',
      job: { key: 'new' },
    });
  });
});

describe('start_job tool', () => {
  const start = (answer: TestResponse): Routes => ({ 'POST /jobs': answer });

  it('returns the new job', async () => {
    const { done, service } = await agentOf(routes(start(envelope({ job: aJob({ key: 'new' }) }))));
    expect(await done('startJob', { workflowKey: 'wf' })).toMatchObject({
      key: 'new',
      state: 'active',
    });
    expect(service.requests.map(({ body }) => body)).toEqual(['{"workflowKey":"wf"}']);
  });

  it.each([
    ['there is no response', reset()],
    ['the response is incomplete', truncated(envelope({ job: aJob() }), 20)],
    ['the service fails', errorResponse(500, 'Oops.')],
  ])('sends the request once and advises against a retry if %s', async (_condition, answer) => {
    const { run, service } = await agentOf(routes(start(answer)));
    const result = await run('startJob', { workflowKey: 'wf' });
    expect(result.text).toMatch(
      /^It is unknown whether the job started\. Do not retry: find jobs first\. /,
    );
    expect(service.requests).toHaveLength(1);
  });

  it('reports an error if the service rejects the request', async () => {
    const { run } = await agentOf(routes(start(errorResponse(422, 'No such workflow.'))));
    expect((await run('startJob', { workflowKey: 'wf' })).text).toMatch(/^Failed \(rejected\)/);
  });
});
