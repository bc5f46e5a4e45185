import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ opens: null });

test('a window without a folder reports start requests that a reload interrupted', async ({
  workbench,
  serve,
}) => {
  const data: { jobs: object[] } = { jobs: [aJob()] };
  // The service creates the jobs, but does not respond.
  const slow = await serve(
    serveData(data, {
      'POST /jobs': ({ body }) => {
        const { workflowKey } = JSON.parse(body) as { workflowKey: string };
        const workflow = { key: workflowKey, name: `Workflow ${workflowKey}` };
        const job = aJob({
          key: `job_of_${workflowKey}`,
          activeWorkflows: [workflow],
          startedAt: minutesAgo(0),
        });
        data.jobs = [job, ...data.jobs];
        return new Promise(() => undefined);
      },
    }),
  );
  const starts = () => slow.requests.filter(({ method }) => method === 'POST').length;
  const report = (workflowKey: string) =>
    workbench.notifications.shown(
      `A job for workflow “${workflowKey}” may have been started on ${new URL(slow.url).host}.`,
    );
  await workbench.openViewContainer();
  await workbench.set({ 'workflowJobs.baseUrl': slow.url });
  await expect(workbench.jobRow('job_1')).toBeVisible();

  await test.step('send two start requests', async () => {
    for (const [index, key] of ['wf_one', 'wf_two'].entries()) {
      await workbench.startJob();
      await workbench.quickInput.box.fill(key);
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: 'Start workflow' }),
      );
      await expect.poll(starts).toBe(index + 1);
    }
  });

  await test.step('a reloaded window reports both starts with their jobs', async () => {
    await workbench.reload();
    for (const key of ['wf_one', 'wf_two']) {
      const notification = await report(key);
      await expect(notification).toContainText('The job list shows one new job for this workflow.');
      await expect(
        notification.getByRole('button', { name: `Open Workflow ${key} (job_of_${key})` }),
      ).toBeVisible();
    }
  });

  expect(starts()).toBe(2);
});
