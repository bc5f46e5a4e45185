import type { Sample } from './sample.ts';

/** A number of jobs read, by the page that each was read from. */
export class Tally {
  #seen = 0;
  /** Of each run of jobs of the same page but the last. */
  readonly #pages: number[] = [];
  readonly #counts: number[] = [];
  #page = 0;
  #count = 0;

  get seen(): number {
    return this.#seen;
  }

  add(page: number, count = 1): void {
    this.#seen += count;
    if (page !== this.#page) {
      this.#pages.push(this.#page);
      this.#counts.push(this.#count);
      this.#page = page;
      this.#count = 0;
    }
    this.#count += count;
  }

  /** Adds the jobs of another, none of which it has. */
  addAll(other: Tally): void {
    for (const [page, count] of other.#runs()) this.add(page, count);
  }

  /** Number of jobs of each page that has any. */
  byPage(): Map<number, number> {
    const pages = new Map<number, number>();
    for (const [page, count] of this.#runs()) if (count > 0) pages.set(page, (pages.get(page) ?? 0) + count);
    return pages;
  }

  #runs(): [page: number, count: number][] {
    return [...this.#pages.map((page, run): [number, number] => [page, this.#counts[run] ?? 0]), [this.#page, this.#count]];
  }
}

/** A number of jobs in the whole list, and the interval that holds it with 95 % confidence; whole numbers, none below what was seen. */
export interface Estimate {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

interface StratumOfPages {
  readonly pages: number;
  readonly read: number;
}

/** Quantile of the normal distribution for 95 %. */
const z = 1.96;

/** Estimates numbers of jobs in the whole list from the pages that were read: these are clusters, drawn at random in each stratum. */
export class Estimator {
  readonly #strata: readonly StratumOfPages[];
  /** The stratum of a page that was read. */
  readonly #stratumOf = new Map<number, number>();
  /** Number of jobs that were not read. */
  readonly #unread: number;

  constructor({ records, total, strata }: Sample) {
    this.#strata = strata.map(({ pages, read }) => ({ pages: Math.max(pages, read.length), read: read.length }));
    for (const [stratum, { read }] of strata.entries()) for (const page of read) this.#stratumOf.set(page, stratum);
    this.#unread = Math.max(0, (total ?? Infinity) - records.size);
  }

  /** How many jobs of the list one of this page represents. */
  weightOf(page: number): number {
    const stratum = this.#strata[this.#stratumOf.get(page) ?? -1];
    return stratum === undefined ? 1 : stratum.pages / stratum.read;
  }

  /**
   * What was seen and the expected number of the rest, Σ (N − n) · mean of the pages read of each stratum. Variance and
   * interval are of the rest alone, so that neither is below what was seen.
   */
  estimate(tally: Tally): Estimate {
    const sums = this.#strata.map(() => ({ sum: 0, squares: 0 }));
    for (const [page, count] of tally.byPage()) {
      const of = sums[this.#stratumOf.get(page) ?? -1];
      if (of === undefined) continue;
      of.sum += count;
      of.squares += count ** 2;
    }
    let rest = 0;
    let variance = 0;
    for (const [index, { pages, read }] of this.#strata.entries()) {
      const { sum = 0, squares = 0 } = sums[index] ?? {};
      if (read === 0 || read === pages) continue;
      const mean = sum / read;
      const spread = read > 1 ? Math.max(0, squares - read * mean ** 2) / (read - 1) : 0;
      rest += (pages - read) * mean;
      variance += pages ** 2 * (1 - read / pages) * Math.max(spread, mean) / read;
    }
    const width = z * Math.sqrt(variance);
    const bounded = (value: number) => tally.seen + Math.min(this.#unread, Math.max(0, value));
    return { value: Math.round(bounded(rest)), from: Math.floor(bounded(rest - width)), to: Math.ceil(bounded(rest + width)) };
  }
}
