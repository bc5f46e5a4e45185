import type { JobRow, JobsPage, ServiceError, ServiceErrorKind } from '../../../service/index.ts';
import type { JobPages } from '../../jobs/jobPages.ts';
import { factsOf, isTaken, loadedRanks, nothingAdopted } from './adoption.ts';
import { type Ranks, joined } from './coverage.ts';
import { JobRecords } from '../jobRecords.ts';
import { ListMap } from './listMap.ts';
import { type ReadPage, isNewestFirst, latestStart, rankedStarts, readPage } from './readPages.ts';
import { mostPages } from './readingPlan.ts';
import type { Sample } from '../sample.ts';
import { strataOf, wholeStratum } from './strata.ts';
import { type Top, interrupted, readTopPage } from './topReading.ts';
import { type UnaskedReading, heldRanks, nextUnasked, notBegun, tookPage } from './unaskedReading.ts';

/** Failures that may concern one page only. */
const pageFailures: ReadonlySet<ServiceErrorKind> = new Set(['notFound', 'rejected', 'serverFault', 'unreadable']);

/** In a list that changes all the time, it may never be certain that every job was read. */
const mostChecks = 3;

/** The jobs that were read of one service, from which part of its list they are, and which page to read next. Sends nothing. */
export class Census {
  readonly records = new JobRecords();
  readonly #map = new ListMap();
  readonly #random: () => number;
  readonly #pages: ReadPage[] = [];
  #times: { readonly from: number; readonly to: number } | undefined;
  #unasked: UnaskedReading = notBegun;
  #top: Top | undefined;
  #adopted = nothingAdopted;
  /** The number of the page that was taken last. */
  #lastTaken = 0;
  /** How often the top was read in a row to make certain of what was read. */
  #checks = 0;
  /** The rank below which the next page is read again. */
  #again = Infinity;

  /** @param random a number from 0 to 1, 1 excluded */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** When pages were read, in epoch milliseconds; undefined before the first. */
  get times(): { readonly from: number; readonly to: number } | undefined {
    return this.#times;
  }

  get total(): number | null {
    return this.#map.facts?.total ?? null;
  }

  get namesLastPage(): boolean {
    return this.#map.facts?.lastPage != null;
  }

  /** The parts of the list that were read, newest first, and the ranks that it has. */
  get parts(): readonly Ranks[] {
    return this.#map.parts;
  }

  get extent(): Ranks {
    return this.#map.extent;
  }

  get refusedPages(): ListMap['refusedPages'] {
    return this.#map.refusedPages;
  }

