import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import { type Service, envelope, startService } from '../../support/service/service.ts';
import { expect, test as base, type WorkerFixtures } from '../support/fixtures.ts';
import { withInstalledExtension } from '../support/installedVscode.ts';

const test = base.extend<{ service: Service }, Pick<WorkerFixtures, 'vscode'>>({
  vscode: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    ({}, use) => withInstalledExtension(use),
    { scope: 'worker', timeout: 300_000 },
  ],

  // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
  service: async ({}, use) => {
    const service = await startService((request) => {
      const { method } = request;
      const url = request.url.replace(/^\/folder/, '');
      if (url === '/fields') return envelope({ fields: [aField()] });
      return envelope(
        method === 'GET' && url.startsWith('/jobs?')
          ? aPage([aJob()])
          : { job: aJob({ key: 'job_2' }) },
      );
    });
    await use(service);
    await service.close();
  },
});

// The tests share a window, because packaging and installing the extension takes long. The test that
// trusts the folder is the last one.
test.use({
  ownWindow: false,
  extensionFolders: [],
  settings: { 'workflowJobs.baseUrl': undefined },
  files: async ({ service }, use) => {
    const settings = {
      baseUrl: `${service.url}/folder`,
      'apiKey.header': 'X-Folder',
      'apiKey.scheme': 'Folder',
      confirmStart: 'always',
      environments: [
        { name: 'Folder', baseUrl: `${service.url}/folder`, kind: 'staging', readOnly: true },
      ],
    };
    await use({
      '.vscode/settings.json': JSON.stringify(
        Object.fromEntries(
          Object.entries(settings).map(([name, value]) => [`workflowJobs.${name}`, value]),
        ),
      ),
    });
  },
});

test.describe('Installed extension', () => {
  test('shows its documentation without missing images or broken links @full', async ({
    workbench,
    page,
  }) => {
    const { webview } = workbench;
    await workbench.openViewContainer();
    await page.keyboard.press('Control+Alt+E');
    await expect(webview.getByRole('heading', { level: 1 })).toHaveText('Workflow Jobs');
    await expect(webview.locator('body')).toContainText('run Open Documentation');
    await expect(webview.locator('body')).not.toContainText('npm ci');
    await expect(webview.locator('img:not([src^=https]), a:not([href])')).toHaveCount(0);
    await workbench.welcomeButton('Jobs', 'open the documentation').click();
    const picture = webview.getByRole('img', { name: /^The Workflow Jobs sidebar/ });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await webview.getByRole('link', { name: 'Scripting' }).click();
    await expect(webview.getByRole('heading', { level: 1 })).toHaveText('Scripting');
    await workbench.closeEditors();
  });

  test('offers to reload a window that still runs the previous version @full', async ({
    workbench,
    vscode,
    sandbox,
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
    await workbench.set({ 'workflowJobs.baseUrl': sandbox.url });
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
      const reloaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 });
      await button.click();
      await reloaded;
    });

    await test.step('shows the job page after the window reloads', async () => {
      await expect(workbench.rows('Jobs').first()).toBeVisible();
      await workbench.openPage(workbench.rows('Jobs').first());
    });
  });

  test('ignores the base URL of a folder until the user trusts the folder @full', async ({
    workbench,
    service,
    page,
    folder,
  }) => {
    const headers = () => service.requests.at(-1)?.headers ?? {};
    const starts = () => service.requests.filter(({ method }) => method === 'POST').length;
    const ofFolder = page
      .locator('.part.statusbar')
      .getByRole('button', { name: /^Workflow Jobs: .+\/folder$/ });
    const question = page
      .getByRole('dialog')
      .filter({ hasText: /Start a job for workflow .*[“(]wf_invoice_approval[”)] (on|in) / });
    await workbench.openViewContainer();
    await expect(workbench.view('Jobs')).toContainText(
      'In Restricted Mode, a base URL in this folder’s settings is ignored',
    );
    await expect(workbench.welcomeButton('Jobs', 'Set Base URL…')).toBeVisible();
    expect(service.requests).toEqual([]);
    await workbench.welcomeButton('Jobs', 'Manage Workspace Trust').click();
    const trust = page
      .locator('.workspace-trust-editor')
      .getByRole('button', { name: 'Trust', exact: true });
    await expect(trust).toBeVisible();
    // While this editor is open, VS Code ignores the shortcut of the palette.
    const closeTrust = () => page.getByRole('button', { name: /^Close Modal Editor/ }).click();
    await closeTrust();
    await expect(trust).toBeHidden();

    await test.step('uses only the user settings until the user trusts the folder', async () => {
      await workbench.set({
        'workflowJobs.baseUrl': service.url,
        'workflowJobs.confirmStart': 'never',
      });
      await expect(workbench.jobRow('job_1')).toBeVisible();
      await expect(workbench.rows('Fields')).toHaveCount(1);
      await workbench.runCommand('Workflow Jobs: Set API Key…');
      await workbench.quickInput.box.fill('sk-of-the-user');
      await workbench.quickInput.accept();
      await expect.poll(headers).toMatchObject({ authorization: 'Bearer sk-of-the-user' });
      await page.keyboard.press('Control+Alt+j');
      await expect(workbench.webview.locator('header code')).toContainText('job_2');
      expect(starts()).toBe(1);
      await expect(question).toBeHidden();
      expect(service.requests.filter(({ headers }) => 'x-folder' in headers)).toEqual([]);
    });

    await test.step('uses only the base URL from the settings of a trusted folder', async () => {
      await page
        .locator('.part.statusbar')
        .getByRole('button', { name: /^Restricted Mode/ })
        .click();
      await trust.click();
      await expect(ofFolder).toBeVisible();
      await closeTrust();
      await page.keyboard.press('Control+Alt+R');
      await page.keyboard.press('Control+Alt+j');
      await expect.poll(starts).toBe(2);
      await expect(question).toBeHidden();
      expect(service.requests.findLast(({ method }) => method === 'POST')).toMatchObject({
        url: '/folder/jobs',
        headers: { authorization: 'Bearer sk-of-the-user' },
      });
      expect(service.requests.filter((request) => 'x-folder' in request.headers)).toEqual([]);
    });

    await test.step('offers to start the sandbox service if no base URL is set', async () => {
      await rm(join(folder, '.vscode/settings.json'));
      await expect(ofFolder).toBeHidden();
      await workbench.set({ 'workflowJobs.baseUrl': undefined });
      await workbench.welcomeButton('Jobs', 'Start Sandbox Service').click();
      await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');
    });
  });
});
