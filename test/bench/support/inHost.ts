import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { suiteVariables } from '../../support/vscode/suiteVariables.ts';
import { openBenchWindow } from './benchWindow.ts';

export interface HostRun {
  readonly browser: Browser;
  readonly scratch: string;
  readonly extensionFolders: readonly string[];
  /** A bundle whose `run()` writes its results as JSON to the file that `suiteVariables.results` names. */
  readonly suite: string;
  /** What the suite is told, as JSON in `WORKFLOW_JOBS_BENCH`. */
  readonly told: unknown;
  readonly limitMs: number;
  /** Before the window opens. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Runs a suite in the extension host of a fresh window. @returns what it wrote */
export async function runInHost({
  browser,
  scratch,
  extensionFolders,
  suite,
  told,
  limitMs,
  prepare,
}: HostRun): Promise<unknown> {
  const resultsFile = join(scratch, 'results.json');
  process.env[suiteVariables.results] = resultsFile;
  process.env['WORKFLOW_JOBS_BENCH'] = JSON.stringify(told);
  const diary: string[] = [];
  const ended = Promise.withResolvers<number>();
  const limit = setTimeout(() => ended.resolve(1), limitMs);
  const opened = await openBenchWindow({
    browser,
    scratch,
    extensionFolders,
    settings: {},
    suite,
    prepare: async (page) => {
      await prepare?.(page);
      await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
        diary.push(format(type, ...args)),
      );
      await page.exposeFunction('codeAutomationExit', (code: number) => ended.resolve(code));
    },
  });
  try {
    if ((await ended.promise) !== 0) {
      throw new Error(`A suite failed in the extension host:\n${diary.join('\n')}`);
    }
  } finally {
    clearTimeout(limit);
    await opened.close();
  }
  return JSON.parse(await readFile(resultsFile, 'utf8')) as unknown;
}
