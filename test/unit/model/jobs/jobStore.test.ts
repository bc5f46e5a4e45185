import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { arranged } from '../../../../src/model/browsing/grouping.ts';
import { filterTest } from '../../../../src/model/browsing/jobFilter.ts';
import { exportText } from '../../../../src/model/export/jobExport.ts';
import { cardsOf } from '../../../../src/model/jobPage/jobCards.ts';
import { describeShownJob } from '../../../../src/model/jobPage/pageContent.ts';
import { jobTitle } from '../../../../src/model/jobs/job.ts';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import {
  type JobsResponse,
  type JobStore,
  type StoreChange,
} from '../../../../src/model/jobs/jobStore.ts';
import { type JobListSource, PageReading } from '../../../../src/model/jobs/pageReading.ts';
import { knownWorkflows } from '../../../../src/model/starting/workflows.ts';
import { OverviewReading } from '../../../../src/model/overview/overviewReading.ts';
import { describeJob, jobTooltip } from '../../../../src/model/wording/rowText.ts';
import { type Job, originalJob, jobRow } from '../../../../src/service/index.ts';
import {
  applyJobs,
  createJobList,
  createJobStore,
  createKeyValueStore,
  damagedRow,
  job,
  jobFrom,
  pageOf,
} from '../builders.ts';

const { signal } = new AbortController();
const review = [{ key: 'wf_review', name: 'Contract Review' }];
const finished = { activeWorkflows: [], activeSteps: [], completedAt: '2026-10-01T10:00:00Z' };
const completedAt = '2026-10-02T08:00:00Z';
const done = { completedAt, updatedAt: completedAt };
const details = { costs: 7, content: [{ key: 'fld', value: 'x' }], logs: [] };

/** Adds a job to the store, by default as the response to a new request. */
function apply(
  store: JobStore,
  read: Job,
  { source = 'list', request = store.nextRequest(), readAt = 1 }: Partial<JobsResponse> = {},
): Job | undefined {
  store.apply({ jobs: [read], source, request, readAt });
  return store.get(read.key);
}

const titleOf = (store: JobStore, key: string) => jobTitle(store.get(key) ?? job('unknown'));

