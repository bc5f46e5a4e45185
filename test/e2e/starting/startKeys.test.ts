import { aJob } from '../../support/service/builders.ts';
import { serveData, errorResponse } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

const long = `wf_${'long_'.repeat(60)}`;
const workflows = [
  { key: 'wf_employee_onboarding', name: 'Employee Onboarding' },
  { key: 'legal', name: 'Contract Review' },
  { key: 'wf_hold', name: 'Under legal hold' },
  { key: long, name: 'Long' },
  { key: 'wf $(x)  y', name: 'Odd' },
];

/** The typed text, and the workflow key that Enter starts. */
const startedKeys: [string, string][] = [
  ['onboard', 'wf_employee_onboarding'],
  ['wf_emp', 'wf_employee_onboarding'],
  ['EMPLOYEE on', 'wf_employee_onboarding'],
  ['legal', 'legal'],
  ['review', 'legal'],
  [long, long],
  ['wf $(x)  y', 'wf $(x)  y'],
  ['wf_new', 'wf_new'],
  ['eob', 'eob'],
];

test.describe('Start Job command', () => {
  test('starts the matching workflow, or the typed key if no workflow matches @full', async ({
    workbench,
    serve,
  }) => {
    const service = await serve(
      serveData(
        { jobs: [aJob({ activeWorkflows: workflows })] },
        { 'POST /jobs': errorResponse(422, 'Not today.') },
      ),
    );
    const input = workbench.quickInput.box;
    const keys = () =>
      service.requests
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => (JSON.parse(body) as { workflowKey: string }).workflowKey);
    const ask = async () => {
      await workbench.pressViewButton('Jobs', 'Start Job…');
      await expect(workbench.quickInput.title).toHaveText('Start Job');
    };
    await workbench.set({ 'workflowJobs.baseUrl': service.url });
    await workbench.openViewContainer();
    await expect(workbench.jobRow('job_1')).toBeVisible();

    await ask();
    await input.fill('wf_new');
    await workbench.quickInput.cancel();

    const active = workbench.quickInput.widget.locator('.monaco-list-row.focused');
    for (const [index, [typed, key]] of startedKeys.entries()) {
      await ask();
      await input.fill(typed);
      // If the text is a complete key, Enter must work before VS Code has made the row active.
      if (workflows.every((each) => each.key !== typed)) {
        await expect(active).toContainText(
          workflows.find((each) => each.key === key)?.name ?? `“${key}”`,
        );
      }
      await workbench.quickInput.accept();
      await expect.poll(keys).toEqual(startedKeys.slice(0, index + 1).map(([, each]) => each));
    }

    await ask();
    await input.fill('legal');
    await expect(active).toContainText('Contract Review');
    await input.press('ArrowDown');
    await expect(active).toContainText('Under legal hold');
    await workbench.quickInput.accept();
    await expect.poll(() => keys().at(-1)).toBe('wf_hold');
  });
});
