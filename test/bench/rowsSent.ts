import { join } from 'node:path';
import { launchBrowser } from '../support/vscode/window.ts';
import type { Bench } from './bench.ts';
import { buildShippedExtension, bundle } from './extensionFolders.ts';
import { runInHost } from './inHost.ts';
import { startPagesService } from './pagesService.ts';

/** Rows that VS Code was given for each of twenty pages. */
export interface RowsSent {
  /** Pages 1 to 20. */
  readonly early: readonly number[];
  /** The twenty pages that end with page 2,000. */
  readonly late: readonly number[];
}

/** What the suite is told. */
export interface RowsSentTask {
  readonly id: string;
  readonly url: string;
  readonly jobs: number;
  readonly closedFrom: number;
}

const jobs = 150_000;
const closedFrom = 1981;

/** What one more page sends to the window, near the start of a list and far from it. Counted, so one window says it all. */
export const rowsSent: Bench = async ({ scratch }) => {
  const extensionFolders = [await buildShippedExtension(join(scratch, 'shipped'))];
  const suite = join(scratch, 'rowsSentSuite.cjs');
  await bundle(join(import.meta.dirname, 'rowsSentSuite.ts'), suite);
  const service = await startPagesService(jobs, closedFrom);
  const browser = await launchBrowser();
  try {
    const settings = { 'workflowJobs.baseUrl': service.url };
    const told: RowsSentTask = { id: 'workflow-jobs.workflow-jobs', url: service.url, jobs, closedFrom };
    const { early, late } = (await runInHost({ browser, scratch, extensionFolders, settings, suite, told, limitMs: 180_000 })) as RowsSent;
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return [
      { what: 'rows sent to the window for the 20 pages to page 2,000; floor: for the first 20', unit: 'rows', ours: sum(late), floor: sum(early), limit: { kind: 'ratio', most: 1.5 } },
      { what: 'rows sent for page 2,000 alone; floor: for page 2 alone', unit: 'rows', ours: late.at(-1) ?? NaN, floor: early[1], limit: { kind: 'ratio', most: 1.5 } },
    ];
  } finally {
    await browser.close();
    await service.close();
  }
};
