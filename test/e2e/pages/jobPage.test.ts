import { faultsOfPage, faultsOfViews } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { themesInTurn } from '../support/workbench.ts';

test.use({
  // A clock that stands still: what is read and pictured stays as it is.
  sandboxOptions: { clockSpeed: 0 },
  // For the pictures: the buttons of the views without a mouse over them, and nothing that comes and goes.
  settings: { 'workbench.view.alwaysShowHeaderActions': true, 'remote.autoForwardPorts': false },
});

test('the page is read and worked with by keyboard alone', async ({ workbench, page }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  const { webview } = workbench;
  const focused = webview.locator(':focus');

  await workbench.focusView('Jobs');
  await workbench.moveTo(workbench.row('Jobs', /, 2 of 4,213$/), 'Home', 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(webview.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await workbench.pageTakesFocus();
  await expect(webview.getByRole('region', { name: 'Field values' })).toBeVisible();

  for (const stop of ['Copy job_004212', 'Watch', 'Refresh', 'Start another', 'Open as JSON', 'More actions']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(stop);
  }
  await page.keyboard.press('Space');
  for (const stop of ['Compare with…', 'Copy key', 'Copy link']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(stop);
  }
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAccessibleName('More actions');
  for (const stop of ['Previous job', 'Next job']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(stop);
  }
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText(/^Started /);
  await page.keyboard.press('End');
  await expect(focused).toHaveText(/^Now /);
  await expect(webview.locator('p.named')).toHaveText(/^Now /);
  // Past the buttons that filter the list by the job's workflow and people.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName('Raw values', { timeout: 200 });
  }).toPass({ intervals: [0], timeout: 10_000 });
  await page.keyboard.press('Enter');
  const sent = webview.locator('details[open]').filter({ hasText: 'Raw values' });
  await expect(sent).toHaveText(/\dT\d/);

  await test.step('what was opened stays open over a refresh', async () => {
    await webview.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expect(webview.getByText('Loading details…')).toBeHidden();
    await expect(sent).toHaveText(/\dT\d/);
    await expect(focused).toHaveAccessibleName('Refresh');
  });

  await test.step('keys go on to the next jobs of the list, and back', async () => {
    for (const [key, job] of [['Alt+PageDown', 'job_004211'], ['Alt+PageDown', 'job_004210'], ['Alt+PageUp', 'job_004211']] as const) {
      await page.keyboard.press(key);
      await expect(webview.locator('.key')).toContainText(job);
      await workbench.pageTakesFocus();
    }
    await expect(page.locator('.part.editor').getByRole('tab')).toHaveCount(1);
  });
});

test('the page and the views are accessible in two themes, and readable where there is little room @full', async ({ workbench, page }) => {
  test.slow();
  await workbench.openViewContainer('Workflow Jobs');
  await workbench.expandRow(workbench.row('Fields', /^Priority, /));
  await expect(workbench.row('Fields', /^Urgent, /)).toBeVisible();
  await workbench.openPage(workbench.row('Jobs', /, 9 of 4,213$/));
  await expect(workbench.webview.getByRole('region', { name: 'Log' })).toContainText('Job started');
  await page.mouse.move(0, 0);

  for (const theme of themesInTurn()) {
    await test.step(theme, async () => {
      await workbench.useTheme(theme);
      await workbench.screenshot(theme === 'dark' ? 'readme' : `page-${theme}`);
      expect(await faultsOfPage(workbench)).toEqual([]);
    });
  }

  await test.step('the rows of both views', async () => {
    expect(await faultsOfViews(workbench, 'everything')).toEqual([]);
  });

  await test.step('a row’s sentence begins with what it shows', async () => {
    const rows = [...(await workbench.readRows('Fields')), ...(await workbench.readRows('Jobs'))];
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ spoken, label }) => label === '' || !spoken.startsWith(label))).toEqual([]);
  });

  await test.step('a page of 320 px scrolls in one direction only', async () => {
    await workbench.page.setViewportSize({ width: 320 + 48 + 300 + 6, height: 800 });
    const html = workbench.webview.locator('html');
    await expect.poll(() => html.evaluate(({ clientWidth }: { clientWidth: number }) => clientWidth)).toBeLessThanOrEqual(320);
    await expect.poll(() => html.evaluate((element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth)).toBe(0);
    await workbench.screenshots('page-narrow');
  });
});
