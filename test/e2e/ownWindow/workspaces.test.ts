import { expect, test } from '../support/fixtures.ts';

test.describe('a window without a folder', () => {
  test.use({ opens: null, settings: { 'workflowJobs.baseUrl': undefined } });

  test('brings its own sandbox service, starts a job in it, and is connected to another by its base URL @full', async ({ workbench, sandbox }) => {
    await workbench.openViewContainer('Workflow Jobs');
    await workbench.welcomeButton('Jobs', 'Start Sandbox Service').click();
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
    await workbench.page.keyboard.press('Control+Alt+j');
    await expect(workbench.row('Jobs', /^Invoice Approval, .*, 1 of 4,214$/)).toBeVisible();
    await workbench.pageTakesFocus();
    await workbench.runCommand('Workflow Jobs: Set Base URL…');
    await workbench.quickInputBox.fill(sandbox.url);
    await workbench.acceptInput();
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test.describe('a workspace of several folders', () => {
  const elsewhere = { 'workflowJobs.baseUrl': 'http://127.0.0.1:1' };
  test.use({
    settings: elsewhere,
    opens: 'both.code-workspace',
    files: async ({ sandbox }, use) => {
      await use({
        'both.code-workspace': JSON.stringify({ folders: [{ path: 'one' }, { path: 'two' }], settings: { 'workflowJobs.baseUrl': sandbox.url } }),
        'one/.vscode/settings.json': JSON.stringify(elsewhere),
        'two/.vscode/settings.json': JSON.stringify(elsewhere),
      });
    },
  });

  test('is connected where the workspace says, and neither where a folder of it nor where the user does @full', async ({ workbench }) => {
    await workbench.openViewContainer('Workflow Jobs');
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
    await workbench.page.keyboard.press('Control+Alt+j');
    await expect(workbench.row('Jobs', /^Invoice Approval, .*, 1 of 4,214$/)).toBeVisible();
    await workbench.pageTakesFocus();
  });
});
