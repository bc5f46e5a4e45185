import { expect, test } from '../support/fixtures.ts';

test('filters combine, search further and are cleared with a click; groups come and go @full', async ({ workbench }) => {
  // VS Code writes it above the rows.
  const message = workbench.view('Jobs').locator('.message');
  const choice = (text: string | RegExp) => workbench.quickInputRows.filter({ hasText: text }).first();
  const asks = (title: string) => expect(workbench.quickInput.locator('.quick-input-title')).toHaveText(title);
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
    await expect(async () => {
      await choice(/^unassigned/).getByRole('checkbox').check({ timeout: 2000 });
    }).toPass();
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
    await workbench.screenshot('filter-dark');
    await workbench.leaveInput();
    await expect(workbench.viewDescription('Jobs')).toHaveText(/^[1-9]\d* of 50 loaded$/);
    await expect(message).toHaveText('Filter: Vendor Setup, completed');
    // The tree draws later than the description beside its name.
    await expect(async () => {
      const jobs = (await workbench.readRows('Jobs')).filter(({ label }) => label !== 'Search further');
      expect(jobs).not.toEqual([]);
      for (const { spoken } of jobs) expect(spoken).toMatch(/Vendor Setup.*, completed /);
    }).toPass({ timeout: 20_000 });
  });

  await test.step('the search goes on through the pages that are not loaded', async () => {
    await workbench.clickRow(workbench.row('Jobs', /^Search further, 50 of 4,213$/), (options) =>
      expect(workbench.viewDescription('Jobs')).not.toHaveText(/ of 50 loaded/, options),
    );
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
    await workbench.screenshot('grouped-dark');
  });

  await test.step('groups by mouse, and back', async () => {
    await workbench.chooseFromViewMenu('Jobs', 'Group Jobs By…');
    await workbench.clickChoice(choice(/^Day of the start/));
    await expect(workbench.rows('Jobs').first()).toHaveAccessibleName(/^\w{3}, \w{3} \d+, \d{4}, \d+ jobs?$/);
    await workbench.chooseFromViewMenu('Jobs', 'Group Jobs By…');
    await workbench.clickChoice(choice('Nothing: newest first'));
    await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  });
});

test.describe('many jobs', () => {
  let lastAnswered = Infinity;
  test.use({
    // Pages after that one wait for whoever gives up.
    sandboxOptions: { jobs: 2350, onRequest: ({ path }) => (Number(/page=(\d+)$/.exec(path)?.[1]) > lastAnswered ? new Promise(() => undefined) : undefined) },
  });

  test('loading all, or searching, can be stopped and keeps what came; in the end older ones sit in sections @full', async ({ workbench, page }) => {
    const description = workbench.viewDescription('Jobs');
    const cancel = async (text: RegExp) => {
      const progress = await workbench.notification(text);
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await expect(progress).toHaveCount(0);
      await expect(workbench.view('Jobs').locator('.monaco-progress-container.active')).toHaveCount(0);
    };
    await workbench.openViewContainer('Workflow Jobs');
    await expect(description).toHaveText('50 of 2,350');

    await test.step('load all by mouse, stopped on the way', async () => {
      lastAnswered = 6;
      await workbench.chooseFromViewMenu('Jobs', 'Load All Jobs');
      await cancel(/Loading all jobs: 300 of 2,350/);
      await expect(description).toHaveText('300 of 2,350');
    });

    await test.step('search further by keyboard, stopped on the way', async () => {
      lastAnswered = 8;
      await workbench.runCommand('Workflow Jobs: Filter Jobs…');
      await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Text in names or key' }));
      await workbench.quickInputBox.fill('job_001999');
      await workbench.acceptInput();
      await workbench.leaveInput();
      await workbench.focusView('Jobs');
      await workbench.moveTo(workbench.row('Jobs', /^Search further, 300 of 2,350$/), 'End');
      await page.keyboard.press('Enter');
      await cancel(/Searching further: 1 found in 400 of 2,350/);
      await expect(description).toHaveText('1 of 400 loaded');
      await workbench.pressViewButton('Jobs', 'Clear Job Filter');
    });

    await test.step('load all by keyboard, to the end', async () => {
      lastAnswered = Infinity;
      await workbench.runCommand('Workflow Jobs: Load All Jobs');
      await expect(description).toHaveText('2,350 of 2,350');
      await workbench.focusView('Jobs');
      await workbench.moveTo(workbench.row('Jobs', /^2,001 – 3,000, 350 jobs$/), 'End');
      await expect(workbench.row('Jobs', /^1,001 – 2,000, 1,000 jobs$/)).toBeVisible();
      await workbench.screenshot('sections-dark');
    });
  });
});