describe('JobStore.apply', () => {
  it('keeps the most recently updated job state', () => {
    const store = createJobStore();
    apply(store, job('a', done), { source: 'single' });
    expect(apply(store, job('a'))).toEqual(job('a', done));
    const later = { ...done, updatedAt: '2026-10-03T08:00:00Z' };
    expect(apply(store, job('a', later))).toEqual(job('a', later));
  });

  it('keeps the most recently updated job state even if it was requested earlier', () => {
    const store = createJobStore();
    const [first, second] = [store.nextRequest(), store.nextRequest()];
    apply(store, job('a'), { source: 'single', request: second });
    expect(apply(store, job('a', done), { request: first })).toEqual(job('a', done));
  });

  it.each<[string, object]>([
    ['the same update time', {}],
    ['no update time', { updatedAt: null }],
  ])('keeps the most recently requested job state if both states have %s', (_what, time) => {
    const store = createJobStore();
    const [first, second] = [store.nextRequest(), store.nextRequest()];
    const later = job('a', { ...time, activeSteps: [] });
    apply(store, later, { source: 'single', request: second });
    expect(apply(store, job('a', time), { request: first })).toEqual(later);
    expect(apply(store, job('a', { ...time, assignedTo: 'later' }))).toMatchObject({
      assignedTo: 'later',
    });
  });

  it('accepts a job without an update time', () => {
    const store = createJobStore();
    apply(store, job('a', done));
    expect(apply(store, job('a', { updatedAt: null, assignedTo: 'later' }))).toMatchObject({
      assignedTo: 'later',
    });
  });

  it('keeps the same row object if the job does not change', () => {
    const store = createJobStore();
    apply(store, job('a'));
    const row = store.row('a');
    apply(store, job('a'));
    expect(store.row('a')).toBe(row);
    apply(store, job('a', { logs: [1] }), { source: 'single' });
    const withDetails = store.row('a');
    expect(withDetails).not.toBe(row);
    apply(store, job('a'));
    expect(store.row('a')).toBe(withDetails);
  });

  it.each(['logs', 'constructor', '__proto__'])(
    'keeps the property “%s” if only `GET /jobs/{key}` returns it',
    (name) => {
      const store = createJobStore();
      apply(store, job('a', done));
      const merged = apply(store, { ...job('a'), [name]: {} }, { source: 'single' });
      expect(Object.entries(merged ?? {})).toContainEqual([name, {}]);
      expect(merged?.completedAt).toBe(completedAt);
    },
  );

  it('removes a property that is missing from a later `GET /jobs/{key}` response', () => {
    const store = createJobStore();
    apply(store, job('a', { logs: [1] }), { source: 'single' });
    expect(apply(store, job('a'), { source: 'single' })).not.toHaveProperty('logs');
  });

  it.each(['note', '__proto__'])(
    'adds the empty property “%s” when the list first returns it',
    (name) => {
      const store = createJobStore();
      apply(store, job('a'));
      expect(Object.keys(apply(store, { ...job('a'), [name]: {} }) ?? {})).toContain(name);
    },
  );

  it('fires an event with the loaded jobs and the changed jobs', () => {
    const store = createJobStore();
    apply(store, job('a'));
    const changes: StoreChange[] = [];
    store.onDidApply((change) => changes.push(change));
    applyJobs(store, [job('a'), job('b')], 'list');
    applyJobs(store, [job('a', done)], 'single');
    expect(changes).toEqual([
      { source: 'list', read: [job('a'), job('b')], changed: [jobRow(job('b'))] },
      { source: 'single', read: [job('a', done)], changed: [jobRow(job('a', done))] },
    ]);
  });

  it('records the load time of each job', () => {
    const store = createJobStore();
    apply(store, job('a'), { readAt: 1000 });
    apply(store, job('a'), { readAt: 2000 });
    expect([store.readAt('a'), store.cachedAt('a'), store.readAt('b')]).toEqual([
      2000,
      undefined,
      undefined,
    ]);
  });

  it('replaces a cached job when the service first returns it', () => {
    const store = createJobStore();
    apply(store, job('a', done), { source: 'cache', request: 0, readAt: 1000 });
    expect([store.get('a'), store.cachedAt('a')]).toEqual([job('a', done), 1000]);
    expect(apply(store, job('a'), { readAt: 2000 })).toEqual(job('a'));
    expect([store.cachedAt('a'), store.readAt('a')]).toEqual([undefined, 2000]);
  });

  it('ignores a cached job that the service has already returned', () => {
    const store = createJobStore();
    apply(store, job('a'));
    expect(apply(store, job('a', done), { source: 'cache', request: 0, readAt: 1000 })).toEqual(
      job('a'),
    );
    expect(store.cachedAt('a')).toBeUndefined();
  });
});

describe('JobStore.applyPage', () => {
  it('returns the latest state of each job', () => {
    const store = createJobStore();
    apply(store, job('a', done), { source: 'single' });
    const damaged = damagedRow({ key: 'b' });
    const rows = store.applyPage([jobRow(job('a')), damaged], store.nextRequest());
    expect(rows).toEqual([jobRow(job('a', done)), damaged]);
    expect([rows[0] === store.row('a'), store.get('b')]).toEqual([true, undefined]);
  });
});

