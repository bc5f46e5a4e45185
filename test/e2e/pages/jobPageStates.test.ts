import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { inspectElements } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('Job page', () => {
  test('keeps the scroll position, expanded entries, and text selection during updates @full', async ({
    workbench,
    serve,
  }) => {
    const entries = Array.from({ length: 140 }, (_, index) => ({
      at: minutesAgo(200 - index),
      message: `Entry ${index}.`,
      by: { place: index },
    }));
    const logs = (count: number) => entries.slice(0, count).toReversed();
    const state = { jobs: [aJob({ updatedAt: minutesAgo(61), logs: logs(120) })] };
    const service = await serve(serveData(state));
    await workbench.openFirstJob(service.url);
    const { webview } = workbench;
    const entry = webview.getByRole('listitem').filter({ hasText: 'Entry 40.' });
    const readTop = () => entry.evaluate((element) => element.getBoundingClientRect().top);
    await expect(entry).toBeAttached();
    await entry.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      element.querySelector('summary')?.click();
      element.ownerDocument
        .getSelection()
        ?.selectAllChildren(element.querySelector('.text') ?? element);
    });
    await expect(entry.locator('details').first()).toHaveAttribute('open', '');
    const top = await readTop();

    for (let update = 1; update <= 5; update++) {
      state.jobs = state.jobs.map((job) => ({
        ...job,
        updatedAt: minutesAgo(61 - update),
        logs: logs(120 + update),
      }));
      await webview
        .getByRole('button', { name: 'Refresh' })
        .evaluate((button: HTMLElement) => button.click());
      await expect(webview.getByText(`Entry ${119 + update}.`)).toBeAttached();
      expect(Math.abs((await readTop()) - top), `update ${update}`).toBeLessThanOrEqual(1);
      await expect(entry.locator('details').first()).toHaveAttribute('open', '');
      expect(await entry.evaluate((element) => String(element.ownerDocument.getSelection()))).toBe(
        'Entry 40.',
      );
    }
  });

  test('shows expand buttons that are large enough to click @full', async ({
    workbench,
    serve,
  }) => {
    const service = await serve(
      serveData({
        jobs: [
          aJob({
            logs: [
              { at: minutesAgo(1), message: 'Read.', by: { person: { name: { first: 'Ada' } } } },
            ],
          }),
        ],
      }),
    );
    await workbench.openFirstJob(service.url);
    const { webview } = workbench;
    const closed = webview.locator('[data-section="log"] details:not([open]) > summary');
    for (let left = 4; left > 0; left--) await closed.first().click();
    await expect(webview.getByText('Ada', { exact: true })).toBeVisible();
    const { violations, passes } = await inspectElements(webview.locator('body'), {
      runOnly: ['target-size'],
    });
    expect([violations, passes.length]).toEqual([[], 1]);
  });

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
