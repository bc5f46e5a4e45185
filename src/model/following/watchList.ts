import { Emitter } from '../util/emitter.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { filledTextSchema } from '../util/schemas.ts';

/** The keys of watched jobs, stored per service. */
export type WatchList = ReturnType<typeof createWatchList>;

export function createWatchList(store: KeyValueStore) {
  const changed = new Emitter<readonly string[]>();
  let connected: string | undefined;
  let watched: ReadonlySet<string> = new Set();

  const stored = (baseUrl: string) => readStoredList(filledTextSchema, store.get(memoryName(baseUrl)));
  const change = (keys: ReadonlySet<string>) => {
    const before = watched;
    watched = keys;
    const changes = [
      ...[...before].filter((key) => !keys.has(key)),
      ...[...keys].filter((key) => !before.has(key)),
    ];
    if (changes.length > 0) changed.fire(changes);
  };
  const save = (keys: readonly string[]) => {
    if (connected === undefined || keys.length === watched.size) return;
    store.set(memoryName(connected), keys.length === 0 ? undefined : keys);
    change(new Set(keys));
  };

  return {
    /** Fires with the added and removed keys. */
    onDidChange: changed.event,
    /** In the order in which they were added; an immutable set. */
    get keys(): ReadonlySet<string> {
      return watched;
    },
    isWatched: (key: string): boolean => watched.has(key),
    /** Number of watched jobs of a service, connected or not. */
    countAt: (baseUrl: string): number => stored(baseUrl).length,
    /** Switches to the keys of another service; without a service, no job can be watched. */
    connect(baseUrl: string | undefined): void {
      connected = baseUrl;
      change(new Set(baseUrl === undefined ? [] : stored(baseUrl)));
    },
    watch(key: string): void {
      if (key !== '' && !watched.has(key)) save([...watched, key]);
    },
    unwatch(...keys: readonly string[]): void {
      save([...watched].filter((key) => !keys.includes(key)));
    },
    dispose: () => changed.dispose(),
  };
}

function memoryName(baseUrl: string): string {
  return `watched:${baseUrl}`;
}
