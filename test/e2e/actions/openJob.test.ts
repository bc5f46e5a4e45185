import { expect, test } from '../support/fixtures.ts';
import type { Workbench } from '../support/workbench.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

async function openByCommand(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Workflow Jobs: Open Job…');
  await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Open Job');
}

test('Open Job… offers closed pages, the last first, then loaded jobs, and takes any key @full', async ({ workbench, page, sandbox }) => {
  const input = workbench.quickInputBox;
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 120$/)).toBeVisible();

  await test.step('a loaded one, found by what it is called, by keyboard', async () => {
    await openByCommand(workbench);
    await input.fill('job_000118');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'job_000118' }).first());
    await expect(workbench.webview.locator('header')).toContainText('job_000118');
    await workbench.pageTakesFocus();
  });

  await test.step('one that is not loaded, by its key', async () => {
    await openByCommand(workbench);
    await input.fill(' job_000003 ');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Open job “job_000003”' }));
    await expect(workbench.webview.locator('header')).toContainText('job_000003');
    await workbench.pageTakesFocus();
    expect(sandbox.requests.map(({ path }) => path)).toContain('/api/v1/jobs/job_000003');
  });

  await test.step('pages that were closed, by mouse', async () => {
    await workbench.runCommand('View: Close Editor');
    await expect(workbench.webview.locator('header')).toContainText('job_000118');
    await workbench.runCommand('View: Close Editor');
    await expect(page.locator('iframe.webview')).toHaveCount(0);
    await openByCommand(workbench);
    await expect(workbench.quickInputRows.first()).toContainText('recently closed');
    await expect(workbench.quickInputRows.nth(0)).toContainText('job_000118');
    await expect(workbench.quickInputRows.nth(1)).toContainText('job_000003');
    await workbench.screenshot('open-job');
    await workbench.clickChoice(workbench.quickInputRows.nth(1));
    await expect(workbench.webview.locator('header')).toContainText('job_000003');
    await workbench.pageTakesFocus();
    await openByCommand(workbench);
    await expect(workbench.quickInputRows.nth(0), 'what is open again is not closed').toContainText('job_000118');
    await expect(workbench.quickInputRows.filter({ hasText: 'job_000003' })).toHaveCount(0);
    await workbench.leaveInput();
  });
});
