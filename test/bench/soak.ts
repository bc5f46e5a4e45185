import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { currentRelease } from '../support/vscode/release.ts';
import { launchBrowser } from '../support/vscode/window.ts';
import { buildShippedExtension, bundle } from './extensionFolders.ts';
import { runInHost } from './inHost.ts';
import { median } from './table.ts';

/** What there is in the extension host at a moment, garbage collected. */
export interface Sample {
  /** Since the start. */
  readonly second: number;
  /** In bytes. */
  readonly heap: number;
  /** Rows of the Jobs view that VS Code was given so far. */
  readonly rows: number;
  readonly timers: number;
  readonly sockets: number;
  /** Subscriptions and abort signals, those of VS Code's own included. */
  readonly listeners: number;
}

/** What the suite is told. */
export interface SoakTask {
  readonly id: string;
  readonly url: string;
  readonly minutes: number;
}

/** What VS Code's tree view keeps of each row it was ever given, until the view is gone: a store of its own that holds nothing any more, as heap snapshots show. */
const bytesPerRow = 213;

/** By how much a later third may have more than the first. */
const tolerance = { heap: 1.02, timers: 1, sockets: 1, listeners: 1.02 } satisfies Partial<Record<keyof Sample, number>>;
const kinds = { heap: 'heap in KiB, at its lowest, without what VS Code keeps of rows', timers: 'timers', sockets: 'open sockets', listeners: 'subscriptions and abort signals' } satisfies Record<keyof typeof tolerance, string>;

/**
 * Lives in a real window with a sandbox at a hundred times its speed: watches, refreshes, loads, connects anew, opens and
 * closes pages, over and over; then says what grew after the first minute.
 */
export async function soak(minutes: number, scratch: string, write: boolean): Promise<boolean> {
  const extensionFolders = [await buildShippedExtension(join(scratch, 'shipped'))];
  const suite = join(scratch, 'soakSuite.cjs');
  await bundle(join(import.meta.dirname, 'soakSuite.ts'), suite);
  const sandbox = new Worker(join(import.meta.dirname, 'soakWorker.ts'));
  const [url] = (await once(sandbox, 'message')) as [string];
  const browser = await launchBrowser();
  let samples: readonly Sample[];
  try {
    const told: SoakTask = { id: 'workflow-jobs.workflow-jobs', url, minutes };
    samples = (await runInHost({ browser, scratch, extensionFolders, settings: { 'workflowJobs.baseUrl': url }, suite, told, limitMs: (minutes + 2) * 60_000 })) as Sample[];
  } finally {
    await browser.close();
    await sandbox.terminate();
  }

  const settled = samples.filter(({ second }) => second >= Math.min(60, minutes * 30));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const rows = (Object.keys(tolerance) as (keyof typeof tolerance)[]).map((kind) => {
    // The heap grows with the list until the list begins anew.
    const of = (some: readonly Sample[]) => (kind === 'heap' ? Math.min(...some.map(({ heap, rows }) => (heap - rows * bytesPerRow) / 1024)) : median(some.map((sample) => sample[kind])));
    const [first, last] = [of(settled.slice(0, third)), of(settled.slice(-third))];
    return { what: kinds[kind], first, middle: of(settled.slice(third, -third)), last, grew: last > first * tolerance[kind] };
  });
  const grew = rows.filter((row) => row.grew);
  const [cpu] = cpus();
  const text = `# A soak

${minutes} minutes in the extension host of VS Code ${currentRelease.codeServer.replace(/^4/, '1')}, beside a sandbox at 100 times its speed, on ${new Date().toISOString().slice(0, 10)} (${cpus().length} cores, ${cpu?.model ?? 'an unknown CPU'}):
watching, refreshing, loading more, connecting anew, opening and closing three pages, over and over. Counted every few seconds, garbage collected, medians; the first minute does not count.
VS Code's tree view keeps ${bytesPerRow} bytes of each row it was ever given (a store of its own that holds nothing any more, seen in heap snapshots), here of ${samples.at(-1)?.rows ?? 0} rows in all.

| In the extension host | First third | Second | Last |
|---|---:|---:|---:|
${rows.map(({ what, first, middle, last }) => `| ${what} | ${first.toFixed(0)} | ${middle.toFixed(0)} | ${last.toFixed(0)} |`).join('\n')}

${grew.length === 0 ? 'Nothing grew.' : `Grew: ${grew.map(({ what }) => what).join(', ')}.`}
`;
  console.log(text);
  if (write) await writeFile(join(import.meta.dirname, 'SOAK.md'), text);
  return grew.length === 0;
}
