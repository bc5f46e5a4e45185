import { describe, expect, it } from 'vitest';
import { jobState } from '../../../src/model/jobs/job.ts';
import { type JobRow, jobAsSent } from '../../../src/service/index.ts';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import { envelope, text } from '../../support/service/service.ts';
import { connected, failureOf, normalized, patient, startJob } from './harness.ts';

const fieldsIn = async (fields: unknown) =>
  (await connected(envelope({ fields }))).client.listFields(patient());
const pageIn = async (data: unknown) => (await connected(envelope(data))).client.listJobs(1, patient());
const jobIn = (row: JobRow | undefined) => (row?.kind === 'job' ? row.job : expect.fail('no readable job'));
const readJob = async (members: object) => jobIn((await pageIn(aPage([aJob(members)]))).jobs[0]);

/** A list as PHP encodes a filtered collection. */
const numbered = (...items: unknown[]) =>
  Object.fromEntries(items.map((item, index) => [String(50 + index), item]));

const noTimes: unknown[] = [
  '',
  ' ',
  0,
  '0',
  false,
  [],
  -62_135_596_800,
  '0000-00-00',
  '0000-00-00 00:00:00',
  '-0001-11-30T00:00:00+00:00',
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '1970-01-01 00:00:00',
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T19:00:00-05:00',
  { date: '-0001-11-30 00:00:00.000000', timezone_type: 3, timezone: 'UTC' },
  { date: '1970-01-01 00:00:00.000000', timezone_type: 3, timezone: 'UTC' },
];

describe('a timestamp', () => {
  it.each(noTimes.map((time) => [time]))('%j of a running job is no completion time', async (completedAt) => {
    const job = await readJob({ completedAt });
    expect(job.completedAt).toBeNull();
    expect(jobState(job)).toBe('active');
  });

  it.each(['startedAt', 'updatedAt'])('%s has the same spellings of no value', async (name) => {
    const page = await pageIn(
      aPage(noTimes.map((time, index) => aJob({ key: `job_${index}`, [name]: time }))),
    );
    expect(page.jobs.map((row) => jobIn(row)[name])).toEqual(noTimes.map(() => null));
  });

  it.each<[unknown, string]>([
    [1_790_845_200, '2026-10-01T09:00:00.000Z'],
    [1_790_845_200_000, '2026-10-01T09:00:00.000Z'],
    [1_790_845_200.5, '2026-10-01T09:00:00.500Z'],
    ['1790845200', '2026-10-01T09:00:00.000Z'],
    [
      { date: '2026-11-20 10:00:00.000000', timezone_type: 3, timezone: 'UTC' },
      '2026-11-20T10:00:00.000000+00:00',
    ],
    [
      { date: '2026-11-20 10:00:00.000000', timezone_type: 3, timezone: 'Europe/Berlin' },
      '2026-11-20T10:00:00.000000+01:00',
    ],
    [
      { date: '2026-11-20 10:00:00.000000', timezone_type: 1, timezone: '-04:30' },
      '2026-11-20T10:00:00.000000-04:30',
    ],
    ['2026-10-01T09:00:00Z', '2026-10-01T09:00:00Z'],
    ['last Tuesday', 'last Tuesday'],
    ['20261001', '20261001'],
  ])('is read from %j', async (sent, completedAt) => {
    expect((await readJob({ completedAt: sent })).completedAt).toBe(completedAt);
  });

  it.each([
    [7],
    [true],
    [['2026-10-01T09:00:00Z']],
    [{ date: 'soon', timezone: 'UTC' }],
    [{ date: '2026-11-20 10:00:00', timezone: 'Nowhere/Town' }],
    [{ at: 1_790_845_200 }],
  ])('marks the job as unreadable if it is %j', async (completedAt) => {
    expect((await pageIn(aPage([aJob({ completedAt }), aJob({ key: 'job_2' })]))).jobs).toMatchObject([
      { kind: 'unreadable', key: 'job_1', problem: 'data.jobs[0].completedAt: expected string' },
      { kind: 'job' },
    ]);
  });
});

