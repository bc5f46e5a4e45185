import type { JobRow, JobsPage } from '../../service/index.ts';
import { JobList } from './jobList.ts';
import { type PageSource, pagesInOrder } from './pagesInOrder.ts';
import { earlyEnd, sameKeysNote } from './pagingNotes.ts';

/** Fewer than the Jobs view sends, so that what a person asks for goes first. */
const pagesAtOnce = 2;

/**
 * The pages that are read unasked: the first ones, and the last, where most services have the oldest work.
 */
const [firstPages, lastPages] = [80, 20];

export interface ReadJobs {
  /** Each job once, in the service's order. */
  readonly rows: readonly JobRow[];
  /** How many of the rows are from the first page on without a gap; the others are the last of the list. */
  readonly first: number;
  /** The number of jobs by the service's latest answer; null if it sends none. */
  readonly total: number | null;
  /** Whether the list was read to its end. */
  readonly isWhole: boolean;
  /** Whether the total changed, or a job came on two pages, while the list was read. */
  readonly isChanged: boolean;
  /** When the latest answer came, in epoch milliseconds. */
  readonly at: number;
  /** Why paging ended early. */
  readonly note: string | null;
}

/** What the answers say of the list. */
type Answers = Pick<ReadJobs, 'total' | 'isChanged' | 'at'>;

/** One reading of a service's list: its first and last pages, or all of them. */
export class ListReading {
  readonly #list = new JobList(pagesAtOnce);
  readonly #source: PageSource;
  /** The number of the page on which each job came first. */
  readonly #pageOf = new Map<string, number>();
  #answers: Answers | undefined;
  /** The rows of the last pages, where the pages before them were not read. */
  #last: readonly JobRow[] = [];

  constructor(service: PageSource) {
    this.#source = async (number, signal) => {
      const page = await service(number, signal);
      this.#note(page, number);
      return page;
    };
    this.#list.connect(this.#source);
  }

  /** Undefined before the first answer. */
  get jobs(): ReadJobs | undefined {
    const { rows, rowIndexes, note } = this.#list.state;
    if (rows === undefined || this.#answers === undefined) return undefined;
    const last = this.#last.filter(({ id }) => !rowIndexes.has(id));
    return {
      ...this.#answers,
      rows: last.length === 0 ? rows : [...rows, ...last],
      first: rows.length,
      isWhole: this.#isEnded(),
      note,
    };
  }

  row(id: string): JobRow | undefined {
    return this.#list.row(id) ?? this.#last.find((row) => row.id === id);
  }

  /**
   * Reads pages that were not read: all, or the first and the last ones. Rejects with the {@link
   * ServiceError} of a page that failed; what was read is kept, and the next call goes on from there.
   */
  async read(all: boolean, signal: AbortSignal, onDidRead: () => void): Promise<void> {
    await this.#readFirst(all, signal, onDidRead);
    signal.throwIfAborted();
    const { hasMore, lastPage, count, failure } = this.#list.state;
    if (failure !== null) throw failure.error;
    if (hasMore && lastPage !== null && !all && this.#last.length === 0) {
      await this.#readLast(Math.max(count, lastPage - lastPages) + 1, signal);
    }
    if (this.#isEnded()) this.#last = [];
  }

  dispose(): void {
    this.#list.dispose();
  }

  /** Whether the pages were read to the end of the list; jobs of one key lose none of it. */
  #isEnded(): boolean {
    const { hasMore, note, sameKeys } = this.#list.state;
    return !hasMore && (note === null || note === sameKeysNote(sameKeys));
  }

  #note({ jobs, pagination: { total } }: JobsPage, number: number): void {
    const known = this.#answers;
    const isRepeated = jobs.some(({ id }) => (this.#pageOf.get(id) ?? number) !== number);
    for (const { id } of jobs) if (!this.#pageOf.has(id)) this.#pageOf.set(id, number);
    this.#answers = {
      total,
      isChanged: isRepeated || (known !== undefined && (known.isChanged || known.total !== total)),
      at: Date.now(),
    };
  }

  async #readFirst(all: boolean, signal: AbortSignal, onDidRead: () => void): Promise<void> {
    const list = this.#list;
    const isEnough = () =>
      !all &&
      list.state.count >= firstPages &&
      Math.max(list.state.lastPage ?? Infinity, list.state.count) > firstPages + lastPages;
    if (list.state.count > 0 && (!list.state.hasMore || isEnough())) return;
    await list.loadAll({ signal, until: isEnough, onProgress: onDidRead });
  }

  /** Keeps the last pages only once all of them are read: some alone would look like the end of the list. */
  async #readLast(from: number, signal: AbortSignal): Promise<void> {
    const rows = new Map<string, JobRow>();
    const options = { from, lastPage: () => this.#list.state.lastPage, pagesAtOnce, signal };
    for await (const { number, page } of pagesInOrder(this.#source, options)) {
      // Pages of a list without an end are not its last ones.
      const isEndless = number >= from + 2 * lastPages;
      if (signal.aborted || isEndless || earlyEnd(page, number) !== undefined) return;
      addNew(rows, page.jobs);
      if (page.pagination.hasMore) continue;
      this.#last = [...rows.values()];
      return;
    }
  }
}

function addNew(rows: Map<string, JobRow>, more: readonly JobRow[]): void {
  for (const row of more) if (!rows.has(row.id)) rows.set(row.id, row);
}
