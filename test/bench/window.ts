import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { testResultsFolder } from '../support/paths.ts';
import { launchBrowser } from '../support/vscode/window.ts';
import type { Bench } from './support/bench.ts';
import { type BenchWindow, openBenchWindow } from './support/benchWindow.ts';
import {
  buildFixedSidebar,
  buildShippedExtension,
  buildTrees,
} from './support/extensionFolders.ts';
import { startPagesService } from './support/pagesService.ts';
import { type Row, median } from './support/table.ts';

const windows = 4;
const timesPerWindow = 4;

interface Side {
  readonly container: string;
  readonly view: string;
}
const firstSide: Side = { container: 'Bench first', view: 'First' };
const sides = {
  ours: { container: 'Workflow Jobs', view: 'Jobs' },
  floor: { container: 'Bench floor', view: 'Floor' },
} satisfies Record<string, Side>;
type SideName = keyof typeof sides;

interface Samples {
  readonly ours: number[];
  readonly floor: number[];
}

/**
 * Measures the time from a click until VS Code shows a view or page. Compares each time with a
 * minimal extension that shows fixed content.
 */
export const inWindow: Bench = async ({ scratch }) => {
  const first = await buildTrees(
    'first',
    [{ id: 'first.tree', name: 'First' }],
    join(scratch, 'first'),
  );
  const floorViews = [
    { id: 'floor.other', name: 'Other' },
    { id: 'floor.tree', name: 'Floor' },
  ];
  const floor = await buildTrees('floor', floorViews, join(scratch, 'floor'));
  const ours = await buildShippedExtension(join(scratch, 'shipped'));
  const sidebar = await buildFixedSidebar(join(scratch, 'sidebar'));
  const samples = (): Samples => ({ ours: [], floor: [] });
  const [reveal, revealCached, revealAgain] = [samples(), samples(), samples()];
  const [open, openAgain] = [samples(), samples()];
  const service = await startPagesService(1000);
  const browser = await launchBrowser();
  const inFreshWindow = async (
    extension: string,
    story: (window: BenchWindow) => Promise<void>,
  ) => {
    const opened = await openBenchWindow({
      browser,
      scratch,
      extensionFolders: [extension, first, floor],
      settings: { 'workflowJobs.baseUrl': service.url },
      prepare: async (fresh: Page) => void (await fresh.addInitScript(clockScript)),
    });
    const { page } = opened;
    try {
      await isReady(page);
      await story(opened);
    } catch (error) {
      await page.screenshot({ path: join(testResultsFolder, 'bench/window.png') });
      throw error;
    } finally {
      await opened.close();
    }
  };
  try {
    for (let window = 0; window < windows; window++) {
      const order: SideName[] = window % 2 === 0 ? ['ours', 'floor'] : ['floor', 'ours'];
      await inFreshWindow(sidebar, async ({ page }) => {
        reveal.floor.push(await timeReveal(page, sides.ours));
        await revealAfterReloads(page, revealCached.floor);
      });
      await inFreshWindow(ours, async ({ page, dataFolder }) => {
        reveal.ours.push(await timeReveal(page, sides.ours));
        await expect
          .poll(
            async () =>
              (await readdir(dataFolder, { recursive: true })).some((path) =>
                /\/jobListCache\.json/.test(path),
              ),
            { timeout: 30_000 },
          )
          .toBe(true);
        await revealAfterReloads(page, revealCached.ours);
        await reveals(page, sides.floor);
        // Reveals another view. A click on the tab of a visible view would hide the view.
        await reveals(page, firstSide);
        for (let time = 0; time < timesPerWindow; time++) {
          for (const side of order) revealAgain[side].push(await timeReveal(page, sides[side]));
        }
        // Opens a first webview, because the first webview of a window also loads shared code.
        await reveals(page, sides.floor);
        await timeOpen(page, sides.floor, 0);
        for (let time = 0; time <= timesPerWindow; time++) {
          for (const side of order) {
            await reveals(page, sides[side]);
            (time === 0 ? open : openAgain)[side].push(
              await timeOpen(page, sides[side], side === 'floor' ? 0 : time),
            );
          }
        }
      });
      console.log(`window ${window + 1} of ${windows}`);
    }
  } finally {
    await browser.close();
    await service.close();
  }
  const row = (name: string, { ours, floor }: Samples, max = 1.5): Row => ({
    name,
    unit: 'ms',
    ours: median(ours),
    floor: median(floor),
    limit: { kind: 'ratio', max },
  });
  return [
    row('first reveal of the view; floor: our sidebar with fixed rows', reveal, 1.8),
    row('first reveal with a cached list; floor: our sidebar with fixed rows', revealCached, 1.4),
    row('next reveal of the view; floor: a tree of 50 fixed rows', revealAgain),
    row('opening the first page; floor: a panel with one word', open),
    row('opening another page; floor: a panel with one word', openAgain),
  ];
};

