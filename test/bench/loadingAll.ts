import type { Bench } from './support/bench.ts';
import { fetchPages } from './support/fetchPages.ts';
import { loadProduct, type Product } from './support/loadProduct.ts';
import { startPagesService } from './support/pagesService.ts';
import { alternate, collectGarbage } from './support/rounds.ts';
import { median, type Row } from './support/table.ts';

/** All pages to the end, into the list of the model. */
export const loadingAll: Bench = async ({ scratch }) => {
  const product = await loadProduct(scratch);
  return [...(await load(product, 10_000, 25)), ...(await load(product, 100_000, 7))];
};

async function load(product: Product, jobs: number, rounds: number): Promise<Row[]> {
  const service = await startPagesService(jobs);
  try {
    const ours = () => loadList(product, service.url, jobs);
    const floor = () => fetchPages(service.url, jobs);
    const times = await alternate(rounds, 1, ours, floor);
    const memory = { ours: (await medianHeapOf(ours)) / jobs, floor: (await medianHeapOf(floor)) / jobs };
    const count = jobs.toLocaleString('en');
    return [
      { what: `loading all of ${count} jobs; floor: the same pages fetched and parsed, four at once`, unit: 'ms', ...times, limit: { kind: 'ratio', most: 1.3 } },
      { what: `memory per job with ${count} loaded; floor: the parsed JSON`, unit: 'bytes', ...memory, limit: { kind: 'ratio', most: 1.5 } },
    ];
  } finally {
    await service.close();
  }
}

async function loadList(product: Product, url: string, jobs: number): Promise<unknown> {
  const reading = product.readBaseUrl(url);
  if (reading.kind !== 'valid') throw new Error(reading.problem);
  const list = new product.JobList();
  list.connect(product.createServiceClient({ baseUrl: reading.baseUrl, credential: () => Promise.resolve(undefined), requestTimeout: () => 15_000, onDidRequest: () => {} }).listJobs);
  await list.refresh();
  await list.loadAll();
  if (list.state.rows?.length !== jobs) throw new Error(`${list.state.rows?.length ?? 'no'} rows of ${jobs}: ${list.state.failure?.error.message ?? 'no failure'}`);
  return list;
}

async function medianHeapOf(load: () => Promise<unknown>): Promise<number> {
  const sizes: number[] = [];
  for (let round = 0; round < 5; round++) sizes.push(await heapOf(load));
  return median(sizes);
}

async function heapOf(load: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = await load();
  collectGarbage();
  const bytes = process.memoryUsage().heapUsed - before;
  // Still reachable while it is measured.
  if (kept === undefined) throw new Error('nothing was loaded');
  return bytes;
}
