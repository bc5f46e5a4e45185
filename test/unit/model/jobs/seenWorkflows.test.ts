import { expect, it, onTestFinished } from 'vitest';
import { filterTest } from '../../../../src/model/browsing/jobFilter.ts';
import { describeShownJob } from '../../../../src/model/jobPage/pageContent.ts';
import { exportText } from '../../../../src/model/export/jobExport.ts';
import { jobTitle, rememberWorkflows, workflowsOf } from '../../../../src/model/jobs/job.ts';
import { SeenWorkflows } from '../../../../src/model/jobs/seenWorkflows.ts';
import { knownWorkflows } from '../../../../src/model/jobs/workflows.ts';
import { describeJob, jobTooltip } from '../../../../src/model/wording/rowText.ts';
import { createServiceClient, jobRow, readBaseUrl, type ServiceClient } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { holding, startService } from '../../../support/service/service.ts';
import { arrange, job } from '../builders.ts';
import { parseCsv } from '../rfc4180.ts';

const { signal } = new AbortController();
const review = [{ key: 'wf_review', name: 'Contract Review' }];
const ended = { activeWorkflows: [], activeSteps: [], completedAt: '2026-10-01T10:00:00Z' };

function keeping() {
  const memory = new Map<string, unknown>();
  const seen = () => new SeenWorkflows({ get: (name) => structuredClone(memory.get(name)), set: (name, value) => void memory.set(name, value) });
  return { memory, seen };
}

/** A service with two jobs of a workflow and one that never names any. */
async function service() {
  const held = { jobs: [aJob({ key: 'a', activeWorkflows: review }), aJob({ key: 'b', activeWorkflows: review }), aJob({ key: 'nameless', activeWorkflows: [] })] };
  const { url, close } = await startService(holding(held));
  onTestFinished(close);
  const reading = readBaseUrl(url);
  if (reading.kind !== 'valid') throw new Error(url);
  const client = createServiceClient({ baseUrl: reading.baseUrl, credential: () => Promise.resolve(undefined), requestTimeout: () => 5000, permitStart: () => undefined });
  return { client, end: () => (held.jobs = held.jobs.map((job) => ({ ...job, ...ended }))) };
}

const titles = async ({ listJobs }: ServiceClient) => (await listJobs(1, signal)).jobs.map((row) => (row.kind === 'job' ? jobTitle(row.job) : row.kind));

it('names a finished job by the workflow last seen of it, in a list and alone; one that never named any by its key', async () => {
  const { client, end } = await service();
  const named = keeping().seen().connect(client);
  await titles(named);
  end();
  expect(await titles(client)).toEqual(['a', 'b', 'nameless']);
  expect(await titles(named)).toEqual(['Contract Review', 'Contract Review', 'nameless']);
  expect(jobTitle(await named.getJob('a', signal))).toBe('Contract Review');
});

it('leaves what the service sent as it came, also in a copy that keeps the name', async () => {
  const { client, end } = await service();
  const named = keeping().seen().connect(client);
  await titles(named);
  end();
  const [plain, job] = [await client.getJob('a', signal), await named.getJob('a', signal)];
  expect([JSON.stringify(job), Object.keys(job)]).toEqual([JSON.stringify(plain), Object.keys(plain)]);
  expect(workflowsOf({ ...plain, ...job })).toEqual(review);
});

it('keeps the names of watched jobs over a reload, each service its own', async () => {
  const { client, end } = await service();
  const { memory, seen } = keeping();
  const before = seen();
  await titles(before.connect(client));
  before.keep(['a']);
  end();
  expect(await titles(seen().connect(client))).toEqual(['Contract Review', 'b', 'nameless']);
  expect([...memory.keys()]).toEqual([`workflows:${client.baseUrl.href}`]);
  const other = await service();
  other.end();
  expect(await titles(seen().connect(other.client))).toEqual(['a', 'b', 'nameless']);
});

it('keeps the name of a watched job that is first told later, and of a started one', async () => {
  const { client, end } = await service();
  const { seen } = keeping();
  const before = seen();
  const starting = before.connect({ ...client, startJob: (key) => client.getJob(key, signal) });
  before.keep(['a']);
  await titles(starting);
  await starting.startJob('b', signal);
  end();
  expect(await titles(seen().connect(client))).toEqual(['Contract Review', 'Contract Review', 'nameless']);
});

it('tells the name in row, tooltip, page, group, filter, choices and export, and that it was seen', () => {
  const done = rememberWorkflows(job('a', ended), review);
  const row = jobRow(done);
  const reader = { now: Date.parse(ended.completedAt), language: 'en' };
  expect(describeJob(row, '', reader)).toMatchObject({ label: 'Contract Review', description: 'done · now' });
  expect(jobTooltip(done, reader)).toContain('Workflows: Contract Review (last seen)');
  expect(describeShownJob(done, 'x')).toMatchObject({ title: 'Contract Review', workflows: review, areWorkflowsActive: false });
  expect(arrange([row], 'workflow')).toMatchObject([{ label: 'Contract Review' }]);
  expect(filterTest({ workflows: ['Contract Review'] }, 0)(row)).toBe(true);
  expect(knownWorkflows([row])).toEqual(review);
  const [head, record] = parseCsv([...exportText([row], 'csv')].join('').slice(1));
  expect(head?.map((name, index) => [name, record?.[index]]).filter(([name]) => name?.includes('orkflow'))).toEqual([['workflows', ''], ['workflowKeys', ''], ['lastWorkflows', 'Contract Review']]);
});
