import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';

const silence = { over: undefined as Promise<void> | undefined };
test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120, onRequest: () => silence.over } });

/** Whether the file holds the jobs of this service, and not those of an earlier test in the same window. */
async function isKept(dataFolder: string, baseUrl: string): Promise<boolean> {
  const files = (await readdir(dataFolder, { recursive: true })).filter((path) => /workflow-jobs\.workflow-jobs\/lastKnown\/.+\.json$/.test(path));
  const texts = await Promise.all(files.map((path) => readFile(join(dataFolder, path), 'utf8')));
  return texts.some((text) => text.includes(baseUrl));
}

test('what was last known shows at once after a reload, with grey icons and its time, until the service answers @full', async ({ workbench, sandbox, vscode, page }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 120$/)).toBeVisible();
  const labels = await workbench.labels('Jobs');
  await expect.poll(() => isKept(vscode.dataFolder, sandbox.url)).toBe(true);

  const { promise, resolve } = Promise.withResolvers<void>();
  silence.over = promise;
  await workbench.reload();
  await expect(workbench.row('Jobs', /, 1 of 120, as of \d+:\d+/)).toBeVisible();
  await expect(workbench.viewDescription('Jobs')).toHaveText(/^50 of 120 · as of \d+:\d+/);
  await expect(workbench.viewDescription('Fields')).toHaveText(/^as of \d+:\d+/);
  expect(await workbench.labels('Jobs')).toEqual(labels.filter((label) => label !== 'Load more'));
  await workbench.screenshot('last-known');
  await workbench.runCommand('Workflow Jobs: Start Job…');
  await expect(workbench.quickInputRows.filter({ hasText: 'seen in jobs' }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  silence.over = undefined;
  resolve();
  await expect(workbench.row('Jobs', /, 1 of 120$/)).toBeVisible();
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 120');
  expect(await workbench.labels('Jobs')).toEqual(labels);
});
