import { startSandbox } from '../../../src/sandbox/index.ts';
import { expect, test } from '../support/fixtures.ts';

test('the fields of two environments are compared from the menu of the view, as a diff and in three counts @full', async ({ workbench, page, sandbox }) => {
  const second = await startSandbox({ variant: 'second', seed: 2 });
  try {
    await workbench.set({
      'workflowJobs.environments': [
        { name: 'Development', baseUrl: sandbox.url, kind: 'development' },
        { name: 'Production', baseUrl: second.url, kind: 'production' },
      ],
    });
    await workbench.openViewContainer('Workflow Jobs');
    await expect(workbench.row('Fields', /^Title, /)).toBeVisible();
    await workbench.chooseFromViewMenu('Fields', 'Compare Fields with…');
    await expect(workbench.quickInput.locator('.quick-input-title')).toHaveText(/^Compare Fields of Development \(127\.0\.0\.1:\d+\/api\/v1\) with…$/);
    await workbench.screenshots('compare-fields-pick');
    await workbench.acceptRow(workbench.quickInputRows.filter({ hasText: 'Production' }));

    await workbench.notification(/Fields only in Development: 1; only in Production: 1; different: \d+\./);
    await expect(page.getByRole('tab', { name: /^Fields: Development ↔ Production/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.diffEditor, .monaco-diff-editor').first()).toBeVisible();
    await workbench.screenshots('compare-fields-diff');
  } finally {
    await second.close();
  }
});
