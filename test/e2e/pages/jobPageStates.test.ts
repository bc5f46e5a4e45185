import { aField, aJob, minutesAgo, release } from '../../support/service/builders.ts';
import { type Answer, holding, refusal } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

const priority = aField({ key: 'fld_p', name: 'Priority', type: 'dropdown', required: true, details: { options: [{ key: 'opt_h', label: 'High' }, { key: 'opt_l', label: 'Low' }] } });

test.use({ settings: { 'remote.autoForwardPorts': false, 'workbench.colorTheme': 'Dark Modern' } });

test('a job that moves on: what changed is marked and said; a lost connection says since when; a job that is gone stays as it was @full', async ({ workbench, serve, page }) => {
  const [began, moved] = [minutesAgo(26 * 60 + 103), minutesAgo(26 * 60)];
  const running = aJob({ startedAt: began, updatedAt: began, activeSteps: [{ key: 'stp_collect', name: 'Collect documents' }], content: { fields: [{ key: 'fld_p', value: 'opt_l' }] }, logs: [{ at: began, message: 'Job started' }] });
  const state = { fields: [priority], jobs: [running] };
  const others: Record<string, Answer> = {};
  const service = await serve(holding(state, others));
  await workbench.openFirstJob(service.url);
  const { webview } = workbench;
  const refresh = webview.getByRole('button', { name: 'Refresh' });
  const values = webview.getByRole('region', { name: 'Field values' });
  await expect(values.getByRole('row', { name: 'Priority required' })).toContainText('Low');

  state.jobs = [{ ...running, updatedAt: moved, activeSteps: [release], assignedTo: { key: 'u1', firstName: 'Grace', lastName: 'Hopper' }, content: { fields: [{ key: 'fld_p', value: 'opt_h' }] }, logs: [{ at: began, message: 'Job started' }, { at: moved, message: 'Approved' }] }];
  await refresh.click();
  await expect(values.getByRole('cell', { name: /^High/ })).toHaveClass(/\bchanged\b/);
  await expect(webview.locator('.visually-hidden[aria-live=polite]')).toHaveText('Step: Release payment. Assigned to Grace Hopper. Priority changed. 1 new log entry');
  await expect(webview.getByRole('region', { name: 'Timeline' }).getByRole('listitem')).toContainText([/^Started/, /^Job started/, /^Collect documents .* 1 h 43 min/, /^Approved/, /^Release payment .* for 1 d 2 h/, /^Now/]);
  await workbench.screenshot('page-changed-dark');
  await expect(webview.locator('.changed'), 'only for a moment').toHaveCount(0);

  await test.step('a mark does not move for who wants no motion', async () => {
    for (const [reducedMotion, animation] of [['no-preference', 'glow'], ['reduce', 'none']] as const) {
      await page.emulateMedia({ reducedMotion });
      state.jobs = state.jobs.map((job) => ({ ...job, assignedTo: { key: 'u2', firstName: reducedMotion, lastName: null } }));
      await refresh.click();
      const person = webview.locator('.changed').filter({ hasText: reducedMotion });
      await expect(person).toHaveCSS('animation-name', animation);
    }
  });

  await test.step('details that are refused stay said while the list goes on, until they were read', async () => {
    others['GET /jobs/job_1'] = refusal(401, 'No.');
    await refresh.click();
    await expect(webview.getByRole('status')).toContainText('Details could not be loaded (HTTP 401)');
    const listed = () => service.requests.filter(({ url }) => url === '/jobs?page=1').length;
    for (const updatedAt of [minutesAgo(20), minutesAgo(10)]) {
      const before = listed();
      state.jobs = state.jobs.map((job) => ({ ...job, updatedAt, activeSteps: [{ key: 'stp_next', name: `Since ${updatedAt}` }] }));
      await page.keyboard.press('Control+Alt+R');
      await expect.poll(listed).toBeGreaterThan(before);
      await expect(webview.locator('.standing')).toContainText(`Since ${updatedAt}`);
      await expect(webview.getByRole('status')).toContainText('Details could not be loaded (HTTP 401)');
    }
    await expect(webview.getByRole('button', { name: 'Set API Key…' })).toBeVisible();
    await workbench.screenshots('page-refused');
    delete others['GET /jobs/job_1'];
    await webview.getByRole('button', { name: 'Try again' }).click();
    await expect(webview.getByRole('status')).toHaveText('');
    await expect(webview.locator('.up-to-date')).toHaveCount(0);
  });

  await test.step('on paper: dark on light, without buttons', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(refresh).toBeHidden();
    await expect(webview.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ media: null });
    await expect(refresh).toBeVisible();
  });

  await test.step('gone', async () => {
    const [job] = state.jobs;
    state.jobs = [];
    await refresh.click();
    await expect(webview.getByRole('status')).toContainText('no longer exists on the service');
    await expect(webview.locator('.up-to-date')).toContainText(/^Gone since .* at the latest, last seen /);
    await expect(webview.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(values).toContainText('High');
    await workbench.screenshots('page-gone');
    if (job !== undefined) state.jobs = [job];
    await refresh.click();
    await expect(webview.locator('.up-to-date')).toHaveCount(0);
  });

  await test.step('the connection fails', async () => {
    await service.close();
    await refresh.click();
    await expect(webview.getByRole('status')).toContainText('the connection was refused');
    await expect(webview.locator('.up-to-date')).toContainText('Last updated');
    await expect(webview.getByRole('button', { name: 'Show log' })).toBeVisible();
    await workbench.screenshot('page-stale-dark');
  });
});

