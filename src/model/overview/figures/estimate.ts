import { mean, sum } from 'd3-array';
import type { Sample } from '../sample.ts';

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

/** A number of jobs in the whole list, and its interval, see {@link Estimator.estimate}; whole numbers, none below what was seen. */
export interface Estimate {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

interface StratumOfPages {
  readonly pages: number;
  readonly read: number;
}

/** Student's quantile for 95 % and 15 degrees of freedom: variances are estimated from about as many pages. */
const quantile = 2.13;

/** On each side of a stratum, the number of strata that tell how much its pages may vary: one page tells little, and without any of the jobs nothing. */
const neighbours = 2;

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
   * What was seen, and of the rest Σ (N − n) · mean of the pages read of each stratum, less the jobs seen that are on none of
   * these pages: so no bound is below what was seen.
   * Variance is Σ N² (1 − n/N) max(s², mean)/n, whose mean is taken over neighbouring strata too. The upper bound is that of a
   * scaled Poisson number, because few jobs with a great weight miss far more often than they overshoot.
   */
  estimate(tally: Tally): Estimate {
    const sums = this.#strata.map(() => ({ sum: 0, squares: 0 }));
    for (const [page, count] of tally.byPage()) {
      const of = sums[this.#stratumOf.get(page) ?? -1];
      if (of === undefined) continue;
      of.sum += count;
      of.squares += count ** 2;
    }
    const means = this.#strata.map(({ read }, stratum) => (sums[stratum]?.sum ?? 0) / Math.max(1, read));
    const total = { rest: 0, smoothRest: 0, variance: 0, weight: 0 };
    for (const [stratum, { pages, read }] of this.#strata.entries()) {
      if (read === 0 || read === pages) continue;
      const own = means[stratum] ?? 0;
      const smooth = mean(means.slice(Math.max(0, stratum - neighbours), stratum + neighbours + 1)) ?? 0;
      const spread = read > 1 ? Math.max(0, (sums[stratum]?.squares ?? 0) - read * own ** 2) / (read - 1) : 0;
      total.rest += (pages - read) * own;
      total.smoothRest += (pages - read) * smooth;
      total.variance += (pages ** 2 * (1 - read / pages) * Math.max(spread, smooth)) / read;
      total.weight = Math.max(total.weight, pages / read);
    }
    const scale = total.smoothRest === 0 ? total.weight : total.variance / total.smoothRest;
    const skew = (quantile ** 2 * scale) / 2;
    const elsewhere = tally.seen - sum(sums, (each) => each.sum);
    const width = quantile * Math.sqrt(total.variance);
    const bounded = (rest: number) => tally.seen + Math.min(this.#unread, Math.max(0, rest - elsewhere));
    return { value: Math.round(bounded(total.rest)), from: Math.floor(bounded(total.rest - width)), to: Math.ceil(bounded(total.rest + skew + Math.hypot(width, skew))) };
  }
}
