import type { JobsPage } from '../../service/index.ts';

export type PageSource = (page: number, signal: AbortSignal) => Promise<JobsPage>;

/** Most simultaneous requests, unless a caller limits them further. */
const mostAtOnce = 4;

/**
 * Yields pages in order, with a few requests ahead. No page is older than its predecessor, because a job that moved between
 * them would be on neither. Ends when the caller stops iterating, which aborts requests ahead, or when a page fails.
 * @param lastPage the last page, if known; without it no page is requested ahead
 * @param pagesAtOnce most simultaneous requests
 */
export async function* pagesInOrder(source: PageSource, from: number, lastPage: () => number | null, signal: AbortSignal, pagesAtOnce = mostAtOnce): AsyncGenerator<{ number: number; page: JobsPage }, never> {
  const returned = new AbortController();
  const ended = AbortSignal.any([signal, returned.signal]);
  const requests = new Map<number, Promise<JobsPage>>();
  const request = (number: number) => {
    const page = source(number, ended);
    // Failures are handled where the page is awaited; those of pages that are never awaited are ignored.
    page.catch(() => undefined);
    requests.set(number, page);
    return page;
  };
  try {
    let total: number | null = null;
    for (let number = from; ; number++) {
      const isAhead = requests.has(number);
      const answer = requests.get(number) ?? request(number);
      requests.delete(number);
      const end = Math.min(number + pagesAtOnce - 1, lastPage() ?? number);
      for (let next = number + 1; next <= end; next++) if (!requests.has(next)) void request(next);
      let page = await answer;
      if (isAhead && isFewer(page.pagination.total, total)) page = await source(number, ended);
      ({ total } = page.pagination);
      yield { number, page };
    }
  } finally {
    returned.abort();
  }
}

/** Whether a page has a smaller total than its predecessor, and is therefore older. */
function isFewer(now: number | null, before: number | null): boolean {
  return now !== null && before !== null && now < before;
}