describe('a list as an object with numeric keys', () => {
  it('is read as the jobs of a page, in numeric order', async () => {
    const jobs = { '100': aJob({ key: 'b' }), '50': aJob({ key: 'a' }), '0101': aJob({ key: 'c' }) };
    const page = await pageIn({ ...aPage([]), jobs });
    expect(page.jobs.map(jobIn).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  it('is read as the jobs of a page under another name', async () => {
    expect((await pageIn({ items: numbered(aJob()), pagination: {} })).jobs).toMatchObject([{ kind: 'job' }]);
  });

  it('is read as the fields and their options', async () => {
    const high = { key: 'opt_1', label: 'High' };
    const field = aField({ type: 'dropdown', details: { options: numbered(high) } });
    expect(await fieldsIn(numbered(field))).toMatchObject([
      { kind: 'readable', value: { key: 'fld_1', details: { options: [high] } } },
    ]);
  });

  it('is read as the active steps and workflows of a job', async () => {
    const job = await readJob({ activeSteps: numbered({ key: 's' }), activeWorkflows: {} });
    expect([job.activeSteps, job.activeWorkflows]).toEqual([[{ key: 's' }], []]);
  });

  it('with other keys is not a list', async () => {
    expect(await failureOf(fieldsIn({ title: aField() }))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a boolean', () => {
  it.each<[unknown, boolean | null]>([
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
    ['true', true],
    ['False', false],
    ['', null],
    [null, null],
  ])('is read from %j', async (sent, expected) => {
    expect(await fieldsIn([aField({ required: sent })])).toMatchObject([
      { kind: 'readable', value: { required: expected } },
    ]);
    const { pagination } = await pageIn({ jobs: [], pagination: { currentPage: 1, hasMore: sent } });
    expect(pagination.hasMore).toBe(expected ?? false);
  });
});

describe('a text', () => {
  it.each<[unknown, string | null]>([
    [2024, '2024'],
    [true, 'true'],
    ['', null],
    [[], null],
  ])('is read from %j', async (label, expected) => {
    const details = { options: [{ key: 'opt_1', label }] };
    expect(await fieldsIn([aField({ type: 'dropdown', details })])).toEqual([
      {
        kind: 'readable',
        value: aField({ type: 'dropdown', details: { options: [{ key: 'opt_1', label: expected }] } }),
      },
    ]);
  });

  it('is read from a number as the service wrote it, also where it is a key', async () => {
    const body = '{"data":{"job":{"key":12345678901234567890,"activeSteps":[{"key":7,"name":1.10}]}}}';
    const { client } = await connected(text(200, body));
    expect(normalized(await client.getJob('12345678901234567890', patient()))).toEqual({
      key: '12345678901234567890',
      activeSteps: [{ key: '7', name: '1.10' }],
    });
  });
});

describe('a person', () => {
  it.each([[null], [''], [[]], [{}], [false], [[null]]])('%j is nobody', async (startedBy) => {
    expect((await readJob({ startedBy })).startedBy ?? null).toBeNull();
  });

  it.each<[unknown, object]>([
    ['Ann', { key: 'Ann' }],
    [7, { key: '7' }],
    [{ id: 7, name: 'Ann' }, { key: 'Ann' }],
    [[{ key: 'u1', firstName: 'Ada' }], { key: 'u1', firstName: 'Ada' }],
    [
      { key: 7, firstName: 'Ada', lastName: '' },
      { key: '7', firstName: 'Ada' },
    ],
    [{ team: 'Ops' }, { firstName: 'something that could not be read as a name' }],
  ])('who started a job is read from %j, as an assignee is', async (sent, person) => {
    expect((await readJob({ startedBy: sent })).startedBy).toMatchObject(person);
  });
});

describe('pagination', () => {
  it.each([
    { currentPage: '', total: '', lastPage: null },
    { nextPage: '0' },
    { hasMore: 'false', nextPage: 2 },
    { nextPage: [], nextPageUrl: [] },
    { perPage: { toString: false }, total: 120 },
  ])('%j has no further page', async (pagination) => {
    expect((await pageIn({ jobs: [aJob()], pagination })).pagination.hasMore).toBe(false);
  });
});

it('keeps the members of a job as the service sent them', async () => {
  const sent = {
    key: 17,
    activeSteps: numbered({ key: 's', name: 2024 }),
    activeWorkflows: null,
    startedBy: [],
    startedAt: 1_790_845_200,
    completedAt: '',
    note: { '0': 'not a list' },
  };
  const job = jobIn((await pageIn({ jobs: [sent] })).jobs[0]);
  expect(normalized(job)).toEqual({
    key: '17',
    activeSteps: [{ key: 's', name: '2024' }],
    activeWorkflows: null,
    startedBy: null,
    startedAt: '2026-10-01T09:00:00.000Z',
    completedAt: null,
    note: { '0': 'not a list' },
  });
  expect(jobAsSent(job)).toEqual(sent);
});

it('reads a started job and a single job in the same way', async () => {
  const { client } = await connected(envelope({ job: aJob({ completedAt: '', startedBy: [] }) }));
  for (const job of [
    await client.change(startJob('wf_1'), patient()),
    await client.getJob('job_1', patient()),
  ]) {
    expect(job).toMatchObject({ completedAt: null, startedBy: null });
  }
});
