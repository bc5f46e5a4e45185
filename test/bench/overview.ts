import type { JobRecords } from '../../src/model/overview/jobRecords.ts';
import type { Bench } from './support/bench.ts';
import { type Product, decode, loadProduct } from './support/loadProduct.ts';
import { alternate, collectGarbage } from './support/rounds.ts';
import { wirePages } from './support/wirePages.ts';

const jobs = 100_000;

/** What the overview says of a list that was read whole, and of one more page. */
export const overview: Bench = async ({ scratch }) => {
  const product = await loadProduct(scratch);
  const texts = wirePages(jobs);
  const pages = texts.map((_, index) => decode(product, texts, index + 1).jobs);
  const read = (records: JobRecords, page: number) => {
    for (const row of pages[page - 1] ?? []) records.put(row, page);
  };
  const held = heap();
  const records = new product.JobRecords();
  for (const page of pages.keys()) read(records, page + 1);
  const bytes = (heap() - held) / jobs;

  const now = Date.now();
  const describe = (of: JobRecords) => {
    const work = product.describePanels({ records: of, total: jobs, isWhole: true, strata: [], completeSince: -Infinity, starts: [] }, { preset: 'all', from: null, to: null }, now, 'en', undefined);
    let longest = 0;
    for (let began = performance.now(), step = work.next(); step.done !== true; step = work.next()) {
      longest = Math.max(longest, performance.now() - began);
      began = performance.now();
    }
    return longest;
  };
  const rows = pages.flat();
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
  const whole = await alternate(7, 2, () => describe(records), loop);
  const longest = Math.min(...Array.from({ length: 5 }, () => describe(records)));
  const more = await alternate(
    5,
    1,
    { prepare: () => recordsOfAllBut(product, read, pages.length), run: (of: JobRecords) => { read(of, pages.length); describe(of); } },
    loop,
  );
  return [
    { what: 'the panels of 100,000 jobs; floor: a plain loop over them', unit: 'ms', ...whole, limit: { kind: 'ratio', most: 2 } },
    { what: 'one more page, after which the panels are made anew; floor: a plain loop over all', unit: 'ms', ...more, limit: { kind: 'ratio', most: 2 } },
    { what: 'the longest time without a pause', unit: 'ms', ours: longest, floor: undefined, limit: { kind: 'value', most: 16 } },
    { what: 'memory for each job, beside its row', unit: 'bytes', ours: bytes, floor: undefined, limit: { kind: 'value', most: 40 } },
  ];
};

function recordsOfAllBut(product: Product, read: (records: JobRecords, page: number) => void, last: number): JobRecords {
  const records = new product.JobRecords();
  for (let page = 1; page < last; page++) read(records, page);
  return records;
}

/** Bytes that are held, typed arrays included. */
function heap(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
