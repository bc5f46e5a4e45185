import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { aJob } from '../../support/service/builders.ts';
import { holding } from '../../support/service/service.ts';
import { projectFolder } from '../../support/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { Workbench } from '../support/workbench.ts';

test.use({ files: { 'one/notes.md': '', 'two/notes.md': '' }, opens: 'one' });

test('of two windows, one switches and tries the sandbox, keeps both over a reload, and changes nothing for the other and in no settings file @full', async ({ workbench, sandbox, serve, vscode, folder, context }) => {
  const staging = await serve(holding({ jobs: [aJob()] }));
  const settings = { 'workflowJobs.baseUrl': sandbox.url, 'workflowJobs.environments': [{ name: 'Staging', baseUrl: staging.url, kind: 'staging' }] };
  await workbench.set(settings);
  const other = new Workbench(await context.newPage(), vscode, settings);
  await other.open({ port: vscode.port, folder: join(folder, 'two'), extensionFolders: [projectFolder] });
  for (const each of [workbench, other]) {
    await each.openViewContainer('Workflow Jobs');
    await expect(each.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  }
  const status = workbench.page.locator('.part.statusbar').getByRole('button', { name: /^Workflow Jobs: / });
  const files = async () => Promise.all([
    readFile(join(vscode.dataFolder, 'data/User/settings.json'), 'utf8'),
    ...['one', 'two'].map((name) => readdir(join(folder, name), { recursive: true })),
  ]);
  const before = await files();
  const asked = () => sandbox.requests.length;
  const askedBefore = asked();

  await workbench.runCommand('Workflow Jobs: Switch Environment…');
  await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Staging' }));
  await expect(workbench.row('Jobs', /, 1 of 1$/)).toBeVisible();
  await workbench.reload();
  await expect(workbench.row('Jobs', /, 1 of 1$/)).toBeVisible();

  await workbench.runCommand('Workflow Jobs: Start Sandbox Service');
  await workbench.notification('This window is connected to it.');
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  await expect(status).toHaveAccessibleName(/^Workflow Jobs: Sandbox, /);
  await workbench.reload();
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  await expect(status).toHaveAccessibleName(/^Workflow Jobs: Sandbox, /);
  await workbench.runCommand('Workflow Jobs: Stop Sandbox Service');
  await expect(workbench.row('Jobs', /, 1 of 1$/)).toBeVisible();
  await expect(status).toHaveAccessibleName(/^Workflow Jobs: Staging, /);

  expect(asked(), 'the other window was not connected anew').toBe(askedBefore);
  await expect(other.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  await other.runCommand('Workflow Jobs: Refresh');
  await expect.poll(asked).toBeGreaterThan(askedBefore);
  expect(await files()).toEqual(before);
});
