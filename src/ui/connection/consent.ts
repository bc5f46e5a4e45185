import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { textSchema } from '../../model/util/schemas.ts';

interface ConsentOptions {
  readonly store: KeyValueStore;
  /** The storage name of what has a yes. */
  readonly name: string;
  readonly ask?: (origin: string) => Promise<boolean>;
}

/**
 * A person's consent per origin or base URL, asked for once: a yes is stored, a no is remembered until
 * `reopen` or a reload of the window.
 */
export class Consent {
  readonly #store: KeyValueStore;
  readonly #name: string;
  readonly #ask: (origin: string) => Promise<boolean>;
  readonly #refused = new Set<string>();
  /** The questions that are not answered yet, each one for all requests that wait for its answer. */
  readonly #open = new Map<string, Promise<boolean>>();

  constructor({ store, name, ask = () => Promise.resolve(false) }: ConsentOptions) {
    this.#store = store;
    this.#name = name;
    this.#ask = ask;
  }

  /** What has a yes. */
  get given(): readonly string[] {
    return readStoredList(textSchema, this.#store.get(this.#name));
  }

  /** The origins of what has a yes. */
  get origins(): readonly string[] {
    return this.given.flatMap((each) => originOf(each) ?? []);
  }

  /** Whether there is a yes; asks the person where there is no answer yet. */
  async isGiven(origin: string): Promise<boolean> {
    if (this.given.includes(origin)) return true;
    if (this.#refused.has(origin)) return false;
    const question = this.#open.get(origin) ?? this.#question(origin);
    this.#open.set(origin, question);
    return question;
  }

  give(origin: string): void {
    const { given } = this;
    if (!given.includes(origin)) this.#store.set(this.#name, [...given, origin]);
  }

  /** Forgets the answers for an origin and its base URLs, so that the question is asked again. */
  forget(origin: string): void {
    const others = this.given.filter((each) => originOf(each) !== origin);
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
      if (isYes) this.give(origin);
      else this.#refused.add(origin);
      return isYes;
    } finally {
      this.#open.delete(origin);
    }
  }
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
