import { aField, aJob, minutesAgo, release } from '../../support/service/builders.ts';
import { serveData, errorResponse } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';
import { viewProblems } from '../support/axe.ts';
import { expectNotCutOff, makeSidebarWide } from '../support/narrowViews.ts';
import { type Theme, themes } from '../support/windowSettings.ts';
import type { Workbench } from '../support/workbench.ts';

const onboarding = { key: 'wf_onboarding', name: 'Employee Onboarding' };
const longName = 'Quarterly Supplier Compliance and Sustainability Assessment';
const days = (count: number) => minutesAgo(count * 24 * 60);
const workflows = (...names: string[]) =>
  names.map((name, index) => ({ key: `wf_${index}`, name }));

/** One job for each kind of row, with the newest first. */
const odd: Record<string, unknown>[] = [
  aJob({
    key: 'job_several',
    activeWorkflows: workflows('Contract Review', 'Invoice Approval', longName),
    activeSteps: [release],
    startedAt: minutesAgo(190),
  }),
  aJob({
    key: 'job_several_done',
    activeWorkflows: workflows('Contract Review', longName),
    activeSteps: [],
    startedAt: days(12),
    completedAt: days(10),
  }),
  aJob({
    key: 'job_long',
    activeWorkflows: workflows(longName),
    activeSteps: [],
    startedAt: days(2),
  }),
  { ...aJob({ key: 'job_104207' }), completedAt: 7 },
  { note: 'neither a key nor anything else' },
  { key: 'job_104205', startedAt: days(1) },
  aJob({
    key: 'job_104204',
    activeWorkflows: [],
    activeSteps: [],
    startedAt: days(1234),
    completedAt: days(1200),
  }),
  aJob({
    key: 'job_104203',
    activeWorkflows: [onboarding],
    activeSteps: [],
    startedAt: minutesAgo(59),
  }),
  aJob({ key: 'job_104202', activeWorkflows: [onboarding], startedAt: 'no time' }),
];
/** The beginnings of the names from the service, which may be cut off. */
const given = [
  'Quarterly…ssessment',
  onboarding.name,
  'Contract Review',
  'Invoice Approval',
  'job_',
  release.name,
  'Collect documents',
];

const fields = [
  aField({
    key: 'fld_prio',
    name: 'Priority',
    type: 'dropdown',
    required: true,
    details: {
      options: [
        { key: 'opt_high', label: 'High' },
        { key: 'opt_low', label: 'Low' },
      ],
    },
  }),
  aField({ key: 'fld_none', name: 'Cost centre', type: 'dropdown', details: { options: [] } }),
  aField({ name: 'Title', required: true }),
  { name: 'Broken' },
  aField({ key: 'fld_due', name: 'Due', type: 'dateWithTimeZone' }),
];

/** Axe reports VS Code's sticky rows, because they are outside the tree. */
const withoutStickyRows = { 'workbench.tree.enableStickyScroll': false };

test.use({
  settings: {
    'workflowJobs.baseUrl': undefined,
    'workflowJobs.requestTimeout': 600,
    ...withoutStickyRows,
  },
});

