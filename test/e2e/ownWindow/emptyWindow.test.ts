import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

// The tests share an empty window. The test of the walkthrough needs a new window, so it is the
// first one.
test.use({ ownWindow: false, opens: null, settings: { 'workflowJobs.baseUrl': undefined } });

test.describe('Walkthrough and welcome views', () => {
  test('help a new user connect to a service', async ({ workbench, sandbox, serve, page }) => {
    const input = workbench.quickInput.box;
    const problem = workbench.quickInput.widget.locator('.quick-input-message');
    await workbench.openViewContainer();
    await expect(workbench.welcomeButton('Jobs', 'Start Sandbox Service')).toBeVisible();
    await expect(workbench.view('Fields')).toContainText('its fields appear here');

    const walkthrough = page.locator('.gettingStartedContainer');
    const walkthroughTab = page.locator('.part.editor .tab').filter({ hasText: 'Welcome' });
    const openWalkthrough = async () => {
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: 'Get started with Workflow Jobs' }),
      );
    };
    const step = (title: string) =>
      walkthrough.locator('.getting-started-step').filter({ hasText: title });
    const press = async (title: string, button: string) => {
      await expect(walkthrough.locator('.getting-started-step.expanded')).toHaveCount(1);
      if (!/\bexpanded\b/.test((await step(title).getAttribute('class')) ?? ''))
        await step(title).click();
      await step(title).getByRole('button', { name: button, exact: true }).click();
    };
    const isDone = (title: string) =>
      expect(step(title).locator('.codicon-getting-started-step-checked')).toBeVisible();
    const asks = (title: string | RegExp) => expect(workbench.quickInput.title).toHaveText(title);

    await test.step('connect the window to the sandbox service in the first step', async () => {
      await openWalkthrough();
      await press('Connect to your service', 'Set Base URL…');
      await asks('Set Base URL');
      await workbench.quickInput.cancel();
      await expect(
        step('Connect to your service').locator('.codicon-getting-started-step-checked'),
      ).toBeHidden();
      await press('Connect to your service', 'Start Sandbox Service');
      await workbench.notifications.single('This window is connected to it.');
      await expect(workbench.sandboxRow(1)).toBeVisible();
      await isDone('Connect to your service');
    });

    await test.step('mark each step as completed after the user performs its action', async () => {
      await press('Connect to your service', 'Set API Key…');
      await asks(/^Set API Key for http:\/\/127\.0\.0\.1:\d+$/);
      await workbench.quickInput.cancel();
      await workbench.runCommand('View: Show Explorer');
      await expect(workbench.view('Jobs')).toHaveCount(0);
      await press('Browse fields and jobs', 'Open Jobs View');
      await expect(workbench.sandboxRow(1)).toBeVisible();
      await isDone('Browse fields and jobs');
      for (const [title, button, question] of [
        ['Read a job', 'Open Job…', 'Open Job'],
        ['Start a job', 'Start Job…', 'Start Job in Sandbox'],
      ] as const) {
        await press(title, button);
        await asks(question);
        await workbench.quickInput.cancel();
        await expect(step(title).locator('.codicon-getting-started-step-checked')).toBeHidden();
      }
      await workbench.openPage(workbench.sandboxRow(2));
      await walkthroughTab.click();
      await isDone('Read a job');
      await press('Start a job', 'Start Job…');
      await asks('Start Job in Sandbox');
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: 'wf_invoice_approval' }),
      );
      await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText(
        'Invoice Approval',
      );
      await workbench.pageTakesFocus();
      await expect(workbench.sandboxRow(1, 4214)).toBeVisible();
      await walkthroughTab.click();
      await isDone('Start a job');
    });

    await test.step('mark a step that the user completed while the walkthrough was closed', async () => {
      const title = 'See where jobs are stuck';
      await expect(step(title).locator('.codicon-getting-started-step-checked')).toBeHidden();
      await walkthroughTab.getByRole('button', { name: /^Close/ }).click();
      await expect(walkthrough).toHaveCount(0);
      await workbench.runCommand('Workflow Jobs: Open Overview');
      await expect(
        workbench.webview.getByRole('region', { name: 'Where is it stuck?' }),
      ).toBeVisible();
      await openWalkthrough();
      await isDone(title);
      await press(title, 'Open Overview');
      await expect(workbench.webview.getByRole('heading', { level: 1 })).toHaveText('Overview');
    });

    await test.step('offer the sandbox service again after the user stops it', async () => {
      await workbench.runCommand('Workflow Jobs: Stop Sandbox Service');
      await expect(workbench.welcomeButton('Jobs', 'Start Sandbox Service')).toBeVisible();
      await expect(workbench.rows('Jobs')).toHaveCount(0);
    });

    await workbench.welcomeButton('Jobs', 'Set Base URL…').click();

    for (const [typed, message] of [
      ['ftp://eu.example.com', 'must start with https:// or http://'],
      ['https://me:secret@eu.example.com', 'must not contain a user name or password'],
      ['https://eu.example.com/api?page=1', 'must not contain a query'],
    ] as const) {
      await input.fill(typed);
      await expect(problem).toContainText(message);
    }
    await input.press('Enter');
    await expect(workbench.quickInput.widget, 'an invalid URL is not accepted').toBeVisible();

    await test.step('require a second Enter to save the base URL of an unavailable service', async () => {
      const closed = await serve(serveData({}));
      await closed.close();
      await input.fill(closed.url);
      await expect(problem).not.toContainText('must');
      await input.press('Enter');
      await expect(problem).toContainText('refused the connection');
      await expect(problem).toContainText(
        'Check the address, or press Enter again to save anyway.',
      );
      await expect(input).toHaveValue(closed.url);
      await expect(
        workbench.welcomeButton('Jobs', 'Set Base URL…'),
        'nothing was saved',
      ).toBeVisible();
    });

    await test.step('save the base URL of a service, even with a trailing slash', async () => {
      await input.fill(`${sandbox.url}/`);
      await expect(problem).not.toContainText('must');
      await workbench.quickInput.accept();
      await expect(workbench.sandboxRow(1)).toBeVisible();
      await expect(workbench.row('Fields', /^Title, shortText, required$/)).toBeVisible();
    });
  });
});

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
