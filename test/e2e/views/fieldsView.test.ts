import { expect, test } from '../support/fixtures.ts';

test('fields are filtered, ordered and copied by keyboard and by mouse @full', async ({ workbench, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const input = workbench.quickInputBox;
  const description = workbench.viewDescription('Fields');
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Fields', /^Title, shortText, required$/)).toBeVisible();
  await workbench.page.setViewportSize({ width: 1280, height: 1400 });
  await expect.poll(async () => (await workbench.labels('Fields')).length).toBe(14);
  const inServiceOrder = await workbench.labels('Fields');
  // VS Code writes it above the rows.
  const message = workbench.view('Fields').locator('.message');

  await test.step('the filter follows while it is typed, and Escape brings back what was', async () => {
    await workbench.pressViewButton('Fields', 'Filter Fields…');
    await input.fill('CO');
    await expect.poll(() => workbench.labels('Fields')).toEqual(inServiceOrder.filter((name) => /co/i.test(name)));
    await input.fill('nothing is called this');
    await expect(message).toHaveText('No field has “nothing is called this” in its name or key.');
    await workbench.screenshots('fields-none');
    await workbench.leaveInput();
    await expect.poll(() => workbench.labels('Fields')).toEqual(inServiceOrder);
    await expect(message).toBeHidden();
  });

  await test.step('the description says what is shown, and one click shows all again', async () => {
    await workbench.runCommand('Workflow Jobs: Filter Fields…');
    await input.fill('prio');
    await workbench.acceptInput();
    await expect(workbench.quickInput).toBeHidden();
    await expect(description).toHaveText('1 of 14');
    await expect(message).toHaveText('Filter: “prio”');
    await expect.poll(() => workbench.labels('Fields')).toEqual(['Priority']);
    await workbench.screenshots('fields-filtered');
    await workbench.pressViewButton('Fields', 'Clear Field Filter');
    await expect.poll(() => workbench.labels('Fields')).toEqual(inServiceOrder);
    await expect(description).toBeHidden();
  });

  await test.step('a field is found by its key, and copied as TypeScript', async () => {
    await workbench.row('Fields', /^Currency, /).click();
    await workbench.pressRowButton(workbench.row('Fields', /^Currency, /), 'Copy Key');
    await expect.poll(() => workbench.clipboard()).toMatch(/^fld_/);
    const key = await workbench.clipboard();
    await workbench.runCommand('Workflow Jobs: Filter Fields…');
    await input.fill(key);
    await workbench.acceptInput();
    await expect(description).toHaveText('1 of 14');
    await expect(message).toHaveText(`Filter: “${key}”`);
    await workbench.runCommand('Workflow Jobs: Copy Fields as…');
    await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Copy Fields as (1 of 14)');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'TypeScript constant' }));
    await expect.poll(() => workbench.clipboard()).toMatch(new RegExp(`^export const fields = \\{\\n {2}Currency: \\{\\n {4}key: "${key}",\\n {4}options: \\{\\n {6}EUR: "`));
    await workbench.runCommand('Workflow Jobs: Clear Field Filter');
  });

  await test.step('keys of a field and of its options are copied, all of them as a JSON object by mouse', async () => {
    const currency = workbench.row('Fields', /^Currency, /);
    const euro = workbench.row('Fields', /^EUR, option of Currency/);
    // All rows are there again.
    await expect(workbench.row('Fields', /^Region, /)).toBeVisible();
    await workbench.expandRow(currency);
    await expect(euro).toBeVisible();
    await workbench.chooseFromViewMenu('Fields', 'Copy Fields as…');
    await workbench.clickChoice(workbench.quickInputRows.filter({ hasText: 'JSON object' }));
    await expect.poll(() => workbench.clipboard()).toMatch(/^\{/);
    const all = JSON.parse(await workbench.clipboard()) as { Currency: { key: string; options: { EUR: string } } };
    expect(Object.keys(all)).toHaveLength(14);
    const key = all.Currency.options.EUR;
    // Rows that are still being drawn move under the mouse.
    await expect(async () => {
      await workbench.chooseFromRowMenu(euro, 'Copy Key');
      await expect.poll(() => workbench.clipboard(), { timeout: 2000 }).toBe(key);
    }).toPass({ timeout: 40_000 });

    // The menu of the mouse gave the focus back to the row.
    await workbench.focusView('Fields');
    await workbench.moveTo(workbench.row('Fields', /^USD, option of Currency/), 'ArrowDown');
    await workbench.chooseFromFocusedRowMenu('Copy Key');
    await expect.poll(() => workbench.clipboard()).not.toBe(key);
    expect(await workbench.clipboard()).toMatch(/^opt_/);
    await workbench.pressViewButton('Fields', 'Collapse All');
  });

  await test.step('required fields come first, by mouse', async () => {
    await workbench.chooseFromViewMenu('Fields', 'Toggle Required Fields First');
    await expect(description).toHaveText('required first');
    const required = ['Title', 'Priority', 'Cost centre', 'Reference number', 'Confidentiality'];
    const expected = [...required, ...inServiceOrder.filter((name) => !required.includes(name))];
    await expect.poll(() => workbench.labels('Fields')).toEqual(expected);
    await workbench.screenshot('fields-required-first-dark');
    await workbench.runCommand('Workflow Jobs: Toggle Required Fields First');
    await expect.poll(() => workbench.labels('Fields')).toEqual(inServiceOrder);
  });
});
