import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { filterTest } from '../../../../src/model/browsing/jobFilter.ts';
import { createJobList } from '../../../../src/model/jobs/jobList.ts';
import { createJobReader } from '../../../../src/model/jobs/jobReader.ts';
import { describePanels } from '../../../../src/model/overview/figures/panels.ts';
import { createListReading } from '../../../../src/model/jobs/listReading.ts';
import type { Count } from '../../../../src/protocol/overview.ts';
import { type Job, jobRow } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { envelope } from '../../../support/service/service.ts';
import { connected, patient } from '../../service/harness.ts';
import { finish } from '../overview/figures/queue.ts';
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
  return 'grade' in value && 'was' in value ? [value as Count] : Object.values(value).flatMap(countsIn);
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
    const reading = createListReading(client.listJobs, createJobReader(createJobList()));
    await reading.read(false, patient(), () => undefined);
    expect(reading.jobs).toMatchObject({ isWhole: false, isExact: false });
    expect(reading.jobs?.first).toBe(reading.jobs?.rows.length);
    expect(service.requests.length).toBeLessThanOrEqual(150);
  },
);

it('claims exactly what is so, and at least no more than was so at the time that it names, whatever happens meanwhile', () =>
  fc.assert(
    fc.asyncProperty(
      list,
      fc.array(event, { maxLength: 12 }),
      fc.nat(16),
      fc.boolean(),
      fc.nat(6),
      async ({ size, perPage }, events, delay, hasSingles, rounds) => {
        vi.setSystemTime(begin);
        const service = new ListService(size, perPage);
        service.hasSingles = hasSingles;
        const during = happening(service, events, delay);
        const list = createJobList();
        list.connect(service.source);
        const reader = createJobReader(list);
        reader.connect(service.getJob);
        const reading = createListReading(service.source, reader);
        const { signal } = new AbortController();
        await reading.read(perPage > 1, signal, () => undefined);
        let wasExact = false;
        for (let round = 0; ; round++) {
          const jobs = reading.jobs;
          if (jobs === undefined) throw new Error('Nothing was read.');
          const past = during(jobs.from - 1000, jobs.to - 1000);
          wasExact ||= jobs.isExact;
          if (jobs.isExact) {
            expect(
              past.some(
                (then) =>
                  JSON.stringify(keysOf(then)) ===
                  JSON.stringify(
                    jobs.rows.flatMap((row) => (row.kind === 'job' ? [row.job.key] : [])).sort(),
                  ),
              ),
            ).toBe(true);
          }
          const panels = finish(
            describePanels(jobs, { preset: 'all', from: null, to: null }, begin, undefined),
          );
          for (const { value, filter, grade } of countsIn(panels)) {
            if (filter === null) continue;
            const passes = filterTest(filter, begin);
            const matching = past.map((then) => new Set(keysOf(then.filter((job) => passes(jobRow(job))))));
            const ever = new Set(matching.flatMap((each) => [...each]));
            const always = [...ever].filter((key) => matching.every((each) => each.has(key)));
            expect(value).toBeLessThanOrEqual(ever.size);
            // As of one moment, except that jobs may have been completed since their page was read.
            if (
              grade === 'atLeast' &&
              wasExact &&
              jobs.rows.length >= (jobs.total ?? 0) &&
              events.every(({ kind }) => kind !== 'complete')
            ) {
              expect(value).toBeLessThanOrEqual(matching.at(-1)?.size ?? 0);
            }
            if (grade === 'exact') expect(value).toBeGreaterThanOrEqual(always.length);
          }
          if (round === rounds) break;
          await reading.follow(signal);
        }
      },
    ),
    { numRuns: 40 },
  ));
