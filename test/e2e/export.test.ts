import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

/** Chooses from the quick pick that is open under this title, by keyboard. */
async function pick(workbench: Workbench, title: string, choice: string): Promise<void> {
  await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText(title);
  await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: new RegExp(`^${choice}`) }));
}

/** Accepts a path in VS Code's own dialog for saving. */
async function saveAs(workbench: Workbench, path: string): Promise<void> {
  const input = workbench.quickInputBox;
  await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Export Jobs');
  await expect(input).toHaveValue(/\/jobs\.\w+$/);
  await input.fill(path);
  // Folders are looked up as one types; what is accepted before is lost.
  await workbench.acceptInput();
  await expect(workbench.quickInput).toBeHidden();
}

test.describe('with 420 jobs', () => {
  test.use({ sandboxOptions: { jobs: 420, latency: 50 } });

  test('what is shown, and everything, are exported by keyboard to a file in the workspace', async ({ workbench, page, folder }) => {
    await workbench.openViewContainer('Workflow Jobs');
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 420');

    await test.step('what is shown, as CSV', async () => {
      await workbench.runCommand('Workflow Jobs: Export Jobs…');
      await expect(workbench.quickInputRows).toHaveText([/^What is shown\s*50$/, /^Everything\s*420/]);
      await pick(workbench, 'Export Jobs: which?', 'What is shown');
      await expect(workbench.quickInputRows).toHaveCount(3);
      await workbench.screenshot('export-form');
      await pick(workbench, 'Export Jobs: as what?', 'CSV');
      await saveAs(workbench, join(folder, 'jobs.csv'));
      const done = await workbench.notification('Jobs exported to jobs.csv: 50.');
      await workbench.screenshot('export-done');
      await done.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('tab', { name: /jobs\.csv/ })).toBeVisible();
      const lines = (await readFile(join(folder, 'jobs.csv'), 'utf8')).split('\r\n');
      expect(lines).toHaveLength(52);
      expect(lines[0]).toMatch(/^\ufeffkey,state,workflows,/);
    });

    await test.step('everything, as NDJSON', async () => {
      await workbench.runCommand('Workflow Jobs: Export Jobs…');
      await pick(workbench, 'Export Jobs: which?', 'Everything');
      await pick(workbench, 'Export Jobs: as what?', 'NDJSON');
      await saveAs(workbench, join(folder, 'all.ndjson'));
      await workbench.notification('Jobs exported to all.ndjson: 420.');
      const keys = (await readFile(join(folder, 'all.ndjson'), 'utf8')).trimEnd().split('\n').map((line) => (JSON.parse(line) as { key: string }).key);
      expect(new Set(keys).size).toBe(420);
      await expect(workbench.viewDescription('Jobs'), 'the list stays as it was').toHaveText('50 of 420');
    });
  });

  test('a job is copied as JSON and as a link, which leads back to its page', async ({ workbench, page, context, sandbox }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openViewContainer('Workflow Jobs');
    const row = workbench.row('Jobs', /, 2 of 420$/);
    await workbench.openPage(row);

    await workbench.focusView('Jobs');
    await workbench.openFocusedRowMenu();
    await workbench.screenshot('job-menu');
    await workbench.chooseFromFocusedRowMenu('Copy as JSON');
    await expect.poll(() => workbench.clipboard()).toMatch(/^\{\n {2}"key": "/);
    const { key } = JSON.parse(await workbench.clipboard()) as { key: string };

    await workbench.chooseFromRowMenu(row, 'Copy Link');
    await expect.poll(() => workbench.clipboard()).toMatch(new RegExp(`^[\\w-]+://workflow-jobs\\.workflow-jobs/job/${encodeURIComponent(key)}$`));
    const link = await workbench.clipboard();

    await workbench.runCommand('View: Close All Editors');
    // The visible view looks for news by itself.
    const asked = () => sandbox.requests.map(({ method, path }) => `${method} ${path}`).filter((request) => !request.endsWith('/jobs?page=1'));
    const before = asked().length;
    await workbench.runCommand('Developer: Open URL');
    await workbench.quickInputBox.fill(link);
    await workbench.acceptInput();
    // VS Code's own question, which comes first and does not know the connection.
    await page.getByRole('dialog').filter({ hasText: 'extension to open this URI?' }).getByRole('button', { name: 'Open', exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: `Open the job “${key}” of 127.0.0.1:${sandbox.port}/api/v1?` });
    await expect(question).toBeVisible();
    await workbench.screenshot('link-question');
    expect(asked().length, 'nothing is asked for before').toBe(before);
    await question.getByRole('button', { name: 'Open Job' }).click();
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked().slice(before)).toEqual([`GET /api/v1/jobs/${encodeURIComponent(key)}`]);
  });
});

test.describe('with 10,000 jobs', () => {
  test.use({ sandboxOptions: { jobs: 10_000, latency: 200 } });

  test('an export that is cancelled leaves no file and ends its requests', async ({ workbench, sandbox, folder }) => {
    await workbench.openViewContainer('Workflow Jobs');
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 10,000');
    await workbench.runCommand('Workflow Jobs: Export Jobs…');
    await pick(workbench, 'Export Jobs: which?', 'Everything');
    await pick(workbench, 'Export Jobs: as what?', 'JSON');
    await saveAs(workbench, join(folder, 'jobs.json'));
    const progress = await workbench.notification(/Exporting jobs.*\d of 10,000/);
    await workbench.screenshot('export-progress');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toHaveCount(0);
    await expect.poll(() => readdir(folder)).toEqual([]);
    expect(sandbox.requests.length).toBeLessThan(150);
  });
});
