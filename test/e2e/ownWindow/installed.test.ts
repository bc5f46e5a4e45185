import { join } from 'node:path';
import { packageCopy, scratchProject } from '../../support/packaging.ts';
import { run } from '../../support/process/run.ts';
import { installVscode } from '../../support/vscode/install.ts';
import { startVscodeServer, type VscodeServer } from '../../support/vscode/server.ts';
import { expect, test as base, type WorkerFixtures } from '../support/fixtures.ts';

/** A VS Code in which the package was installed, as people do it: nothing of the extension comes from this folder. */
const test = base.extend<object, Pick<WorkerFixtures, 'vscode'>>({
  vscode: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const { folder, remove } = await scratchProject();
      let server: VscodeServer | undefined;
      try {
        const installation = await installVscode();
        const dataFolder = join(folder, 'server');
        const vsix = await packageCopy(folder, 'workflow-jobs.vsix');
        const install = ['--server-data-dir', dataFolder, '--accept-server-license-terms', '--install-extension', vsix];
        expect(await run(installation.node, [installation.main, ...install], { timeoutMs: 120_000 })).toBe(0);
        server = await startVscodeServer({ installation, dataFolder });
        await use(server);
      } finally {
        await server?.stop();
        await remove();
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test.use({ extensionFolders: [] });

test('the installed package lists fields and jobs, starts a job and shows its page, and brings its own sandbox service @full', async ({ workbench }) => {
  const { webview } = workbench;
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.rows('Fields').first()).toBeVisible();
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');

  await workbench.startJob();
  await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'wf_invoice_approval' }));
  await expect(webview.getByRole('heading', { level: 1 })).toHaveText('Invoice Approval');
  await expect(workbench.row('Jobs', /, 1 of 4,214$/)).toHaveAttribute('aria-selected', 'true');

  await workbench.set({ 'workflowJobs.baseUrl': undefined });
  await expect(workbench.welcomeButton('Jobs', 'Set Base URL…')).toBeVisible();
  await workbench.runCommand('Workflow Jobs: Start Sandbox Service');
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');
});
