import { mean, sum } from 'd3-array';
import type { Sample } from '../sample.ts';

/** Counts jobs by the page that they were read from. */
export class Tally {
  #seen = 0;
  /** Page and count of each completed run of jobs from the same page. */
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

  /** Adds the counts of another tally, of different jobs. */
  addAll(other: Tally): void {
    for (const [page, count] of other.#runs()) this.add(page, count);
  }

  /** Number of jobs by page, without empty pages. */
  byPage(): Map<number, number> {
    const pages = new Map<number, number>();
    for (const [page, count] of this.#runs()) if (count > 0) pages.set(page, (pages.get(page) ?? 0) + count);
    return pages;
  }

  #runs(): [page: number, count: number][] {
    return [...this.#pages.map((page, run): [number, number] => [page, this.#counts[run] ?? 0]), [this.#page, this.#count]];
  }
}

/** An estimated number of jobs in the whole list with its interval; whole numbers, at least the number seen. */
export interface Estimate {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

interface StratumOfPages {
  readonly pages: number;
  readonly read: number;
}

/** Student's quantile for 95 % and 15 degrees of freedom, because variances are estimated from about 15 pages. */
const quantile = 2.13;

/** Strata on each side over which the mean is smoothed, because the few pages of one stratum say little about its variance. */
const neighbours = 2;

/** Estimates numbers of jobs in the whole list from the pages read, which are clusters drawn at random within each stratum. */
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

  /** How many jobs of the list a job of this page represents. */
  weightOf(page: number): number {
    const stratum = this.#strata[this.#stratumOf.get(page) ?? -1];
    return stratum === undefined ? 1 : stratum.pages / stratum.read;
  }

  /**
   * The number seen plus, for the unread pages, Σ (N − n) · mean of the stratum's read pages, less the jobs seen on none of these
   * pages: so no bound is below the number seen. The variance is Σ N² (1 − n/N) max(s², mean)/n, with the mean smoothed over
   * neighbouring strata. The upper bound is that of a scaled Poisson number, because a few jobs with great weights
   * underestimate far more often than they overestimate.
   */
  estimate(tally: Tally): Estimate {
    const sums = this.#strata.map(() => ({ sum: 0, squares: 0 }));
    for (const [page, count] of tally.byPage()) {
      const stratum = sums[this.#stratumOf.get(page) ?? -1];
      if (stratum === undefined) continue;
      stratum.sum += count;
      stratum.squares += count ** 2;
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