for (const first of ['oldest', 'newest'] as const) {
  test(`a reader who has scrolled, opened an entry and selected text stays there while ten updates come, with the ${first} log entries first @full`, async ({ workbench, serve }) => {
    const entries = Array.from({ length: 140 }, (_, index) => ({ at: minutesAgo(200 - index), message: `Entry ${index}.`, by: { place: index } }));
    const logs = (count: number) => (first === 'oldest' ? entries.slice(0, count) : entries.slice(0, count).toReversed());
    const state = { jobs: [aJob({ updatedAt: minutesAgo(61), logs: logs(120) })] };
    const service = await serve(holding(state));
    await workbench.openFirstJob(service.url);
    const { webview } = workbench;
    const entry = webview.getByRole('listitem').filter({ hasText: 'Entry 40.' });
    const readTop = () => entry.evaluate((element) => element.getBoundingClientRect().top);
    await expect(entry).toBeAttached();
    await entry.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      element.querySelector('summary')?.click();
      element.ownerDocument.getSelection()?.selectAllChildren(element.querySelector('.text') ?? element);
    });
    await expect(entry.locator('details').first()).toHaveAttribute('open', '');
    const top = await readTop();

    for (let update = 1; update <= 10; update++) {
      state.jobs = state.jobs.map((job) => ({ ...job, updatedAt: minutesAgo(61 - update), logs: logs(120 + update) }));
      await webview.getByRole('button', { name: 'Refresh' }).evaluate((button: HTMLElement) => button.click());
      await expect(webview.getByText(`Entry ${119 + update}.`)).toBeAttached();
      expect(Math.abs((await readTop()) - top), `update ${update}`).toBeLessThanOrEqual(1);
      await expect(entry.locator('details').first()).toHaveAttribute('open', '');
      expect(await entry.evaluate((element) => String(element.ownerDocument.getSelection()))).toBe('Entry 40.');
    }
    await workbench.screenshots(`page-read-${first}`);
  });
}

test.describe('a service without single jobs', () => {
  test.use({ sandboxOptions: { singleJob: false, clockSpeed: 0 } });

  test('is asked once, and refreshed through its list @full', async ({ workbench, sandbox }) => {
    await workbench.openViewContainer('Workflow Jobs');
    // One that is not followed: nothing but the button has the list read.
    await workbench.openPage(workbench.row('Jobs', /, completed .*, \d+ of 4,213$/).first());
    const asked = () => sandbox.requests.filter(({ path }) => /\/jobs\/job_/.test(path)).length;
    const listed = () => sandbox.requests.filter(({ path }) => path.endsWith('/jobs?page=1')).length;
    await expect.poll(asked).toBe(1);
    const before = listed();
    await workbench.webview.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(listed).toBeGreaterThan(before);
    await expect(workbench.view('Jobs').locator('.monaco-progress-container.active')).toHaveCount(0);
    await workbench.openPage(workbench.row('Jobs', /, 1 of 4,213$/), workbench.webview.getByText('job_004213', { exact: true }));
    await expect(workbench.webview.getByRole('status')).toHaveText('');
    expect(asked()).toBe(1);
    await workbench.screenshot('page-list-only-dark');
  });
});

test('a web address in a value is opened by nobody before VS Code has asked, also in a trusted workspace @full', async ({ workbench, serve, page }) => {
  const address = 'https://example.com/invoices/4711?copy=1';
  const service = await serve(holding({ fields: [priority], jobs: [aJob({ content: { fields: [{ key: 'fld_p', value: `See ${address}.` }] } })] }));
  await workbench.openFirstJob(service.url);
  const question = page.getByRole('dialog');
  for (const open of ['click', 'Enter'] as const) {
    const link = workbench.webview.getByRole('link', { name: address });
    await (open === 'click' ? link.click() : link.press(open));
    await expect(question).toContainText('to open the external website?');
    await expect(question).toContainText(address);
    await workbench.screenshot('page-link-dark');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
  }
  expect(page.context().pages()).toHaveLength(1);
});

