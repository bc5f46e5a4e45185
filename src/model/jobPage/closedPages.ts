import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import type { PageIdentity } from './pageContent.ts';

const closedPageSchema = z.object({ key: textSchema, baseUrl: textSchema, name: textSchema });

export type ClosedPage = Readonly<z.infer<typeof closedPageSchema>>;

const maxClosedPages = 20;

const closedPagesKey = 'closedPages';

/**
 * Returns the closed job pages of a service, most recently closed first. The pages are stored in
 * the workspace, because VS Code's **Reopen Closed Editor** command does not reopen webviews.
 */
export function closedPages(store: KeyValueStore, baseUrl: string): ClosedPage[] {
  return storedPages(store).filter((page) => page.baseUrl === baseUrl);
}

export function addClosedPage(store: KeyValueStore, page: ClosedPage): void {
  store.set(closedPagesKey, [page, ...otherPages(store, page)].slice(0, maxClosedPages));
}

/** Removes a page from the closed pages after it was reopened. */
export function removeClosedPage(store: KeyValueStore, page: PageIdentity): void {
  store.set(closedPagesKey, otherPages(store, page));
}

function otherPages(store: KeyValueStore, { key, baseUrl }: PageIdentity): ClosedPage[] {
  return storedPages(store).filter((page) => page.key !== key || page.baseUrl !== baseUrl);
}

function storedPages(store: KeyValueStore): ClosedPage[] {
  return readStoredList(closedPageSchema, store.get(closedPagesKey));
}
