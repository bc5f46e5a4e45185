import type { JobsPage } from '../../service/index.ts';

export type PageSource = (page: number, signal: AbortSignal) => Promise<JobsPage>;

/** Pages that are asked for at once. */
const pagesAtOnce = 4;

/**
 * Reads page after page, a few ahead of the one that is handed out, always in order: none as the service had it before
 * the one that comes before it, or what was pushed down meanwhile would be on neither. Ends only when its reader leaves
 * it, which also ends what was asked ahead; a page that fails ends it with that failure.
 * @param lastPage the last page as known by now: without it nobody knows whether a later one exists, so none is asked ahead
 */
export async function* pagesInOrder(source: PageSource, from: number, lastPage: () => number | null, signal: AbortSignal): AsyncGenerator<{ number: number; page: JobsPage }, never> {
  const leaving = new AbortController();
  const either = AbortSignal.any([signal, leaving.signal]);
  const asked = new Map<number, Promise<JobsPage>>();
  const ask = (number: number) => {
    const page = source(number, either);
    // Whoever takes it hears of its failure; of one that nobody takes any more, nobody needs to.
    page.catch(() => undefined);
    asked.set(number, page);
    return page;
  };
  try {
    let total: number | null = null;
    for (let number = from; ; number++) {
      const isAhead = asked.has(number);
      const answer = asked.get(number) ?? ask(number);
      asked.delete(number);
      const end = Math.min(number + pagesAtOnce - 1, lastPage() ?? number);
      for (let next = number + 1; next <= end; next++) if (!asked.has(next)) void ask(next);
      let page = await answer;
      if (isAhead && isFewer(page.pagination.total, total)) page = await source(number, either);
      ({ total } = page.pagination);
      yield { number, page };
    }
  } finally {
    leaving.abort();
  }
}

/** Whether a page knows of fewer jobs than the one before it, and so of an earlier time. */
function isFewer(now: number | null, before: number | null): boolean {
  return now !== null && before !== null && now < before;
}
