import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { envelope, startService } from '../support/service.ts';
import { expect, test } from './fixtures.ts';

test.describe('without a base URL', () => {
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
});

test.describe('a service that requires a key', () => {
  const key = 'k3y-of-the-e2e-tests';
  test.use({ sandboxOptions: { apiKey: { value: key } } });

  test('asks for it in the view, shows its rows once it has it, and never writes it to a log', async ({ workbench, sandbox, vscode, page }) => {
    await workbench.openViewContainer('Workflow Jobs');
    const refused = workbench.row('Jobs', /^Jobs not loaded\./);
    await expect(refused).toHaveAccessibleName(/An API key is required/);
    await expect(workbench.view('Jobs').locator('.message')).toContainText('An API key is required');
    const input = workbench.quickInputBox;
    await workbench.clickRow(workbench.row('Jobs', /^Set API Key…$/), (options) => expect(input).toHaveAttribute('type', 'password', options));
    await input.fill(key);
    await workbench.acceptInput();
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
    await expect(workbench.row('Fields', /^Title, shortText, required$/)).toBeVisible();
    await expect(refused).toBeHidden();

    await workbench.runCommand('Workflow Jobs: Show Log');
    const log = page.locator('.part.panel .view-lines');
    await expect(log).toContainText(/GET.\/jobs\?page=1.401.\d+.ms/);
    await expect(log).toContainText(/GET.\/jobs\?page=1.200.\d+.ms/);
    await expect(log).toContainText(/GET.\/fields.200.\d+.ms/);

    const logs = join(vscode.dataFolder, 'data/logs');
    const files = (await readdir(logs, { recursive: true })).filter((file) => file.endsWith('.log'));
    const texts = await Promise.all(files.map((file) => readFile(join(logs, file), 'utf8')));
    expect(texts.join('\n')).toContain('GET /jobs?page=1 200');
    expect(texts.join('\n')).not.toContain(key);
    expect(texts.join('\n'), 'lines name no host').not.toContain(`${new URL(sandbox.url).host}/api`);
  });
});

test('another base URL drops the old rows before the new service has answered, and an empty service says so', async ({ workbench }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  await expect(workbench.row('Fields', /^Title, /)).toBeVisible();

  const answers = Promise.withResolvers<void>();
  const empty = await startService(async () => {
    await answers.promise;
    return envelope({ fields: [], jobs: [], pagination: { currentPage: 1, from: null, to: null, lastPage: 1, perPage: 50, total: 0, hasMore: false } });
  });
  try {
    await workbench.set({ 'workflowJobs.baseUrl': empty.url });
    await expect.poll(() => empty.requests.map(({ url }) => url).sort()).toEqual(['/fields', '/jobs?page=1']);
    await expect(workbench.rows('Jobs')).toHaveCount(0);
    await expect(workbench.rows('Fields')).toHaveCount(0);
    await expect(workbench.view('Jobs').locator('.monaco-progress-container.active')).toBeVisible();

    answers.resolve();
    await expect(workbench.view('Jobs')).toContainText('The service has no jobs yet.');
    await expect(workbench.view('Jobs').getByRole('button', { name: 'Start Job…' }).last()).toBeVisible();
    await expect(workbench.view('Fields')).toContainText('The service defines no fields.');
    const asked = empty.requests.length;
    await workbench.view('Fields').getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect.poll(() => empty.requests.slice(asked).map(({ url }) => url)).toEqual(['/fields']);
  } finally {
    await empty.close();
  }
});
