import { expect, test } from '../support/fixtures.ts';

// Like many services, the sandbox removes the workflows of a completed job.
test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120, keepsWorkflows: false } });

test.describe('Jobs view', () => {
  test('keeps updating a started job after the window reloads @full', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.openViewContainer();
    await expect(workbench.rows('Jobs').first()).toBeVisible();

    await workbench.startJob();
    await workbench.quickInput.acceptRow(
      workbench.quickInput.rows.filter({ hasText: 'wf_purchase_request' }),
    );
    await expect(workbench.sandboxRow(1, 121)).toHaveAccessibleName(
      /^Purchase Request, .*, watched$/,
    );
    await workbench.closeEditors();
    await workbench.runCommand('View: Show Explorer');
    await workbench.reload();
    await expect(workbench.view('Jobs')).toHaveCount(0);
    // A job now takes less than a second.
    sandbox.setClockSpeed(400);

    const notification = await workbench.notifications.single(/^.*Purchase Request completed.*$/);
    await expect(notification).not.toContainText('Stop Watching');
    await notification.getByRole('button', { name: 'Open' }).click();
    await expect(workbench.webview.locator('header')).toContainText('Completed');

    await workbench.openViewContainer();
    await expect(workbench.sandboxRow(1, 121)).toHaveAccessibleName(
      /^Purchase Request, completed /,
    );
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText(
      'Purchase Request',
    );
  });
});
