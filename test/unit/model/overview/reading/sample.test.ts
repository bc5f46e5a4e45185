import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../../src/model/jobs/jobList.ts';
import { Census } from '../../../../../src/model/overview/reading/census.ts';
import { describeReading } from '../../../../../src/model/overview/reading/reading.ts';
import { readPages } from '../../../../../src/model/overview/reading/readingLoop.ts';
import type { Job, JobRow, JobsPage } from '../../../../../src/service/index.ts';
import { damagedRow } from '../../builders.ts';
import { ListService } from './listService.ts';
import { aQueue, finish, now, seeded } from '../figures/queue.ts';

/** A census of a service, with what was in its list when a first page was answered. */
function censusOf(service: ListService, seed = 1) {
  const census = new Census(seeded(seed));
  const lists = new WeakMap<JobsPage, readonly Job[]>();
  const pageOf = service.pageOf.bind(service);
  service.pageOf = (page) => {
    const answer = pageOf(page);
    lists.set(answer, service.jobs);
    return answer;
  };
  const listAt = (page: JobsPage): readonly Job[] => lists.get(page) ?? [];
  // What was there when the first page was read last, and when the top was last read down to jobs that were known while the total
  // stayed and no page held a job of the one above it.
  let first: readonly Job[] = [];
  let top: readonly Job[] = [];
  let totalAtFirst: number | null = null;
  let above = new Set<string>();
  const take = census.take.bind(census);
  census.take = (number, page, at, isLater) => {
    const isNextOfTop = number === census.nextOfTop;
    if (number === 1) first = listAt(page);
    take(number, page, at, isLater);
    if (number === 1) totalAtFirst = isLater === false ? null : census.total;
    if (census.total !== totalAtFirst || (isNextOfTop && page.jobs.some(({ id }) => above.has(id)))) totalAtFirst = null;
    if (number === 1 || isNextOfTop) above = new Set([...(number === 1 ? [] : above), ...page.jobs.map(({ id }) => id)]);
    if (totalAtFirst !== null && census.nextOfTop === undefined) top = first;
    expect(falselyClaimed(), `page ${number}`).toEqual([]);
  };
  /** Jobs that are said to be read and are not. */
  const falselyClaimed = (): string[] => {
    const { isWhole, completeSince } = census.sample();
    const left = new Set(service.jobs.map(({ key }) => key));
    const claimed = isWhole ? first : top.filter(({ startedAt }) => completeSince !== null && Date.parse(startedAt ?? '') >= completeSince);
    return claimed.flatMap(({ key }) => (left.has(key) && census.records.find(`job:${key}`) === undefined ? [key] : []));
  };
  const read = (next: (pending: readonly number[]) => number | undefined) =>
    readPages({ census, source: service.source, next, busy: () => undefined, onDidTake: () => undefined, signal: new AbortController().signal });
  return {
    census,
    listAt,
    falselyClaimed,
    setTop: (jobs: readonly Job[]) => ([first, top] = [jobs, jobs]),
    readSome: () => read((pending) => census.nextUnasked(pending)),
    readAll: () => read((pending) => census.nextOfAll(pending)),
    readNew: () => {
      const waiting = [census.nextAgain() ?? 1, 1];
      return read((pending) => waiting.shift() ?? (pending.length === 0 ? census.nextOfTop : undefined));
    },
  };
}

/** A service whose list are these rows. */
function serviceOf(rows: readonly JobRow[], perPage: number): ListService {
  const service = new ListService(0, perPage);
  service.pageOf = (page) => ({
    jobs: rows.slice((page - 1) * perPage, page * perPage),
    pagination: { currentPage: page, hasMore: page * perPage < rows.length, total: rows.length, lastPage: Math.ceil(rows.length / perPage) },
  });
  return service;
}

const queue = aQueue(6000, 7);

