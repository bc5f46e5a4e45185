import { describe, expect, it, vi } from 'vitest';
import { lacksDetails } from '../../../../src/model/jobPage/detailsState.ts';
import { fault, job } from '../builders.ts';
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
  it('keeps the job and the time of the last response if a request fails', async () => {
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

  it('changes the status from “failed” to “current” when the list is reloaded', async () => {
    const { service, session, details, follow, poll } = await listed();
    service.response = outage();
    follow();
    await poll();
    expect(details.state.freshness.kind).toBe('failed');
    await session.list.refresh();
    expect(details.state).toMatchObject({ freshness: { kind: 'current' }, readAt: Date.now() });
  });

  it('uses the load time of the list if the request for the details fails', async () => {
    const { session, open } = connected({ response: outage() });
    await session.list.ensureLoaded();
    await vi.advanceTimersByTimeAsync(60_000);
    const details = open();
    await details.load();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt: 1000 });
  });

  it('uses the load time of a list that arrives during a failing request', async () => {
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

  it('shows the job from the first successful response after a failed request', async () => {
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

  it('changes the status from “failed” to “notFound” when polling cannot find the job', async () => {
    const { service, open, follow, poll } = await loaded();
    service.responses = { job_9: outage() };
    const details = open('job_9');
    await details.load();
    service.responses = { job_9: refusal(404) };
    follow('job_9');
    while (details.state.freshness.kind === 'failed') await poll();
    expect(details.state.freshness).toEqual({ kind: 'notFound', searched: undefined });
  });

  it('keeps the status “current” if only the details request fails', async () => {
    const { service, session, details, follow, poll } = await listed({
      response: job('job_1', { note: 'a' }),
    });
    service.response = fault();
    await vi.advanceTimersByTimeAsync(4000);
    await details.load();
    const outdated = { freshness: { kind: 'current' }, detailsFailure: { kind: 'serverFault' } };
    expect(details.state).toMatchObject({ ...outdated, detailsReadAt: 1000 });
    service.listed = [job('job_1', { updatedAt: '2027-01-01T00:00:00Z' })];
    await session.list.refresh();
    expect(details.state).toMatchObject({
      ...outdated,
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
    expect(details.state).toMatchObject(outdated);
    service.response = outage();
    await poll();
    expect(details.state).toMatchObject({ freshness: { kind: 'failed' }, readAt });
  });

  it('shows no error if the service does not support `GET /jobs/{key}`', async () => {
    const { details } = await loaded({ response: refusal(405) });
    expect(details.state).toMatchObject({ job: { key: 'job_1' }, detailsFailure: null });
  });
});

describe('lacksDetails', () => {
  it('is true until the details have been loaded once', async () => {
    const { service, details } = await listed({ response: fault() });
    expect([details.state.job?.key, lacksDetails(details.state)]).toEqual(['job_1', true]);
    service.response = job('job_1');
    await details.load();
    expect(lacksDetails(details.state)).toBe(false);
    service.response = fault();
    await details.load();
    expect([details.state.detailsFailure?.kind, lacksDetails(details.state)]).toEqual([
      'serverFault',
      false,
    ]);
  });
});
