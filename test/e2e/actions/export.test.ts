import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import type { Workbench } from '../support/workbench.ts';

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

let lastAnswered = Infinity;
test.use({
  // Pages after that one wait for whoever gives up.
  sandboxOptions: { jobs: 420, onRequest: ({ path }) => (Number(/page=(\d+)$/.exec(path)?.[1]) > lastAnswered ? new Promise(() => undefined) : undefined) },
});

test('jobs are exported by keyboard and by mouse, or not where that is cancelled; one is copied as JSON, and as a link that leads back to its page @full', async ({ workbench, page, sandbox, folder }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 420');

  await test.step('what is shown, as CSV, by keyboard', async () => {
    await workbench.runCommand('Workflow Jobs: Export Jobs…');
    // Rows of an earlier picker leave hidden words behind in these.
    await expect(workbench.quickInputRows).toHaveText([/^What is shown\s*50(?!\d)/, /^Everything\s*420/]);
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

  await test.step('everything, as NDJSON, by mouse', async () => {
    await workbench.chooseFromViewMenu('Jobs', 'Export Jobs…');
    await workbench.clickChoice(workbench.quickInputRows.filter({ hasText: /^Everything/ }));
    await workbench.clickChoice(workbench.quickInputRows.filter({ hasText: /^NDJSON/ }));
    await expect(workbench.quickInputBox).toHaveValue(/\/jobs\.ndjson$/);
    await expect(async () => {
      if (await workbench.quickInput.isVisible()) await workbench.quickInput.getByRole('button', { name: 'OK', exact: true }).click({ timeout: 2000 });
      await expect(workbench.quickInput).toBeHidden({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
    await workbench.notification('Jobs exported to jobs.ndjson: 420.');
    const keys = (await readFile(join(folder, 'jobs.ndjson'), 'utf8')).trimEnd().split('\n').map((line) => (JSON.parse(line) as { key: string }).key);
    expect(new Set(keys).size).toBe(420);
    await expect(workbench.viewDescription('Jobs'), 'the list stays as it was').toHaveText('50 of 420');
  });

  await test.step('cancelled on the way, by mouse: no file, and nothing asked any more', async () => {
    lastAnswered = 3;
    await workbench.runCommand('Workflow Jobs: Export Jobs…');
    await pick(workbench, 'Export Jobs: which?', 'Everything');
    await pick(workbench, 'Export Jobs: as what?', 'JSON');
    await saveAs(workbench, join(folder, 'all.json'));
    const progress = await workbench.notification(/Exporting jobs.*150 of 420/);
    await workbench.screenshot('export-progress');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toHaveCount(0);
    lastAnswered = Infinity;
    // What was still to be asked would have been asked before this.
    const refreshes = () => sandbox.requests.filter(({ path }) => path.endsWith('page=1')).length;
    const before = refreshes();
    await workbench.runCommand('Workflow Jobs: Refresh');
    await expect.poll(refreshes).toBeGreaterThan(before);
    expect(await readdir(folder)).toEqual(['jobs.csv', 'jobs.ndjson']);
    expect(sandbox.requests.filter(({ path }) => path.endsWith('page=8')), 'never asked for').toHaveLength(1);
  });

  const row = workbench.row('Jobs', /, 2 of 420$/);
  const link = await test.step('a job copied, as JSON by keyboard, as a link by mouse', async () => {
    await workbench.openPage(row);
    await workbench.focusView('Jobs');
    await workbench.openFocusedRowMenu();
    await workbench.screenshot('job-menu');
    await workbench.chooseFromFocusedRowMenu('Copy as JSON');
    await expect.poll(() => workbench.clipboard()).toMatch(/^\{\n {2}"key": "job_000419"/);
    await workbench.chooseFromRowMenu(row, 'Copy Link');
    await expect.poll(() => workbench.clipboard()).toMatch(/^[\w-]+:\/\/workflow-jobs\.workflow-jobs\/job\/job_000419$/);
    return workbench.clipboard();
  });

  await test.step('the link leads back, once the connection was named', async () => {
    await workbench.runCommand('View: Close All Editors');
    // The visible view looks for news by itself.
    const asked = () => sandbox.requests.map(({ method, path }) => `${method} ${path}`).filter((request) => !request.endsWith('/jobs?page=1'));
    const before = asked().length;
    await workbench.runCommand('Developer: Open URL');
    await workbench.quickInputBox.fill(link);
    await workbench.acceptInput();
    // VS Code's own question, which comes first and does not know the connection.
    await page.getByRole('dialog').filter({ hasText: 'extension to open this URI?' }).getByRole('button', { name: 'Open', exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: `Open the job “job_000419” of 127.0.0.1:${sandbox.port}/api/v1?` });
    await expect(question).toBeVisible();
    await workbench.screenshot('link-question');
    expect(asked().length, 'nothing is asked for before').toBe(before);
    await question.getByRole('button', { name: 'Open Job' }).click();
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked().slice(before)).toEqual(['GET /api/v1/jobs/job_000419']);
  });
});
