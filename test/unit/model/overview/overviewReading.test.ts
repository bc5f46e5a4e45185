import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { filterTest } from '../../../../src/model/browsing/jobFilter.ts';
import { describePanels } from '../../../../src/model/overview/figures/panels.ts';
import { OverviewReading } from '../../../../src/model/overview/overviewReading.ts';
import type { Figure } from '../../../../src/model/overview/report.ts';
import { type Job, jobRow } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { envelope } from '../../../support/service/service.ts';
import { connected, patient } from '../../service/harness.ts';
import { finish } from './figures/queue.ts';
import { createJobStore, pageOf } from '../builders.ts';
import { ListService } from '../listService.ts';

const begin = Date.parse('2026-10-02T08:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }));

/** A change of the job list, which happens a number of responses after the previous change. */
const event = fc.record({
  kind: fc.constantFrom('start', 'remove', 'complete'),
  place: fc.nat(),
  after: fc.integer({ min: 1, max: 5 }),
});
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** A short list, or a list of which only the first and last pages are loaded. */
const list = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ size: fc.integer({ min: 0, max: 60 }), perPage: fc.constant(5) }),
  },
  fc.record({ size: fc.integer({ min: 95, max: 120 }), perPage: fc.constant(1) }),
);

/** Changes the list between responses. Each response takes one second. */
function happening(service: ListService, events: readonly Event[], delay: number) {
  const history = [{ at: begin, jobs: service.jobs }];
  const waiting = [...events];
  let answers = -delay;
  service.afterResponse = () => {
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
  /** Returns each version of the job list between two times. */
  return (from: number, to: number) => {
    const first = history.findLastIndex(({ at }) => at <= from);
    return [
      ...new Set(
        history
          .slice(first, history.findLastIndex(({ at }) => at <= to) + 1)
          .map(({ jobs }) => jobs),
      ),
    ];
  };
}

function countsIn(value: unknown): Figure[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'value' in value && 'filter' in value
    ? [value as Figure]
    : Object.values(value).flatMap(countsIn);
}

const keysOf = (jobs: readonly Job[]) => jobs.map(({ key }) => key).sort();

const { signal } = new AbortController();

function readingOf(listJobs: ListService['source']): OverviewReading {
  return new OverviewReading({ listJobs, store: createJobStore() });
}

describe('OverviewReading', () => {
  it.each([1, 90, 101, 5000, 2 ** 53 - 1, 1e20])(
    'stops reading an endless list that reports %d pages',
    async (lastPage) => {
      const { client, service } = await connected(({ url }) => {
        const page = Number(new URL(url, 'http://localhost').searchParams.get('page'));
        return envelope({
          jobs: [aJob({ key: `job_${page}` })],
          pagination: { currentPage: page, lastPage, hasMore: true, total: lastPage },
        });
      });
      const reading = readingOf(client.listJobs);
      await reading.read(false, patient(), () => undefined);
      expect(reading.jobs).toMatchObject({ isWhole: false });
      expect(reading.jobs?.first).toBe(reading.jobs?.rows.length);
      expect(service.requests.length).toBeLessThanOrEqual(150);
    },
  );

  it('returns the time of the last response', async () => {
    const service = new ListService(120, 1);
    happening(service, [], 0);
    const reading = readingOf(service.source);
    await reading.read(false, signal, () => undefined);
    expect(reading.jobs).toMatchObject({ first: 80, at: Date.now() });
    expect(reading.jobs?.rows).toHaveLength(100);
  });

  it('returns each job of an unchanged list exactly once', () =>
    fc.assert(
      fc.asyncProperty(
        list,
        fc.array(event, { maxLength: 12 }),
        fc.nat(16),
        async ({ size, perPage }, events, delay) => {
          vi.setSystemTime(begin);
          const service = new ListService(size, perPage);
          const during = happening(service, events, delay);
          const reading = readingOf(service.source);
          await reading.read(perPage > 1, signal, () => undefined);
          const { jobs } = reading;
          if (jobs === undefined) throw new Error('Nothing was read.');
          const past = during(begin, jobs.at);
          const ever = new Set(past.flatMap(keysOf));
          const read = jobs.rows.flatMap((row) => (row.kind === 'job' ? [row.job.key] : []));
          expect(new Set(read).size).toBe(read.length);
          expect(read.filter((key) => !ever.has(key))).toEqual([]);
          if (past.length === 1) expect([jobs.isChanged, jobs.note]).toEqual([false, null]);
          if (past.length === 1 && jobs.isWhole) expect(read.toSorted()).toEqual([...ever].sort());
          const panels = finish(describePanels(jobs, 'all'));
          for (const { value, filter } of countsIn(panels)) {
            if (filter === null) continue;
            const passes = filterTest(filter, jobs.at);
            const matching = past.flatMap((then) =>
              keysOf(then.filter((job) => passes(jobRow(job)))),
            );
            expect(value).toBeLessThanOrEqual(new Set(matching).size);
          }
        },
      ),
      { numRuns: 60 },
    ));

  it.each<[string, (service: ListService) => void, boolean]>([
    ['is unchanged', () => undefined, false],
    ['has changed because a job was removed', (service) => service.remove(0), true],
    ['has changed because a job started', (service) => service.start(), true],
    [
      'has changed because one job started and another job was removed',
      (service) => {
        service.start();
        service.remove(99);
      },
      true,
    ],
  ])('reports that the list %s', async (_what, change, isChanged) => {
    const service = new ListService(100, 10);
    let responses = 0;
    service.afterResponse = () => {
      if (++responses === 5) change(service);
    };
    const reading = readingOf(service.source);
    await reading.read(true, signal, () => undefined);
    expect([reading.jobs?.isChanged, reading.jobs?.isWhole]).toEqual([isChanged, !isChanged]);
  });

  it('reports an incomplete list if two jobs have the same key', async () => {
    const reading = readingOf(() =>
      Promise.resolve({ ...pageOf(['a', 'b'], { total: 3 }), sameKeys: 1 }),
    );
    await reading.read(true, signal, () => undefined);
    expect(reading.jobs).toMatchObject({
      isWhole: false,
      note: 'The service returned 1 job with a duplicate key.',
    });
  });

  it('resumes with the missing pages after a failed request', async () => {
    const service = new ListService(30, 10);
    service.refusalOf = (page) => (page === 3 ? 'serverFault' : undefined);
    const reading = readingOf(service.source);
    await expect(reading.read(true, signal, () => undefined)).rejects.toMatchObject({
      kind: 'serverFault',
    });
    expect([reading.jobs?.rows.length, reading.jobs?.isWhole]).toEqual([20, false]);
    service.refusalOf = () => undefined;
    service.requestedPages.length = 0;
    await reading.read(true, signal, () => undefined);
    expect([service.requestedPages, reading.jobs?.rows.length, reading.jobs?.isWhole]).toEqual([
      [3],
      30,
      true,
    ]);
  });
});
