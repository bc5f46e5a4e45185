import { describe, expect, it, vi } from 'vitest';
import { ServiceError, jobRow } from '../../../../src/service/index.ts';
import { patient } from '../../service/harness.ts';
import { job } from '../builders.ts';
import { outage, refusal, connected, loaded, listed } from './jobDetailsSetup.ts';

describe('JobDetails', () => {
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
    const deleted = { freshness: { kind: 'deleted' }, job: { key: 'job_1' }, readAt: 1000 };
    expect(details.state).toMatchObject(deleted);
    await vi.advanceTimersByTimeAsync(4000);
    await details.load();
    expect(details.state).toMatchObject(deleted);
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

  it('keeps the status “current” after HTTP 404 if the list contains the job', async () => {
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

  it('changes the status from “failed” to “current” after an incomplete list search', async () => {
    const { service, session, open } = connected({ response: outage(), listed: [job('job_2')] });
    const details = open('job_1', jobRow(job('job_1')));
    await details.load();
    expect(details.state.freshness.kind).toBe('failed');
    [service.response, service.hasMore] = [refusal(404), true];
    await details.load();
    expect(session.reader.canReadSingles).toBe(false);
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, readAt: 1000 });
  });

  it('reports the number of searched jobs if the list has more pages', async () => {
    const { service, open } = connected({ response: refusal(404), listed: [job('job_2')] });
    service.hasMore = true;
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({
      job: undefined,
      freshness: { kind: 'notFound', searched: expect.any(Number) as number },
    });
  });

  it('shows the job when the Jobs view loads it after an incomplete list search', async () => {
    const { service, session, open } = connected({
      response: refusal(405),
      listed: [job('job_2')],
    });
    service.hasMore = true;
    const details = open();
    await details.load();
    expect(details.state.freshness.kind).toBe('notFound');
    [service.listed, service.hasMore] = [[job('job_2'), job('job_1')], false];
    await session.list.refresh();
    expect(details.state).toMatchObject({
      job: { key: 'job_1' },
      freshness: { kind: 'current' },
    });
  });

  it.each([
    [404, 'missed'],
    [405, 'current'],
  ])('clears the previous error after HTTP %i and sets the status “%s”', async (status, kind) => {
    const { service, details } = await listed({
      response: new ServiceError('unauthorized', 'No.', { status: 401 }),
    });
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, job: { key: 'job_1' } });
    [service.response, service.listed] = [refusal(status), status === 404 ? [] : [job('job_2')]];
    service.hasMore = status === 405;
    await details.load({ requestsList: true });
    expect(details.state).toMatchObject({ freshness: { kind }, detailsFailure: null });
  });

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
  ])('waits at least 30 s before it reports a new job as deleted after %s', async (_, status) => {
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
    expect(details.state.freshness).toEqual({ kind: 'deleted' });
  });

  it('sets the status “current” when polling finds a newly started job', async () => {
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

  it('shows no error if the list already contains a newly started job', async () => {
    const { service, session, details } = await started(404);
    service.responses = { job_3: job('job_3') };
    await session.reader.read('job_3', patient());
    service.listed = [job('job_1'), job('job_2')];
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, detailsFailure: null });
  });

  it('reports an error if polling a newly started job fails', async () => {
    const { service, details, follow, poll } = await started(404);
    [service.response, service.listFailure] = [outage(), outage()];
    follow();
    await poll();
    expect(details.state.freshness.kind).toBe('failed');
  });
});
