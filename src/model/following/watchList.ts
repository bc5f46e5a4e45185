import * as z from 'zod/mini';
import type { ServiceError } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { filledTextSchema } from '../util/schemas.ts';

/**
 * State of a watched job. `notFollowed`: the job cannot be read. `finished` or `deleted`: the job
 * has ended, and the user has not opened it yet. `seen`: the user has opened the ended job.
 */
export type WatchState = 'watched' | 'notFollowed' | 'finished' | 'deleted' | 'seen';

/** Reason why the watched jobs are no longer polled. `since` is in milliseconds since the epoch. */
interface Stop {
  readonly since: number;
  readonly error: ServiceError;
}

const endedSchema = z.object({ key: filledTextSchema, ended: z.enum(['finished', 'deleted']) });
/** Stored watched job: a key, or an object for an ended job that the user has not opened yet. */
const storedWatchSchema = z.union([filledTextSchema, endedSchema]);

const storageName = 'watched';

/** The watched jobs of a service, saved in workspace storage. */
export class WatchList {
  readonly #store: KeyValueStore;
  readonly #changed = new Emitter<readonly string[]>();
  #states: ReadonlyMap<string, WatchState>;
  #stop: Stop | undefined;

  /**
   * Event that fires with the keys of the jobs whose state changed. The array is empty if only
   * {@link stop} changed.
   */
  readonly onDidChange = this.#changed.event;

  /** @param store workspace storage of the service */
  constructor(store: KeyValueStore) {
    this.#store = store;
    this.#states = storedStates(store);
  }

  /** Keys of the watched jobs that have not ended, in the order in which they were added. */
  get keys(): ReadonlySet<string> {
    return new Set([...this.#states.keys()].filter((key) => this.isWatched(key)));
  }

  /** States of all watched jobs by key, including jobs that have ended. */
  get states(): ReadonlyMap<string, WatchState> {
    return this.#states;
  }

  /** Reason why polling stopped. Undefined while polling continues, and if no jobs are watched. */
  get stop(): Stop | undefined {
    return this.keys.size === 0 ? undefined : this.#stop;
  }

  isWatched(key: string): boolean {
    const state = this.#states.get(key);
    return state === 'watched' || state === 'notFollowed';
  }

  stateOf(key: string): WatchState | undefined {
    return this.#states.get(key);
  }

  watch(...keys: readonly string[]): void {
    this.#set(
      keys.filter((key) => key !== '' && !this.isWatched(key)),
      'watched',
    );
  }

  /** Stops watching jobs, and removes them from the list. */
  unwatch(...keys: readonly string[]): void {
    this.#set(keys, undefined);
  }

  /** Sets the state of jobs. Ignores jobs that are not watched or have already ended. */
  mark(keys: readonly string[], state: 'notFollowed' | 'finished' | 'deleted'): void {
    this.#set(
      keys.filter((key) => this.isWatched(key)),
      state,
    );
  }

  /**
   * Resumes watching jobs that the service returns again after they were deleted or could not be
   * read.
   */
  resume(keys: readonly string[]): void {
    this.#set(
      keys.filter((key) => ['notFollowed', 'deleted'].includes(this.#states.get(key) ?? '')),
      'watched',
    );
  }

  /** Marks an ended job as seen after the user opens the job. */
  markSeen(key: string): void {
    const state = this.#states.get(key);
    if (state === undefined || !isUnseen(state)) return;
    // Keeps the row of the seen job until the user opens another job, so that the second click of a
    // double-click does not open the next row.
    const others = [...this.#states].filter(([, each]) => each !== 'seen');
    this.#setStates(new Map([...others, [key, 'seen']]));
  }

  /** Removes all ended jobs from the list. */
  clearEnded(): void {
    this.#setStates(new Map([...this.#states].filter(([key]) => this.isWatched(key))));
  }

  /**
   * Records the error that stopped polling. Pass undefined when polling resumes. Repeated errors
   * keep the time of the first error.
   */
  setStop(error: ServiceError | undefined): void {
    if (error === undefined && this.#stop === undefined) return;
    this.#stop = error && { since: this.#stop?.since ?? Date.now(), error };
    this.#changed.fire([]);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(keys: readonly string[], state: WatchState | undefined): void {
    const states = new Map(this.#states);
    for (const key of keys) {
      if (state === undefined) states.delete(key);
      else states.set(key, state);
    }
    this.#setStates(states);
  }

  #setStates(states: ReadonlyMap<string, WatchState>): void {
    const changed = changedKeys(this.#states, states);
    if (changed.length === 0) return;
    this.#states = states;
    this.#saveStates(changed);
    this.#changed.fire(changed);
  }

  /**
   * Saves the states of the given jobs. Keeps all other saved states, because a task can use a
   * separate session for the same service.
   */
  #saveStates(keys: readonly string[]): void {
    const saved = storedStates(this.#store);
    for (const key of keys) {
      const state = this.#states.get(key);
      if (state === undefined || state === 'seen') saved.delete(key);
      else saved.set(key, state);
    }
    const stored = [...saved].map(([key, state]) =>
      isUnseen(state) ? { key, ended: state } : key,
    );
    void this.#store.set(storageName, stored.length === 0 ? undefined : stored);
  }
}

function storedStates(store: KeyValueStore): Map<string, WatchState> {
  const stored = readStoredList(storedWatchSchema, store.get(storageName));
  return new Map(
    stored.map((each) => (typeof each === 'string' ? [each, 'watched'] : [each.key, each.ended])),
  );
}

/** Returns true if the job has ended and the user has not opened it. */
function isUnseen(state: WatchState): boolean {
  return state === 'finished' || state === 'deleted';
}

function changedKeys(
  before: ReadonlyMap<string, WatchState>,
  after: ReadonlyMap<string, WatchState>,
): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key));
}
