import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ opens: null });

test.describe('Start Job command', () => {
  test('reports interrupted start requests after a reload of an empty window @full', async ({
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

    await test.step('sends one request for each of two workflows', async () => {
      for (const [index, key] of ['wf_one', 'wf_two'].entries()) {
        await workbench.startJob();
        await workbench.quickInput.box.fill(key);
        await workbench.quickInput.acceptRow(
          workbench.quickInput.rows.filter({ hasText: 'Start workflow' }),
        );
        await expect.poll(starts).toBe(index + 1);
      }
    });

    await test.step('reports both interrupted starts with their new jobs after a reload', async () => {
      await workbench.reload();
      for (const key of ['wf_one', 'wf_two']) {
        const notification = await report(key);
        await expect(notification).toContainText(
          'The job list shows one new job for this workflow.',
        );
        await expect(
          notification.getByRole('button', { name: `Open Workflow ${key} (job_of_${key})` }),
        ).toBeVisible();
      }
    });

    expect(starts()).toBe(2);
  });
});
