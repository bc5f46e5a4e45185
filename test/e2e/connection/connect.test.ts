import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { holding } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('a service that requires a key', () => {
  const key = 'k3y-of-the-e2e-tests';
  test.use({ sandboxOptions: { apiKey: key } });

  test('asks for it in the view, shows its rows once it has it, and never writes it to a log', async ({
    workbench,
    sandbox,
    vscode,
    page,
  }) => {
    await workbench.openViewContainer('Workflow Jobs');
    const refused = workbench.row('Jobs', /^Jobs not loaded\./);
    await expect(refused).toHaveAccessibleName(/An API key is required/);
    await expect(workbench.view('Jobs').locator('.message')).toContainText('An API key is required');
    const input = workbench.quickInputBox;
    await workbench.row('Jobs', /^Set API Key…$/).click();
    await expect(input).toHaveAttribute('type', 'password');
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

test('another base URL drops the old rows before the new service has answered, and an empty service says so', async ({
  workbench,
  serve,
}) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  await expect(workbench.row('Fields', /^Title, /)).toBeVisible();

  const answers = Promise.withResolvers<void>();
  const empty = await serve((request, index) => answers.promise.then(() => holding({})(request, index)));
  await workbench.set({ 'workflowJobs.baseUrl': empty.url });
  await expect.poll(() => empty.requests.map(({ url }) => url).sort()).toEqual(['/fields', '/jobs?page=1']);
  await expect(workbench.rows('Jobs')).toHaveCount(0);
  await expect(workbench.rows('Fields')).toHaveCount(0);
  await expect(workbench.view('Jobs').locator('.monaco-progress-container.active')).toBeVisible();

  answers.resolve();
  await expect(workbench.view('Jobs')).toContainText('The service has no jobs yet.');
  await expect(workbench.welcomeButton('Jobs', 'Start Job…')).toBeVisible();
  await expect(workbench.view('Fields')).toContainText('The service defines no fields.');
  const asked = empty.requests.length;
  await workbench.welcomeButton('Fields', 'Refresh').click();
  await expect.poll(() => empty.requests.slice(asked).map(({ url }) => url)).toEqual(['/fields']);
});
