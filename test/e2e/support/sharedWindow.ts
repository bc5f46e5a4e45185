import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { collectFaults } from './faults.ts';

/** A window that tests use one after the other: to open one takes longer than many a test. */
export interface SharedWindow {
  readonly page: Page;
  /** The parent of its workspace folder. */
  readonly scratch: string;
  /** What nobody caught since a test last emptied it. */
  readonly faults: string[];
  close(): Promise<void>;
}

/** Opens the window in a browser that closes with it. */
export async function openSharedWindow(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<SharedWindow> {
  const scratch = await mkdtemp(join(tmpdir(), 'workflow-jobs-e2e-'));
  const context = await browser.newContext(options);
  const page = await context.newPage();
  return {
    page,
    scratch,
    faults: collectFaults(page),
    close: async () => {
      await browser.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** Deletes what is in a folder, and leaves the folder to those who watch it. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
