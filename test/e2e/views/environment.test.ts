import { expect, test } from '../support/fixtures.ts';

test.use({ settings: { 'workflowJobs.baseUrl': undefined } });

test.describe('Jobs view', () => {
  test('shows its last row completely when the environment name replaces the welcome view', async ({
    workbench,
    sandbox,
  }) => {
    const view = workbench.view('Jobs');
    await workbench.openViewContainer();
    await expect(view.locator('.welcome-view-content')).toBeVisible();

    // After a theme change, VS Code measured the message too early in two of three runs.
    await workbench.useTheme('dark');
    await workbench.set({
      'workflowJobs.environments': [
        { name: 'Development', baseUrl: sandbox.url, kind: 'development' },
      ],
      'workflowJobs.baseUrl': sandbox.url,
    });

    await expect(view.locator('.message')).toHaveText('Development');
    await expect(workbench.sandboxRow(1)).toBeVisible();
    const hiddenHeight = () =>
      view.locator('.pane-body').evaluate((body) => body.scrollHeight - body.clientHeight);
    await expect.poll(hiddenHeight).toBe(0);
  });
});
