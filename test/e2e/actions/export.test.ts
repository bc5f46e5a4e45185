import { readFile } from 'node:fs/promises';
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

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test('jobs are exported by keyboard; one is copied as a link, which leads back to its page once the connection was named @full', async ({
  workbench,
  page,
  sandbox,
  folder,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 120');

  await test.step('what is shown, as CSV, by keyboard', async () => {
    await workbench.runCommand('Workflow Jobs: Export Jobs…');
    // Rows of an earlier picker leave hidden words behind in these.
    await expect(workbench.quickInputRows).toHaveText([/^What is shown\s*50(?!\d)/, /^Everything\s*120/]);
    await pick(workbench, 'Export Jobs: which?', 'What is shown');
    await expect(workbench.quickInputRows).toHaveCount(3);
    await pick(workbench, 'Export Jobs: as what?', 'CSV');
    await saveAs(workbench, join(folder, 'jobs.csv'));
    const done = await workbench.notification('Jobs exported to jobs.csv: 50.');
    await done.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('tab', { name: /jobs\.csv/ })).toBeVisible();
    // An editor that takes the focus later would close the next menu.
    await expect(page.locator('.part.editor .monaco-editor.focused')).toBeVisible();
    const lines = (await readFile(join(folder, 'jobs.csv'), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(52);
    expect(lines[0]).toMatch(/^\ufeffkey,state,workflows,/);
  });

  const row = workbench.row('Jobs', /, 2 of 120$/);
  const link = await test.step('a job copied as a link, by mouse', async () => {
    await workbench.chooseFromRowMenu(row, 'Copy Link');
    await expect
      .poll(() => workbench.clipboard())
      .toMatch(/^[\w-]+:\/\/workflow-jobs\.workflow-jobs\/job\/job_000119$/);
    return workbench.clipboard();
  });

  await test.step('the link leads back, once the connection was named', async () => {
    await workbench.closeEditors();
    // The visible view looks for news by itself.
    const asked = () =>
      sandbox.requests
        .map(({ method, path }) => `${method} ${path}`)
        .filter((request) => !request.endsWith('/jobs?page=1'));
    const before = asked().length;
    await workbench.runCommand('Developer: Open URL');
    await workbench.quickInputBox.fill(link);
    await workbench.acceptInput();
    // VS Code's own question, which comes first and does not know the connection.
    await page
      .getByRole('dialog')
      .filter({ hasText: 'extension to open this URI?' })
      .getByRole('button', { name: 'Open', exact: true })
      .click();
    const question = page
      .getByRole('dialog')
      .filter({ hasText: `Open the job “job_000119” of 127.0.0.1:${sandbox.port}/api/v1?` });
    await expect(question).toBeVisible();
    expect(asked().length, 'nothing is asked for before').toBe(before);
    await question.getByRole('button', { name: 'Open Job' }).click();
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toBeVisible();
    // Once by the page; a visible page then polls its job.
    expect([...new Set(asked().slice(before))]).toEqual(['GET /api/v1/jobs/job_000119']);
  });
});