describe('the sample of a long list that was read in part', () => {
  it('has strata that make up the list, each with pages of its own that were read, at least two or all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1000, max: queue.length }), fc.integer({ min: 4, max: 15 }), fc.nat(1e6), async (size, perPage, seed) => {
        const rows = queue.slice(0, size);
        const { census, readSome } = censusOf(serviceOf(rows, perPage), seed);
        await readSome();
        const { strata, isWhole, total, records } = census.sample();
        const lastPage = Math.ceil(size / perPage);
        expect([isWhole, total]).toEqual([lastPage <= 40, size]);
        expect(strata.reduce((sum, { pages }) => sum + pages, 0)).toBe(lastPage);
        const read = strata.flatMap((stratum) => stratum.read);
        expect([new Set(read).size, records.size]).toEqual([Math.min(40, lastPage), rows.filter(({ id }) => records.find(id) !== undefined).length]);
        const pagesOf = new Map<number, Set<number>>();
        for (const [index, { id }] of rows.entries()) {
          const found = records.find(id);
          if (found === undefined) continue;
          const number = records.page(found);
          pagesOf.set(number, (pagesOf.get(number) ?? new Set()).add(Math.floor(index / perPage) + 1));
        }
        let above = 0;
        for (const stratum of strata) {
          expect(stratum.read.length).toBeGreaterThanOrEqual(Math.min(2, stratum.pages));
          expect(stratum.read.length).toBeLessThanOrEqual(stratum.pages);
          for (const number of stratum.read) {
            const pages = [...(pagesOf.get(number) ?? [])];
            expect(pages).toHaveLength(1);
            expect(pages[0]).toBeGreaterThan(above);
            expect(pages[0]).toBeLessThanOrEqual(above + stratum.pages);
          }
          above += stratum.pages;
        }
      }),
      { numRuns: 12 },
    );
  });

  it('has none while one of its parts has no page that was read', () => {
    const service = serviceOf(queue, 20);
    const { census } = censusOf(service);
    const counts: number[] = [];
    for (let page = census.nextUnasked([]); page !== undefined; page = census.nextUnasked([])) {
      census.take(page, service.pageOf(page), 0);
      counts.push(census.sample().strata.length);
    }
    expect([counts.length, new Set(counts.slice(0, -1))]).toEqual([40, new Set([0])]);
    expect(counts.at(-1)).toBeGreaterThan(3);
  });

  it('says since when every job was read, and means the oldest of the newest pages', async () => {
    const { census, readSome } = censusOf(serviceOf(queue, 50));
    await readSome();
    const { completeSince } = census.sample();
    const starts = queue.flatMap((row) => (row.kind === 'job' ? [Date.parse(row.job.startedAt ?? '')] : []));
    expect(completeSince).toBeLessThanOrEqual((starts[15 * 50] ?? 0) + 1);
    expect(queue.filter(({ id }, index) => (starts[index] ?? 0) >= (completeSince ?? 0) && census.records.find(id) === undefined)).toEqual([]);
  });
});

/** What happens at the service before an answer. */
interface Turn {
  readonly starts: number;
  readonly deletes: readonly number[];
}
const turnsOf = (deletes: number) => fc.array(fc.record({ starts: fc.integer({ min: 0, max: 4 }), deletes: fc.array(fc.nat(1000), { maxLength: deletes }) }), { maxLength: 80 });

/** Lets jobs start together, ten at a time, and lie up to half a page away from their place. */
function disorder(service: ListService, roll: () => number): void {
  const apart = Math.floor(service.perPage / 2);
  const places = service.jobs.map((job, index) => ({ job, place: index + Math.floor(roll() * (apart + 1)) }));
  service.jobs = places
    .sort((one, other) => one.place - other.place)
    .map(({ job }) => ({ ...job, startedAt: new Date(Math.floor(Date.parse(job.startedAt ?? '') / 600_000) * 600_000).toISOString() }));
}

function playTurns(service: ListService, turns: readonly Turn[]): void {
  const left = [...turns];
  service.beforeAnswer = () => {
    const turn = left.shift();
    service.start(turn?.starts ?? 0);
    for (const place of turn?.deletes ?? []) if (service.jobs.length > 0) service.remove(place % service.jobs.length);
  };
}

describe('the time since which every job is said to be read', () => {
  it.each([['only start', 0], ['start and go', 3]] as const)('holds where jobs start together, lie in slight disorder, and %s meanwhile', async (_, deletes) => {
    let claims = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 50, max: 400 }), fc.integer({ min: 2, max: 9 }), turnsOf(deletes), fc.nat(1e6), async (size, perPage, turns, seed) => {
        const service = new ListService(size, perPage);
        disorder(service, seeded(seed));
        playTurns(service, turns);
        const { census, readSome, readNew, falselyClaimed } = censusOf(service, seed);
        for (const read of [readSome, readNew, readSome, readNew]) await read();
        expect(falselyClaimed()).toEqual([]);
        const { isWhole, completeSince } = census.sample();
        if (!isWhole && completeSince !== null) claims++;
      }),
      { numRuns: 40 },
    );
    expect(claims).toBeGreaterThan(10);
  });
});

