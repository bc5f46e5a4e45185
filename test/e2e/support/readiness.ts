import { expect, type Page } from '@playwright/test';
import { untilRestored } from './windowSettings.ts';

/** Waits until VS Code and the commands of the extension are ready. */
export async function untilReady(page: Page): Promise<void> {
  await expect(page.locator('.monaco-workbench .part.statusbar')).toBeVisible({
    timeout: 60_000,
  });
  await untilRestored(page);
  // VS Code registers the commands of an extension together with its view containers.
  await expect(page.locator('.part.activitybar .action-label[class*=workflowJobs]')).toBeVisible({
    timeout: 60_000,
  });
}

/**
 * Waits until each expanded view in the sidebar has content. A busy machine starts extensions
 * late.
 */
export async function untilViewsReady(page: Page): Promise<void> {
  const openViews = page
    .locator('.part.sidebar .pane')
    .filter({ has: page.locator('.pane-header[aria-expanded=true]') });
  const content = page.locator('[role=treeitem], .welcome-view-content > *');
  await expect(openViews.filter({ has: content }).first()).toBeVisible({ timeout: 60_000 });
  await expect(openViews.filter({ hasNot: content })).toHaveCount(0, { timeout: 60_000 });
}

/** Waits until all visible pages are loaded. A page that is loading would lose key presses. */
export async function untilPagesLoaded(page: Page): Promise<void> {
  for (const webview of await page.locator('iframe.webview:visible').all()) {
    await expect(webview.contentFrame().locator('iframe')).toHaveCount(1);
    await expect(webview.contentFrame().locator('iframe#active-frame')).toHaveCount(1);
  }
}
