import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { arranged } from '../../../../src/model/browsing/grouping.ts';
import { filterTest } from '../../../../src/model/browsing/jobFilter.ts';
import { cardsOf } from '../../../../src/model/jobPage/jobCards.ts';
import { describeShownJob } from '../../../../src/model/jobPage/pageContent.ts';
import { exportText } from '../../../../src/model/export/jobExport.ts';
import { jobTitle, rememberWorkflows, workflowsOf } from '../../../../src/model/jobs/job.ts';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { ListReading } from '../../../../src/model/jobs/listReading.ts';
import { readAllJobs } from '../../../../src/model/jobs/readAllJobs.ts';
import { NewestJobs } from '../../../../src/model/jobs/newestJobs.ts';
import { knownWorkflows } from '../../../../src/model/jobs/workflows.ts';
import { describeJob, jobTooltip } from '../../../../src/model/wording/rowText.ts';
import {
  type Job,
  type JobsPage,
  changes,
  createServiceClient,
  jobRow,
  readBaseUrl,
  type ServiceClient,
  type ChangingClient,
} from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { holding, startService } from '../../../support/service/service.ts';
import { unguarded } from '../../../support/service/unguarded.ts';
import { fault, gatedSource, job, pageOf } from '../builders.ts';
import { parse } from 'csv-parse/sync';

const { signal } = new AbortController();
const review = [{ key: 'wf_review', name: 'Contract Review' }];
const ended = { activeWorkflows: [], activeSteps: [], completedAt: '2026-10-01T10:00:00Z' };

function keeping() {
  const store = new Map<string, unknown>();
  const seen = () =>
    new NewestJobs({
      get: (name) => structuredClone(store.get(name)),
      set: (name, value) => void store.set(name, value),
    });
  return { store, seen };
}

/** A service with two jobs of a workflow and one that never names any. */
async function service() {
  const held = {
    jobs: [
      aJob({ key: 'a', activeWorkflows: review }),
      aJob({ key: 'b', activeWorkflows: review }),
      aJob({ key: 'nameless', activeWorkflows: [] }),
    ],
  };
  const { url, close } = await startService(holding(held));
  onTestFinished(close);
  const reading = readBaseUrl(url);
  if (reading.kind !== 'valid') throw new Error(url);
  const client = createServiceClient<void>(
    { baseUrl: reading.baseUrl, credential: () => Promise.resolve(undefined), requestTimeout: () => 5000 },
    unguarded,
  );
  return { client, end: () => (held.jobs = held.jobs.map((job) => ({ ...job, ...ended }))) };
}

const titles = async ({ listJobs }: ServiceClient) =>
  (await listJobs(1, signal)).jobs.map((row) => (row.kind === 'job' ? jobTitle(row.job) : row.kind));

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
  const { store, seen } = keeping();
  const before = seen();
  await titles(before.connect(client));
  before.pin(['a']);
  end();
  expect(await titles(seen().connect(client))).toEqual(['Contract Review', 'b', 'nameless']);
  expect([...store.keys()]).toEqual([`workflows:${client.baseUrl.href}`]);
  const other = await service();
  other.end();
  expect(await titles(seen().connect(other.client))).toEqual(['a', 'b', 'nameless']);
});

it('keeps the name of a watched job that is first told later, and of a started one', async () => {
  const { client, end } = await service();
  const { seen } = keeping();
  const before = seen();
  const starting = before.connect({ ...client, change: () => client.getJob('b', signal) });
  before.pin(['a']);
  await starting.change(changes.startJob('b'), signal, undefined);
  await titles(starting);
  end();
  expect(await titles(seen().connect(client))).toEqual(['Contract Review', 'Contract Review', 'nameless']);
});

it('tells the name in row, tooltip, page, group, filter, choices and export, and that it was seen', () => {
  const done = rememberWorkflows(job('a', ended), review);
  const row = jobRow(done);
  const now = Date.parse(ended.completedAt);
  expect(describeJob(row, { position: '', now })).toMatchObject({
    label: 'Contract Review',
    description: expect.stringMatching(/^done · now/) as string,
  });
  expect(jobTooltip(done, now).lines).toContain('Last workflow: Contract Review');
  expect(describeShownJob(done, 'x').title).toBe('Contract Review');
  expect(cardsOf(done, false)[0]?.members).toMatchObject([
    { name: 'Last workflow', value: { all: review } },
    { isHidden: true },
  ]);
  expect(arranged([row], 'workflow')).toMatchObject([{ label: 'Contract Review' }]);
  expect(filterTest({ workflows: ['Contract Review'] }, 0)(row)).toBe(true);
  expect(knownWorkflows([row])).toEqual(review);
  const [head, record] = parse([...exportText([row], 'csv')].join('').slice(1));
  expect(
    head?.map((name, index) => [name, record?.[index]]).filter(([name]) => name?.includes('orkflow')),
  ).toEqual([
    ['workflows', ''],
    ['workflowKeys', ''],
    ['lastWorkflows', 'Contract Review'],
  ]);
});

