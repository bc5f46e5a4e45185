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
  /** The time (epoch milliseconds) and number of the first request. */
  #begun: { readonly at: number; readonly request: number } | undefined;
  #last: JobsPage | undefined;
  #pageCount = 0;
  #counts: ReadCounts = noCounts;
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

  /** When the first page was requested, in epoch milliseconds. */
  get readAt(): number {
    return this.#begun?.at ?? 0;
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

  /** Number of jobs that started during the reading. They are listed above the rows. */
  get newer(): number {
    return Math.min(this.#counts.repeated, Math.max(0, this.#growth));
  }

  /** True if the list changed during the reading. */
  get hasChanged(): boolean {
    return this.#counts.repeated > 0 || this.#counts.hasTotalFallen || this.#growth !== 0;
  }

  /** Explains in a sentence why jobs may be missing. Null if no jobs seem to be missing. */
  get problem(): string | null {
    const { repeated, sameKeys, sent, hasTotalFallen } = this.#counts;
    if (this.#pagingProblem !== undefined) return this.#pagingProblem;
    if (hasTotalFallen || repeated > this.newer) return changedText();
    if (this.hasMore || this.#last === undefined) return null;
    return (this.#from === 1 ? missingJobsText(sent, this.total) : null) ?? sameKeysText(sameKeys);
  }

  /**
   * True if the rows are all jobs of the service: the service reported no further page, no page failed, no
   * job was repeated, no key appeared twice, and the total did not fall.
   */
  get isWhole(): boolean {
    const isRead = this.#from === 1 && this.#last !== undefined && !this.hasMore;
    return isRead && this.problem === null && this.#counts.repeated === 0;
  }

  row(id: string): JobRow | undefined {
    return this.#rows[this.#indexes.get(id) ?? -1];
  }

  /** Index of a row. */
  indexOf(id: string): number | undefined {
    return this.#indexes.get(id);
  }

  /** True if the request with this number was sent before the reading began. */
  beganAfter(request: number): boolean {
    return this.#begun !== undefined && this.#begun.request > request;
  }

  /**
   * Reads more pages.
   * @throws {ServiceError} if a page fails. The pages before it are kept.
   */
  async read(options: ReadOptions): Promise<void> {
    const { signal, lastPage = Infinity, onDidReadPage, isEnough } = options;
    const requests = new PageRequests(this.#source, signal);
    let repeatedPages = 0;
    try {
      while (this.hasMore && this.#nextPage <= lastPage) {
        const number = this.#nextPage;
        const lastAhead = Math.min(this.#lastAhead(options), lastPage);
        const { page, request, requestedAt } = await requests.read(number, lastAhead);
        signal.throwIfAborted();
        this.#begun ??= { at: requestedAt, request };
        repeatedPages = this.#hasNewJob(page) ? 0 : repeatedPages + 1;
        this.#add(page, number, request);
        if (repeatedPages >= this.#maxRepeatedPages && this.hasMore) this.#pagingProblem = loopText();
        onDidReadPage?.();
        if (isEnough?.() === true) return;
      }
    } finally {
      requests.abort();
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

  /** Number of the last page that may be requested together with the next page. */
  #lastAhead({ pagesAtOnce = defaultPagesAtOnce }: ReadOptions): number {
    return Math.min(this.#nextPage + pagesAtOnce - 1, this.lastPage ?? this.#nextPage);
  }

  /** Growth of the total since the first page. */
  get #growth(): number {
    const { firstTotal } = this.#counts;
    return firstTotal === null || this.total === null ? 0 : this.total - firstTotal;
  }

  #add(page: JobsPage, number: number, request: number): void {
    const problem = pageProblem(page, number);
    this.#pagingProblem = problem;
    const isFirst = this.#pageCount === 0;
    // A page with a wrong number would only repeat rows.
    const rows = number === 1 || problem === undefined ? page.jobs : [];
    const total = page.pagination.total;
    const hasFallen = total !== null && this.total !== null && total < this.total;
    const repeated = this.#addRows(this.#source.store.applyPage(rows, request));
    const { sameKeys = 0 } = page;
    this.#counts = {
      repeated: this.#counts.repeated + repeated,
      sameKeys: this.#counts.sameKeys + sameKeys,
      sent: this.#counts.sent + rows.length + sameKeys,
      firstTotal: isFirst ? total : this.#counts.firstTotal,
      hasTotalFallen: this.#counts.hasTotalFallen || hasFallen,
    };
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

/** Counts of a reading, in addition to its rows. */
interface ReadCounts {
  /** Number of jobs that an earlier page also contained. */
  readonly repeated: number;
  /** Number of jobs that appeared twice under the same key on one page. */
  readonly sameKeys: number;
  /** Number of jobs that the service sent, including repeated ones. */
  readonly sent: number;
  readonly firstTotal: number | null;
  readonly hasTotalFallen: boolean;
}

const noCounts: ReadCounts = { repeated: 0, sameKeys: 0, sent: 0, firstTotal: null, hasTotalFallen: false };

/** A page, with the number and the time of its request. */
interface ReadPage {
  readonly page: JobsPage;
  readonly request: number;
  readonly requestedAt: number;
}

/** The page requests of a reading. Sends some of them before the reading needs their responses. */
class PageRequests {
  readonly #source: JobListSource;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  readonly #ahead = new Map<number, Promise<ReadPage>>();

  constructor(source: JobListSource, signal: AbortSignal) {
    this.#source = source;
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
  }

  /** Reads a page, and requests the pages after it up to `last`. */
  read(number: number, last: number): Promise<ReadPage> {
    const response = this.#request(number);
    for (let next = number + 1; next <= last; next++) void this.#request(next);
    this.#ahead.delete(number);
    return response;
  }

  abort(): void {
    this.#ended.abort();
  }

  #request(number: number): Promise<ReadPage> {
    const known = this.#ahead.get(number);
    if (known !== undefined) return known;
    const { listJobs, store } = this.#source;
    const request = store.nextRequest();
    const requestedAt = Date.now();
    const response = listJobs(number, this.#signal).then((page) => ({ page, request, requestedAt }));
    // Failures are handled when a page is awaited. Failures of pages that are not awaited are ignored.
    response.catch(() => undefined);
    this.#ahead.set(number, response);
    return response;
  }
}
