import { expect, test } from '../support/fixtures.ts';

test.describe('Walkthrough', () => {
  test('marks steps that the user completed before opening the walkthrough @full', async ({
    workbench,
    page,
  }) => {
    const step = (title: string) =>
      page.locator('.getting-started-step').filter({ hasText: title });
    const isDone = (title: string) =>
      expect(step(title).locator('.codicon-getting-started-step-checked')).toBeVisible();
    await workbench.openViewContainer();
    await workbench.openPage(workbench.sandboxRow(2));
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput.acceptRow(
      workbench.quickInput.rows.filter({ hasText: 'Get started with Workflow Jobs' }),
    );
    for (const title of ['Connect to your service', 'Browse fields and jobs', 'Read a job']) {
      await isDone(title);
    }
    const overview = step('See where jobs are stuck');
    await expect(overview.locator('.codicon-getting-started-step-checked')).toBeHidden();
    await overview.click();
    await overview.getByRole('button', { name: 'Open Overview' }).click();
    await expect(workbench.webview.getByRole('heading', { level: 1 })).toBeVisible();
    await page.locator('.part.editor .tab').filter({ hasText: 'Welcome' }).click();
    await isDone('See where jobs are stuck');
  });
});
