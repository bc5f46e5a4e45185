import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { holding } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ opens: null });

test('a window without a folder reports starts that were not answered before it was reloaded', async ({
  workbench,
  serve,
  page,
}) => {
  const held: { jobs: object[] } = { jobs: [aJob()] };
  // The service creates the jobs, but does not answer.
  const slow = await serve(
    holding(held, {
      'POST /jobs': ({ body }) => {
        const { workflowKey } = JSON.parse(body) as { workflowKey: string };
        const workflow = { key: workflowKey, name: `Workflow ${workflowKey}` };
        const job = aJob({
          key: `job_of_${workflowKey}`,
          activeWorkflows: [workflow],
          startedAt: minutesAgo(0),
        });
        held.jobs = [job, ...held.jobs];
        return new Promise(() => undefined);
      },
    }),
  );
  const other = await serve(holding({ jobs: [aJob()] }));
  const starts = () => slow.requests.filter(({ method }) => method === 'POST').length;
  const report = (workflowKey: string) =>
    workbench.shownNotification(
      new RegExp(`A start of workflow “${workflowKey}” on ${new URL(slow.url).host} may have gone through`),
    );
  await workbench.openViewContainer();
  await workbench.set({ 'workflowJobs.baseUrl': slow.url });
  await expect(workbench.jobRow('job_1')).toBeVisible();

  await test.step('two starts are being sent', async () => {
    for (const [index, key] of ['wf_one', 'wf_two'].entries()) {
      await workbench.startJob();
      await workbench.quickInputBox.fill(key);
      await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Start workflow' }));
      await expect.poll(starts).toBe(index + 1);
    }
  });

  await test.step('after a reload, both are reported with the jobs that they created', async () => {
    await workbench.reload();
    for (const key of ['wf_one', 'wf_two']) {
      const notification = await report(key);
      await expect(notification).toContainText('One new job of this workflow has appeared');
      await expect(
        notification.getByRole('button', { name: `Open Workflow ${key} (job_of_${key})` }),
      ).toBeVisible();
    }
  });

  await test.step('a start that nobody dismissed is reported again, although another service is connected', async () => {
    const answered = await report('wf_two');
    await answered.getByRole('button', { name: 'Open Workflow wf_two (job_of_wf_two)' }).click();
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText('Workflow wf_two');
    await workbench.set({ 'workflowJobs.baseUrl': other.url });
    await workbench.reload();
    await expect(await report('wf_one')).toContainText('which this window does not show.');
    await expect(page.locator('.notification-list-item')).toHaveCount(1);
  });

  expect(starts()).toBe(2);
});
