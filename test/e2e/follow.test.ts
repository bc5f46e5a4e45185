import { expect, test } from './fixtures.ts';

// Time stands still until the test lets it run; then a job that is started takes some 3 s.
const began = Date.now();
let runsSince: number | undefined;
const clock = () => (runsSince === undefined ? began : began + Date.now() - runsSince);
test.use({ sandboxOptions: { clock, clockSpeed: 40, jobs: 120 } });

test('a started job is followed to its end: in its row, on the badge, and in one notification that opens it', async ({ workbench, page }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.rows('Jobs').first()).toBeVisible();

  await workbench.startJob();
  await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'wf_purchase_request' }));
  await expect(workbench.row('Jobs', /^Purchase Request, .*, watched, 1 of 121$/)).toBeVisible();
  // Neither its page nor its row is in sight when it ends.
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('View: Show Explorer');
  await expect(workbench.view('Jobs')).toHaveCount(0);
  runsSince = Date.now();

  const container = page.locator('.part.activitybar').getByRole('tab', { name: 'Workflow Jobs' });
  await expect(container.locator('xpath=ancestor-or-self::li').locator('.badge-content')).toHaveText('1', { timeout: 30_000 });
  const notification = await workbench.notification(/^.*Purchase Request finished \(job_000121\)\..*$/);
  await expect(notification).not.toContainText('Stop watching');
  await workbench.screenshots('follow-finished');
  await notification.getByRole('button', { name: 'Open' }).click();
  await expect(workbench.webview.locator('header')).toContainText('Completed');
  await expect(container.locator('xpath=ancestor-or-self::li').locator('.badge-content')).toHaveText('');

  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /^Purchase Request, completed .*, 1 of 121$/)).toBeVisible();
});

test.describe('a service that stands still', () => {
  test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

  test('Watch and Stop Watching, by mouse and by keyboard, survive a reload', async ({ workbench }) => {
    await workbench.resize(1280, 800);
    await workbench.openViewContainer('Workflow Jobs');
    const active = workbench.row('Jobs', /, active/).first();
    await expect(active).toBeVisible();
    const name = (await active.getAttribute('aria-label')) ?? '';
    const place = /(\d+ of 120)$/.exec(name)?.[1] ?? '';
    const row = workbench.row('Jobs', new RegExp(`\\b${place}$`));

    await test.step('by mouse, with the icon of the row', async () => {
      await workbench.pressRowButton(row, 'Watch');
      await expect(row).toHaveAccessibleName(/, watched, /);
      await expect(row.locator('.custom-view-tree-node-item-icon.codicon-eye')).toBeVisible();
      await workbench.screenshots('follow-watched');
    });

    await test.step('found again after a reload', async () => {
      await workbench.reload();
      await workbench.openViewContainer('Workflow Jobs');
      await expect(row).toHaveAccessibleName(/, watched, /);
    });

    await test.step("by keyboard, from the row's menu", async () => {
      // The page takes the focus when it opens.
      await workbench.openPage(row);
      await workbench.focusView('Jobs');
      await workbench.chooseFromFocusedRowMenu('Stop Watching');
      await expect(row).not.toHaveAccessibleName(/watched/);
    });
  });
});
