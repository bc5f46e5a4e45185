import * as l10n from '@vscode/l10n';
import type { JobRow, JobsPage, ServiceClient } from '../../service/index.ts';
import { formatJobs, formatProgress } from '../../text/number.ts';
import type { JobStore } from './jobStore.ts';

/** Provides pages of the job list, and the store for the jobs on these pages. */
export interface JobListSource {
  readonly listJobs: ServiceClient['listJobs'];
  readonly store: JobStore;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Number of the last page to read. Defaults to the last page of the list. */
  readonly lastPage?: number;
  /** Callback that is called after each page has been read. */
  readonly onDidReadPage?: () => void;
  /** Callback that is called after each page. If the callback returns true, reading stops. */
  readonly isEnough?: () => boolean;
  /** Maximum number of simultaneous requests. */
  readonly pagesAtOnce?: number;
}

const defaultPagesAtOnce = 4;

/**
 * Maximum number of consecutive pages without a new job. A few such pages are normal, because jobs
 * that start while pages are being read move other jobs to later pages.
 */
const maxRepeatedPages = 20;

/**
 * Reads pages of the job list in order, and detects whether jobs may be missing. If a page cannot
 * be read, the next call to `read` continues with that page.
 */
export class PageReading {
  readonly #source: JobListSource;
  readonly #from: number;
  /** Rows in the order in which the service returned them, without duplicate IDs. */
  #rows: JobRow[] = [];
  readonly #indexes = new Map<string, number>();
  /** Time of the first request, and the total number of jobs in the first response. */
  #first: { readonly requestedAt: number; readonly total: number | null } | undefined;
  #last: JobsPage | undefined;
  #pageCount = 0;
  /** Number of jobs that were already on an earlier page. */
  #repeated = 0;
  /** Number of jobs that have the same key as another job on the same page. */
  #sameKeys = 0;
  #hasTotalFallen = false;
  /** Reason why reading stopped before the last page, if any. */
  #pagingProblem: string | undefined;

  /** @param from number of the first page to read. Page numbers start at 1. */
  constructor(source: JobListSource, from = 1) {
    this.#source = source;
    this.#from = from;
  }

  /**
   * Rows of all pages that were read. New pages are appended. A changed row creates a new array.
   */
  get rows(): readonly JobRow[] {
    return this.#rows;
  }

  get pageCount(): number {
    return this.#pageCount;
  }

  /** Time when the first page was requested, in milliseconds since the epoch. */
  get readAt(): number {
    return this.#first?.requestedAt ?? 0;
  }

  /**
   * Total number of jobs, as reported by the last response. Null if the service does not report a
   * total.
   */
  get total(): number | null {
    return this.#last?.pagination.total ?? null;
  }

