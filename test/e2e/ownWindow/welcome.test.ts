import { envelope, startService } from '../../support/service.ts';
import { expect, test } from '../fixtures.ts';

test.use({ settings: { 'workflowJobs.baseUrl': undefined } });

test('the views say what to do: the sandbox comes and goes with a button, and a base URL is checked while typing and before it is saved', async ({ workbench, sandbox, page }) => {
  const input = workbench.quickInputBox;
  const problem = workbench.quickInput.locator('.quick-input-message');
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.view('Jobs').getByRole('button', { name: 'Start Sandbox Service' })).toBeVisible();
  await expect(workbench.view('Fields')).toContainText('appear here once it is connected');
  await workbench.screenshots('welcome');

  await test.step('the built-in sandbox connects with one button, and is left with another', async () => {
    await workbench.runCommand('Workflow Jobs: Start Sandbox Service');
    await (await workbench.notification('The sandbox service runs at http://127.0.0.1:')).getByRole('button', { name: 'Use It' }).click();
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
    await workbench.runCommand('Workflow Jobs: Stop Sandbox Service');
    await (await workbench.notification('the base URL still points at it')).getByRole('button', { name: 'Remove Base URL' }).click();
    await expect(workbench.view('Jobs').getByRole('button', { name: 'Start Sandbox Service' })).toBeVisible();
    await expect(workbench.rows('Jobs')).toHaveCount(0);
  });

  await workbench.view('Jobs').getByRole('button', { name: 'Set Base URL…' }).click();

  for (const [typed, says] of [
    ['eu.example.com', 'must begin with https:// or http://'],
    ['https://me:secret@eu.example.com', 'must not hold a user name or password'],
    ['https://eu.example.com/api?page=1', 'must not hold a query'],
  ] as const) {
    await input.fill(typed);
    await expect(problem).toContainText(says);
  }
  await input.press('Enter');
  await expect(workbench.quickInput, 'a bad address is not taken').toBeVisible();

  await test.step('an address at which nothing answers', async () => {
    const gone = await startService(() => envelope({}));
    await gone.close();
    await input.fill(gone.url);
    await expect(problem).not.toContainText('must');
    await workbench.acceptInput();
    const dialog = page.getByRole('dialog').filter({ hasText: 'the connection was refused' });
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await expect(input).toHaveValue(gone.url);
    await expect(workbench.view('Jobs').getByRole('button', { name: 'Set Base URL…' }), 'nothing was saved').toBeVisible();
  });

  await test.step('the right one, with a slash too many', async () => {
    await input.fill(`${sandbox.url}/`);
    await expect(problem).not.toContainText('must');
    await workbench.acceptInput();
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
    await expect(workbench.row('Fields', /^Title, shortText, required$/)).toBeVisible();
  });
});
