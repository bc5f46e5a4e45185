import type { JobsPage } from '../../service/index.ts';

export type PageSource = (page: number, signal: AbortSignal) => Promise<JobsPage>;

/** A page of jobs as {@link pagesInOrder} yields it. */
export interface OrderedPage {
  readonly number: number;
  readonly page: JobsPage;
  /** Whether jobs were removed faster than pages were read, so that some may be missing. */
  readonly mayLack: boolean;
}

interface PagesOptions {
  /** The number of the first page to read. */
  readonly from: number;
  /** The total of jobs when the page before `from` was read. */
  readonly totalBefore?: number | null;
  /** The last page, if known; without it no page is requested ahead. */
  readonly lastPage: () => number | null;
  /** Most simultaneous requests. */
  readonly pagesAtOnce?: number | undefined;
  readonly signal: AbortSignal;
}

/** Most times to step back before a new page is reached. */
const mostStepsBack = 3;

/**
 * Yields pages in order. Where the total has fallen, jobs may have moved up to pages that were read before:
 * then it steps back by as many rows and reads forward again, so that numbers repeat. Ends when the caller
 * stops iterating, which aborts requests ahead, or when a page fails.
 */
export async function* pagesInOrder(
  source: PageSource,
  { from, totalBefore = null, lastPage, pagesAtOnce = 4, signal }: PagesOptions,
): AsyncGenerator<OrderedPage, never> {
  const requests = new Requests(source, signal);
  let total = totalBefore;
  let furthest = from - 1;
  let stepsBack = 0;
  let perPage = 1;
  let mayLack = false;
  try {
    for (let number = from; ; number++) {
      const lastAhead = Math.min(number + pagesAtOnce - 1, lastPage() ?? number);
      const page = await requests.read(number, lastAhead);
      const fall = -growth(total, page.pagination.total);
      ({ total } = page.pagination);
      perPage = Math.max(perPage, page.jobs.length);
      // Also where this page was requested ahead and answered before the one above it, and a job has started between.
      const mustStepBack = fall > 0 && number > 1;
      if (mustStepBack && !mayLack && stepsBack < mostStepsBack) {
        stepsBack++;
        requests.forget();
        number = Math.max(0, number - 1 - Math.ceil(fall / perPage));
        continue;
      }
      mayLack ||= mustStepBack;
      if (number > furthest) [furthest, stepsBack] = [number, 0];
      yield { number, page, mayLack };
    }
  } finally {
    requests.abort();
  }
}

/** Requests for pages, some of them before their answers are awaited. */
class Requests {
  readonly #source: PageSource;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  readonly #ahead = new Map<number, Promise<JobsPage>>();

  constructor(source: PageSource, signal: AbortSignal) {
    this.#source = source;
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
  }

  /** Reads a page, and requests those after it up to `last`. */
  read(number: number, last: number): Promise<JobsPage> {
    const answer = this.#request(number);
    for (let next = number + 1; next <= last; next++) void this.#request(next);
    this.#ahead.delete(number);
    return answer;
  }

  /** Drops the requests whose answers were not awaited. */
  forget(): void {
    this.#ahead.clear();
  }

  abort(): void {
    this.#ended.abort();
  }

  #request(number: number): Promise<JobsPage> {
    const known = this.#ahead.get(number);
    if (known !== undefined) return known;
    const page = this.#source(number, this.#signal);
    // Failures are handled where the page is awaited; those of pages that are never awaited are ignored.
    page.catch(() => undefined);
    this.#ahead.set(number, page);
    return page;
  }
}

/** Growth of the total between two answers; more jobs may have started if others were removed. */
export function growth(before: number | null, now: number | null): number {
  return before === null || now === null ? 0 : now - before;
}
