import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { collectFaults } from './faults.ts';

/** A window that several tests use, because opening a window takes longer than many tests. */
export interface SharedWindow {
  readonly page: Page;
  /** The parent of the workspace folder. */
  readonly scratch: string;
  /** Uncaught errors since a test last cleared this list. */
  readonly faults: string[];
  close(): Promise<void>;
}

/** Opens the window in the browser. Closing the window also closes the browser. */
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

/** Deletes the content of a folder, but not the folder, because VS Code watches it. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    await rm(join(folder, name), { recursive: true, force: true });
}
