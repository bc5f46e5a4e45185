import { aField, aJob, minutesAgo, release } from '../../support/service/builders.ts';
import { holding, refusal } from '../../support/service/service.ts';
import { faultsOfPage } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { type Workbench, themeInTurn, themesInTurn } from '../support/workbench.ts';

test.use({ settings: { 'remote.autoForwardPorts': false, 'workbench.editor.showTabs': 'single' } });

const [ada, grace] = [{ key: 'u1', firstName: 'Ada', lastName: 'Byron' }, { key: 'u2', firstName: 'Grace', lastName: 'Hopper' }];
const long = 'A workflow whose name goes on and on, because somebody described all of what it does in it';

/** One job for each way a page can look; each is told by its first words. */
const jobs = [
  aJob({
    key: 'job_several',
    activeWorkflows: [{ key: 'wf_a', name: 'Several' }, { key: 'wf_b', name: 'Incident Review' }],
    activeSteps: [release, { key: 'stp_b', name: 'Find cause' }],
    assignedTo: [ada, grace],
    startedAt: minutesAgo(76 * 60),
    updatedAt: minutesAgo(4),
    content: { fields: [{ key: 'fld_p', value: 'opt_h' }, { key: 'fld_t', name: 'Title', type: 'shortText', value: '' }, { key: 'fld_x', name: 'Amounts', type: 'list', value: [1, { net: 2 }] }] },
    actions: [{ key: 'act_1', name: 'Approve' }, { key: 'act_2', name: 'Reject', reason: 'required' }],
    logs: [{ at: minutesAgo(76 * 60), message: 'Job started' }, { at: minutesAgo(60), message: 'Step “Release payment” became active' }, { at: 'last Tuesday', message: '' }],
    cost: { centre: { code: 7, open: true }, none: null },
  }),
  aJob({ key: 'job_completed', activeWorkflows: [{ key: 'wf_a', name: 'Completed one' }], activeSteps: [], assignedTo: grace, startedBy: ada, startedAt: minutesAgo(3000), updatedAt: minutesAgo(60), completedAt: minutesAgo(60), logs: ['Began', 'Ended'] }),
  { key: 'job_unknown', activeWorkflows: [], activeSteps: [], assignedTo: null, startedBy: null, startedAt: null, updatedAt: null },
  aJob({ key: 'job_unreadable', activeWorkflows: [{ key: 'wf_a', name: 'Unreadable' }], completedAt: 7, note: 'as it came' }),
  aJob({ key: `job_${'x'.repeat(200)}`, activeWorkflows: [{ key: 'wf_l', name: long }], activeSteps: [{ key: 's', name: long.repeat(2) }], startedAt: '2 weeks ago', more: 'word '.repeat(400), ['member'.repeat(20)]: 1 }),
];

const names = ['several', 'completed', 'unknown', 'unreadable', 'long'] as const;

test('in every state the page says what is so, is accessible in two themes, and has room at every width @full', async ({ workbench, serve, page }) => {
  test.slow();
  const service = await serve(holding({ fields: [aField({ key: 'fld_p', name: 'Priority', type: 'dropdown', required: true, details: { options: [{ key: 'opt_h', label: 'High' }] } })], jobs }));
  await workbench.openFirstJob(service.url);
  const { webview } = workbench;
  const state = webview.locator('.state');
  const region = (name: string) => webview.getByRole('region', { name });
  const says = {
    several: async () => {
      await expect(state).toHaveText('Active');
      await expect(region('People')).toContainText(/Assigned to\s*Ada Byron\s*Grace Hopper\s*Started by\s*the service/);
      await expect(webview.locator('.standing')).toContainText('at Release payment and Find cause · running 3 d 4 h');
    },
    completed: async () => {
      await expect(state).toHaveText('Completed');
      await expect(region('People')).toContainText(/Assigned to\s*Grace Hopper\s*Started by\s*Ada Byron/);
      await expect(region('Timeline')).toContainText(/Started.*Completed/s);
    },
    unknown: async () => {
      await expect(state).toHaveText('State unknown');
      await expect(region('People')).toContainText(/Assigned to\s*unassigned\s*Started by\s*not stated/);
      await expect(region('Times')).toContainText(/Started\s*not set\s*Updated\s*not set\s*Completed\s*not set/);
    },
    unreadable: async () => {
      await expect(state).toHaveText('Could not be read');
      await expect(webview.locator('.problem')).toContainText('completedAt');
    },
    long: async () => {
      await expect(region('Times')).toContainText('could not be read as a time');
      await expect(webview.locator('main')).not.toContainText(/\bnull\b|\bundefined\b/);
    },
  };

  for (const [index, name] of names.entries()) {
    await test.step(name, async () => {
      const key = webview.locator('.key, h1').filter({ hasText: name === 'long' ? 'job_xxx' : `job_${name}` });
      await workbench.openPage(workbench.rows('Jobs').nth(index), key);
      await expect(webview.getByText('Loading details…')).toBeHidden();
      await page.mouse.move(0, 0);
      await says[name]();
      for (const theme of themesInTurn()) {
        await workbench.usePageTheme(theme);
        await workbench.screenshot(`state-${name}-${theme}`);
        expect(await faultsOfPage(workbench), theme).toEqual([]);
      }
      for (const width of [640, 320]) {
        await workbench.makePageWide(width);
        expect(await overflow(workbench), `${width} px`).toBe(0);
        await workbench.screenshot(`state-${name}-${width}`);
      }
    });
  }
});

