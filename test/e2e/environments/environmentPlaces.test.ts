import { aField, aJob } from '../../support/service/builders.ts';
import { holding } from '../../support/service/service.ts';
import { faultsOfPage, faultsOfViews } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectWhole, makeSidebarWide } from '../support/narrowViews.ts';
import { themeInTurn } from '../support/workbench.ts';

test.use({ settings: { 'workflowJobs.baseUrl': undefined, 'remote.autoForwardPorts': false, 'workbench.tree.enableStickyScroll': false } });

test('where one is shows in six places, also at 240 px, and a page stays with the environment that it was opened from @full', async ({ workbench, serve, page }) => {
  const names = ['Invoice Approval', 'Contract Review', 'Cost centre'];
  const service = (key: string, name: string | undefined) => serve(holding({ fields: [aField({ name: 'Cost centre' })], jobs: [aJob({ key, activeWorkflows: [{ key: 'wf_1', name: name ?? key }] })] }));
  const [live, trial] = [await service('job_live', names[0]), await service('job_trial', names[1])];
  const environments = [
    { name: 'Live Europe', baseUrl: live.url, kind: 'production', readOnly: true },
    { name: 'Trial', baseUrl: trial.url, kind: 'staging' },
  ];
  const { webview } = workbench;
  const status = page.locator('.part.statusbar [id="workflow-jobs.workflow-jobs.workflowJobs.environment"]');
  const line = (view: string) => workbench.view(view).locator('.message');
  await workbench.set({ 'workflowJobs.environments': environments });
  await workbench.openFirstJob(live.url);

  await test.step('status bar, both views, job page', async () => {
    await expect(status).toContainText('Live Europe · Production');
    await expect(status.getByRole('button')).toHaveAccessibleName(`Workflow Jobs: Live Europe, Production, 127.0.0.1:${live.port}, read-only`);
    for (const view of ['Jobs', 'Fields']) await expect(line(view)).toHaveText('Live Europe · Production · read-only');
    await expect(webview.locator('.environment')).toHaveText('Live Europe · Production · read-only');
  });

  await test.step('export', async () => {
    await workbench.runCommand('Workflow Jobs: Export Jobs…');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: /^NDJSON/ }));
    await expect(workbench.quickInputBox).toHaveValue(/\/jobs-live-europe\.ndjson$/);
    await page.keyboard.press('Escape');
  });

  const lookAt = async (state: string) => {
    for (const theme of themeInTurn()) {
      await workbench.useTheme(theme);
      await page.mouse.move(0, 0);
      await workbench.screenshot(`places-${state}-${theme}`);
      expect.soft(await faultsOfViews(workbench, 'everything'), `${state}, ${theme}`).toEqual([]);
      expect.soft(await faultsOfPage(workbench), `${state}, ${theme}`).toEqual([]);
    }
  };

  await test.step('in every theme, at 240 px', async () => {
    await lookAt('production');
    await makeSidebarWide(workbench, 240);
    await expectWhole(workbench, names, '240 px');
    await lookAt('narrow');
    await makeSidebarWide(workbench, 300);
  });

  await test.step('another environment: the page says that it is of the one before', async () => {
    await workbench.set({ 'workflowJobs.baseUrl': trial.url });
    await expect(workbench.row('Jobs', /^Contract Review, .*, 1 of 1$/)).toBeVisible();
    await expect(status).toContainText(/^\s*Trial$/);
    await expect(line('Jobs')).toHaveText('Trial · Staging');
    await expect(webview.locator('.environment')).toHaveText('Live Europe · Production · read-only');
    await expect(webview.getByRole('status')).toContainText(`No longer connected to Live Europe (127.0.0.1:${live.port}). This page shows the last known state.`);
    await lookAt('switched');
    await workbench.openPage(workbench.row('Jobs', /^Contract Review, .*, 1 of 1$/), webview.getByRole('heading', { level: 1, name: 'Contract Review' }));
    await expect(webview.locator('.environment')).toHaveText('Trial · Staging');
    await lookAt('staging');
    await workbench.startJob();
    await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Start Job in Trial');
    await workbench.screenshot('places-start');
    await workbench.leaveInput();
  });
});
