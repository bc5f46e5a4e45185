import { expect, test } from '../support/fixtures.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test('a row is watched, copied, opened as JSON and compared, by its icons and from its menu, by mouse and by keyboard @full', async ({
  workbench,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.openViewContainer('Workflow Jobs');
  const active = workbench.row('Jobs', /, active/).first();
  await expect(active).toBeVisible();
  const place = /(\d+) of 120$/.exec((await active.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  const row = workbench.row('Jobs', new RegExp(`, ${place} of 120$`));
  const key = `job_${String(121 - Number(place)).padStart(6, '0')}`;

  await test.step('watched by mouse, with its icon', async () => {
    await workbench.pressRowButton(row, 'Watch');
    await expect(row).toHaveAccessibleName(/, watched, /);
    await expect(row.locator('.custom-view-tree-node-item-icon.codicon-eye')).toBeVisible();
  });

  await test.step('its key copied by mouse, from the menu', async () => {
    await workbench.chooseFromRowMenu(row, 'Copy Key');
    await expect.poll(() => workbench.clipboard()).toBe(key);
    await expect(row.locator('.actions .action-item')).toHaveCount(1);
  });

  await test.step('as JSON, by mouse: all that the service says of the job alone', async () => {
    await workbench.chooseFromRowMenu(row, 'Open as JSON');
    await expect(page.getByRole('tab', { name: new RegExp(`^${key}\\.json`) })).toBeVisible();
    await expect(page.locator('.editor-instance .view-lines')).toContainText(new RegExp(`"key":\\s"${key}"`));
  });

  await test.step('as JSON from its page', async () => {
    await workbench.openPage(row);
    await workbench.webview.getByRole('button', { name: 'More actions' }).click();
    await workbench.webview.getByRole('button', { name: 'Open as JSON' }).click();
    await expect(page.getByRole('tab', { name: new RegExp(`^${key}\\.json`), selected: true })).toBeVisible();
    // An editor that takes the focus later would close the next menu.
    await expect(page.locator('.part.editor .monaco-editor.focused')).toBeVisible();
  });

  await test.step('watched no more, by keyboard', async () => {
    await workbench.focusView('Jobs');
    await workbench.chooseFromFocusedRowMenu('Stop Watching');
    await expect(row).not.toHaveAccessibleName(/watched/);
  });

  await test.step('compared, by keyboard', async () => {
    await workbench.chooseFromFocusedRowMenu('Compare with…');
    await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText(`Compare ${key} with…`);
    await workbench.quickInputBox.fill('job_000101');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'job_000101' }));
    await expect(page.getByRole('tab', { name: `${key} ↔ job_000101` })).toBeVisible();
  });
});

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
