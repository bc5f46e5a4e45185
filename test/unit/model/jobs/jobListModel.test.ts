import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { type Job, type JobRow, type JobsPage, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { fault, job, keysOf } from '../builders.ts';

const perPage = 4;

interface Call {
  readonly signal: AbortSignal;
  readonly settled: () => boolean;
  readonly answer: () => void;
  readonly fail: () => void;
}

/** A service whose jobs come, end and go, and whose every answer waits for the test; newest first. */
class Service {
  readonly #generation: number;
  readonly #obedient: boolean;
  #serial = 0;
  jobs: Job[] = [];
  readonly sent = new Set<Job>();
  readonly calls: Call[] = [];
  patient = true;
  /** Whether it names its last page, so that pages can be asked for ahead. */
  namesLastPage = false;

  constructor(generation: number, size: number, obedient: boolean) {
    this.#generation = generation;
    this.#obedient = obedient;
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

  /** Sends what is there when it answers, not when it was asked. */
  readonly ask = (page: number, signal: AbortSignal): Promise<JobsPage> => {
    const { promise, resolve, reject } = Promise.withResolvers<JobsPage>();
    let settled = false;
    const settle = (how: () => void) => () => {
      settled = true;
      how();
    };
    const call: Call = {
      signal,
      settled: () => settled,
      answer: settle(() => resolve(this.#page(page))),
      fail: settle(() => reject(fault())),
    };
    // A client rejects as soon as it is told; one that answers all the same must change nothing either.
    if (this.#obedient) {
      signal.addEventListener(
        'abort',
        settle(() => reject(new ServiceError('cancelled', 'left'))),
      );
    }
    this.calls.push(call);
    if (!this.patient) call.answer();
    return promise;
  };

  get waiting(): Call[] {
    return this.calls.filter((call) => !call.settled());
  }

  /** Unanswered requests that are not cancelled. */
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
        lastPage: this.namesLastPage ? Math.ceil(this.jobs.length / perPage) : null,
      },
    };
  }
}

type Step =
  | {
      readonly kind: 'load' | 'more' | 'all' | 'refresh' | 'cancel' | 'connect' | 'answer' | 'fail' | 'start';
    }
  | { readonly kind: 'insert' | 'remove' | 'complete'; readonly number: number };

const asking = fc.constantFrom<Step>(
  { kind: 'load' },
  { kind: 'more' },
  { kind: 'all' },
  { kind: 'refresh' },
);
const answering = fc.constantFrom<Step>(
  { kind: 'answer' },
  { kind: 'answer' },
  { kind: 'answer' },
  { kind: 'fail' },
);
const interrupting = fc.constantFrom<Step>({ kind: 'cancel' }, { kind: 'connect' });
const growing = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), number: fc.integer({ min: 1, max: 6 }) }),
  fc.constant<Step>({ kind: 'start' }),
);
const changing = fc.record({
  kind: fc.constantFrom('remove' as const, 'complete' as const),
  number: fc.nat(40),
});

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

interface Scene {
  /** Jobs there are at the beginning. */
  readonly size: number;
  /** Whether the client rejects at once when it is told to stop. */
  readonly obedient: boolean;
  /** So many jobs start between two answers at most. */
  readonly growth: number;
}

/** A list and the services that it was connected to, the last one first in use. */
class Stage {
  readonly list = new JobList();
  readonly loads: Promise<void>[] = [];
  readonly #scene: Scene;
  readonly #services: Service[] = [];
  #stop = new AbortController();
  #grown = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#connect();
  }

  get service(): Service {
    return this.#services.at(-1) as Service;
  }

  /** Unanswered requests that are not cancelled. */
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
      cancel: () => this.#cancel(),
      connect: () => this.#connect(),
      answer: () => this.#next()?.answer(),
      fail: () => this.#next()?.fail(),
      start: () => this.#start(),
      insert: () => Array.from({ length: number }, () => this.#grow()),
      remove: () => this.service.remove(number),
      complete: () => this.service.complete(number),
    };
    actions[step.kind]();
  }

  async answerAll(): Promise<void> {
    for (const each of this.#services) each.patient = false;
    for (const call of this.#services.flatMap(({ waiting }) => waiting)) call.answer();
    await Promise.all(this.loads);
  }

  #connect(): void {
    this.#services.push(new Service(this.#services.length, this.#scene.size, this.#scene.obedient));
    this.list.connect(this.service.ask);
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
    this.list.put(started);
  }
}

