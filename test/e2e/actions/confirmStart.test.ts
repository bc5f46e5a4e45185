import type { Sandbox } from '../../../src/sandbox/index.ts';
import { holding } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ settings: { 'workflowJobs.confirmStart': 'always' } });

test('where each start is to be confirmed, nothing starts from a blank key, an unknown one or Escape, and what was typed is not lost @full', async ({ workbench, sandbox, serve, page }) => {
  const input = workbench.quickInputBox;
  const question = (key: string, port: number) => page.getByRole('dialog').filter({ hasText: new RegExp(`Start a job of workflow .*[“(]${key}[”)] on 127\\.0\\.0\\.1:${port}[/\\w]*\\?`) });
  const agree = (key: string, port: number) => question(key, port).getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await workbench.openViewContainer('Workflow Jobs');

  await test.step('a blank key is refused while typing', async () => {
    await workbench.startJob();
    await input.fill('   ');
    await expect(workbench.quickInputRows).toContainText(['A workflow key cannot be blank']);
    await input.press('Enter');
    await expect(workbench.quickInput).toBeVisible();
  });

  await test.step('Escape in the middle of a key starts nothing', async () => {
    await input.fill('wf_invoice_approval');
    await expect(workbench.quickInputRows.filter({ hasText: 'wf_invoice_approval' })).toBeVisible();
    await workbench.leaveInput();
    await expect(workbench.quickInput).toBeHidden();
  });

  await test.step('a keybinding with a key asks, naming the service: Escape starts nothing, Enter does', async () => {
    const asked = question('wf_invoice_approval', sandbox.port);
    const press = () =>
      expect(async () => {
        if (!(await asked.isVisible())) await page.keyboard.press('Control+Alt+j');
        await expect(asked).toBeVisible({ timeout: 3000 });
      }).toPass({ timeout: 20_000 });
    await press();
    await workbench.screenshot('start-confirm');
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    expect(started(sandbox)).toBe(0);
    await press();
    await agree('wf_invoice_approval', sandbox.port);
    await expect(workbench.row('Jobs', /^Invoice Approval, .+, 1 of 4,214$/)).toBeVisible();
    await workbench.pageTakesFocus();
    expect(started(sandbox)).toBe(1);
  });

  await test.step('an unknown key brings the service’s own words, and Try again brings the key back', async () => {
    await workbench.startJob();
    await input.fill('wf_of_nobody');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Start workflow “wf_of_nobody”' }));
    await agree('wf_of_nobody', sandbox.port);
    const failure = await workbench.notification('The service says: No workflow has the key "wf_of_nobody".');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(input).toHaveValue('wf_of_nobody');
    await workbench.leaveInput();
    expect(started(sandbox)).toBe(2);
  });

  await test.step('a start that is cancelled half-way is said to be unknown, and not sent again', async () => {
    const silent = await serve(holding({}, { 'POST /jobs': () => new Promise(() => undefined) }));
    await workbench.set({ 'workflowJobs.baseUrl': silent.url, 'workflowJobs.requestTimeout': 600 });
    await expect.poll(() => silent.requests.length, 'the window follows the setting').toBeGreaterThan(0);
    await workbench.startJob();
    await input.fill('wf_invoice_approval');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'wf_invoice_approval' }));
    await agree('wf_invoice_approval', silent.port);
    const progress = await workbench.notification('Starting a job of workflow “wf_invoice_approval”…');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await workbench.notification(/may or may not have started/);
    expect(silent.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

function started(sandbox: Sandbox): number {
  return sandbox.requests.filter(({ method }) => method === 'POST').length;
}
