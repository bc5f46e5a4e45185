import * as z from 'zod/mini';
import type { PageIdentity } from '../../protocol/jobPage.ts';
import { type Memory, readStoredList } from '../util/memory.ts';
import { textSchema } from '../util/schemas.ts';

const pageSchema = z.object({ key: textSchema, baseUrl: textSchema, name: textSchema });

/** A job page that was closed, and its title. */
export type ClosedPage = Readonly<z.infer<typeof pageSchema>>;

const mostClosed = 20;

const memoryName = 'closedPages';

/** The job pages closed in this workspace, most recent first, because VS Code's own command does not reopen webviews. */
export class ClosedPages {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The closed pages of one service. */
  of(baseUrl: string): readonly ClosedPage[] {
    return this.#all().filter((page) => page.baseUrl === baseUrl);
  }

  add(page: ClosedPage): void {
    this.remove(page);
    this.#memory.set(memoryName, [page, ...this.#all()].slice(0, mostClosed));
  }

  /** Removes a page that was opened again. */
  remove({ key, baseUrl }: PageIdentity): void {
    const all = this.#all();
    const others = all.filter((page) => page.key !== key || page.baseUrl !== baseUrl);
    if (others.length < all.length) this.#memory.set(memoryName, others);
  }

  #all(): ClosedPage[] {
    return readStoredList(pageSchema, this.#memory.get(memoryName));
  }
}
