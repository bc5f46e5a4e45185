import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { aJob } from '../../support/service/builders.ts';
import { envelope, serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';
import { Workbench } from '../support/workbench.ts';

const elsewhere = { 'workflowJobs.baseUrl': 'http://127.0.0.1:1' };

test.use({
  opens: 'both.code-workspace',
  files: async ({ sandbox }, use) => {
    await use({
      'both.code-workspace': JSON.stringify({
        folders: [{ path: 'one' }, { path: 'two' }],
        settings: { 'workflowJobs.baseUrl': sandbox.url },
      }),
      'one/.vscode/settings.json': JSON.stringify(elsewhere),
      'two/.vscode/settings.json': JSON.stringify(elsewhere),
      'three/.vscode/tasks.json': JSON.stringify({
        version: '2.0.0',
        tasks: [
          { label: 'invoice', type: 'workflow-job', workflow: 'wf_invoice_approval', wait: false },
        ],
      }),
    });
  },
});

test.describe('Window', () => {
  test('switches its environment without affecting other windows @full', async ({
    workbench,
    serve,
    vscode,
    folder,
    extensionFolders,
  }) => {
    const started = aJob({ key: 'job_3' });
    const [staging, team] = [
      await serve(serveData({ jobs: [aJob()] })),
      await serve(
        serveData(
          { jobs: [aJob(), aJob({ key: 'job_2' })] },
          {
            'POST /jobs': envelope({ job: started }),
            'GET /jobs/job_3': envelope({ job: started }),
          },
        ),
      ),
    ];
    const settings = {
      'workflowJobs.baseUrl': team.url,
      'workflowJobs.environments': [{ name: 'Staging', baseUrl: staging.url, kind: 'staging' }],
    };
    await workbench.set(settings);
    const other = new Workbench(await workbench.page.context().newPage(), vscode, settings);
    await other.open({ port: vscode.port, folder: join(folder, 'three'), extensionFolders });
    await other.openViewContainer();
    await expect(other.jobRow('job_1')).toBeVisible();

    const { page } = workbench;
    await page.bringToFront();
    await workbench.openViewContainer();
    await expect(
      workbench.sandboxRow(1),
      'the window uses the base URL of the workspace',
    ).toBeVisible();
    await page.keyboard.press('Control+Alt+j');
    await expect(workbench.sandboxRow(1, 4214)).toBeVisible();
    await workbench.pageTakesFocus();

    const status = page
      .locator('.part.statusbar')
      .getByRole('button', { name: /^Workflow Jobs: / });
    const files = async () =>
      Promise.all([
        ...[
          join(vscode.dataFolder, 'data/User/settings.json'),
          join(folder, 'both.code-workspace'),
        ].map((file) => readFile(file, 'utf8')),
        readdir(folder, { recursive: true }),
      ]);
    const before = await files();
    const requestCount = () => team.requests.length;
    const countBefore = requestCount();

    await workbench.runCommand('Workflow Jobs: Switch Environment…');
    await workbench.quickInput.acceptRow(workbench.quickInput.rows.filter({ hasText: 'Staging' }));
    await expect(workbench.jobRow('job_1')).toBeVisible();
    await workbench.runCommand('Workflow Jobs: Start Sandbox Service');
    await workbench.notifications.single('This window is connected to it.');
    await expect(workbench.sandboxRow(1)).toBeVisible();
    await expect(status).toHaveAccessibleName(/^Workflow Jobs: Sandbox, /);
    await workbench.runCommand('Workflow Jobs: Stop Sandbox Service');
    await expect(workbench.jobRow('job_1')).toBeVisible();
    await expect(status).toHaveAccessibleName(/^Workflow Jobs: Staging, /);

    expect(requestCount(), 'the other window did not connect again').toBe(countBefore);
    await expect(other.jobRow('job_1')).toBeVisible();
    await other.page.bringToFront();
    await other.page.keyboard.press('Control+Alt+R');
    await expect.poll(requestCount).toBeGreaterThan(countBefore);
    expect(await files()).toEqual(before);

    await test.step('starts a job from a task without asking about problem matchers', async () => {
      await other.runCommand('Tasks: Run Task');
      await other.quickInput.focusRow(
        other.quickInput.rows.filter({ hasText: /^invoice/ }).first(),
      );
      await other.quickInput.box.press('Enter');
      await other.notifications.shown(
        'Task “invoice” in folder “three” started Invoice Approval (wf_',
      );
      await expect(other.page.locator('.terminal-wrapper .xterm')).toBeVisible();
      expect(team.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    });
  });
});
