import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { textSchema } from '../../model/util/schemas.ts';

interface ConsentOptions {
  readonly store: KeyValueStore;
  /** The storage name of the origins that have a yes. */
  readonly name: string;
  readonly ask: (origin: string) => Promise<boolean>;
}

/**
 * A person's consent per origin, requested once: a yes is stored, a no is remembered until `reopen` or a
 * reload of the window.
 */
export class Consent {
  readonly #store: KeyValueStore;
  readonly #name: string;
  readonly #ask: (origin: string) => Promise<boolean>;
  readonly #refused = new Set<string>();
  /** The questions that are not answered yet, each one for all requests that wait for its answer. */
  readonly #open = new Map<string, Promise<boolean>>();

  constructor({ store, name, ask }: ConsentOptions) {
    this.#store = store;
    this.#name = name;
    this.#ask = ask;
  }

  /** The origins that have a yes. */
  get given(): readonly string[] {
    return readStoredList(textSchema, this.#store.get(this.#name));
  }

  /** Whether there is a yes; asks the person where there is no answer yet. */
  async isGiven(origin: string): Promise<boolean> {
    if (this.given.includes(origin)) return true;
    if (this.#refused.has(origin)) return false;
    const question = this.#open.get(origin) ?? this.#question(origin);
    this.#open.set(origin, question);
    return question;
  }

  /** Forgets the answer for an origin, so that the question is asked again. */
  forget(origin: string): void {
    const others = this.given.filter((each) => each !== origin);
    this.#store.set(this.#name, others);
    this.reopen(origin);
  }

  /** Forgets a no, so that the question can be asked again. */
  reopen(origin: string): void {
    this.#refused.delete(origin);
  }

  /** Only the store holds a yes, because another window may withdraw it. */
  async #question(origin: string): Promise<boolean> {
    try {
      const isYes = await this.#ask(origin);
      if (isYes) this.#store.set(this.#name, [...this.given, origin]);
      else this.#refused.add(origin);
      return isYes;
    } finally {
      this.#open.delete(origin);
    }
  }
}