  /** Number of the last page. Null if unknown, or if the reported total is implausibly low. */
  get lastPage(): number | null {
    if (this.#last === undefined) return null;
    const { jobs, pagination } = this.#last;
    return (pagination.total ?? 0) > jobs.length ? pagination.lastPage : null;
  }

  get hasMore(): boolean {
    if (this.#last === undefined) return true;
    return this.#pagingProblem === undefined && this.#last.pagination.hasMore;
  }

  /** Number of jobs that started after the first page was read. These jobs have no row yet. */
  get newer(): number {
    return Math.min(this.#repeated, Math.max(0, this.#growth));
  }

  /** True if the job list changed while its pages were being read. */
  get hasChanged(): boolean {
    return this.#repeated > 0 || this.#hasTotalFallen || this.#growth !== 0;
  }

  /** Message that explains why jobs may be missing. Null if no jobs seem to be missing. */
  get problem(): string | null {
    if (this.#pagingProblem !== undefined) return this.#pagingProblem;
    if (this.#hasTotalFallen || this.#repeated > this.newer) return changedText();
    if (this.hasMore) return null;
    const sent = this.#rows.length + this.#repeated + this.#sameKeys;
    if (this.#from === 1 && sent < (this.total ?? 0)) {
      return l10n.t(
        'Paging stopped: the service returned {0} jobs and reports no more pages.',
        formatProgress(sent, this.total),
      );
    }
    return this.#sameKeys === 0
      ? null
      : l10n.t('The service returned {0} with a duplicate key.', formatJobs(this.#sameKeys));
  }

  /**
   * True if the rows include all jobs of the service: all pages were read, no job was repeated, and
   * no problem was detected.
   */
  get isWhole(): boolean {
    return this.#from === 1 && !this.hasMore && this.problem === null && this.#repeated === 0;
  }

  row(id: string): JobRow | undefined {
    return this.#rows[this.#indexes.get(id) ?? -1];
  }

  /**
   * Reads the next pages.
   * @throws {ServiceError} if a page cannot be read. The previous pages are kept.
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
        const response = await (requested.shift() as Promise<ReadPage>);
        signal.throwIfAborted();
        repeatedPages = this.#hasNewJob(response.page) ? 0 : repeatedPages + 1;
        this.#add(response);
        if (repeatedPages >= maxRepeatedPages && this.hasMore) {
          this.#pagingProblem = l10n.t(
            'Paging stopped: the service keeps returning jobs that are already loaded.',
          );
        }
        onDidReadPage?.();
        if (isEnough?.() === true) return;
      }
    } finally {
      ended.abort();
    }
  }

  /** Replaces the rows of changed jobs. */
  updateRows(changed: readonly JobRow[]): void {
    const known = changed.flatMap((row) => {
      const index = this.#indexes.get(row.id);
      return index === undefined || this.#rows[index] === row ? [] : [{ index, row }];
    });
    if (known.length === 0) return;
    this.#rows = [...this.#rows];
    for (const { index, row } of known) this.#rows[index] = row;
  }

  get #nextPage(): number {
    return this.#from + this.#pageCount;
  }

  /** Returns how many pages to request simultaneously, which is at least 1. */
  #pagesAhead({ pagesAtOnce = defaultPagesAtOnce }: ReadOptions): number {
    const remaining = (this.lastPage ?? 0) - this.#pageCount - this.#from + 1;
    return Math.max(1, Math.min(pagesAtOnce, remaining));
  }

  /** Increase of the total number of jobs since the first page, or 0 if a total is unknown. */
  get #growth(): number {
    const firstTotal = this.#first?.total ?? null;
    return firstTotal === null || this.total === null ? 0 : this.total - firstTotal;
  }

  #request(number: number, signal: AbortSignal): Promise<ReadPage> {
    const { listJobs, store } = this.#source;
    const request = store.nextRequest();
    const requestedAt = Date.now();
    const response = listJobs(number, signal).then((page) => ({ page, request, requestedAt }));
    // Avoids an unhandled rejection if reading stops before the page is needed.
    response.catch(() => undefined);
    return response;
  }

  #add({ page, request, requestedAt }: ReadPage): void {
    const number = this.#nextPage;
    this.#pagingProblem = pageProblem(page, number);
    // If the service returned the wrong page, the rows are used only if the first page was
    // requested.
    const rows = number === 1 || this.#pagingProblem === undefined ? page.jobs : [];
    const { pagination, sameKeys = 0 } = page;
    const { total } = pagination;
    this.#first ??= { requestedAt, total };
    this.#hasTotalFallen ||= total !== null && this.total !== null && total < this.total;
    this.#repeated += this.#addRows(this.#source.store.applyPage(rows, request));
    this.#sameKeys += sameKeys;
    this.#last = page;
    this.#pageCount++;
  }

  #hasNewJob({ jobs }: JobsPage): boolean {
    // A row without a key never counts as new, because it cannot be matched to a row on another
    // page.
    return jobs.some(
      (row) => !this.#indexes.has(row.id) && (row.kind === 'job' || row.key !== undefined),
    );
  }

  /** Adds new rows. Returns the number of rows that were already in the list. */
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

/** A page of the job list, with the number and time of the request. */
interface ReadPage {
  readonly page: JobsPage;
  readonly request: number;
  readonly requestedAt: number;
}

/**
 * Returns the reason why loading must stop after a page, if any. Prevents endless requests if the
 * service returns wrong or empty pages.
 */
function pageProblem(
  { jobs, pagination: { currentPage, hasMore } }: JobsPage,
  requested: number,
): string | undefined {
  if (currentPage !== null && currentPage !== requested) {
    return l10n.t(
      'Paging stopped: the service returned page {1} instead of page {0}.',
      requested,
      currentPage,
    );
  }
  return hasMore && jobs.length === 0
    ? l10n.t(
        'Paging stopped: page {0} is empty, although the service reports more jobs.',
        requested,
      )
    : undefined;
}

export function changedText(): string {
  return l10n.t('The list changed while it was loading. Jobs may be missing.');
}
