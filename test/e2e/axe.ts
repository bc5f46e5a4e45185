import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { colourRules, type Theme, themes } from './workbench.ts';

/** What axe finds wrong on the job page in sight: all of it in the first theme, colours alone in the others, where nothing else differs. */
export async function checkPage(page: Page, theme: Theme): Promise<unknown[]> {
  let found: unknown[] = [];
  // A page that is busy does not answer axe in time, which then has nothing to say of it.
  await expect(async () => {
    const axe = new AxeBuilder({ page }).include(['iframe.webview.ready', 'iframe#active-frame', 'html']);
    const { violations, passes } = await (theme === themes[0] ? axe : axe.withRules(colourRules)).analyze();
    expect(passes.length).toBeGreaterThan(theme === themes[0] ? 15 : 0);
    found = violations;
  }).toPass({ timeout: 60_000 });
  return found;
}
