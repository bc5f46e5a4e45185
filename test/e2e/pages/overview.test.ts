import { expect, test } from '../support/fixtures.ts';
import type { Workbench } from '../support/workbench.ts';

test.use({
  // The clock does not advance, so that reports and pictures do not change.
  sandboxOptions: { clockSpeed: 0, jobs: 5100 },
  settings: { 'workbench.view.alwaysShowHeaderActions': true },
});

function partsOf(workbench: Workbench) {
  const { webview } = workbench;
  return {
    stuck: webview.getByRole('region', { name: 'Where is it stuck?' }),
    first: webview.getByRole('region', { name: 'Look at these first' }),
    readLine: webview.locator('.strip p').filter({ hasText: /^As of .* jobs/ }),
    readAll: webview.getByRole('button', { name: 'Read All' }),
    message: workbench.view('Jobs').locator('.message'),
  };
}

test.describe('Overview', () => {
  test('summarizes all jobs and filters the Jobs view by a clicked job count @full', async ({
    workbench,
  }) => {
    const { webview } = workbench;
    const { stuck, readLine, readAll, message } = partsOf(workbench);
    await workbench.openViewContainer();
    await expect(workbench.sandboxRow(1, 5100)).toBeVisible();
    await workbench.pressViewButton('Jobs', 'Open Overview');
    await expect(readLine).toContainText(
      '5,000 of 5,100 jobs (the first 4,000 and the last 1,000 of the list).',
    );
    await expect(stuck).toContainText('5,000 jobs read');

    await test.step('loads the other jobs and focuses Refresh when the user clicks Read All', async () => {
      await readAll.click();
      await expect(readLine).toContainText(': 5,100 jobs.');
      await expect(readAll).toBeHidden();
      await expect(webview.getByRole('button', { name: 'Refresh' })).toBeFocused();
      await expect(stuck).not.toContainText('jobs read');
    });

    await test.step('limits the growth panel to the selected period', async () => {
      const growth = webview.getByRole('region', { name: 'Is it growing?' });
      const period = webview.getByLabel('Jobs started');
      const sentence = (await growth.locator('.sentence').textContent()) ?? '';
      await period.selectOption('Last 7 days');
      await expect(growth.getByRole('heading')).toContainText('Last 7 days');
      await expect(growth).not.toContainText(sentence);
      await period.selectOption('All time');
      await expect(growth).toContainText(sentence);
    });

    await test.step('filters the Jobs view by a job count until the user clears the filter', async () => {
      const number = stuck.locator('tbody').getByRole('button').first();
      const count = await number.textContent();
      await number.click();
      await expect(message).toContainText('Filter: ');
      await expect(workbench.viewDescription('Jobs')).toHaveText(`${count} of 5,100 read`);
      await workbench.pressViewButton('Jobs', 'Clear Job Filter');
      await expect(workbench.sandboxRow(1, 5100)).toBeVisible();
    });

    await test.step('copies a table when the user clicks its copy button', async () => {
      await stuck
        .getByRole('button', { name: 'Copy as Markdown Table: Where is it stuck?' })
        .click();
      await expect(webview.getByText('Table copied')).toBeVisible();
    });
  });

  test('supports keyboard-only use', async ({ workbench, page }) => {
    const { webview } = workbench;
    const { stuck, first, readLine, message } = partsOf(workbench);
    const focused = webview.locator(':focus');
    /** Presses Tab until an element within `place` has the focus. */
    const tabTo = async (place: typeof stuck) => {
      await workbench.pageTakesFocus();
      for (let stops = 0; stops < 60 && (await place.locator(':focus').count()) === 0; stops++) {
        await page.keyboard.press('Tab');
      }
      await expect(place.locator(':focus')).toHaveCount(1);
    };
    await workbench.openViewContainer();
    await workbench.runCommand('Workflow Jobs: Open Overview');
    await expect(readLine).toBeVisible();
    await expect(stuck.locator('table')).toBeVisible();

    await test.step('shows the counted jobs when the user presses Enter on a job count', async () => {
      await tabTo(stuck.locator('tbody'));
      await page.keyboard.press('End');
      await expect(focused).toHaveAccessibleName(/, Active: \d/);
      await page.keyboard.press('Enter');
      await expect(message).toContainText('active');
      await expect(workbench.view('Jobs').locator('.monaco-list:focus-within')).toBeVisible();
    });

    await test.step('opens a job when the user presses Enter on its row', async () => {
      await workbench.runCommand('Workflow Jobs: Open Overview');
      await tabTo(first.locator('tbody'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(webview.getByRole('button', { name: 'Watch' })).toBeVisible();
      await page
        .locator('.part.editor .tab.active')
        .getByRole('button', { name: /^Close/ })
        .click();
      await expect(readLine).toBeVisible();
    });
  });
});
