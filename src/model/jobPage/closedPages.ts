import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';

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

/** Adds a page to the list, or moves it to the front if the list already contains it. */
export function addClosedPage(store: KeyValueStore, page: ClosedPage): void {
  const others = storedPages(store).filter(
    ({ key, baseUrl }) => key !== page.key || baseUrl !== page.baseUrl,
  );
  store.set(closedPagesKey, [page, ...others].slice(0, maxClosedPages));
}

function storedPages(store: KeyValueStore): ClosedPage[] {
  return readStoredList(closedPageSchema, store.get(closedPagesKey));
}
