import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';

test.use({
  workspaceTrust: true,
  settings: { 'workflowJobs.baseUrl': undefined },
  files: async ({ sandbox }, use) => {
    await use({ '.vscode/settings.json': JSON.stringify({ 'workflowJobs.baseUrl': sandbox.url }) });
  },
});

test('a folder’s base URL waits until the folder is trusted @full', async ({ workbench, sandbox, page, folder }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.view('Jobs')).toContainText('This folder is open in Restricted Mode');
  await expect(workbench.view('Jobs').getByRole('button', { name: 'Set Base URL…' })).toBeVisible();
  await workbench.screenshots('restricted');
  expect(sandbox.requests).toEqual([]);

  await workbench.view('Jobs').getByRole('button', { name: 'Manage Workspace Trust' }).click();
  await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  await rm(join(folder, '.vscode/settings.json'));
  await expect(workbench.view('Jobs').getByRole('button', { name: 'Start Sandbox Service' })).toBeVisible();
});
