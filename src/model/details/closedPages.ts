import * as z from 'zod/mini';
import { readStoredList } from '../util/stored.ts';

/** Where closed pages are remembered. */
export interface ClosedPagesMemory {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

const pageSchema = z.object({ key: z.string(), baseUrl: z.string(), name: z.string() });
/** A page that was closed, with the name it had. */
export type ClosedPage = Readonly<z.infer<typeof pageSchema>>;

const mostClosed = 20;

const memoryName = 'closedPages';

/** The pages that were closed in this workspace, last first: VS Code cannot bring them back by itself. */
export class ClosedPages {
  readonly #memory: ClosedPagesMemory;

  constructor(memory: ClosedPagesMemory) {
    this.#memory = memory;
  }

  /** Those of a service. */
  of(baseUrl: string): readonly ClosedPage[] {
    return this.#all().filter((page) => page.baseUrl === baseUrl);
  }

  add({ key, baseUrl, name }: ClosedPage): void {
    this.#memory.set(memoryName, [{ key, baseUrl, name }, ...this.#others(key, baseUrl)].slice(0, mostClosed));
  }

  /** A page that is open again. */
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
