import type { Locator } from '@playwright/test';
import { aField, aJob } from '../../support/service/builders.ts';
import { type TestResponse, serveData, json } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

const key = '../../x?y#z<img src=x>';
const name = '$(trash) <b>bold</b> [click](command:workbench.action.closeWindow) \u202egnp.exe';
const shownName =
  '$(trash) <b>bold</b> [click](command:workbench.action.closeWindow) \\u202egnp.exe';

test.describe('User interface', () => {
  test('shows malicious names and keys as plain text @full', async ({ workbench, serve, page }) => {
    const hostile = aJob({
      key,
      activeWorkflows: [{ key: name, name }],
      activeSteps: [{ key: 's', name }],
      note: '<script>document.title = "broken"</script>',
    });
    const refusal = Promise.withResolvers<TestResponse>();
    const fields = [
      aField({ key, name }),
      aField({
        key: 'd',
        name: 'Drop',
        type: 'dropdown',
        details: { options: [{ key, label: name }] },
      }),
      { key: null, name: 'Damaged' },
    ];
    const service = await serve(
      serveData({ fields, jobs: [hostile] }, { 'POST /jobs': () => refusal.promise }),
    );
    await workbench.set({ 'workflowJobs.baseUrl': service.url });
    await workbench.openViewContainer();

    await test.step('shows malicious names as plain text in rows', async () => {
      const row = workbench.rows('Jobs').first();
      await expect(row.locator('.label-name')).toHaveText('$(trash) <…2egnp.exe');
      await expect(row.locator('.label-description')).toContainText(shownName);
      await expect(row.locator('.codicon-trash, b, a[href]')).toHaveCount(0);
      const field = workbench.rows('Fields').first();
      await expect(field.locator('.label-name')).toHaveText(shownName);
      await expect(field.locator('.codicon-trash, b, a[href]')).toHaveCount(0);
    });

    await test.step('shows malicious names as plain text in tooltips', async () => {
      const hover = await workbench.hover(workbench.rows('Jobs').first());
      await expect(hover).toContainText('<b>bold</b>');
      await expect(hover.locator('b, a[href], .codicon-trash')).toHaveCount(0);
    });

    await test.step('shows the JSON of an unreadable field', async () => {
      await workbench.row('Fields', /^Damaged/).click();
      await expect(page.locator('.editor-instance .view-lines')).toContainText(
        /"key":\snull,\s*"name":\s"Damaged"/,
      );
    });

    await test.step('shows malicious names as plain text on the job page', async () => {
      await workbench.openPage(workbench.rows('Jobs').first());
      const body = workbench.webview.locator('body');
      await expect(body.getByRole('heading', { level: 1 })).toHaveText(shownName);
      await expect(body.locator('img, b, a[href]')).toHaveCount(0);
      await expect
        .poll(() => service.requests.some(({ url }) => url === `/jobs/${encodeURIComponent(key)}`))
        .toBe(true);
    });

    await test.step('shows malicious names as plain text in pickers and notifications', async () => {
      // A page that loads late would take the focus from the quick pick.
      await workbench.closeEditors();
      await workbench.startJob();
      const item = workbench.quickInput.rows.filter({ hasText: 'gnp.exe' }).first();
      await expect(item).toContainText('$(trash)');
      await expect(item.locator('.codicon-trash')).toHaveCount(0);
      await workbench.quickInput.acceptRow(item);
      const isText = async (notification: Locator) => {
        await expect(notification).toContainText('[click] (command:');
        await expect(notification.locator('.notification-list-item-message a')).toHaveCount(0);
      };
      await isText(await workbench.notifications.single('Starting a job for workflow'));
      refusal.resolve(json(422, { message: name }));
      await isText(await workbench.notifications.single('The service reported:'));
    });

    await test.step('shows malicious names as plain text in dialogs, prompts, and the status bar', async () => {
      const refusing = await serve(() => json(400, { message: name }));
      const baseUrl = `${refusing.url}/[click](command:workbench.action.closeWindow)`;
      await workbench.set({
        'workflowJobs.baseUrl': baseUrl,
        'workflowJobs.environments': [
          {
            name: '$(trash) [click](command:workbench.action.closeWindow)',
            baseUrl: refusing.url,
            kind: 'staging',
          },
        ],
      });
      await workbench.welcomeButton('Jobs', 'More Help…').click();
      const help = page.locator('.monaco-dialog-box');
      await expect(help).toContainText(/<b>bold<\/b> \[click\]/);
      await expect(help.locator('a[href], b, .codicon-trash')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(help).toBeHidden();
      await workbench.runCommand('Workflow Jobs: Add Environment…');
      await workbench.quickInput.accept();
      const prompt = page.locator('.quick-input-message');
      await expect(prompt).toContainText('[click] (command:');
      await expect(prompt.locator('a')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await workbench.runCommand('Workflow Jobs: Switch Environment…');
      const item = workbench.quickInput.rows.filter({ hasText: '[click]' }).first();
      await expect(item).toContainText('$(trash)');
      await expect(item.locator('.codicon-trash')).toHaveCount(0);
      await workbench.quickInput.acceptRow(item);
      const status = page.locator('.statusbar-item', { hasText: '$(trash)' });
      await expect(status).toBeVisible();
      await expect(status.locator('.codicon-trash')).toHaveCount(0);
    });
  });
});
