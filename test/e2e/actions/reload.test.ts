import { expect, test } from '../support/fixtures.ts';

let answersStarts = true;
test.use({
  settings: { 'remote.autoForwardPorts': false },
  // A start waits for whoever gives up.
  sandboxOptions: { clockSpeed: 0, jobs: 120, onRequest: ({ method }) => (method === 'POST' && !answersStarts ? new Promise(() => undefined) : undefined) },
});

test('a reload in the middle of a start keeps what was open, watched, filtered and ordered, and starts nothing again @full', async ({ workbench, sandbox, page }) => {
  const { webview, quickInputRows } = workbench;
  const message = workbench.view('Jobs').locator('.message');
  const title = workbench.quickInput.locator('.quick-input-title');
  const json = page.locator('.editor-group-container .view-lines');
  const lastEntry = webview.getByRole('region', { name: 'Log' }).getByRole('listitem').last();
  const starts = () => sandbox.requests.filter(({ method }) => method === 'POST').length;
  await workbench.openViewContainer('Workflow Jobs');
  await workbench.page.setViewportSize({ width: 1280, height: 1100 });
  await expect(workbench.row('Jobs', /, 1 of 120$/)).toBeVisible();
  await expect.poll(async () => (await workbench.labels('Fields')).length).toBe(14);
  const inServiceOrder = await workbench.labels('Fields');

  await test.step('two pages are closed again', async () => {
    for (const key of ['job_000003', 'job_000118']) {
      await workbench.runCommand('Workflow Jobs: Open Job…');
      await workbench.quickInputBox.fill(key);
      await workbench.acceptRow(quickInputRows.filter({ hasText: key }).first());
      await expect(webview.locator('header')).toContainText(key);
      await workbench.runCommand('View: Close Editor');
      await expect(page.locator('iframe.webview')).toHaveCount(0);
    }
  });

  await test.step('a job is started, and its page read beside its JSON', async () => {
    await workbench.startJob();
    await workbench.acceptRow(quickInputRows.filter({ hasText: 'wf_invoice_approval' }));
    await expect(workbench.row('Jobs', /^Invoice Approval, .+, watched, 1 of 121$/)).toBeVisible();
    await webview.getByRole('button', { name: 'Open as JSON' }).click();
    await expect(json).toContainText(/"key":\s"job_000121"/);
    await workbench.runCommand('View: Move Editor into Right Group');
    await lastEntry.scrollIntoViewIfNeeded();
    await expect(lastEntry).toBeInViewport();
    expect(await webview.locator('html').evaluate((element: { scrollTop: number }) => element.scrollTop)).toBeGreaterThan(0);
  });

  await test.step('jobs are filtered, required fields come first', async () => {
    await workbench.pressRowButton(workbench.row('Jobs', /, active.*, 3 of 121$/), 'Watch');
    await expect(workbench.row('Jobs', /, watched, 3 of 121$/)).toBeVisible();
    await workbench.runCommand('Workflow Jobs: Filter Jobs…');
    await workbench.acceptRow(quickInputRows.filter({ hasText: /^State/ }));
    await workbench.acceptRow(quickInputRows.filter({ hasText: 'active' }));
    await workbench.leaveInput();
    await expect(message).toHaveText('Filter: active');
    await workbench.runCommand('Workflow Jobs: Toggle Required Fields First');
    await expect(workbench.viewDescription('Fields')).toHaveText('required first');
  });

  await test.step('another is being started', async () => {
    answersStarts = false;
    await workbench.startJob();
    await workbench.acceptRow(quickInputRows.filter({ hasText: 'wf_invoice_approval' }));
    await expect.poll(starts).toBe(2);
  });

  await workbench.reload();

  await test.step('the page is where it was read, beside its JSON', async () => {
    await expect(webview.getByRole('heading', { level: 1 })).toHaveText('Invoice Approval');
    await expect(webview.locator('header')).toContainText('job_000121');
    await expect(lastEntry).toBeInViewport();
    await expect(webview.locator('.notice').getByRole('status')).toHaveText('');
    await expect(json).toContainText(/"key":\s"job_000121"/);
  });

  await test.step('the filter is there, and a click clears it', async () => {
    await expect(workbench.viewDescription('Jobs')).toHaveText(/^\d+ of 50 loaded$/);
    await expect(message).toHaveText('Filter: active');
    await workbench.screenshots('filtered');
    await workbench.pressViewButton('Jobs', 'Clear Job Filter');
    await expect(message).toBeHidden();
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 121');
  });

  await test.step('the started job and the other one are watched still', async () => {
    for (const place of [1, 3]) await expect(workbench.row('Jobs', new RegExp(`, watched, ${place} of 121$`))).toBeVisible();
  });

  await test.step('required fields come first', async () => {
    const required = ['Title', 'Priority', 'Cost centre', 'Reference number', 'Confidentiality'];
    await expect.poll(() => workbench.labels('Fields')).toEqual([...required, ...inServiceOrder.filter((name) => !required.includes(name))]);
    await workbench.runCommand('Workflow Jobs: Toggle Required Fields First');
    await expect.poll(() => workbench.labels('Fields')).toEqual(inServiceOrder);
  });

  await test.step('closed pages are offered, the last first', async () => {
    await workbench.runCommand('Workflow Jobs: Open Job…');
    await expect(title).toHaveText('Open Job');
    await expect(quickInputRows.first()).toContainText('recently closed');
    await expect(quickInputRows.nth(0)).toContainText('job_000118');
    await expect(quickInputRows.nth(1)).toContainText('job_000003');
    await workbench.leaveInput();
  });

  expect(starts()).toBe(2);
});
