import { expect, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

const title = (workbench: Workbench) => workbench.webview.getByRole('heading', { level: 1 });

async function openByCommand(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Workflow Jobs: Open Job…');
  await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Open Job');
}

test('Open Job… offers closed pages, the last first, then loaded jobs, and takes any key', async ({ workbench, page, sandbox }) => {
  const input = workbench.quickInput.locator('input');
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 120$/)).toBeVisible();

  await test.step('a loaded one, found by what it is called, by keyboard', async () => {
    await openByCommand(workbench);
    await input.fill('job_000118');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'job_000118' }).first());
    await expect(workbench.webview.locator('header')).toContainText('job_000118');
  });

  await test.step('one that is not loaded, by its key', async () => {
    await openByCommand(workbench);
    await input.fill(' job_000003 ');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Open job “job_000003”' }));
    await expect(workbench.webview.locator('header')).toContainText('job_000003');
    expect(sandbox.requests.map(({ path }) => path)).toContain('/api/v1/jobs/job_000003');
  });

  await test.step('pages that were closed, also after a reload, by mouse', async () => {
    await workbench.runCommand('View: Close Editor');
    await expect(workbench.webview.locator('header')).toContainText('job_000118');
    await workbench.runCommand('View: Close Editor');
    await expect(page.locator('iframe.webview')).toHaveCount(0);
    await workbench.reload();
    await openByCommand(workbench);
    await expect(workbench.quickInputRows.first()).toContainText('recently closed');
    await expect(workbench.quickInputRows.nth(0)).toContainText('job_000118');
    await expect(workbench.quickInputRows.nth(1)).toContainText('job_000003');
    await workbench.screenshot('open-job');
    await expect(async () => {
      await workbench.quickInputRows.nth(1).click();
      await expect(workbench.quickInput).toBeHidden({ timeout: 1000 });
    }).toPass();
    await expect(workbench.webview.locator('header')).toContainText('job_000003');
    await openByCommand(workbench);
    await expect(workbench.quickInputRows.nth(0), 'what is open again is not closed').toContainText('job_000118');
    await expect(workbench.quickInputRows.filter({ hasText: 'job_000003' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});

test('a row opens as JSON and is compared with another, from its menu', async ({ workbench, page }) => {
  const menu = page.locator('.monaco-menu:visible');
  const row = workbench.row('Jobs', /, 2 of 120$/);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(row).toBeVisible();

  await test.step('as JSON, by mouse: all that the service says of the job alone', async () => {
    // A menu that has just opened takes no click: it may be the end of the one that opened it.
    await expect(async () => {
      await row.click({ button: 'right' });
      await menu.getByRole('menuitem', { name: 'Open as JSON' }).click({ timeout: 1000 });
      await expect(page.getByRole('tab', { name: /^job_000119\.json/ })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(page.locator('.editor-instance .view-lines')).toContainText(/"key":\s"job_000119"/);
    await workbench.screenshot('row-menu-json');
  });

  await test.step('compared, by keyboard', async () => {
    await row.click();
    await expect(title(workbench)).toBeVisible();
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
