import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import type { PageIdentity } from './pageContent.ts';

const closedPageSchema = z.object({ key: textSchema, baseUrl: textSchema, name: textSchema });

export type ClosedPage = Readonly<z.infer<typeof closedPageSchema>>;

const maxClosedPages = 20;

const closedPagesKey = 'closedPages';

/**
 * Returns the closed job pages, most recent first. The extension stores this list, because VS
 * Code's **Reopen Closed Editor** does not support webviews.
 */
export function closedPages(store: KeyValueStore, baseUrl: string): ClosedPage[] {
  return storedPages(store).filter((page) => page.baseUrl === baseUrl);
}

export function addClosedPage(store: KeyValueStore, page: ClosedPage): void {
  store.set(closedPagesKey, [page, ...otherPages(store, page)].slice(0, maxClosedPages));
}

/** Removes a reopened page from the list of closed pages. */
export function removeClosedPage(store: KeyValueStore, page: PageIdentity): void {
  store.set(closedPagesKey, otherPages(store, page));
}

function otherPages(store: KeyValueStore, { key, baseUrl }: PageIdentity): ClosedPage[] {
  return storedPages(store).filter((page) => page.key !== key || page.baseUrl !== baseUrl);
}

function storedPages(store: KeyValueStore): ClosedPage[] {
  return readStoredList(closedPageSchema, store.get(closedPagesKey));
}
