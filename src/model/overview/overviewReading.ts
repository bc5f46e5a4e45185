import type { JobRow } from '../../service/index.ts';
import { type JobListSource, PageReading } from '../jobs/pageReading.ts';

/** Fewer than the Jobs view uses, so that what the user asks for is read first. */
const pagesAtOnce = 2;

/**
 * The pages that are read without a request of the user: the first ones, and the last ones, where most
 * services have the oldest jobs.
 */
const [firstPages, lastPages] = [80, 20];

export interface ReadJobs {
  /** Each job once, in the order of the service. */
  readonly rows: readonly JobRow[];
  /** Number of rows from the first page on without a gap; the others are the last rows of the list. */
  readonly first: number;
  /** The service's latest count of all jobs; null if it sends none. */
  readonly total: number | null;
  /** Whether the rows are all jobs of the service. */
  readonly isWhole: boolean;
  /** Whether the list changed while it was read. */
  readonly isChanged: boolean;
  /** When the latest response came, in epoch milliseconds. */
  readonly at: number;
  /** Why jobs may be missing. */
  readonly note: string | null;
}

/** The jobs of one report: the first and last pages of the list, or all of them. */
export class OverviewReading {
  readonly #source: JobListSource;
  readonly #first: PageReading;
  /** The last pages, if the pages before them were not read. */
  #last: PageReading | undefined;
  #readAt = 0;

  constructor(source: JobListSource) {
    this.#source = source;
    this.#first = new PageReading(source);
  }

  /** Undefined before the first response. */
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
   * Reads pages that were not read: all, or the first and the last ones. What was read before a failure is
   * kept, and the next call continues from there.
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

  /** Whether the first pages are read, and enough pages are left for a gap before the last ones. */
  get #isEnough(): boolean {
    const { pageCount, lastPage } = this.#first;
    return pageCount >= firstPages && Math.max(lastPage ?? Infinity, pageCount) > firstPages + lastPages;
  }

  /** Keeps the last pages only if all of them were read: some alone would look like the end of the list. */
  async #readLast(signal: AbortSignal): Promise<void> {
    const { lastPage, pageCount } = this.#first;
    if (lastPage === null) return;
    const from = Math.max(pageCount, lastPage - lastPages) + 1;
    const last = new PageReading(this.#source, { from });
    // Pages of a list without an end are not its last ones.
    await last.read({ signal, pagesAtOnce, lastPage: from + 2 * lastPages });
    this.#readAt = Date.now();
    if (!last.hasMore && last.problem === null) this.#last = last;
  }
}
