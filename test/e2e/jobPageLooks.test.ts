import { aField, aJob, minutesAgo, release } from '../support/builders.ts';
import { holding } from '../support/service.ts';
import { faultsOfPage } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { themesInTurn } from './workbench.ts';

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
  const show = async (index: number) => {
    const key = webview.locator('.key, h1').filter({ hasText: index === 4 ? 'job_xxx' : `job_${names[index]}` });
    await workbench.openPage(workbench.rows('Jobs').nth(index), key);
    await expect(webview.getByText('Loading details…')).toBeHidden();
    await page.mouse.move(0, 0);
  };

  await test.step('words for everything', async () => {
    const state = webview.locator('.state');
    const [people, times, timeline] = ['People', 'Times', 'Timeline'].map((name) => webview.getByRole('region', { name }));
    await show(0);
    await expect(state).toHaveText('Active');
    await expect(people ?? state).toContainText(/Assigned to\s*Ada Byron\s*Grace Hopper\s*Started by\s*the service/);
    await expect(webview.locator('.standing')).toContainText('at Release payment and Find cause · running 3 d 4 h');
    await show(1);
    await expect(state).toHaveText('Completed');
    await expect(people ?? state).toContainText(/Assigned to\s*Grace Hopper\s*Started by\s*Ada Byron/);
    await expect(timeline ?? state).toContainText(/Started.*Completed/s);
    await show(2);
    await expect(state).toHaveText('State unknown');
    await expect(people ?? state).toContainText(/Assigned to\s*unassigned\s*Started by\s*not stated/);
    await expect(times ?? state).toContainText(/Started\s*not set\s*Updated\s*not set\s*Completed\s*not set/);
    await show(3);
    await expect(state).toHaveText('Could not be read');
    await expect(webview.locator('.problem')).toContainText('completedAt');
    await show(4);
    await expect(times ?? state).toContainText('could not be read as a time');
    await expect(webview.locator('main')).not.toContainText(/\bnull\b|\bundefined\b/);
  });

  for (const [index, name] of names.entries()) {
    await test.step(`${name} in two themes`, async () => {
      await show(index);
      for (const theme of themesInTurn()) {
        await workbench.useTheme(theme);
        await workbench.screenshot(`state-${name}-${theme}`);
        expect(await faultsOfPage(workbench), theme).toEqual([]);
      }
    });
  }

  for (const width of [640, 320]) {
    await test.step(`${width} px`, async () => {
      await workbench.page.setViewportSize({ width: width + 48 + 300 + 6, height: 1200 });
      const html = webview.locator('html');
      for (const [index, name] of names.entries()) {
        await show(index);
        await expect.poll(() => html.evaluate(({ clientWidth }: { clientWidth: number }) => clientWidth)).toBeLessThanOrEqual(width);
        const overflow = await html.evaluate((element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth);
        expect(overflow, name).toBe(0);
        await workbench.screenshot(`state-${name}-${width}`);
      }
    });
  }
});
