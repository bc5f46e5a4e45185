import { expect, test } from '../support/fixtures.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test('two selected rows are compared from the menu of one, and are not opened by being selected @full', async ({
  workbench,
  page,
}) => {
  await workbench.openViewContainer();
  const row = (place: number) => workbench.row('Jobs', new RegExp(`, ${place} of 120$`));
  await workbench.openPage(row(2));
  await row(3).click({ modifiers: ['ControlOrMeta'] });
  await expect(row(2)).toHaveAttribute('aria-selected', 'true');
  await expect(row(3)).toHaveAttribute('aria-selected', 'true');
  await workbench.chooseFromRowMenu(row(2), 'Compare Two Jobs');
  await expect(page.getByRole('tab', { name: 'job_000119 ↔ job_000118' })).toBeVisible();
  await expect(page.locator('.part.editor .tab')).toHaveCount(2);
  await workbench.openPage(row(3));
  await expect(row(2)).toHaveAttribute('aria-selected', 'false');
});

test('selected rows stay selected when they change, and the menu of another row is of that row alone', async ({
  workbench,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.openViewContainer();
  const active = workbench.row('Jobs', /, active/);
  const names = async () =>
    (await active.evaluateAll((rows) => rows.slice(0, 4).map((row) => row.getAttribute('aria-label')))).map(
      (name) => /\d+ of 120$/.exec(name ?? '')?.[0] ?? '',
    );
  await expect(active.nth(3)).toBeVisible();
  const [other = '', ...selected] = await names();
  const row = (place: string) => workbench.row('Jobs', new RegExp(`, ${place}$`));
  await workbench.openPage(row(selected[0] ?? ''));
  for (const place of selected.slice(1)) {
    await row(place).click({ modifiers: ['ControlOrMeta'] });
    await expect(row(place)).toHaveAttribute('aria-selected', 'true');
  }
  await workbench.chooseFromRowMenu(row(selected[1] ?? ''), 'Watch');
  for (const place of selected) {
    await expect(row(place)).toHaveAccessibleName(/, watched, /);
    await expect(row(place)).toHaveAttribute('aria-selected', 'true');
    await expect(row(place)).toHaveClass(/\bselected\b/);
  }
  await workbench.chooseFromRowMenu(row(other), 'Copy Link');
  await expect
    .poll(() => workbench.clipboard())
    .toContain(`job_${String(121 - parseInt(other)).padStart(6, '0')}`);
});
