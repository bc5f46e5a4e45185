import type { JobRow, JobsPage, ServiceError, ServiceErrorKind } from '../../service/index.ts';
import { type JobPages, earlyEnd } from '../jobs/jobPages.ts';
import { Coverage, type Ranks, gapsIn, joined } from './coverage.ts';
import { JobRecords } from './jobRecords.ts';
import { type ReadPage, completeSince, isNewestFirst, middleOf, readPage } from './readPages.ts';
import { type ReadingPlan, mostPages, newestPages, planReading } from './readingPlan.ts';
import type { Sample, Stratum } from './sample.ts';

/** What the service says of its list. */
interface ListFacts {
  /** Number of jobs; null where it sends none. */
  readonly total: number | null;
  readonly lastPage: number | null;
  /** Jobs on a page that is not the last. */
  readonly pageSize: number;
  /** The rank of the oldest job: 0, or below it where jobs are not counted; -Infinity while that is unknown. */
  readonly bottom: number;
}

/** A page that the service does not give. */
interface Refusal {
  readonly page: number;
  readonly ranks: Ranks;
}

/** The reading of the top that is under way. */
interface TopReading {
  readonly nextPage: number;
  /** Indexes of records of jobs that were not there when the top was read before. */
  readonly started: Set<number>;
}

/** Failures that may concern one page only. */
const pageFailures: ReadonlySet<ServiceErrorKind> = new Set(['notFound', 'rejected', 'serverFault', 'unreadable']);

/** The refusals, below all pages that were read, after which deeper pages are not asked for; and those in a row after which the first page tells whether the service answers at all. */
const manyRefusals = 2;

/** In a list that changes all the time, it may never be certain that every job was read. */
const mostChecks = 3;