test.describe('Jobs and Fields views', () => {
  test('stay readable and accessible in a sidebar that is 240 px wide @full', async ({
    workbench,
    page,
    serve,
  }) => {
    const usual = Array.from({ length: 1500 }, (_, index) =>
      aJob({
        key: `job_${index}`,
        activeWorkflows: workflows('Invoice Approval'),
        activeSteps: index % 3 === 0 ? [] : [{ key: 'stp_collect', name: 'Collect documents' }],
        startedAt: days(3 + index),
      }),
    );
    const data = { fields, jobs: [...odd, ...usual] as object[], perPage: 50, total: 104_213 };
    const service = await serve(serveData(data));
    /** Delays the responses of the service until the promise resolves. */
    const delayUntil = (answer: Promise<void>) =>
      service.use((request, index) => answer.then(() => serveData(data)(request, index)));
    const description = workbench.viewDescription('Jobs');
    const message = workbench.view('Jobs').locator('.message');
    await workbench.openViewContainer();
    await workbench.page.setViewportSize({ width: 1280, height: 1000 });
    await makeSidebarWide(workbench, 240);

    await test.step('stay readable before a service is connected', async () => {
      await expect(workbench.welcomeButton('Jobs', 'Start Sandbox Service')).toBeVisible();
      await workbench.useTheme('light');
      await checkViews(workbench, 'welcome', themes.slice(1));
    });

    await test.step('stay readable while the first page loads', async () => {
      const answer = Promise.withResolvers<void>();
      delayUntil(answer.promise);
      const environments = [
        { name: 'Live Europe', baseUrl: service.url, kind: 'production', readOnly: true },
      ];
      await workbench.set({
        'workflowJobs.environments': environments,
        'workflowJobs.baseUrl': service.url,
      });
      await expect(
        workbench.view('Jobs').locator('.monaco-progress-container.active'),
      ).toBeVisible();
      await expectNotCutOff(workbench, given, 'loading');
      answer.resolve();
      service.use(serveData(data));
    });

    await test.step('stay readable with every kind of job row and field row', async () => {
      await expect(description).toHaveText('50 of 104,213');
      await workbench.expandRow(workbench.row('Fields', /^Priority, /));
      await expect(
        workbench.row('Jobs', /^job_104205, unknown state, started yesterday$/),
      ).toBeVisible();
      await expect(message).toHaveText('Live Europe · Production · read-only');
      const rows = [...(await workbench.readRows('Fields')), ...(await workbench.readRows('Jobs'))];
      expect(rows.length).toBeGreaterThan(20);
      expect(
        rows.filter(
          ({ ariaLabel, label }) =>
            label === '' || !ariaLabel.startsWith(label.replace(/^\* |….*$/g, '')),
        ),
        'the accessible name of a row starts with its visible label',
      ).toEqual([]);
      await checkViews(workbench, 'rows');
      await workbench.focusView('Jobs');
      await expect(
        workbench.view('Jobs').getByRole('button', { name: 'Start Job…' }),
      ).toBeVisible();
    });

    await test.step('stay readable with a watched job and newer jobs', async () => {
      await workbench.pressRowButton(workbench.jobRow('job_several'), 'Watch');
      await expect(workbench.jobRow('job_several')).toHaveAccessibleName(
        /^Contract Review, .*, watched$/,
      );
      data.jobs = [
        ...Array.from({ length: 3 }, (_, index) =>
          aJob({ key: `job_newer_${index}`, startedAt: minutesAgo(0) }),
        ),
        ...data.jobs,
      ];
      data.total += 3;
      // The next page starts with the three jobs that the newer jobs moved there.
      await workbench.runCommand('Workflow Jobs: Load More Jobs');
      await expect(description).toHaveText('97 of 104,216');
      await expect(workbench.row('Jobs', /^3 newer jobs, Refresh$/)).toBeVisible();
      await checkViews(workbench, 'newer', themes.toReversed().slice(1));
      await workbench.pressRowButton(workbench.jobRow('job_several'), 'Stop Watching');
      await expect(workbench.row('Jobs', /^Watched, /)).toHaveCount(0);
    });

    await test.step('stay readable with more than 1,000 jobs while more jobs load', async () => {
      // A refresh loads two pages again.
      data.perPage = 600;
      await workbench.runCommand('Workflow Jobs: Refresh');
      await expect(description).toHaveText('1,200 of 104,216');
      const answer = Promise.withResolvers<void>();
      delayUntil(answer.promise);
      await workbench.runCommand('Workflow Jobs: Load All Jobs');
      await workbench.hasRows('Jobs', 1002);
      await toTheEnd(workbench, /^Loading…, 1,200 of 104,216$/);
      await checkViews(workbench, 'sections');
      await (
        await workbench.notifications.single(/Loading all jobs/)
      )
        .getByRole('button', { name: 'Cancel' })
        .click();
      // Responses that arrive before the cancellation has finished would be loaded.
      await expect(workbench.row('Jobs', /^Load more, 1,200 of 104,216$/)).toBeVisible();
      answer.resolve();
      service.use(serveData(data));
      await page.keyboard.press('Escape');
    });

    await test.step('stay readable when jobs are filtered and grouped', async () => {
      await workbench.runCommand('Workflow Jobs: Filter Jobs…');
      await workbench.quickInput.acceptRow(workbench.quickInput.rows.filter({ hasText: 'State' }));
      await workbench.quickInput.acceptRow(workbench.quickInput.rows.filter({ hasText: 'active' }));
      await workbench.quickInput.acceptRow(workbench.quickInput.rows.filter({ hasText: 'Done' }));
      await expect(message).toHaveText(/Filter: active$/);
      await expect(description).toHaveText(/ of 1,200 loaded$/);
      await workbench.hasRows('Jobs', 1002);
      await toTheEnd(workbench, /^Search the other 103,016 jobs, 1,200 of 104,216$/);
      await expectNotCutOff(workbench, given, 'filtered');
      await workbench.runCommand('Workflow Jobs: Group Jobs By…');
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: 'Start date' }),
      );
      await expect(workbench.row('Jobs', /^\w{3}, .*, \d+ jobs?$/).first()).toBeVisible();
      await toTheEnd(workbench, /^Search the other 103,016 jobs, 1,200 of 104,216$/);
      await checkViews(workbench, 'grouped');
    });

    await test.step('stay readable if no job matches the filter', async () => {
      await workbench.runCommand('Workflow Jobs: Group Jobs By…');
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: 'None (service order)' }),
      );
      await workbench.runCommand('Workflow Jobs: Filter Jobs…');
      await workbench.quickInput.acceptRow(
        workbench.quickInput.rows.filter({ hasText: 'Text in a name or the key' }),
      );
      await workbench.quickInput.box.fill('nothing is called this, whatever the page');
      await workbench.quickInput.accept();
      await workbench.quickInput.acceptRow(workbench.quickInput.rows.filter({ hasText: 'Done' }));
      await expect(workbench.row('Jobs', /^No matching jobs, Clear filter$/)).toBeVisible();
      await expectNotCutOff(workbench, given, 'no match');
      await workbench.row('Jobs', /^No matching jobs, Clear filter$/).click();
      await expect(message).toHaveText('Live Europe · Production · read-only');
    });

    await test.step('stay readable after a failed refresh', async () => {
      service.use(() =>
        errorResponse(503, 'The service is being maintained until further notice.'),
      );
      await workbench.runCommand('Workflow Jobs: Refresh');
      await expect(workbench.row('Jobs', /^Not refreshed\. /)).toBeVisible({ timeout: 40_000 });
      await expect(workbench.row('Fields', /^Not refreshed\. /)).toBeVisible();
      expect(
        await indentsOf(workbench, 'Jobs'),
        'the failure row has the same indentation as job rows',
      ).toHaveLength(1);
      await checkViews(workbench, 'failure', themes.slice(1));
    });

    await test.step('stay readable if the service has no jobs and no fields', async () => {
      service.use(serveData({}));
      // An empty view shows the environment in its title, which is too narrow for this environment.
      await workbench.set({ 'workflowJobs.environments': [] });
      await workbench.runCommand('Workflow Jobs: Refresh');
      await expect(workbench.welcomeButton('Jobs', 'Start Job…')).toBeVisible();
      await expect(workbench.welcomeButton('Fields', 'Refresh')).toBeVisible();
      await checkViews(workbench, 'empty');
    });

    await makeSidebarWide(workbench, 300);
  });
});

async function toTheEnd(workbench: Workbench, row: RegExp): Promise<void> {
  await workbench.focusView('Jobs');
  await workbench.moveTo(workbench.row('Jobs', row), 'End');
}

/** Returns the different left edges of the rendered labels, in pixels. */
async function indentsOf(workbench: Workbench, view: string): Promise<number[]> {
  const labels = workbench.rows(view).locator('.monaco-icon-label');
  const lefts = await labels.evaluateAll((each) =>
    each.map((label) => Math.round(label.getBoundingClientRect().left)),
  );
  return [...new Set(lefts)];
}

/** Checks a state for cut-off texts and accessibility problems, and its colors in other themes. */
async function checkViews(
  workbench: Workbench,
  state: string,
  otherThemes: readonly Theme[] = [],
): Promise<void> {
  await workbench.page.mouse.move(0, 0);
  await expectNotCutOff(workbench, given, state);
  expect.soft(await viewProblems(workbench, 'everything'), state).toEqual([]);
  for (const theme of otherThemes) {
    await workbench.useTheme(theme);
    expect.soft(await viewProblems(workbench, 'colours'), `${state}, ${theme}`).toEqual([]);
  }
}
