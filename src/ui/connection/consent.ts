import { type Memory, readStoredList } from '../../model/util/memory.ts';
import { textSchema } from '../../model/util/schemas.ts';

/** What a person says of origins, each asked for once: a yes is kept, a no until the window is reloaded or it is taken back. */
export class Consent {
  readonly #memory: Memory;
  readonly #name: string;
  readonly #ask: (origin: string) => Promise<boolean>;
  readonly #answers = new Map<string, Promise<boolean>>();

  /** @param name under which the memory keeps the origins with a yes */
  constructor(memory: Memory, name: string, ask: (origin: string) => Promise<boolean>) {
    this.#memory = memory;
    this.#name = name;
    this.#ask = ask;
  }

  async isGiven(origin: string): Promise<boolean> {
    if (this.#given.includes(origin)) return true;
    // One question, however many requests wait for its answer.
    const answer = this.#answers.get(origin) ?? this.#ask(origin);
    this.#answers.set(origin, answer);
    if (!(await answer)) return false;
    this.give(origin);
    return true;
  }

  give(origin: string): void {
    if (!this.#given.includes(origin)) this.#memory.set(this.#name, [...this.#given, origin]);
  }

  /** Asks again after a no. */
  reopen(origin: string): void {
    this.#answers.delete(origin);
  }

  get #given(): readonly string[] {
    return readStoredList(textSchema, this.#memory.get(this.#name));
  }
}
