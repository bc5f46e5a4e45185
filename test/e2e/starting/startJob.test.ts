import { type WindowFixtures, expect, test } from '../support/fixtures.ts';

test.describe('Start Job command', () => {
  test('starts one job and shows its row and page', async ({ workbench, sandbox, page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openViewContainer();
    await expect(workbench.rows('Jobs').first()).toBeVisible();
    const { webview } = workbench;
    const downs = ['ArrowDown', 'ArrowDown', 'ArrowDown'];

    await test.step('lists matching workflows before the typed key', async () => {
      await workbench.startJob();
      const offered = () =>
        workbench.quickInput.rows.evaluateAll((rows) =>
          rows.map((row) => row.getAttribute('aria-label')?.replace(/, (seen|recently).*$/, '')),
        );
      for (const [typed, workflow] of [
        ['onboard', 'Employee Onboarding, wf_employee_onboarding'],
        ['wf_vend', 'Vendor Setup, wf_vendor_setup'],
      ]) {
        await workbench.quickInput.box.fill(typed ?? '');
        await expect.poll(offered).toEqual([workflow, `Start workflow, “${typed}”`]);
        await expect(workbench.quickInput.rows.first()).toHaveClass(/\bfocused\b/);
      }
      await workbench.quickInput.box.fill('wf_new');
      await expect.poll(offered).toEqual(['Start workflow, “wf_new”']);
      await workbench.quickInput.cancel();
    });

    await test.step('starts only one job if the user presses Enter twice', async () => {
      await workbench.startJob();
      const workflow = workbench.quickInput.rows.filter({ hasText: 'wf_invoice_approval' });
      await expect(workflow).toHaveAccessibleName(/^Invoice Approval, wf_invoice_approval/);
      await workbench.quickInput.focusRow(workflow);
      // The job stays at its first step, even on a slow machine.
      sandbox.setClockSpeed(0);
      await workbench.quickInput.box.press('Enter');
      await page.keyboard.press('Enter');
    });

    await test.step('selects the new job in the first row', async () => {
      const row = workbench.sandboxRow(1, 4214);
      await expect(row).toHaveAccessibleName(
        /^Invoice Approval, active at Capture invoice, started just now, .*key job_004214\b/,
      );
      await expect(row).toHaveAttribute('aria-selected', 'true');
      await expect(workbench.viewDescription('Jobs')).toHaveText('51 of 4,214');
    });

    await test.step('opens a page with all details of the job', async () => {
      await expect(webview.getByRole('heading', { level: 1 })).toHaveText('Invoice Approval');
      await expect(webview.locator('header')).toContainText('Active');
      await expect(webview.locator('header')).toContainText(
        /Waiting at Capture invoice for \d+ s\s*· running \d+ s\s*· job_004214/,
      );
      await expect(webview.locator('[data-section=activeIn]')).toContainText(
        /WorkflowInvoice Approval wf_invoice_approvalStepCapture invoice/,
      );
      await expect(webview.locator('[data-section=people]')).toContainText(
        /Assigned tounassignedStarted bynot recorded/,
      );
      await expect(webview.locator('[data-section=times]')).toContainText(
        /Started.+nowUpdated.+nowCompletedstill active/,
      );
      await expect(webview.locator('[data-section=fields]')).toContainText('Title');
      await expect(webview.locator('[data-section=log]')).toContainText('Job started');
    });

    await test.step('opens a page with buttons that stop and resume watching', async () => {
      const row = workbench.sandboxRow(1, 4214);
      await webview.getByRole('button', { name: 'Stop Watching' }).click();
      await expect(row).not.toHaveAccessibleName(/, watched$/);
      await webview.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(row).toHaveAccessibleName(/, watched$/);
      await expect(webview.getByRole('button', { name: 'Previous Job' })).toBeDisabled();
      await expect(webview.getByRole('button', { name: 'Next Job' })).toBeEnabled();
    });

    await test.step('lets the user copy keys from the page and the list with the keyboard', async () => {
      await webview.getByRole('button', { name: /^Copy job_/ }).press('Enter');
      await expect(webview.getByText('Key copied')).toBeVisible();
      await expect.poll(() => workbench.clipboard()).toBe('job_004214');

      await workbench.focusView('Jobs');
      // The group of watched jobs is above the list and contains one job.
      await workbench.moveTo(workbench.sandboxRow(2, 4214), 'Home', ...downs);
      await page.keyboard.press('ControlOrMeta+C');
      await expect.poll(() => workbench.clipboard()).toBe('job_004213');
    });

    await test.step('starts another job from the toolbar with the mouse', async () => {
      const used = workbench.quickInput.rows.first();
      await workbench.chooseFromRowMenu(workbench.sandboxRow(1, 4214), 'Start Another Like This…');
      await expect(workbench.quickInput.title).toHaveText('Start Job');
      await expect(workbench.quickInput.box).toHaveValue('wf_invoice_approval');
      await workbench.quickInput.cancel();
      expect(countStarts(sandbox)).toBe(1);
      await workbench.pressViewButton('Jobs', 'Start Job…');
      await expect(used).toHaveAccessibleName(/^Invoice Approval, wf_invoice_approval/);
      await expect(used).toContainText('recently used');
      await workbench.quickInput.clickRow(used);
      await expect(workbench.sandboxRow(1, 4215)).toBeVisible();
      await workbench.pageTakesFocus();
    });

    await test.step('starts another job from the row menu with the keyboard', async () => {
      await workbench.focusView('Jobs');
      // The group of watched jobs now contains two jobs.
      await workbench.moveTo(workbench.sandboxRow(1, 4215), 'Home', ...downs);
      await workbench.chooseFromFocusedRowMenu('Start Another Like This…');
      await expect(workbench.quickInput.box).toHaveValue('wf_invoice_approval');
      await workbench.quickInput.acceptRow(workbench.quickInput.rows.first());
      await expect(workbench.sandboxRow(1, 4216)).toHaveAttribute('aria-selected', 'true');
      await expect(webview.locator('header')).toContainText('job_004216');
    });

    expect(countStarts(sandbox)).toBe(3);
  });
});

function countStarts(sandbox: WindowFixtures['sandbox']): number {
  return sandbox.requests.filter(({ method }) => method === 'POST').length;
}
