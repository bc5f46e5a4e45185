import { getEventListeners, once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createClient, loadProduct } from './loadProduct.ts';
import { collectGarbage } from './rounds.ts';
import { median } from './table.ts';

interface Sample {
  readonly second: number;
  readonly rows: number;
  readonly heap: number;
  readonly timers: number;
  readonly sockets: number;
  readonly listeners: number;
}

const secondsPerSample = 5;
const pause = 200;

/**
 * Lives with a sandbox at a hundred times its speed: watches, refreshes, opens and closes pages, over and over; then says
 * what grew after the first minute. Service and model, in this process.
 */
export async function soak(minutes: number, scratch: string, write: boolean): Promise<boolean> {
  const product = await loadProduct(scratch);
  const sandbox = new Worker(join(import.meta.dirname, 'soakWorker.ts'));
  const [url] = (await once(sandbox, 'message')) as [string];
  const client = createClient(product, url);
  const life = new AbortController();
  const jobs = new product.JobList();
  const watches = new product.WatchList({ get: () => undefined, set: () => {} });
  const singleJobs = new product.SingleJobs();
  const browsing = new product.JobBrowsing(jobs, { get: () => undefined, set: () => {} });
  const follow = new product.Follow({ jobs, watches, singleJobs, views: [], refreshInterval: () => 0 });
  jobs.connect(client.listJobs);
  watches.connect(url);
  follow.connect(client);
  follow.attend({ focused: true, active: true });
  await jobs.ensureLoaded();

  const samples: Sample[] = [];
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  for (let round = 0; seconds() < minutes * 60; round++) {
    // The list is the same size at the end, so that what grows is not what was asked for.
    if (round % 5 === 0) jobs.connect(client.listJobs);
    await jobs.refresh();
    await jobs.loadMore();
    const rows = jobs.state.rows ?? [];
    const active = rows.find((row) => row.kind === 'job' && row.job.completedAt == null && !watches.isWatched(row.job.key));
    if (active?.kind === 'job' && watches.keys.size < 20) watches.watch(active.job.key);
    const opened = rows.slice(round % 40, (round % 40) + 3).flatMap((row) => (row.kind === 'job' ? [row.job.key] : []));
    const interests = opened.map((key) => follow.addInterest(key));
    const pages = opened.map((key) => new product.JobDetails(key, { jobs, singleJobs, follow, source: () => ({ getJob: client.getJob, signal: life.signal }) }));
    await Promise.all(pages.map((page) => page.load()));
    browsing.setFilter(round % 2 === 0 ? { state: 'active' } : {});
    browsing.show(Date.now());
    for (const each of [...pages, ...interests]) each.dispose();
    await delay(pause);
    if (seconds() < samples.length * secondsPerSample) continue;
    collectGarbage();
    const resources = process.getActiveResourcesInfo();
    const count = (kind: string) => resources.filter((each) => each === kind).length;
    samples.push({
      second: Math.round(seconds()),
      rows: rows.length,
      heap: process.memoryUsage().heapUsed,
      timers: count('Timeout'),
      // Sockets that are kept for the next request count for nothing among the resources: Node does not wait for them.
      sockets: (await readdir('/proc/self/fd').catch(() => [])).length,
      listeners: getEventListeners(life.signal, 'abort').length,
    });
  }
  for (const each of [follow, browsing, watches, jobs]) each.dispose();
  await sandbox.terminate();

  const settled = samples.filter(({ second }) => second >= Math.min(60, minutes * 30));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const compare = (read: (sample: Sample) => number) => ({ first: median(settled.slice(0, third).map(read)), last: median(settled.slice(-third).map(read)) });
  const kinds = [
    { what: 'heap in KiB', ...compare(({ heap }) => heap / 1024), most: 1.02 },
    { what: 'timers', ...compare(({ timers }) => timers), most: 1 },
    { what: 'open files and sockets, both ends', ...compare(({ sockets }) => sockets), most: 1 },
    { what: 'listeners on the connection', ...compare(({ listeners }) => listeners), most: 1 },
    { what: 'rows', ...compare(({ rows }) => rows), most: 1 },
  ];
  const grew = kinds.filter(({ first, last, most }) => last > first * most);
  const [cpu] = cpus();
  const text = `# A soak

${minutes} minutes of sandbox life at 100 times its speed on ${new Date().toISOString().slice(0, 10)} (${cpus().length} cores, ${cpu?.model ?? 'an unknown CPU'}; Node ${process.versions.node}):
watching, refreshing, filtering, connecting anew, opening and closing three pages about ${Math.round(1000 / (pause + 100))} times a second; service and model, garbage collected before each look.
What VS Code itself keeps of rows it was ever sent (about 200 bytes each) is left out knowingly: there is no window here.

| | First third after warming up | Last third |
|---|---:|---:|
${kinds.map(({ what, first, last }) => `| ${what} | ${first.toFixed(0)} | ${last.toFixed(0)} |`).join('\n')}

${grew.length === 0 ? 'Nothing grew.' : `Grew: ${grew.map(({ what }) => what).join(', ')}.`}
`;
  console.log(text);
  if (write) await writeFile(join(import.meta.dirname, 'SOAK.md'), text);
  return grew.length === 0;
}
