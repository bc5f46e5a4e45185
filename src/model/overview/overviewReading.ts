import type { JobRow } from '../../service/index.ts';
import { type JobListSource, PageReading } from '../jobs/pageReading.ts';

/** Maximum number of parallel requests. The number is small to avoid delaying other requests. */
const pagesAtOnce = 2;

/**
 * Default number of pages to load from the start and the end of the list. Most services return the
 * oldest jobs on the last pages.
 */
const [firstPages, lastPages] = [80, 20];

export interface ReadJobs {
  /** Rows in the original order, without duplicates. */
  readonly rows: readonly JobRow[];
  /** Number of rows from the first pages. All other rows are from the last pages. */
  readonly first: number;
  /** Total number of jobs in the list, or null if the service does not report a total. */
  readonly total: number | null;
  /** True if all pages were loaded. */
  readonly isWhole: boolean;
  /** True if the list changed during loading. */
  readonly isChanged: boolean;
  /** Time of the last response, in epoch milliseconds. */
  readonly at: number;
  /** Paging problem that may have hidden jobs. Null if there was no problem. */
  readonly note: string | null;
}

/** Loads the jobs for a report. By default, loads only the first and last pages of the list. */
export class OverviewReading {
  readonly #source: JobListSource;
  readonly #first: PageReading;
  /**
   * Last pages of the list. Undefined if these pages are not loaded or are among the first pages.
   */
  #last: PageReading | undefined;
  #readAt = 0;

  constructor(source: JobListSource) {
    this.#source = source;
    this.#first = new PageReading(source);
  }

  /** Jobs that have been loaded. Undefined before the first response. */
  get jobs(): ReadJobs | undefined {
    if (this.#readAt === 0) return undefined;
    const { rows, total, isWhole, problem, hasChanged } = this.#first;
    const last = (this.#last?.rows ?? []).filter(({ id }) => this.#first.row(id) === undefined);
    return {
      rows: last.length === 0 ? rows : [...rows, ...last],
      first: rows.length,
      total: this.#last?.total ?? total,
      isWhole,
      isChanged: hasChanged || this.#last?.hasChanged === true,
      at: this.#readAt,
      note: problem,
    };
  }

  row(id: string): JobRow | undefined {
    return this.#first.row(id) ?? this.#last?.row(id);
  }

  /**
   * Loads the missing pages, or only the first and last pages if `all` is false. After an error,
   * the next call continues with the page that failed.
   * @throws {ServiceError}
   */
  async read(all: boolean, signal: AbortSignal, onDidRead: () => void): Promise<void> {
    const first = this.#first;
    const isEnough = () => {
      this.#readAt = Date.now();
      onDidRead();
      return !all && this.#isEnough;
    };
    if (all || !this.#isEnough) await first.read({ signal, pagesAtOnce, isEnough });
    if (!first.hasMore) this.#last = undefined;
    else if (!all && this.#last === undefined) await this.#readLast(signal);
  }

  /** True if the first pages are loaded and the list is too long to load all pages by default. */
  get #isEnough(): boolean {
    const { pageCount, lastPage } = this.#first;
    return (
      pageCount >= firstPages && Math.max(lastPage ?? Infinity, pageCount) > firstPages + lastPages
    );
  }

  /** Loads the last pages. Discards the result if there is a paging problem. */
  async #readLast(signal: AbortSignal): Promise<void> {
    const { lastPage, pageCount } = this.#first;
    if (lastPage === null) return;
    const from = Math.max(pageCount, lastPage - lastPages) + 1;
    const last = new PageReading(this.#source, from);
    // Paging stops at a fixed page, because a faulty service may return pages without end.
    await last.read({ signal, pagesAtOnce, lastPage: from + 2 * lastPages });
    this.#readAt = Date.now();
    if (!last.hasMore && last.problem === null) this.#last = last;
  }
}