/**
 * Waits until the window shows the view of another extension. Without waiting, a measurement would
 * include the start of VS Code.
 */
async function isReady(page: Page): Promise<void> {
  for (const side of [firstSide, ...Object.values(sides)])
    await tab(page, side).waitFor({ timeout: 60_000 });
  await reveals(page, firstSide);
}

/**
 * Reloads the window while the Explorer is visible. Uses a VS Code command, because a browser
 * reload would not wait until VS Code has saved its state.
 */
async function reload(page: Page): Promise<void> {
  await page.locator('.part.activitybar').getByRole('tab', { name: 'Explorer' }).click();
  await page
    .locator('.part.sidebar')
    .getByRole('heading', { name: 'Explorer', exact: true })
    .waitFor();
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input');
  await input.fill('>Developer: Reload Window');
  await page
    .locator('.quick-input-widget .monaco-list-row', { hasText: 'Developer: Reload Window' })
    .first()
    .waitFor();
  await input.press('Enter');
  await reloaded;
  await isReady(page);
}

/** Reloads the window and measures several times, because single measurements vary by half. */
async function revealAfterReloads(page: Page, samples: number[]): Promise<void> {
  for (let time = 0; time < timesPerWindow; time++) {
    await reload(page);
    samples.push(await timeReveal(page, sides.ours));
  }
}

async function reveals(page: Page, side: Side): Promise<void> {
  if ((await tab(page, side).getAttribute('aria-selected')) !== 'true') await clickTab(page, side);
  await rows(page, side).first().waitFor();
}

async function timeReveal(page: Page, side: Side): Promise<number> {
  const drawn = page.evaluate<number>(`workflowJobsBench.rowDrawn(${JSON.stringify(side.view)})`);
  // The promise also rejects if the page closes before the row appears.
  drawn.catch(() => undefined);
  await clickTab(page, side);
  await rows(page, side).first().waitFor();
  return drawn;
}

async function timeOpen(page: Page, side: Side, row: number): Promise<number> {
  const drawn = page.evaluate<number>('workflowJobsBench.contentDrawn()');
  drawn.catch(() => undefined);
  await rows(page, side).nth(row).click();
  const webview = page
    .locator('iframe.webview.ready:visible')
    .contentFrame()
    .locator('iframe#active-frame')
    .contentFrame();
  await webview.locator('main h1').waitFor();
  const took = await drawn;
  await page.locator('.part.editor .tab.active').click({ button: 'middle' });
  await page.locator('iframe.webview').waitFor({ state: 'detached' });
  return took;
}

/** Clicks the tab of a view. Waits first, because VS Code ignores a second click within 300 ms. */
async function clickTab(page: Page, side: Side): Promise<void> {
  await delay(400);
  await tab(page, side).click();
}

function tab(page: Page, { container }: Side): Locator {
  return page.locator('.part.activitybar').getByRole('tab', { name: container });
}

function rows(page: Page, { view }: Side): Locator {
  return page.locator(
    `.part.sidebar .pane:has(.pane-header[aria-label^="${view}"]) [role=treeitem]`,
  );
}

/** Script that measures times in the window, so that messages to this process are not included. */
const clockScript = `(() => {
  if (top !== self) return;
  const bench = (globalThis.workflowJobsBench = { pressedAt: NaN });
  addEventListener('mousedown', () => { bench.pressedAt = performance.now(); }, { capture: true });
  const sincePressed = (isThere) => new Promise((resolve) => {
    bench.pressedAt = NaN;
    const look = () => (bench.pressedAt > 0 && isThere() ? resolve(performance.now() - bench.pressedAt) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  bench.rowDrawn = (view) => {
    const rows = '.part.sidebar .pane:has(.pane-header[aria-label^="' + view + '"]) [role=treeitem]';
    return sincePressed(() => [...document.querySelectorAll(rows)].some((row) => row.getClientRects().length > 0));
  };
  bench.contentDrawn = () => sincePressed(() => {
    const page = document.querySelector('iframe.webview')?.contentDocument?.querySelector('#active-frame')?.contentDocument;
    const heading = page?.querySelector('main h1');
    return heading != null && heading.getClientRects().length > 0 && page.querySelector('.state.loading') === null;
  });
})()`;
