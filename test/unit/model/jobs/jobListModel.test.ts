import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Job,
  type JobRow,
  type JobsPage,
  ServiceError,
  jobRow,
} from '../../../../src/service/index.ts';
import { createJobList, fault, job, keysOf, putStarted } from '../builders.ts';

const perPage = 4;

interface Call {
  readonly signal: AbortSignal;
  readonly settled: () => boolean;
  readonly respond: () => void;
  readonly fail: () => void;
}

/**
 * A service whose jobs change during the test. The newest job is first. The test sends each
 * response.
 */
class Service {
  readonly #generation: number;
  #serial = 0;
  jobs: Job[] = [];
  readonly sent = new Set<Job>();
  readonly calls: Call[] = [];
  patient = true;
  /**
   * True if responses contain the number of the last page. Then, several pages can be requested at
   * once.
   */
  sendsLastPage = false;

  constructor(generation: number, size: number) {
    this.#generation = generation;
    for (let count = 0; count < size; count++) this.insert();
  }

  insert(): Job {
    const started = job(`g${this.#generation}-${String(this.#serial++).padStart(4, '0')}`);
    this.jobs.unshift(started);
    return started;
  }

  remove(place: number): void {
    this.jobs.splice(place % Math.max(this.jobs.length, 1), 1);
  }

  complete(place: number): void {
    const at = place % Math.max(this.jobs.length, 1);
    const found = this.jobs[at];
    if (found !== undefined) this.jobs[at] = { ...found, completedAt: '2026-10-02T08:00:00Z' };
  }

  /** The response contains the jobs at the time of the response, not at the time of the request. */
  readonly send = (page: number, signal: AbortSignal): Promise<JobsPage> => {
    const { promise, resolve, reject } = Promise.withResolvers<JobsPage>();
    let settled = false;
    const settle = (how: () => void) => () => {
      settled = true;
      how();
    };
    const call: Call = {
      signal,
      settled: () => settled,
      respond: settle(() => resolve(this.#page(page))),
      fail: settle(() => reject(fault())),
    };
    signal.addEventListener(
      'abort',
      settle(() => reject(new ServiceError('cancelled', 'It was canceled.'))),
    );
    this.calls.push(call);
    if (!this.patient) call.respond();
    return promise;
  };

  get waiting(): Call[] {
    return this.calls.filter((call) => !call.settled());
  }

  /** Pending requests that are not aborted. */
  get wanted(): Call[] {
    return this.waiting.filter(({ signal }) => !signal.aborted);
  }

  #page(number: number): JobsPage {
    const jobs = this.jobs.slice((number - 1) * perPage, number * perPage);
    for (const each of jobs) this.sent.add(each);
    return {
      jobs: jobs.map(jobRow),
      pagination: {
        currentPage: number,
        hasMore: number * perPage < this.jobs.length,
        total: this.jobs.length,
        lastPage: this.sendsLastPage ? Math.ceil(this.jobs.length / perPage) : null,
      },
    };
  }
}

type Step =
  | {
      readonly kind:
        | 'load'
        | 'more'
        | 'all'
        | 'refresh'
        | 'autoRefresh'
        | 'restart'
        | 'cancel'
        | 'connect'
        | 'respond'
        | 'fail'
        | 'start';
    }
  | { readonly kind: 'insert' | 'remove' | 'complete'; readonly number: number };

const extending = fc.constantFrom<Step>({ kind: 'load' }, { kind: 'more' }, { kind: 'all' });
const refreshing = fc.constantFrom<Step>({ kind: 'refresh' }, { kind: 'autoRefresh' });
const responding = fc.constantFrom<Step>(
  { kind: 'respond' },
  { kind: 'respond' },
  { kind: 'respond' },
  { kind: 'fail' },
);
const interrupting = fc.constantFrom<Step>(
  { kind: 'cancel' },
  { kind: 'restart' },
  { kind: 'connect' },
);
const growing = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), number: fc.integer({ min: 1, max: 6 }) }),
  fc.constant<Step>({ kind: 'start' }),
);
const changing = fc.record({
  kind: fc.constantFrom('remove' as const, 'complete' as const),
  number: fc.nat(40),
});

/** Waits until only pending requests can continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

interface Scene {
  /** Number of jobs at the beginning. */
  readonly size: number;
  /** Maximum number of jobs that start between two responses. */
  readonly growth: number;
}

/** The services to which the window was connected, and the job list of the last service. */
class Stage {
  readonly loads: Promise<void>[] = [];
  readonly #onDidChange: () => void;
  #jobs: ReturnType<typeof createJobList>;
  readonly #scene: Scene;
  readonly #services: Service[] = [];
  #stop = new AbortController();
  /** Cancels the requests to the last service. */
  #end = new AbortController();
  #grown = 0;

