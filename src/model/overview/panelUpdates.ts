import type { Panels } from '../../protocol/overview.ts';
import { runInSlices } from '../util/slices.ts';

/** Shortest time between two runs, in milliseconds. */
const shortestInterval = 500;

/** Longest time between two runs, in milliseconds, because ages grow. */
const longestInterval = 60_000;

/** Rebuilds the panels in time slices, one run at a time: after each change and every minute, until stopped. */
export class PanelUpdates {
  readonly #begin: () => Generator<void, Panels> | undefined;
  readonly #arrived: (panels: Panels) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  #isOutdated = false;
  #notBefore = 0;

  /** @param begin starts a run; undefined if there is nothing to describe yet */
  constructor(begin: () => Generator<void, Panels> | undefined, arrived: (panels: Panels) => void) {
    this.#begin = begin;
    this.#arrived = arrived;
  }

  /** Settles with the current run, during which the described data must not change; undefined without one. */
  get busy(): Promise<void> | undefined {
    return this.#run?.ended;
  }

  /** Rebuilds the panels, at once or shortly after the previous run. */
  request(): void {
    if (this.#run === undefined) this.#set(Math.max(0, this.#notBefore - Date.now()));
    else this.#isOutdated = true;
  }

  /** Rebuilds the panels at once and abandons the current run. */
  restart(): void {
    this.stop();
    this.#set(0);
  }

  /** Abandons the current run and clears the timer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#run?.end();
    this.#run = undefined;
    this.#isOutdated = false;
    this.#notBefore = 0;
  }

  #set(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#start(), delay);
  }

  async #start(): Promise<void> {
    const steps = this.#begin();
    if (steps === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = (this.#run = { ended: promise, end: resolve });
    try {
      const panels = await runInSlices(steps, () => this.#run === run);
      if (this.#run === run && panels !== undefined) this.#arrived(panels);
    } finally {
      resolve();
      if (this.#run === run) {
        this.#run = undefined;
        this.#notBefore = Date.now() + shortestInterval;
        this.#set(this.#isOutdated ? shortestInterval : longestInterval);
        this.#isOutdated = false;
      }
    }
  }
}