const [collect, review] = [{ key: 'stp_collect', name: 'Collect documents' }, { key: 'stp_review', name: 'Review amounts' }];
const fields = ['Priority', 'Cost centre', 'Supplier', 'Invoice', 'Notes'].map((name, index) => aField({ key: `fld_${index}`, name, required: index < 2 }));
const content = { fields: ['High', 'CC-4711', 'Paper & Sons Ltd', 'https://example.com/invoices/2026/4711?copy=1', 'To be paid before the end of the month, in two parts.'].map((value, index) => ({ key: `fld_${index}`, value })) };
const whole = {
  activeSteps: [collect],
  startedBy: ada,
  assignedTo: grace,
  content,
  actions: [{ key: 'act_1', name: 'Approve' }, { key: 'act_2', name: 'Reject' }],
};
const beginning = minutesAgo(300);
const logged = Array.from({ length: 500 }, (_, index) => {
  const level = index % 17 === 0 ? 'error' : index % 11 === 0 ? 'warning' : 'info';
  return { at: minutesAgo(280 - index / 2), level, message: level === 'error' ? `Transfer ${index} was refused by the bank` : `Checked line ${index} of the invoice`, attempt: (index % 3) + 1, ...(index % 40 === 0 && { context: { host: 'eu-1', retry: true } }) };
});

test('the states people meet most look right at four widths, and are accessible in their themes @full', async ({ workbench, serve, page }) => {
  test.setTimeout(600_000);
  const named = (key: string, name: string, more: object = {}) => aJob({ ...whole, key, activeWorkflows: [{ key: `wf_${key}`, name }], startedAt: beginning, updatedAt: beginning, logs: [{ at: beginning, level: 'info', message: 'Job started' }], ...more });
  const state = {
    fields,
    jobs: [
      named('job_live', 'Live payment'),
      named('job_failed', 'Failed details'),
      named('job_gone', 'Gone since'),
      aJob({ ...whole, key: 'job_many', activeWorkflows: Array.from({ length: 40 }, (_, index) => ({ key: `wf_${index}`, name: index === 0 ? 'Many approvals of invoices' : `Approval of part ${index}` })), startedAt: beginning, updatedAt: beginning, logs: [] }),
      named('job_logged', 'Logged at length', { updatedAt: minutesAgo(30), logs: logged }),
    ],
  };
  const service = await serve(holding(state, { 'GET /jobs/job_failed': refusal(401, 'The key is not valid.') }));
  await workbench.openFirstJob(service.url);
  const { webview } = workbench;
  const html = webview.locator('html');
  const refresh = webview.getByRole('button', { name: 'Refresh' });
  const show = async (name: string) => {
    await workbench.openPage(workbench.row('Jobs', new RegExp(`^${name}`)), webview.locator('h1').filter({ hasText: name }));
    await expect(webview.getByText('Loading details…')).toBeHidden();
    await page.mouse.move(0, 0);
  };
  const look = (name: string, section?: string) =>
    test.step(name, async () => {
      for (const width of [320, 560, 800, 1200]) {
        await workbench.makePageWide(width);
        await expect.poll(() => overflow(workbench)).toBe(0);
        await html.evaluate((element: { scrollTop: number }) => (element.scrollTop = 0));
        if (section !== undefined) await webview.getByRole('region', { name: section }).evaluate((element) => element.scrollIntoView());
        for (const theme of themeInTurn()) {
          await workbench.usePageTheme(theme);
          await workbench.screenshot(`look-${name}-${width}-${theme}`);
          expect(await faultsOfPage(workbench), `${width} px, ${theme}`).toEqual([]);
        }
      }
    });

  // The widest page, beside the sidebar.
  await page.setViewportSize({ width: 1200 + 48 + 300 + 6, height: 1400 });
  await show('Live payment');
  await look('active');
  const steps = [collect, review, review, release, release];
  for (const [index, step] of steps.entries()) {
    const at = minutesAgo(200 - index * 40);
    state.jobs = state.jobs.map((job) => (job.key === 'job_live' ? { ...job, updatedAt: at, activeSteps: [step], logs: [...job.logs, { at, level: index === 2 ? 'warning' : 'info', message: `Update ${index + 1}` }] } : job));
    await refresh.click();
    await expect(webview.getByRole('region', { name: 'Log' })).toContainText(`Update ${index + 1}`);
  }
  await expect(webview.locator('.changed')).toHaveCount(0);
  await look('live');
  await show('Failed details');
  await expect(webview.getByRole('status').first()).toContainText('HTTP 401');
  await look('failed');
  await show('Many approvals');
  await look('forty');
  await show('Logged at length');
  await expect(webview.getByRole('listitem').filter({ hasText: 'Checked line' }).first()).toBeAttached();
  await look('logged', 'Log');
  await show('Gone since');
  state.jobs = state.jobs.filter(({ key }) => key !== 'job_gone');
  await refresh.click();
  await expect(webview.locator('.up-to-date')).toContainText('Gone since');
  await look('gone');
});

/** By how much the page is wider than its frame. */
function overflow({ webview }: Workbench): Promise<number> {
  return webview.locator('html').evaluate((element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth);
}
