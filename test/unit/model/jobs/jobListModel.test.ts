import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobList, keysOf } from '../builders.ts';
import { Service, perPage } from './changingService.ts';
import {
  type Step,
  changing,
  checkRows,
  extending,
  growing,
  interrupting,
  play,
  refreshing,
  responding,
  scenes,
  settle,
} from './jobListModelSetup.ts';
import { passListingDelay } from './jobListSetup.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

describe('JobList', () => {
  it('shows the same jobs as the service after random changes and a refresh', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: extending },
        { weight: 2, arbitrary: refreshing },
        { weight: 6, arbitrary: responding },
        { weight: 2, arbitrary: growing },
        { weight: 2, arbitrary: changing },
        { weight: 1, arbitrary: interrupting },
      ),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, scenes(Infinity), async (played, scene) => {
        const { list, service } = await play(played, scene, checkRows);
        passListingDelay();
        await list.refresh();
        await list.refresh();
        for (let pages = 0; list.state.hasMore && pages <= service.jobs.length; pages++) {
          await list.loadMore();
        }
        expect(keysOf(list.state.rows)).toEqual(service.jobs.map(({ key }) => key));
        expect(list.state).toMatchObject({
          total: service.jobs.length,
          loading: null,
          failure: null,
          note: null,
          newer: 0,
        });
        expect(list.isWhole).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps all loaded rows while new jobs start', async () => {
    const loadedPages: Step[] = [
      { kind: 'load' },
      { kind: 'respond' },
      { kind: 'more' },
      { kind: 'respond' },
    ];
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: extending },
        { weight: 1, arbitrary: fc.constant<Step>({ kind: 'autoRefresh' }) },
        { weight: 6, arbitrary: responding },
        { weight: 3, arbitrary: growing },
      ),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.boolean(),
        scenes(2 * perPage),
        async (played, isLoaded, scene) => {
          let before: string[] = [];
          const { list } = await play(
            isLoaded ? [...loadedPages, ...played] : played,
            scene,
            (rows, service) => {
              checkRows(rows, service);
              const keys = new Set(keysOf(rows));
              expect(before.filter((key) => !keys.has(key))).toEqual([]);
              before = [...keys];
            },
          );
          expect(list.state.note).toBeNull();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reports a complete list only if all jobs are loaded', async () => {
    const kinds = fc.constantFrom('insert' as const, 'remove' as const);
    const turns = fc.array(fc.oneof({ weight: 2, arbitrary: responding }, extending, refreshing), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(
        turns,
        fc.array(fc.nat(40)),
        kinds,
        scenes(Infinity),
        async (played, places, kind, scene) => {
          const changes = [...places];
          const steps = played.flatMap((step): Step[] => {
            const number = step.kind === 'respond' ? changes.pop() : undefined;
            return number === undefined
              ? [step]
              : [step, { kind, number: kind === 'insert' ? number % 6 : number }];
          });
          const { list, service } = await play(steps, scene, checkRows);
          const loaded = new Set(keysOf(list.state.rows));
          const missing = service.jobs.filter(({ key }) => !loaded.has(key));
          // Jobs that started after the last response are not in the list.
          const last = list.state.total ?? 0;
          if (list.isWhole && kind === 'remove') expect(missing).toEqual([]);
          if (list.isWhole && kind === 'insert')
            expect(missing.length).toBe(service.jobs.length - last);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('warns if jobs are missing because responses arrive out of order', async () => {
    const turns = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.nat(3) },
        { weight: 1, arbitrary: fc.constant('start' as const) },
      ),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 40 }), turns, async (size, played) => {
        const service = new Service(0, size);
        service.sendsLastPage = true;
        const { list } = createJobList(service.send);
        const first = list.ensureLoaded();
        await settle();
        service.calls[0]?.respond();
        await first;
        const atFirst = service.jobs.map(({ key }) => key);
        const all = list.loadAll();
        for (const turn of played) {
          await settle();
          if (turn === 'start') service.insert();
          else service.wanted[turn % Math.max(service.wanted.length, 1)]?.respond();
        }
        service.patient = false;
        for (let responses = 0; service.wanted.length > 0 && responses < 2 * size; responses++) {
          service.wanted[0]?.respond();
          await settle();
        }
        await all;
        const loaded = new Set(keysOf(list.state.rows));
        const missing = atFirst.filter((key) => !loaded.has(key));
        if (list.state.note === null) expect(missing).toEqual([]);
        else expect(played).toContain('start');
        expect(list.state).toMatchObject({ hasMore: false, failure: null });
      }),
      { numRuns: 300 },
    );
  });
});
