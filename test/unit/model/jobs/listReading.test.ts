import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { filterTest } from '../../../../src/model/browsing/jobFilter.ts';
import { describePanels } from '../../../../src/model/overview/figures/panels.ts';
import { ListReading } from '../../../../src/model/jobs/listReading.ts';
import type { Count } from '../../../../src/protocol/overview.ts';
import { type Job, jobRow } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { envelope } from '../../../support/service/service.ts';
import { connected, patient } from '../../service/harness.ts';
import { finish } from '../overview/figures/queue.ts';
import { pageOf } from '../builders.ts';
import { ListService } from '../listService.ts';

const begin = Date.parse('2026-10-02T08:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }));

/** What happens between two answers. */
const event = fc.record({
  kind: fc.constantFrom('start', 'remove', 'complete'),
  place: fc.nat(),
  after: fc.integer({ min: 1, max: 5 }),
});
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** Lists that are read whole, and ones of so many pages that only the first and the last are read. */
const list = fc.oneof(
  { weight: 2, arbitrary: fc.record({ size: fc.integer({ min: 0, max: 60 }), perPage: fc.constant(5) }) },
  fc.record({ size: fc.integer({ min: 95, max: 120 }), perPage: fc.constant(1) }),
);

/** Lets the events happen while pages are answered; an answer is of the second at which it is given. */
function happening(service: ListService, events: readonly Event[], delay: number) {
  const history = [{ at: begin, jobs: service.jobs }];
  const waiting = [...events];
  let answers = -delay;
  service.afterAnswer = () => {
    answers++;
    vi.setSystemTime(Date.now() + 1000);
    for (let next = waiting[0]; next !== undefined && answers >= next.after; next = waiting[0]) {
      answers -= next.after;
      waiting.shift();
      const place = next.place % Math.max(1, service.jobs.length);
      if (next.kind === 'start') service.start();
      else if (next.kind === 'remove') service.remove(place);
      else service.complete(place, new Date(begin + 3_600_000).toISOString());
    }
    history.push({ at: Date.now(), jobs: service.jobs });
  };
  /** The jobs as they were at some time, in all their versions. */
  return (from: number, to: number) => {
    const first = history.findLastIndex(({ at }) => at <= from);
    return [
      ...new Set(
        history.slice(first, history.findLastIndex(({ at }) => at <= to) + 1).map(({ jobs }) => jobs),
      ),
    ];
  };
}

function countsIn(value: unknown): Count[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'value' in value && 'filter' in value ? [value as Count] : Object.values(value).flatMap(countsIn);
}

const keysOf = (jobs: readonly Job[]) => jobs.map(({ key }) => key).sort();

it.each([1, 90, 101, 5000, 2 ** 53 - 1, 1e20])(
  'ends, and claims to have read no end, where a list has none and says that page %d is its last',
  async (lastPage) => {
    const { client, service } = await connected(({ url }) => {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page'));
      return envelope({
        jobs: [aJob({ key: `job_${page}` })],
        pagination: { currentPage: page, lastPage, hasMore: true, total: lastPage },
      });
    });
    const reading = new ListReading(client.listJobs);
    await reading.read(false, patient(), () => undefined);
    expect(reading.jobs).toMatchObject({ isWhole: false });
    expect(reading.jobs?.first).toBe(reading.jobs?.rows.length);
    expect(service.requests.length).toBeLessThanOrEqual(150);
  },
);

it('has each job once that the list had while it was read, and all of a list that stood still', () =>
  fc.assert(
    fc.asyncProperty(
      list,
      fc.array(event, { maxLength: 12 }),
      fc.nat(16),
      async ({ size, perPage }, events, delay) => {
        vi.setSystemTime(begin);
        const service = new ListService(size, perPage);
        const during = happening(service, events, delay);
        const reading = new ListReading(service.source);
        await reading.read(perPage > 1, new AbortController().signal, () => undefined);
        const { jobs } = reading;
        if (jobs === undefined) throw new Error('Nothing was read.');
        const past = during(begin, jobs.at);
        const ever = new Set(past.flatMap(keysOf));
        const read = jobs.rows.flatMap((row) => (row.kind === 'job' ? [row.job.key] : []));
        expect(new Set(read).size).toBe(read.length);
        expect(read.filter((key) => !ever.has(key))).toEqual([]);
        if (past.length === 1) expect(jobs.isChanged).toBe(false);
        if (past.length === 1 && jobs.isWhole) expect(read.toSorted()).toEqual([...ever].sort());
        const panels = finish(describePanels(jobs, { preset: 'all', from: null, to: null }));
        for (const { value, filter } of countsIn(panels)) {
          if (filter === null) continue;
          const passes = filterTest(filter, jobs.at);
          const matching = past.flatMap((then) => keysOf(then.filter((job) => passes(jobRow(job)))));
          expect(value).toBeLessThanOrEqual(new Set(matching).size);
        }
      },
    ),
    { numRuns: 60 },
  ));

it('says that the list changed where its total did, or a job came on two pages', async () => {
  const isChangedBy = async (change: (service: ListService) => void) => {
    const service = new ListService(100, 10);
    let answers = 0;
    service.afterAnswer = () => {
      if (++answers === 5) change(service);
    };
    const reading = new ListReading(service.source);
    await reading.read(true, new AbortController().signal, () => undefined);
    return reading.jobs?.isChanged;
  };
  expect(await isChangedBy(() => undefined)).toBe(false);
  expect(await isChangedBy((service) => service.remove(0))).toBe(true);
  expect(await isChangedBy((service) => service.start())).toBe(true);
  const replaces = (service: ListService) => {
    service.start();
    service.remove(99);
  };
  expect(await isChangedBy(replaces)).toBe(true);
});

it('is whole at the end of a list that has two jobs under one key', async () => {
  const reading = new ListReading(() =>
    Promise.resolve({ ...pageOf(['a', 'b'], { total: 3 }), sameKeys: 1 }),
  );
  await reading.read(true, new AbortController().signal, () => undefined);
  expect(reading.jobs).toMatchObject({ isWhole: true, note: '1 job came twice under the same key.' });
});
