import type { JobRow } from '../../src/service/index.ts';
import type { Bench } from './support/bench.ts';
import { decode, loadProduct } from './support/loadProduct.ts';
import { alternate, collectGarbage } from './support/rounds.ts';
import { wirePages } from './support/wirePages.ts';

const jobs = 100_000;

/** What the overview says of a list that was read whole. */
export const overview: Bench = async ({ scratch }) => {
  const product = await loadProduct(scratch);
  const texts = wirePages(jobs);
  const rows = texts.flatMap((_, index) => decode(product, texts, index + 1).jobs);
  const now = Date.now();
  /** The longest time without a pause. */
  const describe = (read: readonly JobRow[]) => {
    const whole = { rows: read, first: read.length, total: read.length, isWhole: true, isExact: true, order: 'newestFirst', went: 0, from: now, to: now, note: null, failedPage: null } as const;
    const work = product.describePanels(whole, { preset: 'all', from: null, to: null }, now, undefined);
    let longest = 0;
    for (let isDone = false; !isDone; ) {
      const began = performance.now();
      isDone = work.next().done === true;
      longest = Math.max(longest, performance.now() - began);
    }
    return longest;
  };
  const held = heap();
  const first = describe(rows);
  const bytes = (heap() - held) / jobs;
  /** Counts active jobs, jobs of each workflow and the longest time, as plainly as can be. */
  const loop = () => {
    const byName = new Map<string, number>();
    let [active, longest] = [0, 0];
    for (const row of rows) {
      if (row.kind !== 'job') continue;
      const { job } = row;
      const name = job.activeWorkflows?.[0]?.name ?? '';
      byName.set(name, (byName.get(name) ?? 0) + 1);
      if (job.completedAt == null) active++;
      longest = Math.max(longest, (job.completedAt == null ? now : Date.parse(job.completedAt)) - Date.parse(job.startedAt ?? ''));
    }
    return [active, longest, byName.size];
  };
  const whole = await alternate(7, 2, () => describe(rows), loop);
  const longest = Math.min(...Array.from({ length: 5 }, () => describe(rows)));
  return [
    { what: 'the panels of 100,000 jobs; floor: a plain loop over them', unit: 'ms', ...whole, limit: { kind: 'ratio', most: 3 } },
    { what: 'the longest time without a pause', unit: 'ms', ours: longest, floor: undefined, limit: { kind: 'value', most: 50 } },
    { what: 'the same when the jobs are described for the first time', unit: 'ms', ours: first, floor: undefined, limit: { kind: 'value', most: 50 } },
    { what: 'memory for each job, beside its row', unit: 'bytes', ours: bytes, floor: undefined, limit: { kind: 'value', most: 600 } },
  ];
};

/** Bytes that are held, typed arrays included. */
function heap(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
