import { aJob } from '../../support/service/builders.ts';
import { type Service, envelope, holding } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test('two environments are added and switched between; production asks before a start, and a read-only one refuses it @full', async ({
  workbench,
  sandbox,
  serve,
  page,
}) => {
  const workflow = { key: 'wf_invoice_approval', name: 'Invoice Approval' };
  const live = await serve(
    holding(
      { jobs: [aJob({ activeWorkflows: [workflow] })] },
      { 'POST /jobs': envelope({ job: aJob({ key: 'job_new', activeWorkflows: [workflow] }) }) },
    ),
  );
  const input = workbench.quickInputBox;
  const choice = (label: string) =>
    workbench.quickInputRows.filter({ has: page.getByText(label, { exact: true }) });
  const title = workbench.quickInput.locator('.quick-input-title');
  const environments = (readOnly: boolean) => [
    { name: 'Try', baseUrl: sandbox.url, kind: 'development', readOnly },
    { name: 'Live', baseUrl: live.url, kind: 'production' },
  ];
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();

  await test.step('one is added by keyboard', async () => {
    await workbench.runCommand('Workflow Jobs: Add Environment…');
    await expect(input).toHaveValue(new URL(sandbox.url).host);
    await input.fill('Try');
    await workbench.acceptInput();
    await workbench.acceptRow(choice('Development'));
  });

  await test.step('another by mouse, once its address is set', async () => {
    await workbench.runCommand('Workflow Jobs: Set Base URL…');
    await expect(title).toHaveText('Set Base URL');
    await input.fill(live.url);
    await workbench.acceptInput();
    await expect(workbench.row('Jobs', /, 1 of 1$/)).toBeVisible();
    await workbench.chooseFromViewMenu('Jobs', 'Add Environment…');
    await expect(title).toHaveText('Add Environment');
    await input.fill('try');
    await expect(workbench.quickInput).toContainText('There is an environment with this name already.');
    await input.fill('Live');
    await workbench.acceptInput();
    await workbench.clickChoice(choice('Production'));
  });

  await test.step('the switcher says which is connected, and connects to the other by keyboard', async () => {
    await workbench.chooseFromViewMenu('Jobs', 'Switch Environment…');
    // VS Code says the name of the icon before the word.
    await expect(choice('Live')).toHaveAccessibleName(/^Live, 127\.0\.0\.1:\d+, Production · user settings/);
    await expect(choice('Try')).toHaveAccessibleName(
      /^Try, 127\.0\.0\.1:\d+\/\S+, Development · user settings/,
    );
    await workbench.set({
      'workflowJobs.environments': environments(false),
      'workflowJobs.baseUrl': live.url,
    });
    await workbench.acceptRow(choice('Try'));
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  });

  await test.step('and back by mouse, where a start is asked for by a button that says where', async () => {
    await workbench.runCommand('Workflow Jobs: Switch Environment…');
    await workbench.clickChoice(choice('Live'));
    await expect(workbench.row('Jobs', /, 1 of 1$/)).toBeVisible();
    const asked = page.getByRole('dialog').filter({
      hasText: `Start a job of workflow “Invoice Approval” (wf_invoice_approval) on Live (127.0.0.1:${live.port})?`,
    });
    await page.keyboard.press('Control+Alt+j');
    await expect(asked).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    expect(posts(live)).toBe(0);
    await page.keyboard.press('Control+Alt+j');
    await asked.getByRole('button', { name: 'Start in Production' }).click();
    await expect.poll(() => posts(live)).toBe(1);
  });

  await test.step('a read-only one refuses a start from a job’s page and from the palette, with help', async () => {
    await workbench.set({ 'workflowJobs.environments': environments(true) });
    await workbench.runCommand('Workflow Jobs: Switch Environment…');
    await workbench.clickChoice(choice('Try'));
    await workbench.openPage(
      workbench.row('Jobs', /, 1 of 4,213$/),
      workbench.webview.getByText('job_004213').first(),
    );
    await workbench.webview.getByRole('button', { name: /^Start another/ }).click();
    const refused = () =>
      workbench.notification(`Jobs cannot be started in Try (${new URL(sandbox.url).host}`);
    await refused();
    await workbench.runCommand('Workflow Jobs: Start Job…');
    await expect(workbench.quickInput).toBeHidden();
    // The palette has closed the notifications.
    await (await refused()).getByRole('button', { name: 'Switch Environment…' }).click();
    await expect(choice('Try')).toHaveAccessibleName(/check used by this window · Development · read-only/);
    await workbench.leaveInput();
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

function posts(service: Service): number {
  return service.requests.filter(({ method }) => method === 'POST').length;
}
