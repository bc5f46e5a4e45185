import type { JobsPage } from '../../../service/index.ts';
import { Coverage, type Ranks, type Run, gapsIn, joined } from './coverage.ts';
import { type ListFacts, factsAfter, isPage } from './listFacts.ts';
import { type Refusals, given, isProbeDue, lastGiven, noRefusals, refused } from './refusals.ts';

/** The list by ranks: which of its jobs were read, which pages they are on, and which pages the service does not give. */
export class ListMap {
  readonly coverage = new Coverage();
  #facts: ListFacts | undefined;
  #refusals: Refusals = noRefusals;

  /** Undefined before the first answer. */
  get facts(): ListFacts | undefined {
    return this.#facts;
  }

  /** The parts of the list that were read, newest first. */
  get parts(): readonly Ranks[] {
    return joined(this.coverage.runs);
  }

  /** The ranks that the list has. */
  get extent(): Ranks {
    return { from: this.#facts?.bottom ?? 0, to: this.coverage.total };
  }

  /** The newest jobs that were read without a gap. */
  get newest(): Ranks | undefined {
    const [first] = this.parts;
    return first !== undefined && first.to >= this.coverage.top ? first : undefined;
  }

  /** The newest jobs of which every one was read for certain: those of one run, since between runs that touch there may be others. */
  get certain(): Run | undefined {
    const runs = this.coverage.runs.filter(({ from, to }) => from < this.coverage.top && to >= this.coverage.top);
    return runs.reduce<Run | undefined>((highest, run) => (highest === undefined || run.to > highest.to ? run : highest), undefined);
  }

  /** Whether one run holds every rank that the list has. */
  get isCovered(): boolean {
    const [run, ...others] = this.coverage.runs;
    const { from, to } = this.extent;
    return from === to || (run !== undefined && others.length === 0 && run.from <= from && run.to >= to);
  }

  /** The last page to ask for, where the service does not give its oldest jobs; else null. */
  get lastGivenPage(): number | null {
    if (this.#facts === undefined) return null;
    const { total, lastPage, pageSize } = this.#facts;
    const isShort = total !== null && lastPage !== null && lastPage * pageSize < total;
    const last = Math.min(isShort ? lastPage : Infinity, lastGiven(this.#refusals));
    return last === Infinity ? null : last;
  }

  /** Pages that the service did not give, and whether the oldest jobs are on them. */
  get refusedPages(): readonly { readonly page: number; readonly isOldest: boolean }[] {
    const last = this.lastGivenPage;
    const missing = this.#refusals.pages.filter(({ ranks }) => gapsIn(ranks, this.coverage.runs).length > 0);
    const pages = missing.map(({ page, ranks }) => ({ page, isOldest: ranks.from <= this.extent.from }));
    return last === null ? pages : [...pages.filter(({ page }) => page <= last), { page: last + 1, isOldest: true }];
  }

  /** Whether a page asked for ahead may be beyond the last. */
  get isEndUnknown(): boolean {
    return this.#facts?.bottom === -Infinity;
  }

  /** Whether the first page is to be read before any other. */
  get isProbeDue(): boolean {
    return this.#facts === undefined || isProbeDue(this.#refusals);
  }

  isRefused({ from, to }: Ranks): boolean {
    return this.#refusals.pages.some(({ ranks }) => ranks.from < to && from < ranks.to);
  }

  isRead(ranks: Ranks): boolean {
    return gapsIn(ranks, this.coverage.runs).length === 0;
  }

  /** Neighbouring jobs within these ranks that were not read, whose pages are given and not asked for. */
  gap({ from, to }: Ranks, pending: readonly number[], end: 'newest' | 'oldest' = 'newest'): Ranks | undefined {
    const { from: bottom, to: top } = this.extent;
    const last = this.lastGivenPage;
    const within = { from: Math.max(from, last === null ? bottom : this.ranksOf(last).from), to: Math.min(to, top) };
    const asked = pending.map((page) => this.ranksOf(page));
    return gapsIn(within, [...this.coverage.runs, ...this.#refusals.pages.map(({ ranks }) => ranks), ...asked]).at(end === 'newest' ? 0 : -1);
  }

  ranksOf(page: number): Ranks {
    const { pageSize = 1, bottom = 0 } = this.#facts ?? {};
    const { total } = this.coverage;
    return { from: Math.max(bottom, total - page * pageSize), to: total - (page - 1) * pageSize };
  }

  pageAt(rank: number): number {
    return Math.floor((this.coverage.total - 1 - rank) / (this.#facts?.pageSize ?? 1)) + 1;
  }

  /** Takes what an answer says of the list, but not which jobs were read; returns whether it is the page with this number: another counts as a refusal. */
  take(number: number, page: JobsPage): boolean {
    if (!isPage(number, page, this.#facts)) {
      this.refuse(number);
      return false;
    }
    const { total } = page.pagination;
    if (total !== null) this.coverage.counted(total);
    this.#refusals = given(this.#refusals, number);
    this.#facts = factsAfter(this.#facts, number, page, this.coverage.total);
    return true;
  }

  /** Begins with the ranks that the Jobs view has loaded, down to the deepest of its pages. */
  adopt(facts: ListFacts, deepest: number, ranks: Ranks, latest: number | null): void {
    this.coverage.begin(ranks, latest, facts.total ?? 0);
    this.#facts = facts;
    this.#refusals = { ...this.#refusals, deepest };
  }

  refuse(page: number): void {
    this.#refusals = refused(this.#refusals, page, this.ranksOf(page));
  }

  /** Forgets which pages were refused. */
  tryAgain(): void {
    this.#refusals = { ...noRefusals, deepest: this.#refusals.deepest };
  }
}
