import type { JobsPage } from '../../service/index.ts';

export type PageSource = (page: number, signal: AbortSignal) => Promise<JobsPage>;

/** The most pages requested at once. */
const pagesAtOnce = 4;

/**
 * Reads page after page, requests a few ahead, and yields them in order. No page is older than the one before it: a job
 * that moved from one to the next in between would be on neither. Ends when its reader returns, which aborts the requests
 * ahead, or with the failure of a page.
 * @param lastPage the last page, as far as it is known; without it no page is requested ahead
 */
export async function* pagesInOrder(source: PageSource, from: number, lastPage: () => number | null, signal: AbortSignal): AsyncGenerator<{ number: number; page: JobsPage }, never> {
  const returned = new AbortController();
  const ended = AbortSignal.any([signal, returned.signal]);
  const requests = new Map<number, Promise<JobsPage>>();
  const request = (number: number) => {
    const page = source(number, ended);
    // Handled where the page is awaited; the failure of a page that is never awaited does not matter.
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

/** Whether a page counts fewer jobs than the one before it, and so is older. */
function isFewer(now: number | null, before: number | null): boolean {
  return now !== null && before !== null && now < before;
}
