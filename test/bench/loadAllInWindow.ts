import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser } from '../support/vscode/window.ts';
import type { Bench } from './support/bench.ts';
import { buildShippedExtension, bundle } from './support/extensionFolders.ts';
import { runInHost } from './support/inHost.ts';
import { startPagesService } from './support/pagesService.ts';
import { median } from './support/table.ts';

/** Input of the test suite that runs in the extension host. */
export interface LoadAllInput {
  readonly url: string;
  readonly jobs: number;
  readonly rounds: number;
}

export interface LoadAllRun {
  readonly side: 'ours' | 'floor';
  /** Start time of the measurement, in epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Longest time during which the extension host was blocked, in milliseconds. */
  readonly hostGap: number;
}

const jobs = 100_000;
const rounds = 5;

/** Measures **Load All** in a window with a visible Jobs view. */
export const loadAllInWindow: Bench = async ({ scratch }) => {
  const service = await startPagesService(jobs);
  const extension = await buildShippedExtension(join(scratch, 'shipped'));
  const suite = join(scratch, 'loadAllSuite.cjs');
  await bundle('loadAllSuite.ts', suite);
  const browser = await launchBrowser();
  const gaps: { readonly at: number; readonly ms: number }[] = [];
  try {
    const input: LoadAllInput = { url: service.url, jobs, rounds };
    const prepare = async (page: Page) => {
      await page.exposeFunction('workflowJobsGap', (at: number, ms: number) =>
        gaps.push({ at, ms }),
      );
      await page.addInitScript(gapScript);
    };
    const runs = (await runInHost({
      browser,
      scratch,
      extensionFolders: [extension],
      suite,
      input,
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
    return [
      {
        name: `Load All of ${count} jobs in a window; floor: fetching and parsing the same pages`,
        unit: 'ms',
        ...of(({ from, to }) => to - from),
        limit: { kind: 'ratio', max: 1.5 },
      },
      {
        name: 'the longest time without a response of the extension host',
        unit: 'ms',
        ...of(({ hostGap }) => hostGap),
        limit: { kind: 'value', max: 100 },
      },
      {
        name: 'the longest time without a response of the window',
        unit: 'ms',
        ...of(windowGap),
        limit: { kind: 'value', max: 100 },
      },
    ];
  } finally {
    await browser.close();
    await service.close();
  }
};

/** Script that reports when the main thread of the window was blocked for more than 32 ms. */
const gapScript = `(() => {
  if (top !== self) return;
  let seen = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now - seen > 32) workflowJobsGap(Date.now(), now - seen);
    seen = now;
  }, 4);
})()`;
