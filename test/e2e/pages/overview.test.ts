import { expect, test } from '../support/fixtures.ts';

// The clock does not advance, so that the report does not change.
test.use({ sandboxOptions: { clockSpeed: 0, jobs: 1000 } });

test.describe('Overview', () => {
  test('supports keyboard-only use', async ({ workbench, page }) => {
    const { webview } = workbench;
    const stuck = webview.getByRole('region', { name: 'Where is it stuck?' });
    const first = webview.getByRole('region', { name: 'Look at these first' });
    const readLine = webview.locator('.strip p').filter({ hasText: /^As of .* jobs/ });
    const message = workbench.view('Jobs').locator('.message');
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
