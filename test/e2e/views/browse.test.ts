import { expect, test } from '../support/fixtures.ts';

test('filters combine, search further and are cleared with a click; groups come and go @full', async ({
  workbench,
}) => {
  // VS Code writes it above the rows.
  const message = workbench.view('Jobs').locator('.message');
  const choice = (text: string | RegExp) => workbench.quickInputRows.filter({ hasText: text }).first();
  const asks = (title: string) =>
    expect(workbench.quickInput.locator('.quick-input-title')).toHaveText(title);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');

  await test.step('a text and an assignee, by mouse', async () => {
    await workbench.pressViewButton('Jobs', 'Filter Jobs…');
    await workbench.clickChoice(choice('Text in names or key'));
    await workbench.quickInputBox.fill('JOB_0041');
    await workbench.acceptInput();
    await asks('Filter Jobs');
    await workbench.clickChoice(choice('Assigned to'));
    await asks('Assigned to');
    await choice(/^unassigned/)
      .getByRole('checkbox')
      .check();
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await asks('Filter Jobs');
    await workbench.clickChoice(choice('Done'));
    await expect(message).toHaveText('Filter: unassigned, “JOB_0041”');
    await expect(workbench.viewDescription('Jobs')).toHaveText(/^[1-9]\d* of 50 loaded$/);
    await workbench.pressViewButton('Jobs', 'Clear Job Filter');
    await expect(message).toBeHidden();
  });

  await test.step('a state and a workflow, by keyboard', async () => {
    await workbench.runCommand('Workflow Jobs: Filter Jobs…');
    await workbench.acceptRow(choice(/^State/));
    await workbench.acceptRow(choice('completed'));
    await workbench.acceptRow(choice(/^Workflow/));
    await asks('Workflow');
    await workbench.quickInputBox.fill('Vendor Setup');
    await workbench.tickRow(workbench.quickInputRows.filter({ hasText: 'Vendor Setup' }));
    await workbench.acceptInput();
    await asks('Filter Jobs');
    await workbench.leaveInput();
    await expect(workbench.viewDescription('Jobs')).toHaveText(/^[1-9]\d* of 50 loaded$/);
    await expect(message).toHaveText('Filter: Vendor Setup, completed');
    // The tree draws later than the description beside its name.
    await expect
      .poll(async () =>
        (await workbench.readRows('Jobs'))
          .filter(({ spoken }) => !/Vendor Setup.*, completed /.test(spoken))
          .map(({ label }) => label),
      )
      .toEqual(['Search further']);
    expect(await workbench.rows('Jobs').count()).toBeGreaterThan(1);
  });

  await test.step('the search goes on through the pages that are not loaded', async () => {
    await workbench.row('Jobs', /^Search further, 50 of 4,213$/).click();
    await expect(workbench.viewDescription('Jobs')).not.toHaveText(/ of 50 loaded/);
    await expect(workbench.viewDescription('Jobs')).toHaveText(/^\d\d+ of \d[\d,]+ loaded$/);
    await expect(message).toHaveText('Filter: Vendor Setup, completed');
    await expect(workbench.row('Jobs', /^Search further/)).toHaveCount(0);
    await workbench.pressViewButton('Jobs', 'Clear Job Filter');
    await expect(message).toBeHidden();
  });

  await test.step('groups by keyboard', async () => {
    await workbench.runCommand('Workflow Jobs: Group Jobs By…');
    await workbench.acceptRow(choice(/^State/));
    await expect(workbench.row('Jobs', /^active, \d+ jobs$/)).toBeVisible();
  });

  await test.step('groups by mouse, and back', async () => {
    await workbench.chooseFromViewMenu('Jobs', 'Group Jobs By…');
    await workbench.clickChoice(choice(/^Day of the start/));
    await expect(workbench.rows('Jobs').first()).toHaveAccessibleName(/^\w{3}, \w{3} \d+, \d{4}, \d+ jobs?$/);
    await workbench.chooseFromViewMenu('Jobs', 'Group Jobs By…');
    await workbench.clickChoice(choice('Nothing: in the service’s order'));
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  });
});