describe('a census that takes what the Jobs view has', () => {
  type Step = 'load' | 'more' | 'refresh' | 'refreshSome' | 'put' | 'adopt' | 'some' | 'all' | 'new';
  const steps = fc.array(fc.constantFrom<Step>('load', 'more', 'more', 'refresh', 'refreshSome', 'put', 'adopt', 'some', 'all', 'new'), { minLength: 2, maxLength: 12 });

  it('never says falsely what was read, whatever it loads, reads again and puts first while jobs start and go', async () => {
    let [whole, claims] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 5 }), turnsOf(2), steps, fc.nat(1e6), async (size, perPage, turns, taken, seed) => {
        const service = new ListService(size, perPage);
        playTurns(service, turns);
        const { census, listAt, setTop, falselyClaimed, readSome, readAll, readNew } = censusOf(service, seed);
        const list = new JobList();
        let first: readonly Job[] = [];
        list.connect(async (page, signal) => {
          const answer = await service.source(page, signal);
          if (page === 1) first = listAt(answer);
          return answer;
        });
        const adopt = () => {
          const isFirst = census.times === undefined;
          finish(census.adopt(list.state));
          if (isFirst && census.times !== undefined) setTop(first);
          expect(falselyClaimed(), 'adopted').toEqual([]);
          if (census.isWhole) whole++;
          else if (census.sample().completeSince !== null) claims++;
        };
        for (const step of taken) {
          if (step === 'load') await list.ensureLoaded();
          if (step === 'more') await list.loadMore();
          if (step === 'refresh') await list.refresh();
          if (step === 'refreshSome') await list.refresh({ most: 1, readOn: false });
          if (step === 'put') {
            service.start();
            const [started] = service.jobs;
            if (started !== undefined) list.put(started);
          }
          if (step === 'some') await readSome();
          if (step === 'all') await readAll();
          if (step === 'new') await readNew();
          adopt();
        }
      }),
      { numRuns: 300 },
    );
    expect([whole > 40, claims > 40]).toEqual([true, true]);
  });

  it('takes pages in steps, in none of which it claims what it has not read, and only the rows that were there at the first', async () => {
    const service = new ListService(500, 5);
    const list = new JobList();
    list.connect(service.source);
    await list.ensureLoaded();
    for (let page = 1; page < 50; page++) await list.loadMore();
    const { census } = censusOf(service);
    const adoption = census.adopt(list.state);
    let count = 0;
    for (let step = adoption.next(); step.done !== true; step = adoption.next()) {
      expect([census.isWhole, census.parts]).toEqual([false, []]);
      // Its array grows meanwhile.
      if (++count === 3) await list.loadMore();
    }
    expect([count, census.records.size, census.parts]).toMatchObject([50, 250, [{ from: 250, to: 500 }]]);
    // What it loads later are jobs without a place in the list.
    finish(census.adopt(list.state));
    expect([census.records.size, census.parts]).toMatchObject([255, [{ from: 250, to: 500 }]]);
  });
});

describe('remarks', () => {
  const remarksOf = async (rows: readonly JobRow[]) => {
    const { census, readSome } = censusOf(serviceOf(rows, 20));
    await readSome();
    return { remarks: describeReading(census, 'settled', now, 'en')?.remarks, since: census.sample().completeSince };
  };

  it('count the rows that cannot be read', async () => {
    const damaged = [damagedRow({ key: 1 }, 'damaged', 3), damagedRow({ key: 2 }, 'damaged', 4)];
    expect((await remarksOf([...queue.slice(0, 50), ...damaged.slice(0, 1)])).remarks).toEqual(['1 job could not be read.']);
    expect((await remarksOf([...queue.slice(0, 50), ...damaged])).remarks).toEqual(['2 jobs could not be read.']);
  });

  it('tell of a list in random order, for which no time is said since which all was read', async () => {
    const roll = seeded(3);
    const shuffled = queue.map((row) => ({ row, at: roll() })).sort((one, other) => one.at - other.at).map(({ row }) => row);
    const { remarks, since } = await remarksOf(shuffled);
    expect([remarks, since]).toEqual([['The service does not send the newest jobs first, so what was read of the list in part may be of any time.'], null]);
    expect((await remarksOf(queue)).since).not.toBeNull();
  });
});
