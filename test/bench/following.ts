import type { Bench } from './bench.ts';
import { createClient, loadProduct, type Product } from './loadProduct.ts';
import { type PagesService, startPagesService } from './pagesService.ts';
import { keyOf } from './wireJobs.ts';

const minutes = 10;

/** Requests that following sends in so many minutes of a clock that does not wait. */
export const following: Bench = async ({ scratch }) => {
  const product = await loadProduct(scratch);
  const service = await startPagesService(2000);
  try {
    const [one, some, many] = [await requestsPerMinute(product, service, 1), await requestsPerMinute(product, service, 200), await requestsPerMinute(product, service, 800)];
    return [
      { what: 'following 200 jobs on 6 pages, none of which changes; floor: following 1', unit: 'requests/min', ours: some, floor: one, limit: { kind: 'ratio', most: 4 } },
      { what: 'following 800 jobs; floor: following 200', unit: 'requests/min', ours: many, floor: some, limit: { kind: 'ratio', most: 1 } },
    ];
  } finally {
    await service.close();
  }
};

async function requestsPerMinute(product: Product, service: PagesService, count: number): Promise<number> {
  const client = createClient(product, service.url);
  const jobs = new product.JobList();
  jobs.connect(client.listJobs);
  await jobs.refresh();
  for (let page = 2; page <= 40; page++) await jobs.loadMore();
  const watches = new product.WatchList({ get: () => undefined, set: () => {} });
  watches.connect(service.url);
  // Of every three, one is completed.
  for (let index = 0, watched = 0; watched < count; index++) {
    if (index % 3 === 1) continue;
    watches.watch(keyOf(index));
    watched++;
  }
  const clock = new JumpingClock();
  const reader = new product.JobReader(jobs);
  reader.connect(client.getJob);
  const poller = new product.JobPoller({ jobs, watches, reader, clock, random: () => 0.5 });
  poller.connect(client.listJobs);
  poller.attend({ focused: true, active: true });
  await service.countRequests();
  await clock.run(minutes * 60_000);
  poller.dispose();
  const requests = await service.countRequests();
  jobs.dispose();
  return requests / minutes;
}

/** Time that passes only when everybody waits for it. */
class JumpingClock {
  #now = 0;
  #last = 0;
  readonly #timers = new Map<number, { readonly at: number; readonly callback: () => void }>();
  #isSet = Promise.withResolvers<void>();

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, milliseconds: number): number {
    this.#timers.set(++this.#last, { at: this.#now + milliseconds, callback });
    this.#isSet.resolve();
    return this.#last;
  }

  clearTimeout(timer: unknown): void {
    if (this.#timers.delete(timer as number) && this.#timers.size === 0) this.#isSet = Promise.withResolvers();
  }

  /** Lets timers come due one after the other; waits for what each leads to until that sets the next. */
  async run(milliseconds: number): Promise<void> {
    for (const end = this.#now + milliseconds; ; ) {
      await this.#isSet.promise;
      const [next] = [...this.#timers].sort(([, one], [, other]) => one.at - other.at);
      if (next === undefined) continue;
      const [id, { at, callback }] = next;
      if (at > end) return;
      this.#now = Math.max(this.#now, at);
      this.clearTimeout(id);
      callback();
    }
  }
}
