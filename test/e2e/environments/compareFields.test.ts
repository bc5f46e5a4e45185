import { startSandbox } from '../../../src/sandbox/index.ts';
import { expect, test } from '../support/fixtures.ts';

test('the fields of two environments are compared from the menu of the view, as a diff and as a summary @full', async ({ workbench, page, sandbox }) => {
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

    const summary = page.getByRole('tab', { name: /^Compared fields\.md/ });
    await expect(summary).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.editor-instance .view-lines')).toContainText(/Missing\sin\sProduction/);
    await workbench.screenshots('compare-fields-summary');
    const notification = await workbench.notification(/Fields of Production, compared with Development: /);
    await expect(notification).toContainText('1 missing, 1 added, 1 renamed, 1 with another key, 1 of another type, 1 required differently, 2 with other options.');
    await workbench.screenshots('compare-fields-told');
    await notification.getByRole('button', { name: 'Show Differences' }).click();
    await expect(page.getByRole('tab', { name: /^Fields: Development ↔ Production/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.diffEditor, .monaco-diff-editor').first()).toBeVisible();
    await workbench.screenshots('compare-fields-diff');
  } finally {
    await second.close();
  }
});
