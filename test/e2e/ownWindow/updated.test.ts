import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base, type WorkerFixtures } from '../support/fixtures.ts';
import { withInstalledExtension } from '../support/installedVscode.ts';

const test = base.extend<object, Pick<WorkerFixtures, 'vscode'>>({
  vscode: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    ({}, use) => withInstalledExtension(false, use),
    { scope: 'worker', timeout: 300_000 },
  ],
});

test.use({ extensionFolders: [] });

test.describe('Updated extension', () => {
  test('offers to reload a window that still runs the previous version @full', async ({
    workbench,
    vscode,
    page,
  }) => {
    const extensions = join(vscode.dataFolder, 'extensions');
    const [name = ''] = (await readdir(extensions)).filter((each) =>
      each.startsWith('workflow-jobs.'),
    );
    const message = 'Workflow Jobs was updated. Reload the window.';
    const reloadButton = async () => {
      const notification = await workbench.notifications.shown(message);
      return notification.first().getByRole('button', { name: 'Reload Window' });
    };
    const dismiss = async () => {
      await workbench.runCommand('Notifications: Clear All Notifications');
      await expect(page.locator('.notification-list-item')).toHaveCount(0);
    };
    await workbench.openViewContainer();
    const row = workbench.rows('Jobs').first();
    await expect(row).toBeVisible();
    // Some time after an update, VS Code deletes the folder of the previous version.
    await rename(join(extensions, name), join(vscode.dataFolder, 'removed'));

    await test.step('offers to reload the window if the sandbox service cannot be started', async () => {
      await workbench.runCommand('Workflow Jobs: Start Sandbox Service');
      await expect(await reloadButton()).toBeVisible();
      await dismiss();
    });

    await test.step('offers to reload the window if the MCP server no longer exists', async () => {
      await workbench.runCommand('Workflow Jobs: Copy MCP Server Configuration');
      await expect(await reloadButton()).toBeVisible();
      await dismiss();
    });

    await test.step('offers to reload the window if a job page cannot be loaded', async () => {
      await row.click();
      const button = await reloadButton();
      await expect(button).toBeVisible();
      await expect(page.locator('.editor-group-container .tab')).toHaveCount(0);
      await rename(join(vscode.dataFolder, 'removed'), join(extensions, name));
      const reloaded = page.waitForEvent('domcontentloaded');
      await button.click();
      await reloaded;
    });

    await test.step('shows the job page after the window reloads', async () => {
      await expect(workbench.rows('Jobs').first()).toBeVisible();
      await workbench.openPage(workbench.rows('Jobs').first());
    });
  });
});
