import type { Field } from '../../../src/sandbox/wire.ts';
import { expect, test } from '../support/fixtures.ts';

test('fields are opened, filtered and copied by keyboard and by mouse @full', async ({
  workbench,
  page,
  sandbox,
}) => {
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
    await expect
      .poll(() => workbench.labels('Fields'))
      .toEqual(inServiceOrder.filter((name) => /co/i.test(name)));
    await input.fill('nothing is called this');
    await expect(message).toHaveText('No field has “nothing is called this” in its name or key.');
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
    await workbench.pressViewButton('Fields', 'Clear Field Filter');
    await expect.poll(() => workbench.labels('Fields')).toEqual(inServiceOrder);
    await expect(description).toBeHidden();
  });

  await test.step('keys of a field and of its options are copied, all of them as a JSON object by mouse', async () => {
    const currency = workbench.row('Fields', /^Currency, /);
    const euro = workbench.row('Fields', /^EUR, option of Currency/);
    await workbench.expandRow(currency);
    await expect(euro).toBeVisible();
    await workbench.pressRowButton(currency, 'Copy Key');
    await expect.poll(() => workbench.clipboard()).toMatch(/^fld_/);
    const keyOfField = await workbench.clipboard();
    await workbench.chooseFromViewMenu('Fields', 'Copy Fields as…');
    await workbench.clickChoice(workbench.quickInputRows.filter({ hasText: 'JSON object' }));
    await expect.poll(() => workbench.clipboard()).toMatch(/^\{/);
    const all = JSON.parse(await workbench.clipboard()) as {
      Currency: { key: string; options: { EUR: string } };
    };
    expect(Object.keys(all)).toHaveLength(14);
    expect(all.Currency.key).toBe(keyOfField);
    const key = all.Currency.options.EUR;
    await workbench.chooseFromRowMenu(euro, 'Copy Key');
    await expect.poll(() => workbench.clipboard()).toBe(key);

    // The menu of the mouse gave the focus back to the row.
    await workbench.focusView('Fields');
    await workbench.moveTo(workbench.row('Fields', /^USD, option of Currency/), 'ArrowDown');
    await workbench.chooseFromFocusedRowMenu('Copy Key');
    await expect.poll(() => workbench.clipboard()).not.toBe(key);
    expect(await workbench.clipboard()).toMatch(/^opt_/);
    await workbench.pressViewButton('Fields', 'Collapse All');
  });

  await test.step('every dropdown opens by keyboard, and stays as it was over a refresh', async () => {
    // Room for every row, so that all are drawn.
    await page.setViewportSize({ width: 1280, height: 2400 });
    await workbench.collapseView('Jobs');
    await expect.poll(() => workbench.labels('Fields')).toEqual(inServiceOrder);
    const { fields } = (
      (await (await fetch(`${sandbox.url}/fields`)).json()) as { data: { fields: Field[] } }
    ).data;
    const optionsOf = (field: Field) =>
      field.type === 'dropdown' ? field.details.options.map(({ label }) => label) : null;
    expect(
      fields.map((field) => optionsOf(field)?.length ?? null),
      'a dropdown with 40 options and one without any',
    ).toEqual(expect.arrayContaining([0, 40]));
    const opened = fields.flatMap((field) => [
      field.name,
      ...(optionsOf(field)?.length === 0 ? ['No options'] : (optionsOf(field) ?? [])),
    ]);
    await workbench.focusView('Fields');
    await workbench.moveTo(workbench.row('Fields', new RegExp(`^${fields.at(-1)?.name}, `)), 'End');
    for (const field of fields.toReversed()) {
      const row = workbench.row('Fields', new RegExp(`^${field.name}, (dropdown|shortText)`));
      await expect(row).toHaveClass(/\bfocused\b/);
      if (field.type === 'dropdown') {
        await page.keyboard.press('ArrowRight');
        await expect(row).toHaveAttribute('aria-expanded', 'true');
        await expect(
          workbench
            .rows('Fields')
            .filter({ hasText: optionsOf(field)?.[0] ?? 'No options' })
            .first(),
        ).toBeVisible();
      }
      await page.keyboard.press('ArrowUp');
    }
    await expect.poll(() => workbench.labels('Fields')).toEqual(opened);
    const urgent = workbench.row('Fields', /^Urgent, option of Priority, 4 of 4/);
    await urgent.click();
    const asked = () => sandbox.requests.filter(({ path }) => path.endsWith('/fields')).length;
    const before = asked();
    await workbench.pressViewButton('Fields', 'Refresh Fields');
    await expect.poll(asked).toBe(before + 1);
    await expect.poll(() => workbench.labels('Fields')).toEqual(opened);
    await expect(urgent).toHaveAttribute('aria-selected', 'true');
    await workbench.pressViewButton('Fields', 'Collapse All');
  });
});
