import * as z from 'zod/mini';
import { Emitter } from '../../model/util/emitter.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { setTimeZone } from '../../text/timeZone.ts';

const storedName = 'timeZone';

/**
 * The user's time zone, for formatting and grouping times. The extension may run on a remote
 * machine in another time zone, so webview pages report the user's time zone.
 */
export class ReaderTimeZone {
  readonly #store: KeyValueStore;
  readonly #isRemote: boolean;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  /** Name of the reported time zone. Undefined if no page has reported a time zone yet. */
  #name: string | undefined;

  /** @param store profile storage, which is always on the user's machine */
  constructor(store: KeyValueStore, isRemote: boolean) {
    this.#store = store;
    this.#isRemote = isRemote;
    if (isRemote) this.#name = z.string().safeParse(store.get(storedName)).data;
    setTimeZone(this.#name, isRemote && this.#name === undefined);
  }

  /** Applies and stores a page's time zone. Windows without a page use the stored time zone. */
  report(name: string): void {
    if (this.#store.get(storedName) !== name) this.#store.set(storedName, name);
    if (name === this.#current()) return;
    this.#name = name;
    setTimeZone(name);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #current(): string | undefined {
    return (
      this.#name ?? (this.#isRemote ? undefined : Intl.DateTimeFormat().resolvedOptions().timeZone)
    );
  }
}
