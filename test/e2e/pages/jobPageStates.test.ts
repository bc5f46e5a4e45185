import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('Job page', () => {
  test('asks for confirmation before opening a link, even in a trusted workspace @full', async ({
    workbench,
    serve,
    page,
  }) => {
    const address = 'https://example.com/invoices/4711?copy=1';
    const service = await serve(
      serveData({
        jobs: [aJob({ content: { fields: [{ key: 'fld_p', value: `See ${address}.` }] } })],
      }),
    );
    await workbench.openFirstJob(service.url);
    const question = page.getByRole('dialog');
    for (const open of ['click', 'Enter'] as const) {
      const link = workbench.webview.getByRole('link', { name: address });
      await (open === 'click' ? link.click() : link.press(open));
      await expect(question).toContainText('to open the external website?');
      await expect(question).toContainText(address);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toHaveCount(0);
    }
    expect(page.context().pages()).toHaveLength(1);
  });

  test('keeps the scroll position of a long log while the page is hidden @full', async ({
    workbench,
    serve,
  }) => {
    const logs = Array.from({ length: 2000 }, (_, index) => ({
      at: minutesAgo(2000 - index),
      message: `Entry ${index + 1}`,
    }));
    const big = aJob({
      startedAt: minutesAgo(2001),
      logs,
      content: {
        fields: [{ key: 'fld_n', name: 'Notes', type: 'longText', value: 'x'.repeat(200_000) }],
      },
    });
    const service = await serve(
      serveData({
        jobs: [big, aJob({ key: 'job_2', activeWorkflows: [{ key: 'w', name: 'Another' }] })],
      }),
    );
    await workbench.openFirstJob(service.url);
    const { webview } = workbench;
    const log = webview.locator('[data-section=log]');
    await expect(
      webview.getByRole('button', { name: 'Show All 200,000 Characters' }),
    ).toBeVisible();
    await workbench.row('Jobs', /^Invoice Approval, /).dblclick();
    for (const name of ['Show 1,000 More of 1,800', 'Show 800 More']) {
      await log.getByRole('button', { name }).click();
    }
    await expect(log.getByRole('listitem')).toHaveCount(2000);
    const html = webview.locator('html');
    const scrollTop = () => html.evaluate((element: { scrollTop: number }) => element.scrollTop);
    const entry = log.getByText('Entry 1000', { exact: true });
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport();
    expect(await scrollTop()).toBeGreaterThan(10_000);

    await workbench.openPage(
      workbench.row('Jobs', /^Another, /),
      webview.getByRole('heading', { level: 1, name: 'Another' }),
    );
    await workbench.openPage(
      workbench.row('Jobs', /^Invoice Approval, /),
      webview.getByRole('heading', { level: 1, name: 'Invoice Approval' }),
    );
    await expect(log.getByRole('listitem')).toHaveCount(2000);
    await expect.poll(scrollTop).toBeGreaterThan(10_000);
    await expect(entry).toBeInViewport();
  });
});
