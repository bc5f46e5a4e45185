import type { Page } from '@playwright/test';

/**
 * What VS Code writes to its window's console of an exception or a rejection of an extension of ours that
 * nobody caught.
 */
const extensionFault = /^\[(workflow-jobs\.[\w-]+)\](.*)/s;

/** A browser's own word on a late layout, which no code threw. */
const noFault = /^ResizeObserver loop/;

/**
 * Collects what an extension of ours or one of its pages throws or rejects in a window and nobody catches. VS
 * Code tells of a rejection a second late, so one in the last second of a window is not seen.
 */
export function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    const [, extension, text] = (message.type() === 'error' && extensionFault.exec(message.text())) || [];
    if (extension !== undefined) faults.push(`extension ${extension}: ${text}`);
  });
  page.on('pageerror', (error) => {
    const thrownAt = /^\s*at .*/m.exec(error.stack ?? '')?.[0] ?? '';
    // VS Code's own scripts are served from there, those of a page are not.
    if (!noFault.test(error.message) && !thrownAt.includes('/static/out/')) {
      faults.push(`page: ${error.message}${thrownAt === '' ? '' : `\n${thrownAt}`}`);
    }
  });
  return faults;
}
