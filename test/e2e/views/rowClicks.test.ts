import type { Locator } from '@playwright/test';
import { aJob } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('Jobs view', () => {
  test('opens the clicked job even while rows are redrawn @full', async ({
    workbench,
    page,
    serve,
  }) => {
    let responses = 0;
    const service = await serve((...request) => {
      responses++;
      // Each response changes all rows. Every second response also changes their number, so that VS
      // Code renders the whole tree again.
      const jobs = Array.from({ length: responses % 2 === 0 ? 31 : 30 }, (_, index) =>
        aJob({
          key: `job_${index}`,
          activeWorkflows: [{ key: `wf_${index}`, name: `Workflow ${index}` }],
          activeSteps: [{ key: 's', name: `Step ${responses}` }],
        }),
      );
      // The total stays the same, so that a refresh does not read more pages.
      return serveData({ jobs, perPage: 20, total: 31 })(...request);
    });
    // A small window is rendered faster.
    await page.setViewportSize({ width: 700, height: 640 });
    await workbench.set({ 'workflowJobs.baseUrl': service.url });
    await workbench.openViewContainer();
    const row = (index: number) => workbench.row('Jobs', new RegExp(`^Workflow ${index}, `));
    const active = page.locator('.part.editor .tab.active');
    const opens = async (index: number, act: () => Promise<unknown>) => {
      await page.keyboard.press('Control+Alt+R');
      await act();
      const name = () => active.getAttribute('aria-label', { timeout: 10_000 });
      await expect
        .poll(name, {
          message: `after ${responses} responses`,
          intervals: [20, 50],
          timeout: 10_000,
        })
        .toMatch(new RegExp(`^Workflow ${index}\\b`));
    };
    const hasFocus = (row: Locator) =>
      row.evaluate(({ classList }) => classList.contains('focused'));
    await expect(row(9)).toBeVisible();

    await test.step('opens the clicked job for each of 60 clicks during updates', async () => {
      // Clicks at coordinates, because the rows are rendered again all the time. Their positions do
      // not change.
      const boxes = await Promise.all(
        Array.from({ length: 10 }, (_, index) => row(index).boundingBox()),
      );
      const click = (index: number) =>
        page.mouse.click(
          (boxes[index]?.x ?? 0) + 60,
          (boxes[index]?.y ?? 0) + (boxes[index]?.height ?? 0) / 2,
        );
      for (let count = 0; count < 60; count++) {
        const index = (count * 3) % 10;
        await opens(index, () => click(index));
        await expect.poll(() => responses, { intervals: [20] }).toBeGreaterThan(count / 4);
      }
    });

    await test.step('reopens the selected job on a click after its page is closed', async () => {
      await workbench.closeEditors();
      await expect(row(7)).toHaveAttribute('aria-selected', 'true');
      await opens(7, () => row(7).click());
    });

    await test.step('opens a job on Enter and on a double click', async () => {
      await workbench.focusView('Jobs');
      // VS Code may lose a key press while it redraws the tree.
      await expect
        .poll(
          async () => {
            const isPrevious = await hasFocus(row(7));
            if (isPrevious) await page.keyboard.press('ArrowDown');
            return hasFocus(row(8));
          },
          { intervals: [500, 1000] },
        )
        .toBe(true);
      await opens(8, () => page.keyboard.press('Enter'));
      await opens(4, () => row(4).dblclick());
    });

    await test.step('loads more jobs when the user clicks Load more', async () => {
      await expect(workbench.viewDescription('Jobs')).toHaveText(/^20 of 31$/);
      await workbench.scrollTo(workbench.row('Jobs', /^Load more/), 'Jobs', 'down');
      await page.keyboard.press('Control+Alt+R');
      await workbench.row('Jobs', /^Load more/).click();
      await expect(workbench.viewDescription('Jobs')).toHaveText(/^3[01] of 31$/);
    });
  });

  test('previews a job on a click, and focuses the job page on a double click', async ({
    workbench,
    page,
  }) => {
    await workbench.openViewContainer();
    const row = (place: number) => workbench.sandboxRow(place);
    const { webview } = workbench;
    const isShown = (place: number) =>
      expect(webview.locator('header code')).toContainText(
        `job_${String(4214 - place).padStart(6, '0')}`,
      );
    const list = workbench.view('Jobs').locator('.monaco-list:focus-within');
    await expect(row(2)).toBeVisible();

    await row(2).click();
    await isShown(2);
    await expect(list).toBeVisible();
    await workbench.moveTo(row(4), 'ArrowDown', 'ArrowDown');
    await page.keyboard.press('Space');
    await isShown(4);
    await workbench.moveTo(row(5), 'ArrowDown');
    await page.keyboard.press('Enter');
    await isShown(5);
    await workbench.pageTakesFocus();
    await expect(page.locator('.part.editor .tab')).toHaveCount(1);

    await row(3).dblclick();
    await isShown(3);
    await workbench.pageTakesFocus();
    await row(2).click();
    await isShown(2);
    await expect(page.locator('.part.editor .tab')).toHaveCount(2);

    await workbench.set({
      'workbench.list.openMode': 'doubleClick',
      'window.title': 'With double clicks',
    });
    await expect(page).toHaveTitle(/With double clicks$/);
    await row(6).click();
    await expect(row(6)).toHaveAttribute('aria-selected', 'true');
    await isShown(2);
    await row(6).dblclick();
    await isShown(6);
    await workbench.pageTakesFocus();
  });
});
