import type { Page } from '@playwright/test';

/**
 * Console message of VS Code about an uncaught error in the extension or in the faulty test
 * extension.
 */
const extensionFault = /^\[(workflow-jobs\.[\w-]+)\](.*)/s;

/** Browser message about a delayed layout, which is not an error in the code. */
const noFault = /^ResizeObserver loop/;

/**
 * Collects uncaught errors and rejections of the extension and its pages. VS Code reports a
 * rejection after a second, so rejections in the last second of a window are missed.
 */
export function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    const [, extension, text] =
      (message.type() === 'error' && extensionFault.exec(message.text())) || [];
    if (extension !== undefined) faults.push(`extension ${extension}: ${text}`);
  });
  page.on('pageerror', (error) => {
    const thrownAt = /^\s*at .*/m.exec(error.stack ?? '')?.[0] ?? '';
    // This path contains VS Code's own scripts.
    if (!noFault.test(error.message) && !thrownAt.includes('/static/out/')) {
      faults.push(`page: ${error.message}${thrownAt === '' ? '' : `\n${thrownAt}`}`);
    }
  });
  return faults;
}
