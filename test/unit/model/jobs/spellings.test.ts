import { describe, expect, it } from 'vitest';
import { exportText } from '../../../../src/model/export/jobExport.ts';
import { describeShownJob } from '../../../../src/model/jobPage/pageContent.ts';
import { readCachedSession, writeCachedSession } from '../../../../src/model/jobs/jobListCache.ts';
import { OverviewReading } from '../../../../src/model/overview/overviewReading.ts';
import { survey } from '../../../../src/model/overview/figures/survey.ts';
import { describeJob } from '../../../../src/model/wording/rowText.ts';
import { originalJob, jobRow } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { serveData } from '../../../support/service/service.ts';
import { connected, patient } from '../../service/harness.ts';
import { applyJobs, createJobStore, jobFrom } from '../builders.ts';
import { finish } from '../overview/figures/queue.ts';

describe('Job normalization', () => {
  const now = Date.parse('2026-10-01T10:12:00+02:00');
  const sent = aJob({ completedAt: '0001-01-01T00:00:00Z' });
  const running = jobFrom(sent);

  it('treats a job with a placeholder completion time as active in the Jobs view', () => {
    expect(describeJob(jobRow(running), { now })).toMatchObject({
      icon: 'record',
      description: '1 h · Release payment',
    });
  });

  it('treats a job with a placeholder completion time as active on the job page', () => {
    const page = describeShownJob(running);
    expect([page.state, page.completedAt]).toEqual(['active', null]);
    expect(page.timeline.map(({ kind }) => kind)).toEqual(['startedAt', 'step']);
  });

  it('treats a job with a placeholder completion time as active in the overview', async () => {
    const { client } = await connected(serveData({ jobs: [sent] }));
    const reading = new OverviewReading({ listJobs: client.listJobs, store: createJobStore() });
    await reading.read(true, patient(), () => undefined);
    const all = reading.jobs ?? expect.fail('nothing was read');
    const [facts] = finish(survey(all, 'all')).all;
    expect(facts).toMatchObject({ state: 'active', completed: null });
  });
});

describe('Job normalization', () => {
  const sent = aJob({ completedAt: '', startedBy: [], startedAt: 1_790_845_200 });
  const job = jobFrom(sent);

  it('keeps the original values in JSON exports but not in CSV exports', () => {
    const text = (format: 'json' | 'csv') => [...exportText([jobRow(job)], format)].join('');
    expect(JSON.parse(text('json'))).toEqual([sent]);
    expect(text('csv')).toContain(',active,');
    expect(text('csv')).toContain(',2026-10-01T09:00:00.000Z,');
  });

  it('keeps the original values in the cache', () => {
    const jobs = { rows: [jobRow(job)], total: 1, pages: 1, readAt: 1000 };
    const stored = writeCachedSession('eu', { jobs });
    expect(JSON.parse(stored)).toMatchObject({ jobs: { rows: [sent] } });
    expect(readCachedSession(stored, 'eu')?.jobs?.rows).toEqual([jobRow(job)]);
  });

  it('uses the newest original values in exports', () => {
    const store = createJobStore();
    const completedAt = '2026-10-02T08:00:00Z';
    applyJobs(store, [jobFrom(sent)], 'single');
    applyJobs(store, [jobFrom({ ...sent, completedAt })], 'list');
    expect(originalJob(store.get('job_1') ?? job)).toEqual({ ...sent, completedAt });
  });
});
