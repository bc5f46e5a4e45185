import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLazyClient } from '../../../src/service/lazyClient.ts';
import { isOutcomeUnknown } from '../../../src/service/serviceError.ts';
import { aJob, aPage } from '../../support/builders.ts';
import { envelope, json } from '../../support/service.ts';
import { baseUrlOf, connected, failureOf, patient } from './harness.ts';

describe('the lazy client', () => {
  it('does what the client does', async () => {
    const { service } = await connected(({ method, url }) => {
      if (method === 'POST') return envelope({ job: aJob({ key: 'job_new' }) });
      if (url === '/fields') return envelope({ fields: [] });
      return url === '/jobs/job_1' ? envelope({ job: aJob() }) : url === '/jobs?page=3' ? envelope(aPage([aJob()], { currentPage: 3 })) : json(404, {});
    });
    const baseUrl = baseUrlOf(service.url);
    const client = createLazyClient({ baseUrl, credential: () => Promise.resolve(undefined), requestTimeout: () => 10_000 });
    expect(client.baseUrl).toBe(baseUrl);
    expect(service.requests).toEqual([]);
    const [fields, page, job, started] = await Promise.all([client.listFields(patient()), client.listJobs(3, patient()), client.getJob('job_1', patient()), client.startJob('wf_1', patient())]);
    expect({ fields, keys: [job.key, started.key], page: page.pagination.currentPage }).toEqual({ fields: [], keys: ['job_1', 'job_new'], page: 3 });
    expect(await failureOf(client.getJob('job_2', patient()))).toMatchObject({ kind: 'notFound' });
  });

  it('says that its code could not be loaded, that nothing was sent, and tries again with the next request', async () => {
    const { service } = await connected(envelope({ job: aJob() }));
    const client = createLazyClient({ baseUrl: baseUrlOf(service.url), credential: () => Promise.resolve(undefined), requestTimeout: () => 10_000 });
    const path = '../../../src/service/client.ts';
    vi.doMock(path, () => {
      throw new Error('ENOENT');
    });
    onTestFinished(() => void vi.doUnmock(path));
    const failures = await Promise.all([failureOf(client.startJob('wf_1', patient())), failureOf(client.listFields(patient()))]);
    for (const error of failures) {
      expect(error.message).toContain('could not be loaded');
      expect(isOutcomeUnknown(error)).toBe(false);
    }
    vi.doUnmock(path);
    expect(await client.startJob('wf_1', patient())).toEqual(aJob());
    expect(service.requests).toHaveLength(1);
  });
});
