import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder, testResultsFolder } from '../support/paths.ts';
import { expect, test } from './support/fixtures.ts';
import { themes } from './support/windowSettings.ts';
import type { Workbench } from './support/workbench.ts';

// Keeps the pictures the same in each run: the clock stands still, and the buttons of the views are
// always visible.
test.use({
  sandboxOptions: { clockSpeed: 0 },
  settings: {
    'workflowJobs.baseUrl': undefined,
    'workbench.view.alwaysShowHeaderActions': true,
    'window.commandCenter': true,
    'workbench.layoutControl.enabled': true,
  },
});

function pictureFile(name: string, theme: string): string {
  return join(testResultsFolder, 'e2e/screenshots', `${name}-${theme}.png`);
}

/** Takes a picture in each theme, without hovers. */
async function takePictures(workbench: Workbench, name: string): Promise<void> {
  await workbench.page.mouse.move(0, 0);
  await expect(
    workbench.page.locator('.part.sidebar .monaco-progress-container.active'),
  ).toHaveCount(0);
  await expect(workbench.page.locator('.monaco-hover').filter({ visible: true })).toHaveCount(0);
  for (const theme of themes) {
    await workbench.useTheme(theme);
    await workbench.page.screenshot({
      path: pictureFile(name, theme),
      animations: 'disabled',
    });
  }
}

test.describe('Screenshot script', () => {
  test('takes screenshots of the views and pages in each theme', async ({
    workbench,
    sandbox,
    page,
  }) => {
    const { webview, quickInput } = workbench;
    await workbench.openViewContainer();
    await takePictures(workbench, 'welcome');

    const environments = [
      { name: 'Development', baseUrl: sandbox.url, kind: 'development' },
      { name: 'Production', baseUrl: 'https://jobs.example.com', kind: 'production' },
    ];
    await workbench.set({
      'workflowJobs.environments': environments,
      'workflowJobs.baseUrl': sandbox.url,
    });
    await workbench.expandRow(workbench.row('Fields', /^Priority, /));
    await workbench.openPage(workbench.sandboxRow(9));
    await expect(webview.locator('[data-section=log]')).toContainText('Job started');
    await takePictures(workbench, 'page');

    for (const place of [1, 2]) {
      await workbench.pressRowButton(workbench.sandboxRow(place), 'Watch');
      await expect(workbench.row('Jobs', new RegExp(`^Watched, ${place} job`))).toBeVisible();
    }
    await webview
      .locator('[data-section=timeline]')
      .evaluate((timeline) => timeline.scrollIntoView());
    await takePictures(workbench, 'timeline');
    // The README and the documentation show this picture.
    await copyFile(pictureFile('timeline', 'light'), join(projectFolder, 'docs/screenshot.png'));

    for (const [command, name] of [
      ['Start Job…', 'start-job'],
      ['Filter Jobs…', 'filter'],
      ['Export Jobs…', 'export'],
      ['Switch Environment…', 'environments'],
      ['Open Job…', 'open-job'],
    ] as const) {
      await workbench.runCommand(`Workflow Jobs: ${command}`);
      await expect(quickInput.rows.first()).toBeVisible();
      await takePictures(workbench, name);
      await workbench.quickInput.cancel();
    }

    await workbench.runCommand('Workflow Jobs: Group Jobs By…');
    await workbench.quickInput.acceptRow(quickInput.rows.filter({ hasText: /^State/ }));
    await workbench.runCommand('Workflow Jobs: Open Overview');
    await expect(
      webview.getByRole('region', { name: 'Where is it stuck?' }).locator('table'),
    ).toBeVisible();
    await takePictures(workbench, 'overview');

    await page.keyboard.press('Control+Alt+j');
    await expect(webview.locator('header code')).toContainText('job_004214');
    await takePictures(workbench, 'started');

    await sandbox.close();
    await workbench.runCommand('Workflow Jobs: Refresh');
    await expect(workbench.row('Jobs', /^Not refreshed/)).toBeVisible();
    await takePictures(workbench, 'failure');
  });
});
