import { expect, test } from '../support/fixtures.ts';

test.use({ sandboxOptions: { clockSpeed: 0, jobs: 120 } });

test.describe('Fields view', () => {
  test('keeps the typed filter when the user clicks a row', async ({ workbench }) => {
    const { box } = workbench.quickInput;
    const description = workbench.viewDescription('Fields');
    const closesOnFocusLost = (value: boolean) =>
      workbench.set({ 'workbench.quickOpen.closeOnFocusLost': value });
    await workbench.openViewContainer();
    // Other tests turn off this default setting of VS Code.
    await closesOnFocusLost(true);
    await workbench.runCommand('Workflow Jobs: Filter Fields…');
    await box.fill('priority');
    await expect(description).toHaveText('1 of 14');
    await workbench.row('Fields', /^Priority, /).click();
    await expect(workbench.row('Fields', /^Priority, /)).toHaveAttribute('aria-selected', 'true');
    await box.press('Enter');
    await expect(box).toBeHidden();
    await expect(description).toHaveText('1 of 14');
    await closesOnFocusLost(false);
  });
});