/** The jobs that were read of one service, from which part of its list they are, and which page to read next. Sends nothing. */
export class Census {
  readonly records = new JobRecords();
  readonly #coverage = new Coverage();
  readonly #random: () => number;
  readonly #pages: ReadPage[] = [];
  #times: { readonly from: number; readonly to: number } | undefined;
  #facts: ListFacts | undefined;
  #plan: ReadingPlan | 'rest' | undefined;
  /** The number of the page in the records that holds each drawn rank. */
  readonly #drawn = new Map<number, number>();
  #refusals: { readonly pages: readonly Refusal[]; readonly inRow: number } = { pages: [], inRow: 0 };
  #taken = { unasked: 0, deepest: 0 };
  /** Pages that were named to be read unasked. */
  readonly #asked = new Set<number>();
  #top: { readonly records: number; readonly reading: TopReading | undefined } | undefined;
  /** The rows of the Jobs view that were taken; their array may have grown since. */
  #adopted: { readonly rows: readonly JobRow[]; readonly length: number; readonly readAt: readonly number[] } = { rows: [], length: 0, readAt: [] };
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
    return this.#facts?.total ?? null;
  }

  get namesLastPage(): boolean {
    return this.#facts?.lastPage != null;
  }

  /** The parts of the list that were read, newest first, and the ranks that it has. */
  get parts(): readonly Ranks[] {
    return joined(this.#coverage.runs);
  }

  get extent(): Ranks {
    return { from: this.#facts?.bottom ?? 0, to: this.#coverage.total };
  }

  get isNewestFirst(): boolean {
    return isNewestFirst(this.#pages);
  }

  /** Whether every job was read that was in the list when its first page was read last. */
  get isWhole(): boolean {
    if (this.#facts === undefined) return false;
    const [run, ...others] = this.#coverage.runs;
    const { from, to } = this.extent;
    if (from === to) return true;
    return run !== undefined && others.length === 0 && run.from <= from && run.to >= to && this.records.size >= (this.total ?? 0);
  }

  /** The last page to ask for, where the service does not give its oldest jobs; else null. */
  get lastGivenPage(): number | null {
    if (this.#facts === undefined) return null;
    const { total, lastPage, pageSize } = this.#facts;
    const isShort = total !== null && lastPage !== null && lastPage * pageSize < total;
    const refused = this.#refusals.pages.map(({ page }) => page).filter((page) => page > this.#taken.deepest);
    const last = Math.min(isShort ? lastPage : Infinity, ...(refused.length >= manyRefusals ? refused.map((page) => page - 1) : []));
    return last === Infinity ? null : last;
  }

  /** Pages that the service did not give, and whether the oldest jobs are on them. */
  get refusedPages(): readonly { readonly page: number; readonly isOldest: boolean }[] {
    const last = this.lastGivenPage;
    const missing = this.#refusals.pages.filter(({ ranks }) => gapsIn(ranks, this.#coverage.runs).length > 0);
    const refused = missing.map(({ page, ranks }) => ({ page, isOldest: ranks.from <= this.extent.from }));
    return last === null ? refused : [...refused.filter(({ page }) => page <= last), { page: last + 1, isOldest: true }];
  }

  /** The number of the next page to read unasked; undefined where that is done, or depends on pages that are asked for. */
  nextUnasked(pending: readonly number[]): number | undefined {
    const next = this.#taken.unasked + pending.length < mostPages ? this.#nextUnasked(pending) : undefined;
    if (next !== undefined) this.#asked.add(next);
    return next;
  }

  /** The number of the next page to read, from the newest on, until all were read. */
  nextOfAll(pending: readonly number[]): number | undefined {
    if (this.#facts === undefined || this.#mustProbe) return pending.length === 0 ? 1 : undefined;
    if (this.#isEndUnknown && pending.length > 0) return undefined;
    const gap = this.#gap({ from: -Infinity, to: Infinity }, pending);
    if (gap !== undefined) {
      this.#checks = 0;
      return this.#pageAt(gap.to - 1);
    }
    if (pending.length > 0) return undefined;
    // Runs that touch hold every job only if none went meanwhile, which the top tells.
    const isCertain = this.#coverage.runs.length === this.parts.length;
    return this.nextOfTop ?? (isCertain || ++this.#checks > mostChecks ? undefined : 1);
  }

  /** The page on which the reading of the top goes on, until it meets jobs that were there before. */
  get nextOfTop(): number | undefined {
    const next = this.#top?.reading?.nextPage;
    return next !== undefined && next <= mostPages && next <= (this.lastGivenPage ?? Infinity) ? next : undefined;
  }

  /** The number of the page with active jobs that was read longest ago, or of one in turn; undefined where there is none. */
  nextAgain(): number | undefined {
    const active = new Set<number>();
    for (let index = 0; index < this.records.size; index++) if (this.records.state(index) !== 'completed') active.add(this.records.page(index));
    const parts = joined(this.#pages.filter(({ number }) => active.has(number)));
    const first = this.#facts === undefined ? 0 : this.#coverage.total - this.#facts.pageSize;
    const below = (rank: number) => parts.map(({ from, to }) => ({ from, to: Math.min(to, rank, first) })).find(({ from, to }) => from < to);
    const next = below(this.#again) ?? below(Infinity);
    if (next === undefined) return undefined;
    const page = this.#pageAt(next.to - 1);
    this.#again = this.#ranksOf(page).from;
    return page;
  }

  /** Takes what the Jobs view has loaded; rows that an earlier window read do not count. */
  adopt({ rows, recalledAt, readAt, read, rest, total, totalAtTop, hasMore, lastPage, count, put, note }: JobPages): void {
    if (rows === undefined || recalledAt !== null || count === 0) return;
    const before = this.#adopted;
    const isRead = readAt.length !== before.readAt.length || readAt.some((at, index) => at !== before.readAt[index]);
    if (!isRead && rows === before.rows) return;
    this.#adopted = { rows, length: rows.length, readAt };
    const isEnd = !hasMore && note === null;
    const pageSize = Math.max(1, Math.ceil(read / count));
    this.#facts ??= { total, lastPage: total === null ? null : lastPage, pageSize, bottom: total === null ? -Infinity : 0 };
    if (total !== null && total > this.#coverage.total) this.#count(total);
    const top = totalAtTop ?? this.#coverage.total;
    // Jobs that were put first have no place in the list yet.
    const listed = put.size === 0 ? rows : rows.filter(({ id }) => !put.has(id));
    const isTaken = (row: JobRow, index: number) => index < before.length && (row === before.rows[index] || row === before.rows[index - rows.length + before.length]);
    for (let index = 0; index < listed.length; index += pageSize) {
      const part = listed.slice(index, index + pageSize);
      if (!part.every((row, place) => isTaken(row, index + place))) this.#put(part, { from: top - index - part.length, to: top - index });
    }
    for (const row of rows) if (put.has(row.id)) this.records.put(row, 0);
    for (const at of readAt) this.#readAt(at);
    const bottom = rest === null ? Math.max(top, total ?? top) - read : top - rest.from;
    if (total === null && isEnd) this.#facts = { ...this.#facts, bottom };
    // A job may be on none of the pages that were read while others went.
    if (isRead && (total === null || total >= top)) this.#coverage.add({ from: Math.max(bottom, this.#facts.bottom), to: top }, false);
    this.#taken = { ...this.#taken, deepest: Math.max(this.#taken.deepest, count) };
    if (this.#top === undefined) {
      this.#coverage.readTop();
      this.#top = { records: this.records.size, reading: undefined };
    }
  }

  /**
   * Takes the answer to a page; one that is not that page counts as a refusal.
   * @param isLater whether it is newer than all answers before it
   */
  take(number: number, page: JobsPage, now: number, isLater = true): void {
    const { total, lastPage, hasMore } = page.pagination;
    const jobs = page.jobs.length;
    const before = this.#facts?.pageSize ?? Math.max(1, jobs);
    const isBelow = total === null ? !hasMore : (number - 1) * before >= total;
    if (number > 1 && (earlyEnd(page, number)?.kind === 'otherPage' || (jobs === 0 && !isBelow))) {
      this.#refuse(number);
      return;
    }
    this.#taken = { unasked: this.#taken.unasked + (this.#asked.delete(number) ? 1 : 0), deepest: Math.max(this.#taken.deepest, number) };
    this.#refusals = { pages: this.#refusals.pages.filter((each) => each.page !== number), inRow: 0 };
    if (total !== null) this.#count(total);
    const bottom = total !== null ? 0 : hasMore ? (this.#facts?.bottom ?? -Infinity) : this.#coverage.total - (number - 1) * before - jobs;
    const pageSize = number === 1 && hasMore && jobs > 0 ? jobs : Math.max(jobs, before);
    this.#facts = { total, lastPage: total === null ? null : hasMore ? lastPage : Math.max(1, jobs === 0 ? number - 1 : number), pageSize, bottom };
    const ranks = this.#ranksOf(number);
    this.#put(page.jobs, ranks);
    this.#readAt(now);
    if (number === 1 && isLater) this.#coverage.readTop();
    this.#coverage.add(ranks, isLater);
    if (isLater) this.#readTop(number, page);
    else if (number === 1 && this.#top !== undefined) this.#top = { ...this.#top, reading: undefined };
  }

  /** Takes note of a page that failed; returns whether others may be read. */
  fail(number: number, { kind }: ServiceError): boolean {
    if (number === 1 || !pageFailures.has(kind)) {
      this.tryAgain();
      return false;
    }
    this.#refuse(number);
    return true;
  }

  /** Forgets which pages were refused. */
  tryAgain(): void {
    this.#refusals = { pages: [], inRow: 0 };
  }

  sample(): Sample {
    const newest = this.#newest;
    const isWhole = this.isWhole;
    const since = newest === undefined || !this.isNewestFirst ? null : completeSince(this.#pages, newest.from);
    return { records: this.records, total: this.total, isWhole, strata: this.#strata(isWhole), completeSince: isWhole ? -Infinity : since };
  }

  #nextUnasked(pending: readonly number[]): number | undefined {
    if (this.#facts === undefined || this.#mustProbe) return pending.length === 0 ? 1 : undefined;
    if (this.#isEndUnknown && pending.length > 0) return undefined;
    const { pageSize, lastPage } = this.#facts;
    const top = this.#coverage.top;
    const newest = this.#gap({ from: top - (lastPage === null ? mostPages : newestPages) * pageSize, to: top }, pending);
    if (newest !== undefined || lastPage === null) return newest && this.#pageAt(newest.to - 1);
    if (this.#plan === undefined && pending.length > 0) return undefined;
    this.#plan ??= planReading(top, this.#newest?.from ?? top, pageSize, this.#random) ?? 'rest';
    if (this.#plan === 'rest') {
      const gap = this.#gap({ from: -Infinity, to: top }, pending);
      return gap && this.#pageAt(gap.to - 1);
    }
    const { oldest, between } = this.#plan;
    const isRefused = (ranks: Ranks) => this.#refusals.pages.some((refusal) => overlaps(refusal.ranks, ranks));
    const last = isRefused(oldest) ? undefined : this.#gap(oldest, pending, 'oldest');
    if (last !== undefined) return this.#pageAt(last.from);
    const drawn = between.flatMap((part) => part.drawn).find((rank) => !this.#drawn.has(rank) && this.#gap({ from: rank, to: rank + 1 }, pending) !== undefined);
    return drawn === undefined ? undefined : this.#pageAt(drawn);
  }

  #strata(isWhole: boolean): readonly Stratum[] {
    const all = (from: number): Stratum => this.#stratum(from, Infinity);
    if (isWhole) return [all(-Infinity)];
    if (this.#plan === undefined || this.#plan === 'rest' || this.#facts === undefined) return [];
    const { oldest, between } = this.#plan;
    const isRead = (ranks: Ranks) => gapsIn(ranks, this.#coverage.runs).length === 0;
    const strata = between.map(({ from, to, drawn }): Stratum => {
      if (isRead({ from, to })) return this.#stratum(from, to);
      const read = drawn.flatMap((rank) => this.#drawn.get(rank) ?? []);
      const isDone = drawn.every((rank) => this.#drawn.has(rank));
      return { pages: Math.round((to - from) / (this.#facts?.pageSize ?? 1)), read: isDone ? [...new Set(read)] : [] };
    });
    const parts = [all(between[0]?.to ?? oldest.to), ...strata, ...(isRead(oldest) ? [this.#stratum(-Infinity, oldest.to)] : [{ pages: 1, read: [] }])];
    return parts.every(({ read }) => read.length > 0) ? parts : [];
  }

  /** A part of the list that was read to the full. */
  #stratum(from: number, to: number): Stratum {
    const read = this.#pages.filter((page) => middleOf(page) >= from && middleOf(page) < to).map(({ number }) => number);
    return { pages: read.length, read };
  }

  /** The newest jobs that were read without a gap. */
  get #newest(): Ranks | undefined {
    const [first] = this.parts;
    return first !== undefined && first.to >= this.#coverage.top ? first : undefined;
  }

  /** Whether a page asked for ahead may be beyond the last. */
  get #isEndUnknown(): boolean {
    return this.#facts?.bottom === -Infinity;
  }

  get #mustProbe(): boolean {
    return this.#refusals.inRow >= manyRefusals;
  }

  #refuse(page: number): void {
    const others = this.#refusals.pages.filter((each) => each.page !== page);
    this.#refusals = { pages: [...others, { page, ranks: this.#ranksOf(page) }], inRow: this.#refusals.inRow + 1 };
  }

  #count(total: number): void {
    if (this.#coverage.counted(total) && this.#top !== undefined) this.#top = { ...this.#top, reading: undefined };
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
    if (this.#plan === undefined || this.#plan === 'rest' || first === undefined) return;
    const holding = fresh.length > 0 ? number : this.records.page(this.records.find(first.id) ?? 0);
    for (const { drawn } of this.#plan.between) {
      for (const rank of drawn) if (rank >= ranks.from && rank < ranks.to && !this.#drawn.has(rank)) this.#drawn.set(rank, holding);
    }
  }

  #readTop(number: number, { jobs, pagination }: JobsPage): void {
    const before = this.#top?.records ?? Infinity;
    const { nextPage, started } = number === 1 ? { nextPage: 1, started: new Set<number>() } : (this.#top?.reading ?? { nextPage: 0, started: new Set<number>() });
    if (number !== nextPage) return;
    const indexes = jobs.flatMap(({ id }) => this.records.find(id) ?? []);
    for (const index of indexes) if (index >= before) started.add(index);
    const isMet = indexes.some((index) => index < before) || !pagination.hasMore;
    if (!isMet) {
      this.#top = { records: before, reading: { nextPage: nextPage + 1, started } };
      return;
    }
    if (this.total === null) this.#coverage.grew(started.size);
    else this.#coverage.metTop(started.size);
    this.#top = { records: this.records.size, reading: undefined };
  }

  #gap({ from, to }: Ranks, pending: readonly number[], end: 'newest' | 'oldest' = 'newest'): Ranks | undefined {
    const { from: bottom, to: top } = this.extent;
    const last = this.lastGivenPage;
    const within = { from: Math.max(from, last === null ? bottom : this.#ranksOf(last).from), to: Math.min(to, top) };
    const asked = pending.map((page) => this.#ranksOf(page));
    return gapsIn(within, [...this.#coverage.runs, ...this.#refusals.pages.map(({ ranks }) => ranks), ...asked]).at(end === 'newest' ? 0 : -1);
  }

  #ranksOf(page: number): Ranks {
    const { pageSize = 1, bottom = 0 } = this.#facts ?? {};
    const { total } = this.#coverage;
    return { from: Math.max(bottom, total - page * pageSize), to: total - (page - 1) * pageSize };
  }

  #pageAt(rank: number): number {
    return Math.floor((this.#coverage.total - 1 - rank) / (this.#facts?.pageSize ?? 1)) + 1;
  }
}

function overlaps(one: Ranks, other: Ranks): boolean {
  return one.from < other.to && other.from < one.to;
}
