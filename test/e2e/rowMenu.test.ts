import { expect, test } from './fixtures.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test('a row opens as JSON and is compared with another, from its menu', async ({ workbench, page }) => {
  const row = workbench.row('Jobs', /, 2 of 120$/);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(row).toBeVisible();

  await test.step('as JSON, by mouse: all that the service says of the job alone', async () => {
    await workbench.chooseFromRowMenu(row, 'Open as JSON');
    await expect(page.getByRole('tab', { name: /^job_000119\.json/ })).toBeVisible();
    await expect(page.locator('.editor-instance .view-lines')).toContainText(/"key":\s"job_000119"/);
  });

  await test.step('compared, by keyboard', async () => {
    await workbench.openPage(row);
    await workbench.pageTakesFocus();
    await workbench.focusView('Jobs');
    await workbench.chooseFromFocusedRowMenu('Compare with…');
    await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Compare job_000119 with…');
    await workbench.quickInputBox.fill('job_000118');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'job_000118' }));
    await expect(page.getByRole('tab', { name: 'job_000119 ↔ job_000118' })).toBeVisible();
  });
});
