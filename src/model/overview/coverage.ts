/** Neighbouring jobs of the list, by rank: `from` ≤ rank < `to`. The oldest job has rank 0, so ranks stay while new jobs are put on top. */
export interface Ranks {
  readonly from: number;
  readonly to: number;
}

/** Disjoint and newest first; `apart` is the number of ranks between two parts that still makes them one. */
export function joined(parts: readonly Ranks[], apart = 0): Ranks[] {
  const all: Ranks[] = [];
  for (const part of [...parts].sort((one, other) => other.to - one.to)) {
    const last = all.at(-1);
    if (last === undefined || part.to + apart < last.from) all.push(part);
    else if (part.from < last.from) all[all.length - 1] = { from: part.from, to: last.to };
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

/** What is certain of parts after jobs went, wherever they were: each that went below a part moved its jobs down by one. */
function shrunk(parts: readonly Ranks[], gone: number): readonly Ranks[] {
  return gone <= 0 ? parts : parts.map(({ from, to }) => ({ from, to: to - gone })).filter(({ from, to }) => from < to);
}

/** The top of the list when it was read last. */
interface Top {
  /** Number of jobs then. */
  readonly total: number;
  /** How many of those that went since are accounted for. */
  readonly gone: number;
}

/**
 * The ranks whose jobs were read, also while jobs start and go. A run is read downwards: a page that begins within it
 * cannot have passed over a job, whatever went meanwhile. Runs become one only once the top of the list was read again,
 * which tells how many jobs went: those that started, less the growth of the total.
 */
export class Coverage {
  #runs: readonly Ranks[] = [];
  #total = 0;
  #top: Top | undefined;
  /** The reading of the top under way; null where jobs went meanwhile, which may have hidden one that started. */
  #again: { readonly total: number; readonly runsBefore: readonly Ranks[] } | null = null;

  /** They may overlap; one alone is certain to hold every job of its ranks. */
  get runs(): readonly Ranks[] {
    return this.#runs;
  }

  /** Number of jobs in the list, by the last answer. */
  get total(): number {
    return this.#total;
  }

  /** Number of jobs when the top was read last. */
  get top(): number {
    return this.#top?.total ?? this.#total;
  }

  /** Takes the number of jobs by a new answer; returns whether jobs went. */
  counted(total: number): boolean {
    const gone = this.#total - total;
    this.#total = total;
    if (gone <= 0) return false;
    this.#runs = shrunk(this.#runs, gone);
    this.#again = null;
    this.#top &&= { ...this.#top, gone: this.#top.gone + gone };
    return true;
  }

  add(page: Ranks): void {
    if (page.from >= page.to) return;
    const above = this.#runs.filter(({ from, to }) => page.from <= from && from <= page.to && to >= page.to);
    const run = { from: page.from, to: Math.max(page.to, ...above.map(({ to }) => to)) };
    this.#runs = [...this.#runs.filter(({ from, to }) => from < run.from || to > run.to), run];
  }

  /** The top is read from now on. */
  readTop(): void {
    this.#again = { total: this.#total, runsBefore: this.#runs };
    this.#top ??= { total: this.#total, gone: 0 };
  }

  /**
   * The top was read again, down to jobs that were there when it was read last.
   * @param started the number of jobs above these
   */
  metTop(started: number): void {
    if (this.#again === null || this.#top === undefined) return;
    const { total, runsBefore } = this.#again;
    const gone = started + this.#top.total - total;
    const hidden = gone - this.#top.gone;
    this.#again = null;
    if (gone < 0) return;
    const read = this.#runs.filter((run) => !runsBefore.includes(run));
    this.#runs = joined([...shrunk(this.#runs.filter((run) => runsBefore.includes(run)), hidden), ...read]);
    this.#top = { total, gone: 0 };
  }

  /** As {@link metTop} where the service does not count its jobs. */
  grew(started: number): void {
    this.#total += started;
    this.#runs = joined(this.#runs).map(({ from, to }, index) => ({ from, to: index === 0 ? to + started : to }));
    this.#top = { total: this.#total, gone: 0 };
    this.#again = null;
  }
}
