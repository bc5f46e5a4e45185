import { describe, expect, it } from 'vitest';
import { jobState } from '../../../src/model/jobs/job.ts';
import { type JobRow, originalJob } from '../../../src/service/index.ts';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import { envelope, text } from '../../support/service/service.ts';
import { connected, failureOf, fieldsIn, normalized, pageIn, patient, start } from './harness.ts';

const jobIn = (row: JobRow | undefined) =>
  row?.kind === 'job' ? row.job : expect.fail('no readable job');
const readJob = async (members: object) => jobIn((await pageIn(aPage([aJob(members)]))).jobs[0]);

/** Encodes a list as PHP encodes a filtered collection. */
const numbered = (...items: unknown[]) =>
  Object.fromEntries(items.map((item, index) => [String(50 + index), item]));

const phpTime = (date: string, timezone = 'UTC', type = 3) => ({
  date: `${date}.000000`,
  timezone_type: type,
  timezone,
});

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
  phpTime('-0001-11-30 00:00:00'),
  phpTime('1970-01-01 00:00:00'),
];

describe('ServiceClient', () => {
  it.each(['startedAt', 'updatedAt', 'completedAt'])(
    'converts all formats of a missing time in %s to null',
    async (name) => {
      const page = await pageIn(
        aPage(noTimes.map((time, index) => aJob({ key: `job_${index}`, [name]: time }))),
      );
      const jobs = page.jobs.map(jobIn);
      expect(jobs.map((job) => job[name])).toEqual(noTimes.map(() => null));
      expect(new Set(jobs.map(jobState))).toEqual(new Set(['active']));
    },
  );

  it.each<[unknown, string]>([
    [1_790_845_200, '2026-10-01T09:00:00.000Z'],
    [1_790_845_200_000, '2026-10-01T09:00:00.000Z'],
    [1_790_845_200.5, '2026-10-01T09:00:00.500Z'],
    ['1790845200', '2026-10-01T09:00:00.000Z'],
    [phpTime('2026-11-20 10:00:00'), '2026-11-20T10:00:00.000Z'],
    [phpTime('2026-11-20 10:00:00', 'Europe/Berlin'), '2026-11-20T09:00:00.000Z'],
    [phpTime('2026-11-20 10:00:00', '-04:30', 1), '2026-11-20T14:30:00.000Z'],
    ['2026-10-01T09:00:00Z', '2026-10-01T09:00:00Z'],
    ['last Tuesday', 'last Tuesday'],
    ['20261001', '20261001'],
  ])('converts the timestamp %j to %j', async (sent, completedAt) => {
    expect((await readJob({ completedAt: sent })).completedAt).toBe(completedAt);
  });

  it.each([
    [7],
    [true],
    [['2026-10-01T09:00:00Z']],
    [{ date: 'soon', timezone: 'UTC' }],
    [{ date: '2026-11-20 10:00:00', timezone: 'Nowhere/Town' }],
    [{ at: 1_790_845_200 }],
  ])('reports a job with the timestamp %j as unreadable', async (completedAt) => {
    expect(
      (await pageIn(aPage([aJob({ completedAt }), aJob({ key: 'job_2' })]))).jobs,
    ).toMatchObject([
      { kind: 'unreadable', key: 'job_1', problem: 'data.jobs[0].completedAt: expected string' },
      { kind: 'job' },
    ]);
  });

  it('accepts an object with numeric keys as the job list', async () => {
    const jobs = {
      '100': aJob({ key: 'b' }),
      '50': aJob({ key: 'a' }),
      '0101': aJob({ key: 'c' }),
    };
    const page = await pageIn({ ...aPage([]), jobs });
    expect(page.jobs.map(jobIn).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  it('accepts an object with numeric keys under a different property name', async () => {
    expect((await pageIn({ items: numbered(aJob()), pagination: {} })).jobs).toMatchObject([
      { kind: 'job' },
    ]);
  });

  it('accepts an object with numeric keys as the field list', async () => {
    expect(await fieldsIn(numbered(aField()))).toEqual([{ kind: 'readable', value: aField() }]);
  });

  it('rejects an object with other keys as the field list', async () => {
    expect(await failureOf(fieldsIn({ title: aField() }))).toMatchObject({ kind: 'unreadable' });
  });

  it.each<[unknown, boolean | null]>([
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
    ['true', true],
    ['False', false],
    ['', null],
    [null, null],
  ])('converts the Boolean value %j to %s', async (sent, expected) => {
    expect(await fieldsIn([aField({ required: sent })])).toMatchObject([
      { kind: 'readable', value: { required: expected } },
    ]);
    const { pagination } = await pageIn({
      jobs: [],
      pagination: { currentPage: 1, hasMore: sent },
    });
    expect(pagination.hasMore).toBe(expected ?? false);
  });

  it.each<[unknown, string | null]>([
    [2024, '2024'],
    [true, 'true'],
    ['', null],
    [[], null],
  ])('converts the option label %j to %j', async (sent, label) => {
    const field = (value: unknown) =>
      aField({ type: 'dropdown', details: { options: [{ key: 'opt_1', label: value }] } });
    expect(await fieldsIn([field(sent)])).toEqual([{ kind: 'readable', value: field(label) }]);
  });

  it('keeps all digits of a number that it converts to a string', async () => {
    const body =
      '{"data":{"job":{"key":12345678901234567890,"activeSteps":[{"key":7,"name":1.10}]}}}';
    const { client } = await connected(text(200, body));
    expect(normalized(await client.getJob('12345678901234567890', patient()))).toEqual({
      key: '12345678901234567890',
      activeSteps: [{ key: '7', name: '1.10' }],
    });
  });

  it.each<[unknown, object | null]>([
    [null, null],
    ['', null],
    [[], null],
    [{}, null],
    [false, null],
    [[null], null],
    ['Ann', { key: 'Ann' }],
    [7, { key: '7' }],
    [{ id: 7, name: 'Ann' }, { key: 'Ann' }],
    [[{ key: 'u1', firstName: 'Ada' }], { key: 'u1', firstName: 'Ada', lastName: null }],
    [
      { key: 7, firstName: 'Ada', lastName: '' },
      { key: '7', firstName: 'Ada', lastName: null },
    ],
    [{ team: 'Ops' }, { team: 'Ops' }],
  ])('converts the startedBy value %j to %j', async (startedBy, person) => {
    expect((await readJob({ startedBy })).startedBy).toEqual(person);
  });

  it('keeps the original value of each property that it normalizes', async () => {
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
      ...sent,
      key: '17',
      activeSteps: [{ key: 's', name: '2024' }],
      startedBy: null,
      startedAt: '2026-10-01T09:00:00.000Z',
      completedAt: null,
    });
    expect(originalJob(job)).toEqual(sent);
  });

  it('normalizes jobs in the responses to `POST /jobs` and `GET /jobs/{key}`', async () => {
    const { client } = await connected(envelope({ job: aJob({ completedAt: '', startedBy: [] }) }));
    for (const job of [await start(client), await client.getJob('job_1', patient())]) {
      expect(job).toMatchObject({ completedAt: null, startedBy: null });
    }
  });
});
