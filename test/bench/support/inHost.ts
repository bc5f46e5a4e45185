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
  /**
   * Path of a bundle that exports `run()`. This function writes results as JSON to the file in the
   * environment variable `suiteVariables.results`.
   */
  readonly suite: string;
  /** Input of the test suite, passed as JSON in the environment variable `WORKFLOW_JOBS_BENCH`. */
  readonly input: unknown;
  readonly limitMs: number;
  /** Called before the window opens. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Runs a test suite in the extension host of a new window, and returns the suite's results. */
export async function runInHost({
  browser,
  scratch,
  extensionFolders,
  suite,
  input,
  limitMs,
  prepare,
}: HostRun): Promise<unknown> {
  const resultsFile = join(scratch, 'results.json');
  process.env[suiteVariables.results] = resultsFile;
  process.env['WORKFLOW_JOBS_BENCH'] = JSON.stringify(input);
  const output: string[] = [];
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
        output.push(format(type, ...args)),
      );
      await page.exposeFunction('codeAutomationExit', (code: number) => ended.resolve(code));
    },
  });
  try {
    if ((await ended.promise) !== 0) {
      throw new Error(`A suite failed in the extension host:\n${output.join('\n')}`);
    }
  } finally {
    clearTimeout(limit);
    await opened.close();
  }
  return JSON.parse(await readFile(resultsFile, 'utf8')) as unknown;
}
