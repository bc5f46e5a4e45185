import { expect, test } from '../support/fixtures.ts';
import { isCached } from '../support/jobListCache.ts';

const silence = { over: undefined as Promise<void> | undefined };
let answersStarts = true;
// The service never responds to a start, until the start is canceled.
test.use({
  sandboxOptions: {
    clockSpeed: 0,
    jobs: 120,
    onRequest: ({ method }) =>
      method === 'POST' && !answersStarts ? new Promise(() => undefined) : silence.over,
  },
});

test.describe('Window reload', () => {
  test('restores the views and pages, and never resends an unfinished start request @full', async ({
    workbench,
    sandbox,
    vscode,
    page,
  }) => {
    const { webview } = workbench;
    const { rows: quickInputRows, title } = workbench.quickInput;
    const message = workbench.view('Jobs').locator('.message');
    const lastEntry = webview.locator('[data-section=log]').getByRole('listitem').last();
    const starts = () => sandbox.requests.filter(({ method }) => method === 'POST').length;
    const tab = (name: string) => page.locator('.part.editor .tab').filter({ hasText: name });
    const stuck = webview.getByRole('region', { name: 'Where is it stuck?' }).locator('table');
    const haveUniqueTitles = async (shown: string) => {
      await expect(webview.locator('header code')).toContainText(shown);
      await expect(webview.getByText('Loading details…')).toBeHidden();
      for (const key of ['job_000121', 'job_000122']) {
        await expect(tab(`Invoice Approval (${key})`)).toBeVisible();
      }
    };
    await workbench.openViewContainer();
    await page.setViewportSize({ width: 1280, height: 1100 });
    await expect(workbench.sandboxRow(1, 120)).toBeVisible();
    await expect.poll(async () => (await workbench.labels('Fields')).length).toBe(14);
    const inServiceOrder = await workbench.labels('Fields');

    await test.step('setup: close two job pages', async () => {
      for (const place of [2, 3]) {
        await workbench.openPage(workbench.sandboxRow(place, 120));
        await page
          .locator('.part.editor .tab')
          .getByRole('button', { name: /^Close/ })
          .click();
        await expect(page.locator('iframe.webview')).toHaveCount(0);
      }
    });

    await test.step('setup: start two jobs and scroll down on the second page', async () => {
      await workbench.runCommand('Workflow Jobs: Open Overview');
      await expect(stuck).toBeVisible();
      for (const key of ['job_000121', 'job_000122']) {
        await page.keyboard.press('Control+Alt+j');
        await expect(webview.locator('header code')).toContainText(key);
        await workbench.pageTakesFocus();
      }
      await expect(workbench.sandboxRow(1, 122)).toHaveAccessibleName(
        /^Invoice Approval, .+, watched$/,
      );
      await lastEntry.scrollIntoViewIfNeeded();
      await expect(lastEntry).toBeInViewport();
      expect(
        await webview
          .locator('html')
          .evaluate((element: { scrollTop: number }) => element.scrollTop),
      ).toBeGreaterThan(0);
    });

    await test.step('setup: filter the jobs and show required fields first', async () => {
      await workbench.pressRowButton(workbench.sandboxRow(4, 122), 'Watch');
      await expect(workbench.sandboxRow(4, 122)).toHaveAccessibleName(/, watched$/);
      await workbench.runCommand('Workflow Jobs: Filter Jobs…');
      await workbench.quickInput.acceptRow(quickInputRows.filter({ hasText: /^State/ }));
      await workbench.quickInput.acceptRow(quickInputRows.filter({ hasText: 'active' }));
      await workbench.quickInput.cancel();
      await expect(message).toHaveText('Filter: active');
      await workbench.chooseFromViewMenu('Fields', 'Required Fields First');
      await expect(workbench.viewDescription('Fields')).toHaveText('required fields first');
    });

    await test.step('setup: start a job without receiving a response', async () => {
      answersStarts = false;
      await workbench.startJob();
      await workbench.quickInput.acceptRow(
        quickInputRows.filter({ hasText: 'wf_invoice_approval' }),
      );
      await expect.poll(starts).toBe(3);
    });

    await expect.poll(() => isCached(vscode.dataFolder, sandbox.url, 'job_000122')).toBe(true);
    const jobs = (await workbench.labels('Jobs')).filter(
      (label) => !label.startsWith('Search the other'),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    silence.over = promise;
    await workbench.reload();

    await test.step('shows cached rows with their time until the service responds', async () => {
      await expect(workbench.sandboxRow(1, 122)).toHaveAccessibleName(/, as of \d+:\d+/);
      await expect(workbench.viewDescription('Jobs')).toHaveText(/ as of \d+:\d+/);
      await expect(workbench.viewDescription('Fields')).toHaveText(/as of \d+:\d+/);
      await expect(workbench.row('Jobs', /^Watched, 3 jobs/)).toBeVisible();
      expect(await workbench.labels('Jobs')).toEqual(jobs);
      // Uses the mouse, because the page has the focus and handles keys itself.
      await workbench.pressViewButton('Jobs', 'Start Job…');
      await expect(quickInputRows.filter({ hasText: 'seen in jobs' }).first()).toBeVisible();
      await workbench.quickInput.cancel();
      silence.over = undefined;
      resolve();
      await expect(workbench.sandboxRow(1, 122)).toHaveAccessibleName(/, watched$/);
    });

    await test.step('reports the interrupted start in a notification', async () => {
      await workbench.notifications.shown(
        'A job for workflow “wf_invoice_approval” may have been started on ',
      );
      await page.keyboard.press('Escape');
    });

    await test.step('restores the scroll position of the job page', async () => {
      await expect(webview.getByRole('heading', { level: 1 })).toHaveText('Invoice Approval');
      await expect(webview.locator('header code')).toContainText('job_000122');
      // VS Code restores the page of a hidden tab when it is shown.
      await expect(tab('Invoice Approval (job_000121)')).toBeVisible();
      await expect(lastEntry).toBeInViewport();
      await expect(webview.locator('.notice').getByRole('status')).toHaveText('');
    });

    await test.step('restores the filter until the user clears it', async () => {
      await expect(workbench.viewDescription('Jobs')).toHaveText(/^\d+ of 50 loaded$/);
      await expect(message).toHaveText('Filter: active');
      await workbench.pressViewButton('Jobs', 'Clear Job Filter');
      await expect(message).toBeHidden();
      await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 122');
    });

    await test.step('keeps watching the watched jobs', async () => {
      for (const place of [1, 2, 4]) {
        await expect(workbench.sandboxRow(place, 122)).toHaveAccessibleName(/, watched$/);
      }
    });

    await test.step('keeps required fields first', async () => {
      const isRequired = (label: string) => label.startsWith('* ');
      const required = inServiceOrder.filter(isRequired);
      expect(required).toHaveLength(5);
      await expect
        .poll(() => workbench.labels('Fields'))
        .toEqual([...required, ...inServiceOrder.filter((label) => !isRequired(label))]);
    });

    await test.step('keeps recently closed jobs in the suggestions of Open Job', async () => {
      await workbench.runCommand('Workflow Jobs: Open Job…');
      await expect(title).toHaveText('Open Job');
      await expect(quickInputRows.first()).toContainText('recently closed');
      await expect(quickInputRows.nth(0)).toContainText('job_000118');
      await expect(quickInputRows.nth(1)).toContainText('job_000119');
      await workbench.quickInput.cancel();
    });

    await test.step('restores unique page titles for jobs with the same name', async () => {
      await tab('Overview').click();
      await expect(stuck).toBeVisible();
      await expect(tab('Overview')).toHaveCount(1);
      await tab('Invoice Approval (job_000121)').click();
      await haveUniqueTitles('job_000121');
    });

    expect(starts()).toBe(3);
  });
});
