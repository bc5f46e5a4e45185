import { type Memory, readStoredList } from '../../model/util/memory.ts';
import { textSchema } from '../../model/util/schemas.ts';

/** A person's consent per origin or base URL, asked for once: a yes is stored, a no is remembered until {@link reopen} or a reload of the window. */
export class Consent {
  readonly #memory: Memory;
  readonly #name: string;
  readonly #ask: (origin: string) => Promise<boolean>;
  readonly #answers = new Map<string, Promise<boolean>>();

  /** @param name the storage name of what has a yes */
  constructor(memory: Memory, name: string, ask: (origin: string) => Promise<boolean> = () => Promise.resolve(false)) {
    this.#memory = memory;
    this.#name = name;
    this.#ask = ask;
  }

  async isGiven(origin: string): Promise<boolean> {
    if (this.given.includes(origin)) return true;
    // One question for all requests that wait for the answer.
    const answer = this.#answers.get(origin) ?? this.#ask(origin);
    this.#answers.set(origin, answer);
    if (!(await answer)) return false;
    this.give(origin);
    return true;
  }

  give(origin: string): void {
    if (!this.given.includes(origin)) this.#memory.set(this.#name, [...this.given, origin]);
  }

  /** What has a yes. */
  get given(): readonly string[] {
    return readStoredList(textSchema, this.#memory.get(this.#name));
  }

  /** The origins of what has a yes. */
  get origins(): readonly string[] {
    return this.given.flatMap((each) => (URL.canParse(each) ? [new URL(each).origin] : []));
  }

  /** Forgets the answers for an origin and its base URLs, so that the question is asked again. */
  forget(origin: string): void {
    this.#memory.set(this.#name, this.given.filter((each) => !URL.canParse(each) || new URL(each).origin !== origin));
    this.reopen(origin);
  }

  /** Forgets a no, so that the question can be asked again. */
  reopen(origin: string): void {
    this.#answers.delete(origin);
  }
}
