import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Census } from '../../../../../src/model/overview/reading/census.ts';
import { readPages } from '../../../../../src/model/overview/reading/readingLoop.ts';
import type { JobsPage } from '../../../../../src/service/index.ts';
import { ListService } from './listService.ts';

/** What happens at the service before an answer. */
interface Turn {
  readonly starts: number;
  /** Places of jobs that go. */
  readonly deletes: readonly number[];
  /** How much later than a request beside it. */
  readonly delay: number;
}

type Goal = 'some' | 'all' | 'new';

const turns = (deletes: number) => fc.array(fc.record({ starts: fc.integer({ min: 0, max: 4 }), deletes: fc.array(fc.nat(200), { maxLength: deletes }), delay: fc.nat(6) }), { maxLength: 60 });

/** Reads a list that changes, and holds what is said to be whole against the list as it was when its first page was answered. */
async function play(size: number, perPage: number, played: readonly Turn[], goals: readonly Goal[], random: () => number) {
  const service = new ListService(size, perPage);
  const left = [...played];
  const tops = new WeakMap<JobsPage, readonly string[]>();
  let top: readonly string[] = [];
  const source = async (page: number, signal: AbortSignal): Promise<JobsPage> => {
    const turn = left.shift();
    for (let tick = 0; tick < (turn?.delay ?? 0); tick++) await Promise.resolve();
    service.start(turn?.starts ?? 0);
    for (const place of turn?.deletes ?? []) if (service.jobs.length > 0) service.remove(place % service.jobs.length);
    return service.source(page, signal);
  };
  const pageOf = service.pageOf.bind(service);
  service.pageOf = (page) => {
    const answer = pageOf(page);
    tops.set(answer, service.jobs.map(({ key }) => key));
    return answer;
  };
  const census = new Census(random);
  const missing = (keys: readonly string[]) => {
    const now = new Set(service.jobs.map(({ key }) => key));
    return keys.filter((key) => now.has(key) && census.records.find(`job:${key}`) === undefined);
  };
  const take = census.take.bind(census);
  census.take = (number, page, now, isLater) => {
    if (number === 1) top = tops.get(page) ?? [];
    take(number, page, now, isLater);
    if (census.isWhole) expect(missing(top), 'whole').toEqual([]);
  };
  const read = async (goal: Goal) => {
    const waiting = [census.nextAgain() ?? 1, 1];
    const next = (pending: readonly number[]) => {
      if (service.asked.length > 1000) throw new Error('It asks for ever.');
      if (goal === 'new') return waiting.shift() ?? (pending.length === 0 ? census.nextOfTop : undefined);
      return goal === 'all' ? census.nextOfAll(pending) : census.nextUnasked(pending);
    };
    await readPages({ census, source, next, busy: () => undefined, onDidTake: () => undefined, signal: new AbortController().signal });
  };
  for (const goal of goals) await read(goal);
  return { census, service, read, missing, isQuiet: () => left.length === 0 };
}

const goals = fc.array(fc.constantFrom<Goal>('some', 'all', 'new'), { minLength: 1, maxLength: 8 });
const randoms = fc.integer({ min: 1, max: 2 ** 31 - 2 }).map((seed) => {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
});

describe('a census of a list that changes while it is read', () => {
  it('never calls what it read whole where a job of it was not met, whatever starts and goes between answers', async () => {
    let [settled, whole] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 4 }), turns(2), goals, randoms, async (size, perPage, played, wanted, random) => {
        const { census, service, read, missing, isQuiet } = await play(size, perPage, played, wanted, random);
        if (!isQuiet()) return;
        // Once nothing changes any more, all is found.
        for (const goal of ['new', 'all', 'new', 'all'] as const) await read(goal);
        expect(missing(service.jobs.map(({ key }) => key))).toEqual([]);
        settled++;
        if (census.isWhole) whole++;
      }),
      { numRuns: 120 },
    );
    // Where all jobs of the first page went, it cannot be certain.
    expect(whole / settled).toBeGreaterThan(0.9);
  });

  it('loses no job where jobs only start', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 4 }), turns(0), randoms, async (size, perPage, played, random) => {
        const { census, service, read, missing, isQuiet } = await play(size, perPage, played, ['some', 'all', 'new'], random);
        expect(missing(service.jobs.slice(service.jobs.length - size).map(({ key }) => key))).toEqual([]);
        if (!isQuiet()) return;
        for (const goal of ['new', 'all', 'new'] as const) await read(goal);
        expect([census.isWhole, missing(service.jobs.map(({ key }) => key))]).toEqual([true, []]);
      }),
      { numRuns: 60 },
    );
  });
});
