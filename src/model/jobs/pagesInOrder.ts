import type { JobsPage } from '../../service/index.ts';
import { growth } from './jobPages.ts';

export type PageSource = (page: number, signal: AbortSignal) => Promise<JobsPage>;

/** A page of jobs as {@link pagesInOrder} yields it. */
interface OrderedPage {
  readonly number: number;
  readonly page: JobsPage;
  /**
   * Whether removed jobs may have moved others past the reading: then the pages up to this one may lack jobs.
   */
  readonly mayLack: boolean;
}

/** Most simultaneous requests, unless a caller limits them further. */
const mostAtOnce = 4;

/** Most pages to read again where jobs were removed. */
const mostReadAgain = 20;

/**
 * Most times that a page and those before it are read again where jobs are removed and others start at the
 * same time.
 */
const mostAttempts = 3;

/**
 * Yields pages in order, with a few requests ahead. No page is older than its predecessor, because a job that
 * moved between them would be on neither. Where the total falls between two pages, jobs may have moved up:
 * then the pages before are read and yielded again, so that a number may repeat. Ends when the caller stops
 * iterating, which aborts requests ahead, or when a page fails.
 * @param lastPage the last page, if known; without it no page is requested ahead
 * @param pagesAtOnce most simultaneous requests
 * @param total the total of jobs when the page before `from` was read
 */
export async function* pagesInOrder(
  source: PageSource,
  from: number,
  lastPage: () => number | null,
  signal: AbortSignal,
  pagesAtOnce = mostAtOnce,
  total: number | null = null,
): AsyncGenerator<OrderedPage, never> {
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
    for (let number = from; ; number++) {
      const isAhead = requests.has(number);
      const answer = requests.get(number) ?? request(number);
      requests.delete(number);
      const end = Math.min(number + pagesAtOnce - 1, lastPage() ?? number);
      for (let next = number + 1; next <= end; next++) if (!requests.has(next)) void request(next);
      let page = await answer;
      if (isAhead && growth(total, page.pagination.total) < 0) page = await source(number, ended);
      let mayLack = false;
      const readAgain: { number: number; page: JobsPage }[] = [];
      for (let attempt = 1; growth(total, page.pagination.total) < 0; attempt++) {
        const again = await readBefore(source, number, total, page, ended);
        readAgain.push(...again.pages);
        mayLack = again.isOutrun || (again.haveStarted && attempt === mostAttempts);
        if (!again.haveStarted || mayLack) break;
        page = await source(number, ended);
      }
      for (const each of readAgain.sort((one, other) => one.number - other.number)) {
        yield { ...each, mayLack: false };
      }
      ({ total } = page.pagination);
      yield { number, page, mayLack };
    }
  } finally {
    returned.abort();
  }
}

/**
 * Reads the pages before a page again, upwards as far as the jobs of that page may have moved. Each is read
 * after the page below it, so that further removals lose no job; jobs that start meanwhile move others down
 * again.
 */
async function readBefore(
  source: PageSource,
  number: number,
  before: number | null,
  below: JobsPage,
  signal: AbortSignal,
) {
  const pages: { number: number; page: JobsPage }[] = [];
  let { total } = below.pagination;
  let shift = -growth(before, total);
  let haveStarted = false;
  let reach = 0;
  for (let above = number - 1; above >= 1 && reach < shift && pages.length < mostReadAgain; above--) {
    const page = await source(above, signal);
    pages.push({ number: above, page });
    haveStarted ||= growth(total, page.pagination.total) > 0;
    ({ total } = page.pagination);
    shift = Math.max(shift, -growth(before, total));
    reach += page.jobs.length;
  }
  return { pages, haveStarted, isOutrun: reach < shift && pages.length === mostReadAgain };
}
