import { aJob, minutesAgo, release } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ settings: { 'workflowJobs.baseUrl': undefined } });

test.describe('Jobs view', () => {
  test('shows watched jobs above the list @full', async ({ workbench, page, serve }) => {
    const names = ['Contract Review', 'Employee Onboarding', 'Purchase Request'];
    const jobs: object[] = Array.from({ length: 120 }, (_, index) =>
      aJob({
        key: `job_${index}`,
        activeWorkflows: [{ key: `wf_${index % 3}`, name: names[index % 3] }],
        activeSteps: [release],
        startedAt: minutesAgo(3 + index * 7),
        updatedAt: minutesAgo(2 + index * 5),
      }),
    );
    const data = { jobs };
    const service = await serve(serveData(data));
    const group = workbench.row('Jobs', /^Watched, /);
    const watched = workbench.view('Jobs').locator('[role=treeitem][aria-level="2"]');
    const ariaLabel = () =>
      watched.evaluateAll((rows) =>
        rows.map((row) => row.getAttribute('aria-label')?.replace(/,.*key /, ' ')),
      );
    await workbench.set({ 'workflowJobs.baseUrl': service.url });
    await workbench.openViewContainer();
    await expect(workbench.jobRow('job_0')).toBeVisible();

    await test.step('adds a job to the watched group by its key or by its row', async () => {
      await workbench.runCommand('Workflow Jobs: Watch Job…');
      await expect(workbench.quickInput.title).toHaveText('Watch');
      await page.keyboard.type('job_110');
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: 'Watch job' }),
      );
      await expect(workbench.row('Jobs', /^Purchase Request, .*key job_110$/)).toBeVisible();
      for (const count of [2, 3]) {
        await workbench.pressRowButton(workbench.jobRow(`job_${count - 2}`), 'Watch');
        await expect(group).toHaveAccessibleName(`Watched, ${count} jobs`);
      }
      expect(await ariaLabel()).toEqual([
        'Contract Review job_0',
        'Employee Onboarding job_1',
        'Purchase Request job_110',
      ]);
    });

    await test.step('keeps a completed job first in the watched group when the user opens it', async () => {
      // The refresh returns this job. A job on another page would be polled seconds later.
      data.jobs = jobs.with(1, {
        ...jobs[1],
        completedAt: minutesAgo(1),
        updatedAt: minutesAgo(1),
        activeSteps: [],
      });
      await page.keyboard.press('Control+Alt+R');
      await expect(watched.first()).toHaveAccessibleName(
        /^Employee Onboarding, completed .*, key job_1$/,
      );
      await workbench.openPage(watched.first());
      await expect(group).toHaveAccessibleName('Watched, 3 jobs');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await expect(workbench.webview.locator('header code')).toContainText('job_0');
    });
  });
});
