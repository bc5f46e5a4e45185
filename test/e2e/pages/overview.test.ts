import { faultsOfPage } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { type Workbench, themesInTurn } from '../support/workbench.ts';

test.use({
  // A clock that stands still: what is read and pictured stays as it is.
  sandboxOptions: { clockSpeed: 0, jobs: 6000 },
  settings: { 'workbench.view.alwaysShowHeaderActions': true, 'remote.autoForwardPorts': false },
});

function partsOf(workbench: Workbench) {
  const { webview } = workbench;
  return {
    stuck: webview.getByRole('region', { name: 'Where is it stuck?' }),
    first: webview.getByRole('region', { name: 'Look at these first' }),
    readLine: webview.locator('.strip p').filter({ hasText: /jobs (were )?read/ }),
    readAll: webview.getByRole('button', { name: 'Read All' }),
    message: workbench.view('Jobs').locator('.message'),
  };
}

test('a number leads to its jobs, and what was not read can be, by mouse; the page is accessible and fits where there is little room @full', async ({ workbench, page }) => {
  test.slow();
  const { webview } = workbench;
  const { stuck, readLine, readAll, message } = partsOf(workbench);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 6,000$/)).toBeVisible();
  await workbench.pressViewButton('Jobs', 'Open Overview');
  await expect(stuck.locator('.grade')).toHaveText('at least');
  await expect(readLine).toBeVisible();
  await workbench.screenshot('overview-in-part');

  await test.step('all is read', async () => {
    await readAll.click();
    await expect(webview.getByRole('img', { name: 'The whole list was read.' })).toBeVisible();
    await expect(readAll).toBeHidden();
    await expect(stuck.locator('.grade')).toHaveText('exact');
  });

  // All of the page, 1,200 px wide.
  await page.setViewportSize({ width: 1200 + 48 + 300 + 6, height: 1500 });
  await test.step('a time is chosen, and all jobs again', async () => {
    const growth = webview.getByRole('region', { name: 'Is it growing?' });
    const time = webview.getByLabel('Jobs started');
    const sentence = (await growth.locator('p').first().textContent()) ?? '';
    await time.selectOption('Last 7 days');
    await expect(growth).not.toContainText(sentence);
    await expect(growth).toContainText('exact');
    await time.selectOption('All time');
    await expect(growth).toContainText(sentence);
  });

  for (const theme of themesInTurn()) {
    await test.step(theme, async () => {
      await workbench.useTheme(theme);
      await workbench.screenshot(`overview-${theme}`);
      expect(await faultsOfPage(workbench)).toEqual([]);
    });
  }

  await test.step('a number shows its jobs in the Jobs view, until they are cleared', async () => {
    const number = stuck.locator('tbody').getByRole('button').first();
    const count = await number.textContent();
    await number.click();
    await expect(message).toContainText('Filter: ');
    await expect(workbench.viewDescription('Jobs')).toHaveText(`${count} of 6,000 read`);
    await workbench.pressViewButton('Jobs', 'Clear Job Filter');
    await expect(workbench.row('Jobs', /, 1 of 6,000$/)).toBeVisible();
  });

  await test.step('a table is copied', async () => {
    await stuck.getByRole('button', { name: 'Copy as Markdown table' }).click();
    await expect(webview.getByText('Table copied')).toBeVisible();
  });

  await test.step('a page of 400 px scrolls in one direction only', async () => {
    await page.setViewportSize({ width: 400 + 48 + 300 + 6, height: 2400 });
    const html = webview.locator('html');
    await expect.poll(() => html.evaluate(({ clientWidth }: { clientWidth: number }) => clientWidth)).toBeLessThanOrEqual(400);
    await expect.poll(() => html.evaluate((element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth)).toBe(0);
    await workbench.screenshots('overview-narrow');
  });
});

test('the overview is read and worked with by keyboard alone, and comes back with the window', async ({ workbench, page }) => {
  const { webview } = workbench;
  const { stuck, first, readLine, message } = partsOf(workbench);
  const focused = webview.locator(':focus');
  /** Presses Tab until the focus is within. */
  const tabTo = async (place: typeof stuck) => {
    await workbench.pageTakesFocus();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(place.locator(':focus')).toHaveCount(1, { timeout: 200 });
    }).toPass({ intervals: [0], timeout: 10_000 });
  };
  await workbench.openViewContainer('Workflow Jobs');
  await workbench.runCommand('Workflow Jobs: Open Overview');
  await expect(readLine).toBeVisible();
  await expect(stuck.locator('table')).toBeVisible();

  await test.step('arrow keys move among the numbers, Enter shows their jobs', async () => {
    await tabTo(stuck.locator('tbody'));
    const before = await focused.getAttribute('data-at');
    await page.keyboard.press('ArrowRight');
    await expect(focused).not.toHaveAttribute('data-at', before ?? '');
    await page.keyboard.press('Enter');
    await expect(message).toContainText('active');
    await expect(workbench.view('Jobs').locator('.monaco-list:focus-within')).toBeVisible();
  });

  await test.step('Enter opens one of the jobs to look at first', async () => {
    await workbench.runCommand('Workflow Jobs: Open Overview');
    await tabTo(first.locator('li'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(webview.getByRole('button', { name: 'Watch' })).toBeVisible();
    await workbench.runCommand('View: Close Editor');
    await expect(readLine).toBeVisible();
  });

  await test.step('a reload brings it back', async () => {
    await workbench.reload();
    await expect(stuck.locator('table')).toBeVisible();
    await expect(page.locator('.part.editor').getByRole('tab')).toHaveCount(1);
  });
});
