import { Emitter } from '../util/emitter.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { filledTextSchema } from '../util/schemas.ts';

/** The keys of watched jobs, stored per service. */
export class WatchList {
  readonly #store: KeyValueStore;
  readonly #changed = new Emitter<readonly string[]>();
  #baseUrl: string | undefined;
  #keys: ReadonlySet<string> = new Set();

  /** Fires with the added and removed keys. */
  readonly onDidChange = this.#changed.event;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** In the order in which they were added; an immutable set. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  isWatched(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Number of watched jobs of a service, connected or not. */
  countAt(baseUrl: string): number {
    return this.#stored(baseUrl).length;
  }

  /** Switches to the keys of another service; without a service, no job can be watched. */
  connect(baseUrl: string | undefined): void {
    this.#baseUrl = baseUrl;
    this.#change(new Set(baseUrl === undefined ? [] : this.#stored(baseUrl)));
  }

  watch(...keys: readonly string[]): void {
    this.#save(new Set([...this.#keys, ...keys.filter((key) => key !== '')]));
  }

  unwatch(...keys: readonly string[]): void {
    this.#save(new Set([...this.#keys].filter((key) => !keys.includes(key))));
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
