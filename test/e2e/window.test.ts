import { expect, test } from './fixtures.ts';

test('a window opens with the extension, and its commands are in the palette', async ({ workbench }) => {
  await workbench.runCommand('Workflow Jobs: Show Log');
  await expect(workbench.page.locator('.part.panel')).toBeVisible();
});

test('the settings reach the extension: rows of the sandbox, in every theme', async ({ workbench }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.rows('Jobs').first()).toBeVisible();
  for (const theme of ['light', 'dark', 'highContrast', 'highContrastLight'] as const) {
    await workbench.useTheme(theme);
    await workbench.screenshot(`sidebar-${theme}`);
  }
});