  constructor(scene: Scene, onDidChange: () => void) {
    this.#scene = scene;
    this.#onDidChange = onDidChange;
    this.#jobs = this.#connect();
  }

  get list() {
    return this.#jobs.list;
  }

  get service(): Service {
    return this.#services.at(-1) as Service;
  }

  /** Pending requests that are not aborted. */
  get wanted(): Call[] {
    return this.#services.flatMap(({ wanted }) => wanted);
  }

  act(step: Step): void {
    const number = 'number' in step ? step.number : 0;
    const { signal } = this.#stop;
    const actions: Record<Step['kind'], () => unknown> = {
      load: () => this.loads.push(this.list.ensureLoaded()),
      more: () => this.loads.push(this.list.loadMore()),
      all: () => this.loads.push(this.list.loadAll({ signal })),
      refresh: () => this.loads.push(this.list.refresh({ signal })),
      autoRefresh: () => this.loads.push(this.list.autoRefresh()),
      restart: () => this.loads.push(this.list.restart()),
      cancel: () => this.#cancel(),
      connect: () => this.#reconnect(),
      respond: () => this.#next()?.respond(),
      fail: () => this.#next()?.fail(),
      start: () => this.#start(),
      insert: () => Array.from({ length: number }, () => this.#grow()),
      remove: () => this.service.remove(number),
      complete: () => this.service.complete(number),
    };
    actions[step.kind]();
  }

  async respondAll(): Promise<void> {
    for (const each of this.#services) each.patient = false;
    for (const call of this.#services.flatMap(({ waiting }) => waiting)) call.respond();
    await Promise.all(this.loads);
  }

  #connect(): ReturnType<typeof createJobList> {
    this.#services.push(new Service(this.#services.length, this.#scene.size));
    const { service } = this;
    const { signal: end } = (this.#end = new AbortController());
    const jobs = createJobList((page, signal) =>
      service.send(page, AbortSignal.any([signal, end])),
    );
    jobs.list.onDidChange(this.#onDidChange);
    return jobs;
  }

  #reconnect(): void {
    this.#end.abort();
    this.#jobs.list.dispose();
    this.#jobs = this.#connect();
  }

  #cancel(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  #next(): Call | undefined {
    const next = this.#services.flatMap(({ waiting }) => waiting)[0];
    if (next?.signal.aborted === false) this.#grown = 0;
    return next;
  }

  #grow(): Job | undefined {
    return this.#grown++ < this.#scene.growth ? this.service.insert() : undefined;
  }

  #start(): void {
    const started = this.#grow();
    if (started === undefined) return;
    this.service.sent.add(started);
    putStarted(this.#jobs, started);
  }
}

/** Runs the steps. Calls `check` with the rows after each change of the list. */
async function play(
  steps: readonly Step[],
  scene: Scene,
  check: (rows: readonly JobRow[], service: Service) => void,
) {
  // Checks the rows later, because the emitter would catch an error of the listener.
  const shown: { rows: readonly JobRow[]; by: Service }[] = [];
  const stage: Stage = new Stage(scene, () =>
    shown.push({ rows: [...(stage.list.state.rows ?? [])], by: stage.service }),
  );
  const checkShown = () => {
    for (const { rows, by } of shown.splice(0)) check(rows, by);
  };
  for (const step of steps) {
    stage.act(step);
    await settle();
    checkShown();
    const wanted = stage.wanted.length;
    expect(wanted, 'one load at a time').toBeLessThanOrEqual(1);
    expect(stage.list.state.loading === null, 'loading is shown during a load').toBe(wanted === 0);
    const { rows = [] } = stage.list.state;
    expect(rows.map(({ id }) => stage.list.row(id))).toEqual(rows);
  }
  await stage.respondAll();
  checkShown();
  expect(stage.list.state.loading).toBeNull();
  return { list: stage.list, service: stage.service };
}

/** Checks conditions that are always true. */
function checkRows(rows: readonly JobRow[], service: Service): void {
  expect(new Set(rows.map(({ id }) => id)).size, 'no id appears twice').toBe(rows.length);
  expect(
    rows.every((row) => row.kind === 'job' && service.sent.has(row.job)),
    'only jobs that this service sent',
  ).toBe(true);
}

const scenes = (growth: number) =>
  fc.record<Scene>({ size: fc.nat(30), growth: fc.constant(growth) });

/** Lets the time pass after which a started job is removed if the service does not list it. */
const passListingDelay = () => vi.setSystemTime(Date.now() + 60_000);

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