  get isNewestFirst(): boolean {
    return isNewestFirst(this.#pages);
  }

  /** Whether every job was read that was in the list when its first page was read last. */
  get isWhole(): boolean {
    if (this.#map.facts === undefined) return false;
    const { from, to } = this.extent;
    return from === to || (this.#map.isCovered && this.records.size >= (this.total ?? 0));
  }

  /** Differs after each change of the records, or of what they are certain to contain. */
  get version(): string {
    const { from, latest } = this.#map.certain ?? {};
    return [this.records.version, this.isWhole, from, latest].join();
  }

  /** The number of the next page to read unasked; undefined where that is done, or depends on pages that are asked for. */
  nextUnasked(pending: readonly number[]): number | undefined {
    const { reading, next } = nextUnasked(this.#unasked, this.#map, pending, this.#random);
    this.#unasked = reading;
    return next;
  }

  /** The number of the next page to read, from the newest on, until all were read. */
  nextOfAll(pending: readonly number[]): number | undefined {
    if (this.#map.isProbeDue) return pending.length === 0 ? 1 : undefined;
    if (this.#map.isEndUnknown && pending.length > 0) return undefined;
    const gap = this.#map.gap({ from: -Infinity, to: Infinity }, pending);
    if (gap !== undefined) {
      this.#checks = 0;
      return this.#map.pageAt(gap.to - 1);
    }
    if (pending.length > 0) return undefined;
    // Runs that touch hold every job only if none went meanwhile, which the top tells.
    const isCertain = this.#map.coverage.runs.length === this.parts.length;
    return this.nextOfTop ?? (isCertain || ++this.#checks > mostChecks ? undefined : 1);
  }

  /** The page on which the reading of the top goes on, until it meets jobs that were there before. */
  get nextOfTop(): number | undefined {
    const next = this.#top?.reading?.nextPage;
    return next !== undefined && next <= mostPages && next <= (this.#map.lastGivenPage ?? Infinity) ? next : undefined;
  }

  /** The number of the page with active jobs that was read longest ago, or of one in turn; undefined where there is none. */
  nextAgain(): number | undefined {
    const active = new Set<number>();
    for (let index = 0; index < this.records.size; index++) if (this.records.state(index) !== 'completed') active.add(this.records.page(index));
    const parts = joined(this.#pages.filter(({ number }) => active.has(number)));
    const { facts, coverage } = this.#map;
    const first = facts === undefined ? 0 : coverage.total - facts.pageSize;
    const below = (rank: number) => parts.map(({ from, to }) => ({ from, to: Math.min(to, rank, first) })).find(({ from, to }) => from < to);
    const next = below(this.#again) ?? below(Infinity);
    if (next === undefined) return undefined;
    const page = this.#map.pageAt(next.to - 1);
    this.#again = this.#map.ranksOf(page).from;
    return page;
  }

  /**
   * Takes what the Jobs view has loaded, step by step; rows that an earlier window read do not count. Nothing else may
   * change the census before its end. Only what was loaded before all else that was read is a part of the list: rows that
   * come later have no rank, because the Jobs view does not tell how many jobs went since it read those above them.
   */
  *adopt(pages: JobPages): Generator<void, void> {
    const { rows, recalledAt, readAt, count, read } = pages;
    const unlisted = Math.max(0, (rows?.length ?? 0) - read);
    const before = this.#adopted;
    if (rows === undefined || recalledAt !== null || count === 0 || (rows === before.rows && rows.length === before.length)) return;
    const { length } = rows;
    const facts = factsOf(pages);
    const ranks = this.#times === undefined && this.records.size === 0 ? loadedRanks(pages) : undefined;
    for (let index = 0; index < length; ) {
      const end = Math.min(index < unlisted ? unlisted : index + facts.pageSize, length);
      const part = rows.slice(index, end);
      if (ranks !== undefined && index >= unlisted) this.#put(part, { from: ranks.to + unlisted - end, to: ranks.to + unlisted - index });
      else for (const [place, row] of part.entries()) if (!isTaken(before, row, index + place, length)) this.records.put(row, 0);
      index = end;
      yield;
    }
    this.#adopted = { rows, length };
    if (ranks === undefined) return;
    this.#map.adopt(facts, count, ranks, latestStart(rows.slice(-facts.pageSize)));
    this.#readAt(readAt);
    // Only jobs of the first page were in the list for certain when that was read.
    this.#top = { pages: Math.min(1, this.#pages.length), reading: undefined };
  }

  /**
   * Takes the answer to a page; one that is not that page counts as a refusal.
   * @param isLater whether it is newer than all answers before it
   */
  take(number: number, page: JobsPage, now: number, isLater = true): void {
    const { coverage } = this.#map;
    const { total } = coverage;
    if (!this.#map.take(number, page)) return;
    if (coverage.total !== total) this.#top = interrupted(this.#top);
    this.#unasked = tookPage(this.#unasked, number);
    const ranks = this.#map.ranksOf(number);
    this.#put(page.jobs, ranks);
    this.#readAt(now);
    if (number === 1 && isLater) coverage.readTop();
    // Which jobs went between a page and the top that was read after it but taken before it is not known.
    if (isLater || this.#lastTaken !== 1) coverage.add(ranks, latestStart(page.jobs), isLater);
    this.#lastTaken = number;
    if (isLater) this.#readTop(number, page);
    else if (number === 1) this.#top = interrupted(this.#top);
  }

  /** Takes note of a page that failed; returns whether others may be read. */
  fail(number: number, { kind }: ServiceError): boolean {
    if (number === 1 || !pageFailures.has(kind)) {
      this.tryAgain();
      return false;
    }
    this.#map.refuse(number);
    return true;
  }

  /** Forgets which pages were refused. */
  tryAgain(): void {
    this.#map.tryAgain();
  }

  sample(): Sample {
    const { records, total, isWhole } = this;
    if (isWhole) return { records, total, isWhole, strata: [wholeStratum(this.#pages)], completeSince: -Infinity, starts: [] };
    const { isNewestFirst } = this;
    const latest = isNewestFirst ? (this.#map.certain?.latest ?? null) : null;
    return {
      records, total, isWhole,
      strata: strataOf(this.#unasked, this.#map, this.#pages),
      // Jobs on one page may be in any order.
      completeSince: latest === null ? null : latest + 1,
      starts: isNewestFirst && total !== null ? rankedStarts(this.#pages) : [],
    };
  }

  #readAt(at: number): void {
    const { from, to } = this.#times ?? { from: at, to: at };
    this.#times = { from: Math.min(from, at), to: Math.max(to, at) };
  }

  #put(rows: readonly JobRow[], ranks: Ranks): void {
    const number = this.#pages.length + 1;
    const fresh = rows.filter((row) => this.records.put(row, number));
    if (fresh.length > 0) this.#pages.push(readPage(number, ranks, rows));
    const [first] = rows;
    if (first === undefined) return;
    this.#unasked = heldRanks(this.#unasked, ranks, fresh.length > 0 ? number : this.records.page(this.records.find(first.id) ?? 0));
  }

  #readTop(number: number, page: JobsPage): void {
    const { top, started } = readTopPage(this.#top, number, page, this.records, this.#pages.length);
    this.#top = top;
    if (started === null) return;
    if (this.total === null) this.#map.coverage.grew(started);
    else this.#map.coverage.metTop(started);
  }
}
