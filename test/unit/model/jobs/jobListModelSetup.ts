import fc from 'fast-check';
import { expect } from 'vitest';
import type { Job, JobRow } from '../../../../src/service/index.ts';
import { createJobList, putStarted } from '../builders.ts';
import { type Call, Service } from './changingService.ts';

export type Step =
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

export const extending = fc.constantFrom<Step>({ kind: 'load' }, { kind: 'more' }, { kind: 'all' });
export const refreshing = fc.constantFrom<Step>({ kind: 'refresh' }, { kind: 'autoRefresh' });
export const responding = fc.constantFrom<Step>(
  { kind: 'respond' },
  { kind: 'respond' },
  { kind: 'respond' },
  { kind: 'fail' },
);
export const interrupting = fc.constantFrom<Step>(
  { kind: 'cancel' },
  { kind: 'restart' },
  { kind: 'connect' },
);
export const growing = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), number: fc.integer({ min: 1, max: 6 }) }),
  fc.constant<Step>({ kind: 'start' }),
);
export const changing = fc.record({
  kind: fc.constantFrom('remove' as const, 'complete' as const),
  number: fc.nat(40),
});

/** Waits until only pending requests can continue. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

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
export async function play(
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
export function checkRows(rows: readonly JobRow[], service: Service): void {
  expect(new Set(rows.map(({ id }) => id)).size, 'no id appears twice').toBe(rows.length);
  expect(
    rows.every((row) => row.kind === 'job' && service.sent.has(row.job)),
    'only jobs that this service sent',
  ).toBe(true);
}

export const scenes = (growth: number) =>
  fc.record<Scene>({ size: fc.nat(30), growth: fc.constant(growth) });
