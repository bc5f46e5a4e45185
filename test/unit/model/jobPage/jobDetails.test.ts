import { describe, expect, it, vi } from 'vitest';
import { JobDetails } from '../../../../src/model/jobPage/jobDetails.ts';
import { ServiceError, jobRow } from '../../../../src/service/index.ts';
import { damagedRow, fault, job } from '../builders.ts';
import {
  outage,
  refusal,
  completed,
  connected,
  loaded,
  listed,
  loadSlowly,
} from './jobDetailsSetup.ts';

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

  it('shows the job when a list refresh returns a valid version of an unreadable job', async () => {
    const row = damagedRow({ key: 'job_9', startedAt: 7 });
    const { service, session, open } = connected({ listed: [row] });
    await session.list.ensureLoaded();
    const details = open('job_9');
    await details.load();
    service.listed = [job('job_9')];
    await session.list.refresh();
    expect(details.state.job).toMatchObject({ key: 'job_9' });
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

  it('updates the job when another request returns it', async () => {
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

  const cached = [jobRow(job('job_1', { note: 'as stored' }))];

  it('shows a cached job until the service responds', async () => {
    const parts = connected({ response: outage(), cached });
    const { service, session } = parts;
    service.listFailure = outage();
    const details = parts.open();
    const respond = loadSlowly(parts, details);
    void session.list.ensureLoaded();
    await vi.advanceTimersByTimeAsync(100);
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

  it('shows a cached job if the request fails', async () => {
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

  it('reports an error if the details of a cached job cannot be loaded', async () => {
    const { service, session, open } = connected({ response: fault(), cached });
    service.listFailure = fault();
    void session.list.ensureLoaded();
    await vi.advanceTimersByTimeAsync(0);
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 500 });
  });

  const known = jobRow(job('job_9', { note: 'from its row' }));

  it('shows the row that it was created with until the service responds', async () => {
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

  it('shows the original data if it was created with an unreadable row', async () => {
    const { service, open } = connected();
    service.hasMore = true;
    const row = damagedRow({ key: 'job_9', startedAt: 7 });
    const details = open('job_9', row);
    await details.load();
    expect(details.state.unreadable).toBe(row);
    expect(service.requestedJobs).toBe(0);
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

  it('shows the job that it was created with if no service is connected', async () => {
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
