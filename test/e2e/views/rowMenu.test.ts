import { expect, test } from '../support/fixtures.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test.describe('Jobs view', () => {
  test('compares two selected jobs from the context menu @full', async ({ workbench, page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openViewContainer();
    const row = (place: number) => workbench.sandboxRow(place, 120);
    await workbench.openPage(row(2));
    await row(3).click({ modifiers: ['ControlOrMeta'] });
    await expect(row(2)).toHaveAttribute('aria-selected', 'true');
    await expect(row(3)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ControlOrMeta+C');
    await expect.poll(() => workbench.clipboard()).toBe('job_000119\njob_000118');
    await workbench.chooseFromRowMenu(row(2), 'Compare Two Jobs');
    await expect(page.getByRole('tab', { name: 'job_000119 ↔ job_000118' })).toBeVisible();
    await expect(page.locator('.part.editor .tab')).toHaveCount(2);
    await workbench.openPage(row(3));
    await expect(row(2)).toHaveAttribute('aria-selected', 'false');
  });

  test('keeps the selection when the selected rows are updated', async ({ workbench, page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openViewContainer();
    const active = workbench.row('Jobs', /, active/);
    const names = async () =>
      (
        await active.evaluateAll((rows) =>
          rows.slice(0, 4).map((row) => row.getAttribute('aria-label')),
        )
      ).map((name) => /\bjob_\d+/.exec(name ?? '')?.[0] ?? '');
    await expect(active.nth(3)).toBeVisible();
    const [other = '', ...selected] = await names();
    const row = (key: string) => workbench.jobRow(key);
    await workbench.openPage(row(selected[0] ?? ''));
    for (const key of selected.slice(1)) {
      await row(key).click({ modifiers: ['ControlOrMeta'] });
      await expect(row(key)).toHaveAttribute('aria-selected', 'true');
    }
    await workbench.chooseFromRowMenu(row(selected[1] ?? ''), 'Watch');
    for (const key of selected) {
      await expect(row(key)).toHaveAccessibleName(/, watched$/);
      await expect(row(key)).toHaveAttribute('aria-selected', 'true');
      await expect(row(key)).toHaveClass(/\bselected\b/);
    }
    await workbench.chooseFromRowMenu(row(other), 'Copy Key', 'Copy');
    await expect.poll(() => workbench.clipboard()).toContain(other);
  });
});