describe('the newest version of a job', () => {
  const done = { completedAt: '2026-10-02T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z' };
  const untimed = { updatedAt: null };

  /** A client whose answers the test gives, and the one that passes them on. */
  function asking() {
    const pages = gatedSource<number, JobsPage>();
    const singles = gatedSource<string, Job>();
    const plain = {
      baseUrl: { href: 'https://one.example' },
      listJobs: pages.ask,
      getJob: singles.ask,
      change: singles.ask,
    } as unknown as ChangingClient<void>;
    const newest = new NewestJobs({ get: () => undefined, set: () => undefined });
    const client = newest.connect(plain);
    const listed = async (...jobs: readonly Job[]) => {
      const page = client.listJobs(1, signal);
      pages.calls.at(-1)?.answer({ ...pageOf([]), jobs: jobs.map(jobRow) });
      return onlyJob(await page);
    };
    const single = (answer: Job) => {
      const reading = client.getJob(answer.key, signal);
      singles.calls.at(-1)?.answer(answer);
      return reading;
    };
    return { newest, plain, client, pages, singles, listed, single };
  }

  const onlyJob = ({ jobs: [row] }: JobsPage) => (row?.kind === 'job' ? row.job : undefined);

  it('is the one updated last, whatever was asked or answered last', async () => {
    const { listed, single } = asking();
    await single(job('a', done));
    expect(await listed(job('a'))).toEqual(job('a', done));
    expect(await listed(job('a', { ...done, updatedAt: '2026-10-03T08:00:00Z' }))).toMatchObject({
      updatedAt: '2026-10-03T08:00:00Z',
    });
    // Without a time it is not known to be older.
    expect(await listed(job('a', { ...untimed, assignedTo: 'later' }))).toMatchObject({
      assignedTo: 'later',
    });
  });

  it('is the one updated last, also where it was asked for first and answered last', async () => {
    const { client, pages, single } = asking();
    const page = client.listJobs(1, signal);
    await single(job('a'));
    pages.calls[0]?.answer({ ...pageOf([]), jobs: [jobRow(job('a', done))] });
    expect(onlyJob(await page)).toEqual(job('a', done));
  });

  it.each([
    ['the same time', {}],
    ['no time', untimed],
  ])('is the one asked for last where both tell %s, even if it was answered first', async (_what, time) => {
    const { client, pages, single } = asking();
    const page = client.listJobs(1, signal);
    const later = await single(job('a', { ...time, activeSteps: [] }));
    pages.calls[0]?.answer({ ...pageOf([]), jobs: [jobRow(job('a', time))] });
    expect(onlyJob(await page)).toBe(later);
    const next = client.listJobs(1, signal);
    pages.calls[1]?.answer({ ...pageOf([]), jobs: [jobRow(job('a', { ...time, assignedTo: 'later' }))] });
    expect(onlyJob(await next)).toMatchObject({ assignedTo: 'later' });
  });

  it('stays one object while nothing is new, and keeps what only a single job tells', async () => {
    const { listed, single } = asking();
    const first = await listed(job('a'));
    expect(await listed(job('a'))).toBe(first);
    const whole = await single(job('a', { logs: [1] }));
    expect(whole['logs']).toEqual([1]);
    expect(await listed(job('a'))).toBe(whole);
    expect(await single(job('a'))).not.toHaveProperty('logs');
  });

  it.each(['logs', 'constructor', '__proto__'])(
    'takes from an older single job what the list omits, and exports it not: %s',
    async (name) => {
      const { listed, single } = asking();
      await listed(job('a', done));
      const whole = await single({ ...job('a'), [name]: {} });
      expect(Object.entries(whole)).toContainEqual([name, {}]);
      expect(whole.completedAt).toBe(done.completedAt);
      expect(JSON.parse([...exportText([jobRow(whole)], 'json')].join(''))).toEqual([job('a', done)]);
    },
  );

  it.each(['note', '__proto__'])('is a list that has begun to send an empty member: %s', async (name) => {
    const { listed } = asking();
    await listed(job('a'));
    expect(Object.keys((await listed({ ...job('a'), [name]: {} })) ?? {})).toContain(name);
  });

  it('is kept apart for another connection', async () => {
    const { newest, plain, client, singles, single } = asking();
    await single(job('a', done));
    const late = client.getJob('a', signal);
    newest.connect(plain);
    singles.calls.at(-1)?.answer(job('a'));
    expect((await late).completedAt).toBeNull();
  });

  it('stays in a list whose refresh read its page before', async () => {
    const { client, pages, single } = asking();
    const list = new JobList();
    list.connect(client.listJobs);
    const first = list.ensureLoaded();
    await vi.waitUntil(() => pages.calls.length === 1);
    pages.calls[0]?.answer(pageOf(['b', 'a'], { hasMore: true, total: 3 }));
    await first;
    const more = list.loadMore();
    await vi.waitUntil(() => pages.calls.length === 2);
    pages.calls[1]?.answer(pageOf(['c'], { currentPage: 2, total: 3 }));
    await more;
    const refreshed = list.refresh();
    await vi.waitUntil(() => pages.calls.length === 3);
    pages.calls[2]?.answer(pageOf(['b', 'a'], { hasMore: true, total: 3 }));
    await vi.waitUntil(() => pages.calls.length === 4);
    list.update([await single(job('a', done))]);
    pages.calls[3]?.answer(pageOf(['c'], { currentPage: 2, total: 3 }));
    await refreshed;
    expect(list.find('a')).toEqual(job('a', done));
  });
});

