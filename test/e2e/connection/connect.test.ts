import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';

test.describe('Jobs view', () => {
  const key = 'k3y-of-the-e2e-tests';
  test.use({ sandboxOptions: { apiKey: key } });

  test('asks for a required API key without logging it', async ({ workbench, vscode, page }) => {
    await workbench.openViewContainer();
    await expect(workbench.view('Jobs').locator('.welcome-view-content')).toContainText(
      'This service requires an API key.',
    );
    await expect(workbench.view('Fields')).toContainText('Fields not loaded');
    const input = workbench.quickInput.box;
    await workbench.welcomeButton('Jobs', 'More Help…').click();
    const help = page.locator('.monaco-dialog-box');
    await expect(help).toContainText('An API key is required');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await workbench.welcomeButton('Jobs', 'Set API Key…').click();
    await expect(input).toHaveAttribute('type', 'password');
    await input.fill('a wrong one');
    await input.press('Enter');
    await expect(workbench.quickInput.widget).toContainText('rejected the API key (HTTP 401)');
    await input.fill(key);
    await workbench.quickInput.accept();
    await expect(workbench.sandboxRow(1)).toBeVisible();
    await expect(workbench.row('Fields', /^Title, shortText, required$/)).toBeVisible();

    await workbench.runCommand('Workflow Jobs: Show Log');
    const log = page.locator('.part.panel .view-lines');
    await expect(log).toContainText(/GET.\S*\/jobs\?page=1.401.\d+.ms/);
    await expect(log).toContainText(/GET.\S*\/jobs\?page=1.200.\d+.ms/);
    await expect(log).toContainText(/GET.\S*\/fields.200.\d+.ms/);

    const logs = join(vscode.dataFolder, 'data/logs');
    const files = (await readdir(logs, { recursive: true })).filter((file) =>
      file.endsWith('.log'),
    );
    const texts = await Promise.all(files.map((file) => readFile(join(logs, file), 'utf8')));
    expect(texts.join('\n')).toMatch(/GET \S*\/jobs\?page=1 200/);
    expect(texts.join('\n')).not.toContain(key);
  });
});
