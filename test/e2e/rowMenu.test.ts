import { expect, test } from './fixtures.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test('a row opens as JSON and is compared with another, from its menu', async ({ workbench, page }) => {
  const menu = page.locator('.monaco-menu:visible');
  const row = workbench.row('Jobs', /, 2 of 120$/);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(row).toBeVisible();

  await test.step('as JSON, by mouse: all that the service says of the job alone', async () => {
    await row.click({ button: 'right' });
    // A menu that has just opened takes no click: it may be the end of the one that opened it.
    await expect(async () => {
      await menu.getByRole('menuitem', { name: 'Open as JSON' }).click();
      await expect(menu).toBeHidden({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole('tab', { name: /^job_000119\.json/ })).toBeVisible();
    await expect(page.locator('.editor-instance .view-lines')).toContainText(/"key":\s"job_000119"/);
    await workbench.screenshot('row-menu-json');
  });

  await test.step('compared, by keyboard', async () => {
    await row.click();
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('Escape');
      await workbench.focusView('Jobs');
      await page.keyboard.press('Shift+F10');
      await expect(menu).toBeVisible({ timeout: 1000 });
      await expect(async () => {
        await page.keyboard.press('ArrowDown');
        await expect(menu.locator('.action-item.focused')).toHaveText('Compare with…', { timeout: 200 });
      }).toPass({ intervals: [0], timeout: 5000 });
      await workbench.screenshot('row-menu');
      await page.keyboard.press('Enter');
      await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Compare job_000119 with…', { timeout: 3000 });
    }).toPass();
    await workbench.quickInput.locator('input').fill('job_000118');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'job_000118' }));
    await expect(page.getByRole('tab', { name: 'job_000119 ↔ job_000118' })).toBeVisible();
  });
});
