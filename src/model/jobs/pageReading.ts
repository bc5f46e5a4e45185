import type { JobRow, JobsPage, ServiceClient } from '../../service/index.ts';
import type { JobStore } from './jobStore.ts';
import { changedText, loopText, pageProblem, sameKeysText, missingJobsText } from './pagingTexts.ts';

/** The job list of a service, and the store to which its pages are applied. */
export interface JobListSource {
  readonly listJobs: ServiceClient['listJobs'];
  readonly store: JobStore;
}

interface PageReadingOptions {
  /** Number of the first page to read. Pages start at 1. */
  readonly from?: number;
  /** Maximum number of consecutive pages without a new job. After it, the list counts as endless. */
  readonly maxRepeatedPages?: number;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Number of the last page to read. The default is the end of the list. */
  readonly lastPage?: number;
  /** Called after each page. */
  readonly onDidReadPage?: () => void;
  /** Called after each page. Returns true to stop reading. */
  readonly isEnough?: () => boolean;
  /** Maximum number of simultaneous requests. */
  readonly pagesAtOnce?: number;
}

const defaultPagesAtOnce = 4;

/** A few repeated pages are accepted, because jobs that start between two loads move others to later pages. */
const defaultMaxRepeatedPages = 20;

/**
 * One pass over the pages of the job list. Only the reading decides whether it is whole, and whether jobs may
 * be missing. After a page failed, the next `read` requests that page again.
 */
export class PageReading {
  readonly #source: JobListSource;
  readonly #from: number;
  readonly #maxRepeatedPages: number;
  /** Rows in the order of the service, with unique ids. */
  #rows: JobRow[] = [];
  readonly #indexes = new Map<string, number>();
  #readAt = 0;
  #last: JobsPage | undefined;
  #pageCount = 0;
  /** Number of jobs that an earlier page also contained. */
  #repeated = 0;
  /** Number of jobs that appeared twice under the same key on one page. */
  #sameKeys = 0;
  /** Number of jobs that the service sent, including repeated ones. */
  #sent = 0;
  /** The total on the first page. */
  #firstTotal: number | null = null;
  #hasTotalFallen = false;
  /** Explains why paging ended before the last page. */
  #pagingProblem: string | undefined;

  constructor(
    source: JobListSource,
    { from = 1, maxRepeatedPages = defaultMaxRepeatedPages }: PageReadingOptions = {},
  ) {
    this.#source = source;
    this.#from = from;
    this.#maxRepeatedPages = maxRepeatedPages;
  }

  /** The rows that were read. They are the same growing array until one of the jobs changes. */
  get rows(): readonly JobRow[] {
    return this.#rows;
  }

  /** Number of pages that were read. */
  get pageCount(): number {
    return this.#pageCount;
  }

  /** Time at which the first page was requested, in epoch milliseconds. */
  get readAt(): number {
    return this.#readAt;
  }

  /** The latest total of the service, or null if it sends no total. */
  get total(): number | null {
    return this.#last?.pagination.total ?? null;
  }

