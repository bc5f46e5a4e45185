import { expect, test } from '../support/fixtures.ts';

test.use({
  sandboxOptions: { clockSpeed: 0 },
});

test.describe('Job page', () => {
  test('supports keyboard-only use', async ({ workbench, page }) => {
    await workbench.openViewContainer();
    await expect(workbench.sandboxRow(1)).toBeVisible();
    const { webview } = workbench;
    const focused = webview.locator(':focus');

    await workbench.focusView('Jobs');
    await workbench.moveTo(workbench.sandboxRow(2), 'Home', 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(webview.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await workbench.pageTakesFocus();
    await expect(webview.locator('[data-section=fields]')).toBeVisible();

    for (const stop of ['Copy job_004212', 'Watch', 'Refresh', 'Start Another', 'More Actions']) {
      await page.keyboard.press('Tab');
      await expect(focused).toHaveAccessibleName(stop);
    }
    await page.keyboard.press('Space');
    for (const stop of ['Compare With…', 'Open as JSON', 'Copy Key', 'Copy Link']) {
      await page.keyboard.press('Tab');
      await expect(focused).toHaveAccessibleName(stop);
    }
    await page.keyboard.press('Escape');
    await expect(focused).toHaveAccessibleName('More Actions');
    for (const stop of ['Previous Job', 'Next Job']) {
      await page.keyboard.press('Tab');
      await expect(focused).toHaveAccessibleName(stop);
    }
    // Skips the buttons of the cards and the field values.
    const isSummary = () => focused.evaluate(({ localName }) => localName === 'summary');
    for (let stops = 0; stops < 60 && !(await isSummary()); stops++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const opened = webview.locator('details[open] > .disclosed').first();
    await expect(opened).toHaveText(/./);

    await test.step('keeps expanded sections open after a refresh', async () => {
      await webview.getByRole('button', { name: 'Refresh' }).press('Enter');
      await expect(webview.getByText('Loading details…')).toBeHidden();
      await expect(opened).toHaveText(/./);
      await expect(focused).toHaveAccessibleName('Refresh');
    });

    await test.step('keeps the focus and announces the job when the user selects Next Job', async () => {
      const next = webview.getByRole('button', { name: 'Next Job' });
      await next.press('Enter');
      await expect(webview.locator('header code')).toContainText('job_004211');
      await expect(next).toBeFocused();
      await expect(webview.locator('.visually-hidden[aria-live]')).toHaveText(
        /\. (Active|Completed)$/,
      );
      await webview.getByRole('button', { name: 'Previous Job' }).press('Enter');
      await expect(webview.locator('header code')).toContainText('job_004212');
    });

    await test.step('shows the next or previous job on Alt+PageDown and Alt+PageUp', async () => {
      for (const [key, job] of [
        ['Alt+PageDown', 'job_004211'],
        ['Alt+PageDown', 'job_004210'],
        ['Alt+PageUp', 'job_004211'],
      ] as const) {
        await page.keyboard.press(key);
        await expect(webview.locator('header code')).toContainText(job);
        await workbench.pageTakesFocus();
      }
      await expect(page.locator('.part.editor').getByRole('tab')).toHaveCount(1);
    });
  });
});
