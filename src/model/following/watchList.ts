import { Emitter } from '../util/emitter.ts';
import { type Memory, readStoredList } from '../util/memory.ts';
import { filledTextSchema } from '../util/schemas.ts';

/** The keys of watched jobs, stored per service. */
export class WatchList {
  readonly #memory: Memory;
  readonly #changed = new Emitter<readonly string[]>();
  /** Fires with the added and removed keys. */
  readonly onDidChange = this.#changed.event;
  #baseUrl: string | undefined;
  #keys: ReadonlySet<string> = new Set();

  constructor(memory: Memory) {
    this.#memory = memory;
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
    const before = this.#keys;
    this.#baseUrl = baseUrl;
    this.#keys = baseUrl === undefined ? new Set() : new Set(this.#stored(baseUrl));
    this.#fire([...before].filter((key) => !this.#keys.has(key)).concat([...this.#keys].filter((key) => !before.has(key))));
  }

  watch(key: string): void {
    if (key !== '' && !this.#keys.has(key)) this.#replace(new Set([...this.#keys, key]), [key]);
  }

  unwatch(...keys: readonly string[]): void {
    const watched = keys.filter((key) => this.#keys.has(key));
    if (watched.length > 0) this.#replace(new Set([...this.#keys].filter((key) => !watched.includes(key))), watched);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #replace(keys: ReadonlySet<string>, changed: readonly string[]): void {
    if (this.#baseUrl === undefined) return;
    this.#keys = keys;
    this.#memory.set(memoryName(this.#baseUrl), keys.size === 0 ? undefined : [...keys]);
    this.#fire(changed);
  }

  #stored(baseUrl: string): string[] {
    return readStoredList(filledTextSchema, this.#memory.get(memoryName(baseUrl)));
  }

  #fire(keys: readonly string[]): void {
    if (keys.length > 0) this.#changed.fire(keys);
  }
}

function memoryName(baseUrl: string): string {
  return `watched:${baseUrl}`;
}