  /** Number of the last page, or null if the service sends no page number or no useful total. */
  get lastPage(): number | null {
    if (this.#last === undefined) return null;
    const { jobs, pagination } = this.#last;
    return (pagination.total ?? 0) > jobs.length ? pagination.lastPage : null;
  }

  get hasMore(): boolean {
    if (this.#last === undefined) return true;
    return this.#pagingProblem === undefined && this.#last.pagination.hasMore;
  }

  /** Number of jobs that started after the first page was read. The rows do not contain them. */
  get newer(): number {
    return Math.min(this.#repeated, Math.max(0, this.#growth));
  }

  /** True if the list changed during the reading. */
  get hasChanged(): boolean {
    return this.#repeated > 0 || this.#hasTotalFallen || this.#growth !== 0;
  }

  /** Explains in a sentence why jobs may be missing. Null if no jobs seem to be missing. */
  get problem(): string | null {
    if (this.#pagingProblem !== undefined) return this.#pagingProblem;
    if (this.#hasTotalFallen || this.#repeated > this.newer) return changedText();
    if (this.hasMore) return null;
    const missing = this.#from === 1 ? missingJobsText(this.#sent, this.total) : null;
    return missing ?? sameKeysText(this.#sameKeys);
  }

  /**
   * True if the rows are all jobs of the service: the service reported no further page, no page failed, no
   * job was repeated, no key appeared twice, and the total did not fall.
   */
  get isWhole(): boolean {
    return this.#from === 1 && !this.hasMore && this.problem === null && this.#repeated === 0;
  }

  row(id: string): JobRow | undefined {
    return this.#rows[this.#indexes.get(id) ?? -1];
  }

  /**
   * Reads more pages.
   * @throws {ServiceError} if a page fails. The pages before it are kept.
   */
  async read(options: ReadOptions): Promise<void> {
    const { signal, lastPage = Infinity, onDidReadPage, isEnough } = options;
    const ended = new AbortController();
    const canceled = AbortSignal.any([signal, ended.signal]);
    const requested: Promise<ReadPage>[] = [];
    let repeatedPages = 0;
    try {
      while (this.hasMore && this.#nextPage <= lastPage) {
        const count = Math.min(this.#pagesAhead(options), lastPage - this.#nextPage + 1);
        while (requested.length < count) {
          requested.push(this.#request(this.#nextPage + requested.length, canceled));
        }
        const { page, request, requestedAt } = await (requested.shift() as Promise<ReadPage>);
        signal.throwIfAborted();
        if (this.#last === undefined) this.#readAt = requestedAt;
        repeatedPages = this.#hasNewJob(page) ? 0 : repeatedPages + 1;
        this.#add(page, request);
        if (repeatedPages >= this.#maxRepeatedPages && this.hasMore) this.#pagingProblem = loopText();
        onDidReadPage?.();
        if (isEnough?.() === true) return;
      }
    } finally {
      ended.abort();
    }
  }

  /** Replaces the rows of changed jobs. Returns true if the reading contains any of them. */
  updateRows(changed: readonly JobRow[]): boolean {
    const known = changed.flatMap((row) => {
      const index = this.#indexes.get(row.id);
      return index === undefined || this.#rows[index] === row ? [] : [{ index, row }];
    });
    if (known.length === 0) return false;
    this.#rows = [...this.#rows];
    for (const { index, row } of known) this.#rows[index] = row;
    return true;
  }

  get #nextPage(): number {
    return this.#from + this.#pageCount;
  }

  /** Number of pages to request at the same time. At least one. */
  #pagesAhead({ pagesAtOnce = defaultPagesAtOnce }: ReadOptions): number {
    const remaining = (this.lastPage ?? 0) - this.#pageCount - this.#from + 1;
    return Math.max(1, Math.min(pagesAtOnce, remaining));
  }

  /** Growth of the total since the first page. */
  get #growth(): number {
    return this.#firstTotal === null || this.total === null ? 0 : this.total - this.#firstTotal;
  }

  #request(number: number, signal: AbortSignal): Promise<ReadPage> {
    const { listJobs, store } = this.#source;
    const request = store.nextRequest();
    const requestedAt = Date.now();
    const response = listJobs(number, signal).then((page) => ({ page, request, requestedAt }));
    // `read` handles the failure of each page that it awaits. Failures of other pages are ignored.
    response.catch(() => undefined);
    return response;
  }

  #add(page: JobsPage, request: number): void {
    const number = this.#nextPage;
    this.#pagingProblem = pageProblem(page, number);
    // A page with a wrong number would only repeat rows.
    const rows = number === 1 || this.#pagingProblem === undefined ? page.jobs : [];
    const { pagination, sameKeys = 0 } = page;
    const { total } = pagination;
    if (this.#last === undefined) this.#firstTotal = total;
    this.#hasTotalFallen ||= total !== null && this.total !== null && total < this.total;
    this.#repeated += this.#addRows(this.#source.store.applyPage(rows, request));
    this.#sameKeys += sameKeys;
    this.#sent += rows.length + sameKeys;
    this.#last = page;
    this.#pageCount++;
  }

  #hasNewJob({ jobs }: JobsPage): boolean {
    // Rows without a key look new on each page.
    return jobs.some((row) => !this.#indexes.has(row.id) && (row.kind === 'job' || row.key !== undefined));
  }

  /** Adds new rows, and returns the number of rows that are not new. */
  #addRows(rows: readonly JobRow[]): number {
    let repeated = 0;
    for (const row of rows) {
      if (this.#indexes.has(row.id)) {
        repeated++;
        continue;
      }
      this.#indexes.set(row.id, this.#rows.length);
      this.#rows.push(row);
    }
    return repeated;
  }
}

/** A page, with the number and the time of its request. */
interface ReadPage {
  readonly page: JobsPage;
  readonly request: number;
  readonly requestedAt: number;
}