test('as text: read-only JSON, and compared with another job @full', async ({ workbench, serve, page }) => {
  const [one, two] = [aJob({ key: 'job_1' }), aJob({ key: 'job_2', activeSteps: [release], logs: ['Only here'] })];
  const service = await serve(holding({ fields: [priority], jobs: [one, two] }));
  await workbench.openFirstJob(service.url);
  const { webview } = workbench;
  const editor = page.locator('.editor-group-container.active .view-lines');
  await webview.getByRole('button', { name: 'Open as JSON' }).click();
  await expect(editor).toContainText(/"key":\s"job_1"/);
  await expect(page.locator('.part.statusbar').getByRole('button', { name: 'JSON', exact: true })).toBeVisible();
  await workbench.screenshot('page-json-dark');

  await workbench.runCommand('View: Close Editor');

  await webview.getByRole('button', { name: 'More actions' }).click();
  await webview.getByRole('button', { name: 'Compare with…' }).click();
  await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'job_2' }));
  await expect(page.getByRole('tab', { name: 'job_1 ↔ job_2' })).toBeVisible();
  await expect(page.locator('.diff-editor, .monaco-diff-editor').first()).toContainText('Only here');
  await workbench.screenshot('page-compare-dark');
});

test('pages of the same name are told apart, and say that they belong to another service @full', async ({ workbench, serve, page, sandbox }) => {
  const service = await serve(holding({ fields: [priority], jobs: [aJob({ key: 'job_1', content: { fields: [{ key: 'fld_p', value: 'opt_h' }] } }), aJob({ key: 'job_2' })] }));
  await workbench.openFirstJob(service.url);
  await workbench.runCommand('View: Keep Editor');
  const tab = (name: string) => page.locator('.part.editor').getByRole('tab', { name, exact: true });
  await workbench.openPage(workbench.row('Jobs', /, 2 of /), tab('Invoice Approval (job_2)'));
  const areToldApart = async (shown: string) => {
    await expect(workbench.webview.locator('.key')).toContainText(shown);
    await expect(workbench.webview.getByText('Loading details…')).toBeHidden();
    for (const key of ['job_1', 'job_2']) await expect(tab(`Invoice Approval (${key})`)).toBeVisible();
  };
  await areToldApart('job_2');

  await test.step('VS Code restores a page once it is visible: until then a page does not know of the others', async () => {
    // The second time, the first page was not even restored before.
    for (let reloads = 0; reloads < 2; reloads++) {
      await workbench.reload();
      await areToldApart('job_2');
    }
    for (const key of ['job_1', 'job_2']) {
      await tab(`Invoice Approval (${key})`).click();
      await areToldApart(key);
    }
  });

  await workbench.runCommand('View: Close Editor');
  await expect(tab('Invoice Approval (job_1)')).toBeVisible();
  await workbench.openPage(workbench.row('Jobs', /, 1 of /), workbench.webview.getByText('job_1', { exact: true }));

  await workbench.set({ 'workflowJobs.baseUrl': sandbox.url });
  await expect(workbench.webview.getByRole('status')).toContainText('No longer connected to 127.0.0.1');
  await workbench.webview.getByRole('button', { name: 'More actions' }).click();
  await expect(workbench.webview.getByRole('button', { name: 'Copy key' })).toBeVisible();
  for (const name of ['Watch', 'Start another', 'Compare with…', 'Copy link']) await expect(workbench.webview.getByRole('button', { name })).toHaveCount(0);
  await expect(workbench.webview.getByRole('row', { name: 'Priority required' })).toContainText('High');
  await workbench.screenshot('page-disconnected-dark');
});

test('thousands of log entries scroll, long values are folded, and the place is kept while the page is hidden @full', async ({ workbench, serve }) => {
  const logs = Array.from({ length: 5000 }, (_, index) => ({ at: minutesAgo(5000 - index), message: `Entry ${index + 1}` }));
  const big = aJob({ startedAt: minutesAgo(5001), logs, content: { fields: [{ key: 'fld_n', name: 'Notes', type: 'longText', value: 'x'.repeat(200_000) }] } });
  const service = await serve(holding({ fields: [priority], jobs: [big, aJob({ key: 'job_2', activeWorkflows: [{ key: 'w', name: 'Another' }] })] }));
  await workbench.openFirstJob(service.url);
  const { webview } = workbench;
  const log = webview.getByRole('region', { name: 'Log' });
  await expect(webview.getByRole('button', { name: 'Show all 200,000 characters' })).toBeVisible();
  for (const left of ['4,800', '3,800', '2,800', '1,800', '800']) await log.getByRole('button', { name: `of ${left}` }).click();
  await expect(log.getByRole('listitem')).toHaveCount(5000);
  const html = webview.locator('html');
  const scrollTop = () => html.evaluate((element: { scrollTop: number }) => element.scrollTop);
  const entry = log.getByText('Entry 2500', { exact: true });
  await entry.scrollIntoViewIfNeeded();
  await expect(entry).toBeInViewport();
  await workbench.screenshot('page-log-dark');
  expect(await scrollTop()).toBeGreaterThan(10_000);

  await workbench.openPage(workbench.row('Jobs', /^Another, /), webview.getByRole('heading', { level: 1, name: 'Another' }));
  await workbench.openPage(workbench.row('Jobs', /^Invoice Approval, /), webview.getByRole('heading', { level: 1, name: 'Invoice Approval' }));
  await expect(log.getByRole('listitem')).toHaveCount(5000);
  await expect.poll(scrollTop).toBeGreaterThan(10_000);
  await expect(entry).toBeInViewport();
});
