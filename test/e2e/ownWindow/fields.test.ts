import type { Sandbox } from '../../../src/sandbox/index.ts';
import type { Field } from '../../../src/sandbox/wire.ts';
import { expect, test } from '../support/fixtures.ts';

test('every dropdown opens by keyboard and by mouse, and stays as it was over a refresh @full', async ({ workbench, sandbox, page }) => {
  const fields = await fieldsOf(sandbox);
  const optionCounts = fields.map((field) => (field.type === 'dropdown' ? field.details.options.length : null));
  expect(optionCounts, 'a dropdown with 40 options and one without any').toEqual(expect.arrayContaining([0, 40]));
  const dropdowns = fields.filter(({ type }) => type === 'dropdown').map(({ name }) => name);
  const opened = fields.flatMap((field) => [field.name, ...optionLabels(field)]);

  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.rows('Jobs').first()).toBeVisible();
  // Room for every row, so that all are drawn.
  await workbench.page.setViewportSize({ width: 1280, height: 2400 });
  await workbench.collapseView('Jobs');
  await expect.poll(() => workbench.labels('Fields')).toEqual(fields.map(({ name }) => name));

  await test.step('by keyboard, from the last to the first', async () => {
    await workbench.focusView('Fields');
    await workbench.moveTo(fieldRow(fields.at(-1)?.name ?? ''), 'End');
    for (const { name, type } of fields.toReversed()) {
      const row = fieldRow(name);
      await expect(row).toHaveClass(/\bfocused\b/);
      if (type === 'dropdown') {
        await page.keyboard.press('ArrowRight');
        await expect(row).toHaveAttribute('aria-expanded', 'true');
      }
      await page.keyboard.press('ArrowUp');
    }
    await expect.poll(() => workbench.labels('Fields')).toEqual(opened);
  });

  await test.step('a screen reader hears each row as one sentence', async () => {
    const rows = await workbench.readRows('Fields');
    expect(rows.map(({ spoken }) => spoken)).toEqual(
      expect.arrayContaining([
        'Title, shortText, required',
        'Cost centre, dropdown, required, 40 options',
        'Approval route, dropdown, 0 options',
        'No options',
        'Urgent, option of Priority, 4 of 4',
        expect.stringMatching(/, option of Cost centre, 40 of 40$/),
      ]),
    );
  });

  await test.step('by mouse, after all were closed', async () => {
    await workbench.pressViewButton('Fields', 'Collapse All');
    await expect.poll(() => workbench.labels('Fields')).toEqual(fields.map(({ name }) => name));
    for (const name of dropdowns.toReversed()) await workbench.expandRow(fieldRow(name));
    await expect.poll(() => workbench.labels('Fields')).toEqual(opened);
  });

  await test.step('a refresh keeps what is open and selected', async () => {
    const urgent = workbench.row('Fields', /^Urgent, option of Priority/);
    await urgent.click();
    const asked = fieldRequests(sandbox);
    await workbench.pressViewButton('Fields', 'Refresh Fields');
    await expect.poll(() => fieldRequests(sandbox)).toBe(asked + 1);
    await expect.poll(() => workbench.labels('Fields')).toEqual(opened);
    await expect(urgent).toHaveAttribute('aria-selected', 'true');
  });

  function fieldRow(name: string) {
    return workbench.row('Fields', new RegExp(`^${name}, (dropdown|shortText)`));
  }
});

async function fieldsOf(sandbox: Sandbox): Promise<Field[]> {
  const response = await fetch(`${sandbox.url}/fields`);
  const { data } = (await response.json()) as { data: { fields: Field[] } };
  return data.fields;
}

function optionLabels(field: Field): string[] {
  if (field.type !== 'dropdown') return [];
  return field.details.options.length === 0 ? ['No options'] : field.details.options.map(({ label }) => label);
}

function fieldRequests(sandbox: Sandbox): number {
  return sandbox.requests.filter(({ path }) => path.endsWith('/fields')).length;
}