describe('a row', () => {
  const done = { completedAt: '2026-10-02T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z' };

  it.each<[string, (client: ServiceClient) => Promise<unknown>]>([
    ['a page or a poll of the job alone', ({ getJob }) => getJob('a', signal)],
    ['a poll of the list', ({ listJobs }) => listJobs(1, signal)],
    ['an overview', ({ listJobs }) => new ListReading(listJobs).read(true, signal, () => undefined)],
    ['an export', ({ listJobs }) => readAllJobs(listJobs, signal, () => undefined)],
  ])('has the newest version of its job, read by %s', async (_reader, read) => {
    const held = { job: job('a') };
    const newest = new NewestJobs({ get: () => undefined, set: () => undefined });
    const client = newest.connect<void>({
      ...(await service()).client,
      listJobs: () => Promise.resolve({ ...pageOf(['a']), jobs: [jobRow(held.job)] }),
      getJob: () => Promise.resolve(held.job),
    });
    const list = new JobList();
    newest.onDidChange((changed) => list.update(changed));
    list.connect(client.listJobs, () =>
      Promise.resolve({ rows: [jobRow(job('a'))], total: 1, pages: 1, readAt: 1 }),
    );
    await list.ensureLoaded();
    held.job = job('a', done);
    await read(client);
    expect(list.find('a')).toEqual(held.job);
    expect([...exportText(list.state.rows ?? [], 'ndjson')].join('')).toContain(done.completedAt);
    held.job = job('a');
    await read(client);
    expect(list.find('a')?.completedAt).toBe(done.completedAt);
  });

  it('that an earlier window has stored has the version that was read first', async () => {
    const newest = new NewestJobs({ get: () => undefined, set: () => undefined });
    const client = newest.connect<void>({
      ...(await service()).client,
      listJobs: () => Promise.reject(fault()),
      getJob: () => Promise.resolve(job('a', done)),
    });
    const list = new JobList();
    newest.onDidChange((changed) => list.update(changed));
    const rows = [jobRow(job('a'))];
    list.connect(client.listJobs, () => Promise.resolve({ rows, total: 1, pages: 1, readAt: 1 }));
    await list.ensureLoaded();
    await client.getJob('a', signal);
    expect(list.find('a')?.completedAt).toBe(done.completedAt);
  });
});

it('exports a job as the list sends it, whatever was read of it alone', async () => {
  const details = { costs: 7, content: [{ key: 'fld', value: 'x' }], logs: [] };
  const list = vi.fn(() => Promise.resolve(pageOf(['a', 'b', 'started'])));
  const client = keeping()
    .seen()
    .connect({
      ...(await service()).client,
      listJobs: list,
      getJob: (key) => Promise.resolve(job(key, details)),
      change: () => Promise.resolve(job('started', details)),
    });
  const exported = async (format: 'csv' | 'json') =>
    [...exportText((await client.listJobs(1, signal)).jobs, format)].join('');
  const started =
    (await client.change(changes.startJob('wf_1'), signal, undefined)) ??
    expect.fail('No start is declined here.');
  const before = { csv: await exported('csv'), json: await exported('json') };
  expect(before.csv).not.toContain('costs');
  const opened = await client.getJob('a', signal);
  expect(opened).toMatchObject(details);
  expect([...exportText([jobRow(opened), jobRow(job('b')), jobRow(started)], 'json')].join('')).toBe(
    before.json,
  );
  expect({ csv: await exported('csv'), json: await exported('json') }).toEqual(before);
  expect(await client.getJob('a', signal), 'the page keeps what was read alone').toMatchObject(details);
  // A list that begins to send a member has it exported.
  list.mockImplementation(() => Promise.resolve({ ...pageOf([]), jobs: [jobRow(job('a', { costs: 7 }))] }));
  expect(parse((await exported('csv')).slice(1))[0]).toContain('costs');
});

it('exports a job that no list has sent with the members that a list is documented to have', async () => {
  const client = keeping()
    .seen()
    .connect({ ...(await service()).client, getJob: (key) => Promise.resolve(job(key, { content: [] })) });
  expect(JSON.parse([...exportText([jobRow(await client.getJob('a', signal))], 'json')].join(''))).toEqual([
    job('a'),
  ]);
});
