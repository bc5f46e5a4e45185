import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

interface Fields {
  readonly data: {
    readonly fields: readonly {
      readonly key: string;
      readonly name: string;
      readonly details: {
        readonly options: readonly { readonly key: string; readonly label: string }[];
      } | null;
    }[];
  };
}

test.use({
  sandboxOptions: { clockSpeed: 0, jobs: 60 },
  files: { 'keys.ts': 'const unknown = "fld_unknown";\nconst known = \n' },
});

test.describe('Editor', () => {
  test('inserts, explains, checks, and replaces keys in files @full', async ({
    workbench,
    sandbox,
    page,
    folder,
    serve,
  }) => {
    const { data } = (await (await fetch(`${sandbox.url}/fields`)).json()) as Fields;
    const field = data.fields.find(({ details }) => details !== null);
    const [option] = field?.details?.options ?? [];
    if (field === undefined || option === undefined)
      throw new Error('The sandbox has no dropdown.');
    const staging = await serve(serveData({ fields: [{ ...field, key: 'fld_unknown' }] }));
    const editor = page.locator('.editor-instance .view-lines');
    const open = async (name: string) => {
      await page.keyboard.press('Control+P');
      // VS Code does not find a new file by its name immediately.
      await workbench.quickInput.box.fill(join(folder, name));
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: name }).first(),
      );
    };
    // Excludes the tooltip of a row, which may still be fading out.
    const hover = page.locator('.monaco-hover:not(.workbench-hover):visible');
    await workbench.set({
      'workflowJobs.baseUrl': staging.url,
      'workflowJobs.environments': [{ name: 'Staging', baseUrl: staging.url, kind: 'staging' }],
    });
    await workbench.openViewContainer();
    await expect(workbench.row('Fields', new RegExp(`^${field.name},`))).toBeVisible();
    await expect.poll(async () => (await workbench.labels('Fields')).length).toBe(1);
    await workbench.set({ 'workflowJobs.baseUrl': sandbox.url });
    await expect(workbench.sandboxRow(1, 60)).toBeVisible();

    await test.step('inserts the key of a field when the user drops its row', async () => {
      await open('keys.ts');
      const row = workbench.row('Fields', new RegExp(`^${field.name},`));
      await expect(editor.locator('.view-line')).toHaveCount(3);
      await dropInto(row, editor, page);
      await expect(editor).toContainText(field.key);
    });

    await test.step('shows the field name and options when the user hovers over a key', async () => {
      await editor.getByText(field.key).hover();
      await expect(hover).toContainText(field.name);
      await expect(hover).toContainText(option.label);
    });

    await test.step('marks a key that the connected service does not have', async () => {
      await workbench.runCommand('Workflow Jobs: Check Keys in This File');
      await expect(
        await workbench.notifications.single('1 unknown key in this file.'),
      ).toBeVisible();
      await expect(page.locator('.squiggly-info')).toHaveCount(1);
    });

    await test.step('replaces a key from another environment with a quick fix', async () => {
      await editor.getByText('fld_unknown').click();
      // The light bulb shows the existing quick fixes. A keyboard shortcut would request them again.
      await page.locator('[class*=codicon-gutter-lightbulb]').click();
      await page
        .locator('.action-widget .monaco-list-row', { hasText: /Replace the key of/ })
        .click();
      await expect(editor).toContainText(
        `const unknown = "${field.key}"`.replaceAll(' ', '\u00a0'),
      );
      await expect(page.locator('.squiggly-info')).toHaveCount(0);
    });
  });
});

/**
 * Drops a row at the end of the second line. Uses coordinates, because VS Code renders the lines
 * again.
 */
async function dropInto(row: Locator, lines: Locator, page: Page): Promise<void> {
  const [from, to] = [await row.boundingBox(), await lines.boundingBox()];
  if (from === null || to === null) throw new Error('There is nothing to drag.');
  const y = to.y + 28;
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 160, y, { steps: 5 });
  await page.keyboard.down('Shift');
  await page.mouse.move(to.x + 200, y, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
}
