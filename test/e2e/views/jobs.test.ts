import { setTimeout as delay } from 'node:timers/promises';
import { aJob } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { type WindowFixtures, expect, test } from '../support/fixtures.ts';

// The delay leaves time for a second click while a page loads.
test.use({ sandboxOptions: { onRequest: () => delay(300) } });

test.describe('Jobs view', () => {
  test('keeps the scroll position when the user loads more jobs', async ({
    workbench,
    sandbox,
    page,
  }) => {
    const loadMore = workbench.row('Jobs', /^Load more/);
    const priority = workbench.row('Fields', /^Priority, dropdown/);
    await workbench.openViewContainer();
    await expect(workbench.sandboxRow(1)).toHaveAccessibleName(
      /^\S.*, (active at \S.*|active|completed .+ ago), started .+, key job_004213$/,
    );
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');
    await workbench.expandRow(priority);
    await expect(workbench.row('Fields', /^Urgent, /)).toBeVisible();

    await test.step('loads only one page if the user double-clicks Load more', async () => {
      await workbench.scrollTo(loadMore, 'Jobs', 'down');
      await expect(loadMore).toHaveAccessibleName('Load more, 50 of 4,213');
      const top = await workbench.topRow('Jobs');
      await loadMore.dblclick();
      await expect(workbench.viewDescription('Jobs')).toHaveText('100 of 4,213');
      await workbench.hasRows('Jobs', 101);
      await expect.poll(() => workbench.topRow('Jobs')).toBe(top);
      expect(requestedPages(sandbox)).toEqual([1, 2]);
    });

    await test.step('loads the next page when the user presses End, then Enter', async () => {
      await workbench.focusView('Jobs');
      await workbench.moveTo(workbench.row('Jobs', /^Load more, 100 of 4,213$/), 'End');
      await page.keyboard.press('Enter');
      await expect(workbench.viewDescription('Jobs')).toHaveText('150 of 4,213');
      await workbench.hasRows('Jobs', 151);
      await workbench.moveTo(workbench.row('Jobs', /^Load more, 150 of 4,213$/), 'End');
      expect(requestedPages(sandbox)).toEqual([1, 2, 3]);
    });

    await test.step('keeps the selection, scroll position, and expanded rows after a refresh', async () => {
      await workbench.scrollTo(workbench.sandboxRow(120), 'Jobs', 'up');
      const top = await workbench.topRow('Jobs');
      const job = workbench.sandboxRow((top ?? 0) + 3);
      await job.click();
      await expect(job).toHaveAttribute('aria-selected', 'true');
      const before = requestedPages(sandbox).length;
      await workbench.pressViewButton('Jobs', 'Refresh Jobs');
      await expect.poll(() => requestedPages(sandbox).slice(before).sort().join(' ')).toBe('1 2 3');
      await expect(workbench.view('Jobs').locator('.monaco-progress-container.active')).toHaveCount(
        0,
      );
      await expect(workbench.viewDescription('Jobs')).toHaveText('150 of 4,213');
      await expect(job).toHaveAttribute('aria-selected', 'true');
      await expect.poll(() => workbench.topRow('Jobs')).toBe(top);
      await expect(priority).toHaveAttribute('aria-expanded', 'true');
    });
  });

  test('scrolls to the top after a switch to a service with the same job keys', async ({
    workbench,
    serve,
  }) => {
    const jobs = Array.from({ length: 60 }, (_, index) =>
      aJob({ key: `job_${String(4213 - index).padStart(6, '0')}` }),
    );
    const other = await serve(serveData({ jobs, perPage: 50 }));
    await workbench.openViewContainer();
    await expect(workbench.sandboxRow(1)).toBeVisible();
    await workbench.scrollTo(workbench.sandboxRow(45), 'Jobs', 'down');
    await workbench.set({ 'workflowJobs.baseUrl': other.url });
    await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 60');
    await expect(workbench.sandboxRow(1)).toBeInViewport();
    expect(await workbench.topRow('Jobs')).toBe(1);
  });
});

function requestedPages(sandbox: WindowFixtures['sandbox']): number[] {
  return sandbox.requests.flatMap(({ path }) => {
    const page = /\/jobs\?page=(\d+)$/.exec(path)?.[1];
    return page === undefined ? [] : [Number(page)];
  });
}