/** Plays the steps on a list and a service; `check` sees the rows of every state that the list shows. */
async function play(
  steps: readonly Step[],
  scene: Scene,
  check: (rows: readonly JobRow[], service: Service) => void,
) {
  const stage = new Stage(scene);
  const { list } = stage;
  // Checked later: what a listener throws does not reach the test.
  const shown: { rows: readonly JobRow[]; by: Service }[] = [];
  list.onDidChange(() => shown.push({ rows: list.state.rows ?? [], by: stage.service }));
  const checkShown = () => {
    for (const { rows, by } of shown.splice(0)) check(rows, by);
  };
  for (const step of steps) {
    stage.act(step);
    await settle();
    checkShown();
    const wanted = stage.wanted.length;
    expect(wanted, 'never two loads at once').toBeLessThanOrEqual(1);
    expect(list.state.loading === null, 'loading is shown while something loads').toBe(wanted === 0);
  }
  await stage.answerAll();
  checkShown();
  expect(list.state.loading).toBeNull();
  return { list, service: stage.service };
}

/** What holds of every state there is. */
function checkRows(rows: readonly JobRow[], service: Service): void {
  expect(new Set(rows.map(({ id }) => id)).size, 'no id twice').toBe(rows.length);
  expect(
    rows.every((row) => row.kind === 'job' && service.sent.has(row.job)),
    'only what this connection sent',
  ).toBe(true);
}

const scenes = (growth: number) =>
  fc.record<Scene>({ size: fc.nat(30), obedient: fc.boolean(), growth: fc.constant(growth) });

describe('a job list, whatever happens in whatever order', () => {
  it('shows no job twice, none that was never sent, loads one page at a time, settles, and in the end agrees with the service', async () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: asking },
        { weight: 6, arbitrary: answering },
        { weight: 2, arbitrary: growing },
        { weight: 2, arbitrary: changing },
        { weight: 1, arbitrary: interrupting },
      ),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, scenes(Infinity), async (played, scene) => {
        const { list, service } = await play(played, scene, checkRows);
        // The first load keeps a job that was put before it, listed or not; the second does not.
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
      }),
      { numRuns: 300 },
    );
  });

  it('loses no loaded row where jobs only start, also pages of them between two answers', async () => {
    const pagesLoaded: Step[] = [
      { kind: 'load' },
      { kind: 'answer' },
      { kind: 'more' },
      { kind: 'answer' },
      { kind: 'refresh' },
      { kind: 'answer' },
    ];
    const steps = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: asking },
        { weight: 6, arbitrary: answering },
        { weight: 3, arbitrary: growing },
      ),
      { maxLength: 20 },
    );
    await fc.assert(
      // As many as can come in so few steps push no row past the pages that a refresh reads at most.
      fc.asyncProperty(steps, fc.boolean(), scenes(2 * perPage), async (played, isLoaded, scene) => {
        let before: string[] = [];
        await play(isLoaded ? [...pagesLoaded, ...played] : played, scene, (rows, service) => {
          checkRows(rows, service);
          const keys = new Set(keysOf(rows));
          expect(before.filter((key) => !keys.has(key))).toEqual([]);
          before = [...keys];
        });
      }),
      { numRuns: 300 },
    );
  });

  it('loses no row of all where pages that were asked for ahead are answered in any order, and jobs start meanwhile', async () => {
    const turns = fc.array(
      fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant('start' as const) }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 40 }), turns, async (size, played) => {
        const service = new Service(0, size, true);
        service.namesLastPage = true;
        const list = new JobList();
        list.connect(service.ask);
        const first = list.ensureLoaded();
        await settle();
        service.calls[0]?.answer();
        await first;
        const atFirst = service.jobs.map(({ key }) => key);
        const all = list.loadAll();
        for (const turn of played) {
          await settle();
          if (turn === 'start') service.insert();
          else service.wanted[turn % Math.max(service.wanted.length, 1)]?.answer();
        }
        service.patient = false;
        for (let answers = 0; service.wanted.length > 0 && answers < 2 * size; answers++) {
          service.wanted[0]?.answer();
          await settle();
        }
        await all;
        expect(keysOf(list.state.rows)).toEqual(atFirst);
        expect(list.state).toMatchObject({ hasMore: false, note: null, failure: null });
      }),
      { numRuns: 300 },
    );
  });
});
