import type { ServiceError } from '../../service/index.ts';
import { Emitter } from '../util/emitter.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { filledTextSchema } from '../util/schemas.ts';

/** Why a job is not followed: the service does not know it any more, or no page has it that is read again. */
type Hindrance = 'gone' | 'notFollowed';

/** Since when no job is followed, in epoch milliseconds, and why. */
interface Stop {
  readonly since: number;
  readonly error: ServiceError;
}

/** The keys of watched jobs, stored per service, and what keeps them from being followed. */
export class WatchList {
  readonly #store: KeyValueStore;
  readonly #changed = new Emitter<readonly string[]>();
  readonly #hindrances = new Map<string, Hindrance | undefined>();
  #baseUrl: string | undefined;
  #keys: ReadonlySet<string> = new Set();
  #stop: Stop | undefined;

  /** Fires with the keys whose state has changed, or with none for {@link stop}. */
  readonly onDidChange = this.#changed.event;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** In the order in which they were added; an immutable set. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** Undefined while watched jobs are followed. */
  get stop(): Stop | undefined {
    return this.#keys.size === 0 ? undefined : this.#stop;
  }

  isWatched(key: string): boolean {
    return this.#keys.has(key);
  }

  /** A job that is gone is no longer watched. */
  stateOf(key: string): 'watched' | Hindrance | undefined {
    return this.#hindrances.get(key) ?? (this.#keys.has(key) ? 'watched' : undefined);
  }

  /** Number of watched jobs of a service, connected or not. */
  countAt(baseUrl: string): number {
    return this.#stored(baseUrl).length;
  }

  /** Switches to the keys of another service; without a service, no job can be watched. */
  connect(baseUrl: string | undefined): void {
    this.#baseUrl = baseUrl;
    this.#stop = undefined;
    this.#hindrances.clear();
    this.#change(new Set(baseUrl === undefined ? [] : this.#stored(baseUrl)));
  }

  watch(...keys: readonly string[]): void {
    this.setHindrance(keys, undefined);
    this.#save(new Set([...this.#keys, ...keys.filter((key) => key !== '')]));
  }

  unwatch(...keys: readonly string[]): void {
    this.#save(new Set([...this.#keys].filter((key) => !keys.includes(key))));
  }

  setHindrance(keys: readonly string[], hindrance: Hindrance | undefined): void {
    const changed = keys.filter((key) => this.#hindrances.get(key) !== hindrance);
    for (const key of changed) this.#hindrances.set(key, hindrance);
    if (changed.length > 0) this.#changed.fire(changed);
  }

  /** The first of several failures in a row tells since when. */
  setStop(error: ServiceError | undefined): void {
    if (error === undefined && this.#stop === undefined) return;
    this.#stop = error && { since: this.#stop?.since ?? Date.now(), error };
    this.#changed.fire([]);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #stored(baseUrl: string): string[] {
    return readStoredList(filledTextSchema, this.#store.get(memoryName(baseUrl)));
  }

  #save(keys: ReadonlySet<string>): void {
    if (this.#baseUrl === undefined || keys.size === this.#keys.size) return;
    this.#store.set(memoryName(this.#baseUrl), keys.size === 0 ? undefined : [...keys]);
    this.#change(keys);
  }

  #change(keys: ReadonlySet<string>): void {
    const removed = [...this.#keys].filter((key) => !keys.has(key));
    const added = [...keys].filter((key) => !this.#keys.has(key));
    this.#keys = keys;
    if (removed.length + added.length > 0) this.#changed.fire([...removed, ...added]);
  }
}

function memoryName(baseUrl: string): string {
  return `watched:${baseUrl}`;
}
