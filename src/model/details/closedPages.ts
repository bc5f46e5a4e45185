import * as z from 'zod/mini';
import { type Memory, readStoredList } from '../util/memory.ts';

const pageSchema = z.object({ key: z.string(), baseUrl: z.string(), name: z.string() });

/** A job page that was closed, and its title. */
export type ClosedPage = Readonly<z.infer<typeof pageSchema>>;

const mostClosed = 20;

const memoryName = 'closedPages';

/** The job pages closed in this workspace, the last one first: VS Code's own command does not reopen webviews. */
export class ClosedPages {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The closed pages of one service. */
  of(baseUrl: string): readonly ClosedPage[] {
    return this.#all().filter((page) => page.baseUrl === baseUrl);
  }

  add({ key, baseUrl, name }: ClosedPage): void {
    this.#memory.set(memoryName, [{ key, baseUrl, name }, ...this.#others(key, baseUrl)].slice(0, mostClosed));
  }

  /** Forgets a page that is open again. */
  remove(key: string, baseUrl: string): void {
    const others = this.#others(key, baseUrl);
    if (others.length < this.#all().length) this.#memory.set(memoryName, others);
  }

  #others(key: string, baseUrl: string): ClosedPage[] {
    return this.#all().filter((page) => page.key !== key || page.baseUrl !== baseUrl);
  }

  #all(): ClosedPage[] {
    return readStoredList(pageSchema, this.#memory.get(memoryName));
  }
}
