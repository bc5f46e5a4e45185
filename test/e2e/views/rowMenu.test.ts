import { expect, test } from '../support/fixtures.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test('two selected rows are compared from the menu of one, and are not opened by being selected @full', async ({
  workbench,
  page,
}) => {
  await workbench.openViewContainer('Workflow Jobs');
  const row = (place: number) => workbench.row('Jobs', new RegExp(`, ${place} of 120$`));
  await workbench.openPage(row(2));
  await row(3).click({ modifiers: ['ControlOrMeta'] });
  await expect(row(2)).toHaveAttribute('aria-selected', 'true');
  await expect(row(3)).toHaveAttribute('aria-selected', 'true');
  await row(2).click({ button: 'right' });
  await expect(workbench.menu.getByRole('menuitem').filter({ hasText: /./ })).toHaveText([
    /^(Watch|Stop Watching)$/,
    'Copy Key',
    'Copy as JSON',
    'Insert Key',
    'Copy as Markdown Table',
    'Compare Two Jobs',
    'Export as JSON…',
  ]);
  await page.keyboard.press('Escape');
  await workbench.chooseFromRowMenu(row(2), 'Compare Two Jobs');
  await expect(page.getByRole('tab', { name: 'job_000119 ↔ job_000118' })).toBeVisible();
  await expect(page.locator('.part.editor .tab')).toHaveCount(2);
  await workbench.openPage(row(3));
  await expect(row(2)).toHaveAttribute('aria-selected', 'false');
});