describe('JobStore', () => {
  const active = job('a', { activeWorkflows: review });
  const over = job('a', { ...finished, updatedAt: completedAt });

  it('keeps the last active workflows when a job finishes', () => {
    const store = createJobStore();
    applyJobs(store, [active, job('nameless', { activeWorkflows: [] })], 'list');
    applyJobs(store, [over, job('nameless', finished)], 'list');
    expect([titleOf(store, 'a'), titleOf(store, 'nameless')]).toEqual([
      'Contract Review',
      'nameless',
    ]);
    applyJobs(store, [over], 'single');
    expect(titleOf(store, 'a')).toBe('Contract Review');
  });

  it('does not add the last active workflows to the original service data', () => {
    const store = createJobStore();
    applyJobs(store, [active], 'list');
    applyJobs(store, [over], 'list');
    expect(originalJob(store.get('a') ?? job('unknown'))).toEqual(over);
  });

  it('restores the last active workflows in a new window', () => {
    const stored = createKeyValueStore();
    const store = createJobStore(stored);
    applyJobs(store, [active, job('b', { activeWorkflows: review })], 'list');
    store.keepWorkflows(['a']);
    const next = createJobStore(stored);
    expect(jobTitle(next.placeholder('a').job)).toBe('Contract Review');
    applyJobs(next, [over, job('b', finished)], 'list');
    expect([titleOf(next, 'a'), titleOf(next, 'b')]).toEqual(['Contract Review', 'b']);
    expect(Object.keys(stored.stored)).toEqual(['workflows']);
  });

  it('stores the workflows of a job even if the job is loaded after the call to `keepWorkflows`', () => {
    const stored = createKeyValueStore();
    const store = createJobStore(stored);
    store.keepWorkflows(['a']);
    applyJobs(store, [active], 'change');
    const next = createJobStore(stored);
    applyJobs(next, [over], 'single');
    expect(titleOf(next, 'a')).toBe('Contract Review');
  });

  it('stores the workflows of at most 200 jobs', () => {
    const stored = createKeyValueStore();
    const store = createJobStore(stored);
    const keys = Array.from({ length: 201 }, (_, index) => `j${index}`);
    applyJobs(
      store,
      keys.map((key) => job(key, { activeWorkflows: review })),
      'list',
    );
    for (const key of keys) store.keepWorkflows([key]);
    const next = createJobStore(stored);
    const titles = keys.map((key) => jobTitle(next.placeholder(key).job));
    expect(titles).toEqual(['j0', ...Array.from({ length: 200 }, () => 'Contract Review')]);
  });

  it('provides the last active workflow of a finished job to all views and exports', () => {
    const store = createJobStore();
    applyJobs(store, [active], 'list');
    applyJobs(store, [over], 'list');
    const row = store.row('a') ?? expect.fail('no row');
    const now = Date.parse(finished.completedAt);
    expect(describeJob(row, { now })).toMatchObject({
      label: 'Contract Review',
      description: expect.stringMatching(/^now · completed/) as string,
    });
    expect(jobTooltip(row.job, now).lines).toContain('Last workflow: Contract Review');
    expect(describeShownJob(row.job).title).toBe('Contract Review');
    expect(cardsOf(row.job, false)[0]?.members).toMatchObject([
      { name: 'Last workflow', value: { all: review } },
    ]);
    expect(arranged([row], 'workflow')).toMatchObject([{ label: 'Contract Review' }]);
    expect(filterTest({ workflows: ['Contract Review'] }, 0)(row)).toBe(true);
    expect(knownWorkflows([row])).toEqual(review);
    const [head, record] = parse([...exportText([row], 'csv')].join('').slice(1));
    const cells = head?.map((name, index) => [name, record?.[index]]);
    expect(cells?.filter(([name]) => name?.includes('orkflow'))).toEqual([
      ['workflows', ''],
      ['workflowKeys', ''],
      ['lastWorkflows', 'Contract Review'],
    ]);
  });
});

describe('JobList', () => {
  it.each<[string, (source: JobListSource, getJob: () => Promise<Job>) => Promise<unknown>]>([
    [
      '`GET /jobs/{key}`',
      (source, getJob) => new JobReader({ ...source, getJob }).readSingle('a', signal),
    ],
    [
      'a list search',
      (source, getJob) => new JobReader({ ...source, getJob }).search(['job:a'], signal),
    ],
    [
      'an overview report',
      (source) => new OverviewReading(source).read(true, signal, () => undefined),
    ],
    ['an export', (source) => new PageReading(source).read({ signal })],
  ])('shows the latest job state after %s', async (_what, read) => {
    const current = { job: job('a') };
    const { list, source } = createJobList(() =>
      Promise.resolve({ ...pageOf(['a']), jobs: [jobRow(current.job)] }),
    );
    await list.ensureLoaded();
    current.job = job('a', done);
    await read(source, () => Promise.resolve(current.job));
    expect(list.find('a')).toEqual(current.job);
    current.job = job('a');
    await read(source, () => Promise.resolve(current.job));
    expect(list.find('a')?.completedAt).toBe(completedAt);
  });
});

describe('exportText', () => {
  it('includes properties that only `GET /jobs/{key}` returns', () => {
    const store = createJobStore();
    applyJobs(store, [job('a')], 'list');
    applyJobs(store, [job('a', details)], 'single');
    const row = store.row('a') ?? expect.fail('no row');
    expect(JSON.parse([...exportText([row], 'json')].join(''))).toEqual([job('a', details)]);
    expect(parse([...exportText([row], 'csv')].join('').slice(1))[0]).toContain('costs');
  });
});

describe('originalJob', () => {
  it('returns the values from the latest response', () => {
    const store = createJobStore();
    const sent = { key: 'a', completedAt: '', startedBy: [], startedAt: 1_790_845_200 };
    applyJobs(store, [jobFrom(sent)], 'single');
    applyJobs(store, [jobFrom({ ...sent, completedAt })], 'list');
    expect(originalJob(store.get('a') ?? job('unknown'))).toMatchObject({ ...sent, completedAt });
  });
});
