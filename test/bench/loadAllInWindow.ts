import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser } from '../support/vscode/window.ts';
import type { Bench } from './support/bench.ts';
import { buildShippedExtension, bundle } from './support/extensionFolders.ts';
import { runInHost } from './support/inHost.ts';
import { startPagesService } from './support/pagesService.ts';
import { type Row, median } from './support/table.ts';

/** Input of the suite. */
export interface LoadAllTold {
  readonly url: string;
  readonly jobs: number;
  readonly rounds: number;
}

export interface LoadAllRun {
  readonly side: 'ours' | 'floor';
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Longest time in milliseconds in which the extension host did not respond. */
  readonly hostGap: number;
}

const jobs = 100_000;
const rounds = 5;

/** Measures **Load All** in a window with a visible Jobs view. */
export const loadAllInWindow: Bench = async ({ scratch }) => {
  const service = await startPagesService(jobs);
  const extension = await buildShippedExtension(join(scratch, 'shipped'));
  const suite = join(scratch, 'loadAllSuite.cjs');
  await bundle(join(import.meta.dirname, 'loadAllSuite.ts'), suite);
  const browser = await launchBrowser();
  const gaps: { readonly at: number; readonly ms: number }[] = [];
  try {
    const told: LoadAllTold = { url: service.url, jobs, rounds };
    const prepare = async (page: Page) => {
      await page.exposeFunction('workflowJobsGap', (at: number, ms: number) => gaps.push({ at, ms }));
      await page.addInitScript(gapScript);
    };
    const runs = (await runInHost({
      browser,
      scratch,
      extensionFolders: [extension],
      suite,
      told,
      limitMs: 300_000,
      prepare,
    })) as LoadAllRun[];
    const of = (read: (run: LoadAllRun) => number) => {
      const medianOf = (side: LoadAllRun['side']) =>
        median(runs.filter((run) => run.side === side).map(read));
      return { ours: medianOf('ours'), floor: medianOf('floor') };
    };
    const windowGap = ({ from, to }: LoadAllRun) =>
      Math.max(0, ...gaps.filter(({ at }) => at >= from && at <= to + 1000).map(({ ms }) => ms));
    const count = jobs.toLocaleString('en');
    const rows: Row[] = [
      {
        what: `Load All of ${count} jobs in a window; floor: the same pages fetched and parsed in its extension host`,
        unit: 'ms',
        ...of(({ from, to }) => to - from),
        limit: { kind: 'ratio', most: 1.5 },
      },
      {
        what: 'the longest that the extension host answered nothing meanwhile',
        unit: 'ms',
        ...of(({ hostGap }) => hostGap),
        limit: { kind: 'value', most: 100 },
      },
      {
        what: 'the longest that the window answered nothing meanwhile',
        unit: 'ms',
        ...of(windowGap),
        limit: { kind: 'value', most: 100 },
      },
    ];
    return rows;
  } finally {
    await browser.close();
    await service.close();
  }
};

/** Reports each time that blocks the window's main thread for longer than a frame. */
const gapScript = `(() => {
  if (top !== self) return;
  let seen = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now - seen > 32) workflowJobsGap(Date.now(), now - seen);
    seen = now;
  }, 4);
})()`;
