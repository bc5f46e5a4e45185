import { expect, test } from './fixtures.ts';

test.describe('filtering', () => {
  test('combines parts, says so beside the name of the view, searches further, and survives a reload', async ({ workbench }) => {
    // VS Code writes it above the rows.
    const message = workbench.view('Jobs').locator('.message');
    await workbench.openViewContainer('Workflow Jobs');
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');

    await test.step('a state and a workflow, by keyboard', async () => {
      await workbench.runCommand('Workflow Jobs: Filter Jobs…');
      await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: /^State/ }).first());
      await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'completed' }).first());
      await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: /^Workflow/ }).first());
      await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Workflow');
      await workbench.quickInputBox.fill('Vendor Setup');
      await workbench.tickRow(workbench.quickInputRows.filter({ hasText: 'Vendor Setup' }));
      await workbench.acceptInput();
      await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText('Filter Jobs');
      await workbench.screenshot('filter-dark');
      await workbench.leaveInput();
      await expect(workbench.viewDescription('Jobs')).toHaveText(/^\d+ of 50 loaded$/);
      await expect(message).toHaveText('Filter: Vendor Setup, completed');
      // The tree draws later than the description beside its name.
      await expect(async () => {
        for (const { label, spoken } of await workbench.readRows('Jobs')) {
          if (label !== 'Search further') expect(spoken).toMatch(/Vendor Setup.*, completed /);
        }
      }).toPass({ timeout: 20_000 });
    });

    await test.step('the search goes on through the pages that are not loaded', async () => {
      await workbench.clickRow(workbench.row('Jobs', /^Search further, 50 of 4,213$/), (options) =>
        expect(workbench.viewDescription('Jobs')).not.toHaveText(/ of 50 loaded/, options),
      );
      await expect(workbench.viewDescription('Jobs')).toHaveText(/^\d\d+ of \d[\d,]+ loaded$/);
      await expect(message).toHaveText('Filter: Vendor Setup, completed');
      await expect(workbench.row('Jobs', /^Search further/)).toHaveCount(0);
    });

    await test.step('a reload keeps the filter, a click clears it', async () => {
      await workbench.reload();
      await workbench.openViewContainer('Workflow Jobs');
      await expect(workbench.viewDescription('Jobs')).toHaveText(/^\d+ of 50 loaded$/);
      await expect(message).toHaveText('Filter: Vendor Setup, completed');
      await workbench.screenshots('filtered');
      await workbench.pressViewButton('Jobs', 'Clear Job Filter');
      await expect(message).toBeHidden();
      await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');
    });
  });
});

test('groups by state, and back', async ({ workbench }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');
  await workbench.runCommand('Workflow Jobs: Group Jobs By…');
  await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: /^State/ }));
  await expect(workbench.row('Jobs', /^active, \d+ jobs$/)).toBeVisible();
  await workbench.screenshot('grouped-dark');
  await workbench.runCommand('Workflow Jobs: Group Jobs By…');
  await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Nothing: newest first' }));
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
});

test.describe('many jobs', () => {
  test.use({ sandboxOptions: { jobs: 2350 } });

  test('all load to the end; beyond a thousand, older ones sit in sections', async ({ workbench, page }) => {
    await workbench.openViewContainer('Workflow Jobs');
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 2,350');
    await workbench.runCommand('Workflow Jobs: Load All Jobs');
    await expect(workbench.viewDescription('Jobs')).toHaveText('2,350 of 2,350');
    await workbench.focusView('Jobs');
    // The tree draws later than the description beside its name.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(workbench.row('Jobs', /^2,001 – 3,000, 350 jobs$/)).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await expect(workbench.row('Jobs', /^1,001 – 2,000, 1,000 jobs$/)).toBeVisible();
    await workbench.screenshot('sections-dark');
  });
});

test.describe('loading all of a slow service', () => {
  test.use({ sandboxOptions: { latency: 400 } });

  test('can be stopped, and keeps what came', async ({ workbench }) => {
    await workbench.openViewContainer('Workflow Jobs');
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');
    await workbench.runCommand('Workflow Jobs: Load All Jobs');
    const progress = await workbench.notification(/Loading all jobs: \d/);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.viewDescription('Jobs')).toHaveText(/^(?!50 )[\d,]+ of 4,213$/);
    await expect(workbench.view('Jobs').locator('.monaco-progress-container.active')).toHaveCount(0);
    await expect(workbench.viewDescription('Jobs')).not.toHaveText('4,213 of 4,213');
  });
});
