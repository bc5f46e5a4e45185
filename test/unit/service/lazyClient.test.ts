import { describe, expect, it } from 'vitest';
import { createLazyClient } from '../../../src/service/lazyClient.ts';
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
});
