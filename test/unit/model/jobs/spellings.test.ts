import { expect, describe, it, onTestFinished } from 'vitest';
import { exportText } from '../../../../src/model/export/jobExport.ts';
import { JobWaiter } from '../../../../src/model/following/jobWaiter.ts';
import { describeShownJob } from '../../../../src/model/jobPage/pageContent.ts';
import { asListed } from '../../../../src/model/jobs/job.ts';
import { readLastKnown, writeLastKnown } from '../../../../src/model/jobs/lastKnown.ts';
import { ListReading } from '../../../../src/model/jobs/listReading.ts';
import { NewestJobs } from '../../../../src/model/jobs/newestJobs.ts';
import { survey } from '../../../../src/model/overview/figures/survey.ts';
import { exitCodes, runTask } from '../../../../src/model/tasks/runTask.ts';
import { TaskRuns } from '../../../../src/model/tasks/taskRuns.ts';
import { describeJob } from '../../../../src/model/wording/rowText.ts';
import { jobAsSent, jobRow } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { envelope, holding } from '../../../support/service/service.ts';
import { connected, patient, startJob } from '../../service/harness.ts';
import { createKeyValueStore, jobFrom } from '../builders.ts';
import { finish } from '../overview/figures/queue.ts';

describe('a running job whose completion time is a spelling of no value', () => {
  const now = Date.parse('2026-10-01T10:12:00+02:00');
  const sent = aJob({ completedAt: '0001-01-01T00:00:00Z' });
  const running = jobFrom(sent);

  it('is active in its row', () => {
    expect(describeJob(jobRow(running), { position: '', now })).toMatchObject({
      icon: 'record',
      description: '1 h · Release payment',
    });
  });

  it('is active on its page and in its timeline', () => {
    const page = describeShownJob(running, 'x');
    expect([page.state, page.completedAt]).toEqual(['active', null]);
    expect(page.timeline.map(({ kind }) => kind)).toEqual(['started', 'step']);
  });

  it('is active in the overview', async () => {
    const { client } = await connected(holding({ jobs: [sent] }));
    const reading = new ListReading(client.listJobs);
    onTestFinished(() => reading.dispose());
    await reading.read(true, patient(), () => undefined);
    const all = reading.jobs ?? expect.fail('nothing was read');
    const [facts] = finish(survey(all, { preset: 'all', from: null, to: null })).all;
    expect(facts).toMatchObject({ state: 'active', completed: null });
  });

  it('does not end a task that waits for it', async () => {
    const { client } = await connected(holding({ jobs: [sent] }, { 'POST /jobs': envelope({ job: sent }) }));
    const waiter = new JobWaiter(client);
    onTestFinished(() => waiter.dispose());
    const ports = {
      connect: () => ({
        baseUrl: client.baseUrl.href,
        name: 'EU',
        waiter: () => ({ waiter, signal: patient() }),
        start: (workflow: string) => client.change(startJob(workflow), patient()),
      }),
      runs: new TaskRuns(createKeyValueStore()),
      write: () => undefined,
      ask: () => Promise.resolve(undefined),
    };
    const definition = { type: 'workflow-job', workflow: 'wf_a', timeout: 1 };
    expect(await runTask(definition, ports, patient())).toMatchObject({ code: exitCodes.stillActive });
  });
});

describe('a job that was normalized', () => {
  const sent = aJob({ completedAt: '', startedBy: [], startedAt: 1_790_845_200 });
  const job = jobFrom(sent);

  it('is exported as JSON as the service sent it, and as CSV with times that people can read', () => {
    const text = (format: 'json' | 'csv') => [...exportText([jobRow(job)], format)].join('');
    expect(JSON.parse(text('json'))).toEqual([sent]);
    expect(text('csv')).toContain(',active,');
    expect(text('csv')).toContain(',2026-10-01T09:00:00.000Z,');
  });

  it('is stored for the next window as the service sent it', () => {
    const jobs = { rows: [jobRow(job)], total: 1, pages: 1, readAt: 1000 };
    const stored = writeLastKnown('here', { jobs });
    expect(JSON.parse(stored)).toMatchObject({ jobs: { rows: [sent] } });
    expect(readLastKnown(stored, 'here')?.jobs?.rows).toEqual([jobRow(job)]);
  });

  it('is exported with the newest members after several readings', async () => {
    const single = { ...sent, logs: [], completedAt: '2026-10-02T08:00:00Z' };
    const { client } = await connected(holding({ jobs: [single] }));
    const newest = new NewestJobs(createKeyValueStore()).connect({
      ...client,
      getJob: () => Promise.resolve(jobFrom(sent)),
    });
    await newest.getJob('job_1', patient());
    const [row] = (await newest.listJobs(1, patient())).jobs;
    const read = row?.kind === 'job' ? row.job : expect.fail('no readable job');
    expect(jobAsSent(asListed(read))).toEqual({ ...sent, completedAt: '2026-10-02T08:00:00Z' });
  });
});
