/** Neighbouring jobs of the list, by rank: `from` ≤ rank < `to`. The oldest job has rank 0, so ranks stay while new jobs are put on top. */
export interface Ranks {
  readonly from: number;
  readonly to: number;
}

/** Disjoint and newest first; `apart` is the number of ranks between two parts that still makes them one. */
export function joined<Part extends Ranks>(parts: readonly Part[], apart = 0): Part[] {
  const all: Part[] = [];
  for (const part of [...parts].sort((one, other) => other.to - one.to)) {
    const last = all.at(-1);
    if (last === undefined || part.to + apart < last.from) all.push(part);
    else if (part.from < last.from) all[all.length - 1] = { ...part, to: last.to };
  }
  return all;
}

/** What the parts leave of these ranks, newest first. */
export function gapsIn({ from, to }: Ranks, parts: readonly Ranks[]): Ranks[] {
  const gaps: Ranks[] = [];
  let below = to;
  for (const part of joined(parts)) {
    if (part.to < below) gaps.push({ from: Math.max(part.to, from), to: below });
    below = Math.min(below, part.from);
  }
  gaps.push({ from, to: below });
  return gaps.filter((gap) => gap.from < gap.to);
}

export function countOf(parts: readonly Ranks[]): number {
  return joined(parts).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Ranks whose jobs were read, the lower ones after the upper ones. */
export interface Run extends Ranks {
  /** The latest start on its lowest page, in epoch milliseconds; null where no job of that has one. */
  readonly latest: number | null;
  /** By how many ranks it was shortened since the top of the list was read last. */
  readonly gone: number;
  /** Whether its upper end was read after the reading of the top under way began. */
  readonly isNew: boolean;
}

/** What is certain of a run after jobs went, wherever they were: each that went below it moved its jobs down by one. */
function shortened(runs: readonly Run[], gone: (run: Run) => number): readonly Run[] {
  return runs.map((run) => ({ ...run, to: run.to - gone(run), gone: run.gone + gone(run) })).filter(({ from, to }) => from < to);
}

/**
 * The ranks whose jobs were read, also while jobs start and go. A run is read downwards: a page that begins within it
 * cannot have passed over a job, whatever went meanwhile. Runs become one only once the top of the list was read again,
 * which tells how many jobs went: those that started, less the growth of the total.
 */
export class Coverage {
  #runs: readonly Run[] = [];
  #total = 0;
  /** Number of jobs when the top was read last. */
  #top: number | undefined;
  /** The reading of the top under way; null where the total changed meanwhile, so that it cannot be told which jobs it counts. */
  #again: { readonly total: number } | null = null;

  /** They may overlap; one alone is certain to hold every job of its ranks. */
  get runs(): readonly Run[] {
    return this.#runs;
  }

  /** Number of jobs in the list, by the last answer. */
  get total(): number {
    return this.#total;
  }

  /** Number of jobs when the top was read last. */
  get top(): number {
    return this.#top ?? this.#total;
  }

  /** Takes the number of jobs by a new answer; returns whether it is another. */
  counted(total: number): boolean {
    const gone = this.#total - total;
    if (gone === 0) return false;
    this.#total = total;
    this.#again = null;
    if (gone > 0) this.#runs = shortened(this.#runs, () => gone);
    return true;
  }

  /**
   * Begins with one run.
   * @param to the number of jobs when the top was read
   * @param total the number of jobs by the last answer, no fewer
   */
  begin({ from, to }: Ranks, latest: number | null, total: number): void {
    this.#total = total;
    this.#top = to;
    this.add({ from, to }, latest, false);
  }

  /**
   * @param latest the latest start on the page; null where no job of it has one
   * @param isLater whether the page is known to be newer than all that was added before it
   */
  add(page: Ranks, latest: number | null, isLater: boolean): void {
    if (page.from >= page.to) return;
    const above = isLater ? this.#runs.filter(({ from, to }) => page.from <= from && from <= page.to && to >= page.to) : [];
    const run = above.reduce<Run>((highest, each) => (each.to > highest.to ? { ...each, from: page.from, latest } : highest), { ...page, latest, gone: 0, isNew: true });
    this.#runs = [...this.#runs.filter(({ from, to }) => from < run.from || to > run.to), run];
  }

  /** The top is read from now on. */
  readTop(): void {
    this.#again = { total: this.#total };
    this.#runs = this.#runs.map((run) => ({ ...run, isNew: false }));
    this.#top ??= this.#total;
  }

  /**
   * The top was read again, down to jobs that were there when it was read last.
   * @param started the number of jobs above these
   */
  metTop(started: number): void {
    if (this.#again === null || this.#top === undefined) return;
    const { total } = this.#again;
    const gone = started + this.#top - total;
    this.#again = null;
    if (gone < 0) return;
    this.#setRuns(shortened(this.#runs, (run) => (run.isNew ? 0 : Math.max(0, gone - run.gone))));
    this.#top = total;
  }

  /** As {@link metTop} where the service does not count its jobs. */
  grew(started: number): void {
    this.#total += started;
    this.#setRuns(this.#runs);
    this.#runs = this.#runs.map((run, index) => (index === 0 ? { ...run, to: run.to + started } : run));
    this.#top = this.#total;
    this.#again = null;
  }

  #setRuns(runs: readonly Run[]): void {
    this.#runs = joined(runs).map((run) => ({ ...run, gone: 0, isNew: false }));
  }
}
