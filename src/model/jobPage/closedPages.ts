import * as z from 'zod/mini';
import type { PageIdentity } from '../../protocol/jobPage.ts';
import { type Memory, readStoredList } from '../util/memory.ts';
import { textSchema } from '../util/schemas.ts';

const pageSchema = z.object({ key: textSchema, baseUrl: textSchema, name: textSchema });

export type ClosedPage = Readonly<z.infer<typeof pageSchema>>;

const mostClosed = 20;

const memoryName = 'closedPages';

/**
 * The job pages of a service closed in this workspace, most recent first, because VS Code's own command does
 * not reopen webviews.
 */
export function closedPages(memory: Memory, baseUrl: string): ClosedPage[] {
  return storedPages(memory).filter((page) => page.baseUrl === baseUrl);
}

export function addClosedPage(memory: Memory, page: ClosedPage): void {
  removeClosedPage(memory, page);
  memory.set(memoryName, [page, ...storedPages(memory)].slice(0, mostClosed));
}

/** Removes a page that was opened again. */
export function removeClosedPage(memory: Memory, { key, baseUrl }: PageIdentity): void {
  const all = storedPages(memory);
  const others = all.filter((page) => page.key !== key || page.baseUrl !== baseUrl);
  if (others.length < all.length) memory.set(memoryName, others);
}

function storedPages(memory: Memory): ClosedPage[] {
  return readStoredList(pageSchema, memory.get(memoryName));
}
