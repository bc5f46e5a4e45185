import {
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  type ViewportSize,
} from '@playwright/test';
import type { Settings, VscodeServer } from '../../support/vscode/server.ts';
import { openWindow, type WindowOptions } from '../../support/vscode/window.ts';
import { Notifications } from './notifications.ts';
import { pressUntilFocused, QuickInput } from './quickInput.ts';
import { untilPagesLoaded, untilReady, untilViewsReady } from './readiness.ts';
import {
  saveWindowSettings,
  themeLooks,
  writeWindowSettings,
  type Theme,
} from './windowSettings.ts';

/** Number of tests that have reused a window. */
let takeovers = 0;

/**
 * A VS Code window from the perspective of a person. Each method acts once, when the window is
 * ready for the action, and then waits for the effect.
 */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly #server: VscodeServer;
  #settings: Settings;

  constructor(page: Page, server: VscodeServer, settings: Settings) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.#server = server;
    this.#settings = settings;
  }

  async open(window: WindowOptions): Promise<void> {
    await writeWindowSettings(this.#server.dataFolder, this.#settings);
    await openWindow(this.page, window);
    await untilReady(this.page);
  }

  /** Resets a window that the previous test has used, then applies the settings of this test. */
  async takeOver(viewport: ViewportSize | null): Promise<void> {
    if (viewport) await this.page.setViewportSize(viewport);
    await saveWindowSettings(this.page, {});
    await this.page.keyboard.press('Control+Alt+Shift+Backspace');
    await expect(this.quickInput.box).toHaveValue('>tidied');
    // The palette ignores Escape until it has searched for commands.
    await expect(
      this.quickInput.rows.getByText('No matching commands', { exact: true }),
    ).toBeVisible();
    await this.quickInput.box.press('Escape');
    await expect(this.quickInput.widget).toBeHidden();
    await expect(this.page.locator('.part.editor .tab')).toHaveCount(0);
    await expect(this.welcomeButton('Jobs', 'Set Base URL…')).toBeVisible();
    await this.page.keyboard.press('Control+Shift+E');
    await expect(
      this.page.locator('.part.sidebar').getByRole('heading', { name: 'Explorer', exact: true }),
    ).toBeVisible();
    // The new title shows that the window has applied the settings.
    const title = `Window ${++takeovers}`;
    await this.set({ 'window.title': title });
    await expect
      .poll(() => this.page.title(), { intervals: [20] })
      .toMatch(new RegExp(`${title}$`));
  }

  /**
   * Reloads the window with VS Code's command. A reload by the browser would not save the window's
   * state first.
   */
  async reload(): Promise<void> {
    const showsJobs = await this.view('Jobs').isVisible();
    const reloaded = this.page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await this.quickInput.focusRow(await this.#findCommand('Developer: Reload Window'));
    await this.quickInput.box.press('Enter');
    await reloaded;
    await untilReady(this.page);
    if (showsJobs) await untilViewsReady(this.page);
  }

  /** Changes user settings. `undefined` removes a setting. */
  async set(settings: Settings): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    await saveWindowSettings(this.page, this.#settings);
  }

  async useTheme(theme: Theme): Promise<void> {
    const { name, id } = themeLooks[theme];
    await this.set({ 'workbench.colorTheme': name });
    await expect(this.page.locator('.monaco-workbench').first()).toHaveClass(id);
    const page = this.webview.locator('body');
    if (await page.isVisible()) await expect(page).toHaveAttribute('data-vscode-theme-id', name);
  }

  /** Runs a command by its title in the Command Palette, such as `Workflow Jobs: Refresh`. */
  async runCommand(title: string): Promise<void> {
    await this.quickInput.acceptRow(await this.#findCommand(title));
  }

  async #findCommand(title: string): Promise<Locator> {
    const row = this.quickInput.rows
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .first();
    await untilPagesLoaded(this.page);
    await this.page.keyboard.press('F1');
    await expect(this.quickInput.box).toHaveValue(/^>/);
    await this.quickInput.box.fill(`>${title}`);
    await expect(row).toBeVisible();
    return row;
  }

  /** Runs **Start Job…** and waits for its picker. Earlier key presses would go to the palette. */
  async startJob(): Promise<void> {
    await this.runCommand('Workflow Jobs: Start Job…');
    await expect(this.quickInput.title).toHaveText(/^Start Job\b/);
  }

  /** Shows a view container of the activity bar, and waits until its views are ready. */
  async openViewContainer(title = 'Workflow Jobs'): Promise<void> {
    const heading = this.page.locator('.part.sidebar').getByRole('heading', { name: title });
    // A click on the tab of the open container would close it.
    if (!(await heading.isVisible())) {
      await this.page
        .locator('.part.activitybar')
        .getByRole('tab', { name: title })
        .click({ timeout: 60_000 });
    }
    await expect(heading).toBeVisible();
    // The hover of the tab would cover the views.
    await this.page.mouse.move(0, 0);
    await untilViewsReady(this.page);
  }

  /** A view of the open view container, with its header, toolbar, message, and rows. */
  view(title: string): Locator {
    return this.page
      .locator('.part.sidebar .pane')
      .filter({ has: this.page.locator(`.pane-header[aria-label^="${title}"]`) });
  }

  /**
   * A button in the welcome text of an empty view. The header may contain a button with the same
   * name.
   */
  welcomeButton(view: string, name: string): Locator {
    return this.view(view)
      .locator('.welcome-view-content')
      .getByRole('button', { name, exact: true });
  }

  /** The rendered rows of a view. VS Code renders only visible rows. */
  rows(view: string): Locator {
    return this.view(view).getByRole('treeitem');
  }

  /** Finds a row by its accessible name. */
  row(view: string, ariaLabel: RegExp): Locator {
    return this.view(view).getByRole('treeitem', { name: ariaLabel });
  }

  /** The row of a job in the ungrouped list, not in the group of watched jobs. */
  jobRow(key: string): Locator {
    const first = this.view('Jobs').locator('[role=treeitem][aria-level="1"]');
    return this.row('Jobs', new RegExp(`(^|\\bkey )${key}\\b`)).and(first);
  }

  /** The row of a sandbox job by its position in the list. The first position is 1. */
  sandboxRow(place: number, jobs = 4213): Locator {
    return this.jobRow(`job_${String(jobs + 1 - place).padStart(6, '0')}`);
  }

  /** The description next to a view's name. */
  viewDescription(view: string): Locator {
    return this.view(view).locator('.pane-header .description');
  }

  /**
   * Reads the rendered rows from top to bottom. `place` is the position among siblings, starting at
   * 1.
   */
  async readRows(view: string) {
    const list = await this.view(view).locator('.monaco-list').boundingBox();
    const rows = await this.rows(view).evaluateAll((elements) =>
      elements.map((element) => ({
        place: Number(element.getAttribute('aria-posinset')),
        order: Number(element.getAttribute('data-index')),
        label: element.querySelector('.label-name')?.textContent ?? '',
        ariaLabel: element.getAttribute('aria-label') ?? '',
        bottom: element.getBoundingClientRect().bottom,
      })),
    );
    return rows
      .sort((left, right) => left.order - right.order)
      .map((row) => ({ ...row, isInSight: row.bottom > (list?.y ?? 0) + 1 }));
  }

  async labels(view: string): Promise<string[]> {
    return (await this.readRows(view)).map(({ label }) => label);
  }

  /** The position of the first visible row. */
  async topRow(view: string): Promise<number | undefined> {
    return (await this.readRows(view)).find(({ isInSight }) => isInSight)?.place;
  }

  /** Scrolls a view with the mouse wheel until the row is visible. */
  async scrollTo(row: Locator, view: string, direction: 'up' | 'down'): Promise<void> {
    for (let turns = 0; turns < 60 && !(await isInSight(row)); turns++) {
      // The tooltip of a row would receive the wheel events.
      await this.page.mouse.move(0, 0);
      await this.view(view).locator('.monaco-list').hover();
      const before = await this.topRow(view);
      await this.page.mouse.wheel(0, direction === 'down' ? 400 : -400);
      // At its end, a list no longer scrolls, but may still be rendering the row.
      await expect
        .poll(async () => (await isInSight(row)) || (await this.topRow(view)) !== before, {
          intervals: [10, 20, 50],
        })
        .toBe(true);
    }
    await expect(row).toBeInViewport();
  }

  /** Moves the keyboard focus into a view. */
  async focusView(title: string): Promise<void> {
    await this.runCommand(`Workflow Jobs: Focus on ${title} View`);
    await expect(this.view(title).locator('.monaco-list:focus-within')).toBeVisible();
  }

  /**
   * Waits until the first level of a tree has this many rows. The tree is rendered later than its
   * description.
   */
  async hasRows(view: string, count: number): Promise<void> {
    await expect(
      this.view(view).locator('[role=treeitem][aria-level="1"]').first(),
    ).toHaveAttribute('aria-setsize', String(count));
  }

  /** Presses keys that move the focus to a row. */
  async moveTo(row: Locator, ...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    await expect(row).toHaveClass(/\bfocused\b/);
  }

  /** Clicks a button in a view's toolbar, which is visible while the mouse is over the view. */
  async pressViewButton(view: string, name: string): Promise<void> {
    // The tooltip of a row would cover the view.
    await this.page.mouse.move(0, 0);
    await this.view(view).locator('.pane-header').hover();
    await this.view(view).getByRole('button', { name, exact: true }).click();
  }

  /** Selects an item in the menu of a view's toolbar with the mouse. */
  async chooseFromViewMenu(view: string, name: string): Promise<void> {
    await this.pressViewButton(view, 'More Actions...');
    await this.#clickInMenu(name);
  }

  async closeEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
    await expect(this.page.locator('.part.editor .tab')).toHaveCount(0);
  }

  /** Expands a row with the mouse. */
  async expandRow(row: Locator): Promise<void> {
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
  }

  /**
   * Connects to a service with fewer jobs than the sandbox, and opens the page of its first job.
   */
  async openFirstJob(baseUrl: string): Promise<void> {
    await this.set({ 'workflowJobs.baseUrl': baseUrl });
    await this.openViewContainer();
    // The sandbox has thousands of jobs. Its rows remain visible, and clickable, until the tree is
    // rendered.
    const description = this.viewDescription('Jobs');
    await expect(description).toHaveText(/^\d+ of \d{1,3}$/);
    await this.hasRows('Jobs', Number.parseInt(await description.innerText(), 10));
    await this.openPage(this.rows('Jobs').first());
  }

  /**
   * Opens a job page with a click on its row. The focus stays in the list.
   * @param shown element of the new page that the previous page does not contain
   */
  async openPage(
    row: Locator,
    shown: Locator = this.webview.getByRole('heading', { level: 1 }),
  ): Promise<void> {
    await row.click();
    await expect(shown).toBeVisible();
  }

  /** Waits until the visible page has the keyboard focus. */
  async pageTakesFocus(): Promise<void> {
    await expect
      .poll(() => this.webview.locator('html').evaluate((html) => html.ownerDocument.hasFocus()))
      .toBe(true);
  }

  /** Moves the mouse over an element and returns its tooltip. */
  async hover(element: Locator): Promise<Locator> {
    const hover = this.page.locator('.workbench-hover:visible');
    await this.page.mouse.move(0, 0);
    await element.hover();
    await expect(hover).toBeVisible();
    return hover;
  }

  /** Clicks an icon of a row, which is visible while the mouse is over the row. */
  async pressRowButton(row: Locator, name: string): Promise<void> {
    await row.hover();
    await row.getByRole('button', { name, exact: true }).click();
  }

  /** Selects an item in a row's menu or in one of its submenus with the mouse. */
  async chooseFromRowMenu(row: Locator, name: string, submenu?: string): Promise<void> {
    await row.click({ button: 'right' });
    if (submenu !== undefined)
      await this.menu.getByRole('menuitem', { name: submenu, exact: true }).hover();
    await this.#clickInMenu(name);
  }

  async #clickInMenu(name: string): Promise<void> {
    const item = this.menu.getByRole('menuitem', { name, exact: true });
    await expect(item).toBeVisible();
    // A menu ignores clicks for 100 ms, because they may belong to the click that opened it. A
    // timer in the window that starts later ends later.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await item.click();
    await expect(this.menu).toHaveCount(0);
    await this.page.mouse.move(0, 0);
  }

  /** Selects an item in the menu of the focused row with the keyboard. */
  async chooseFromFocusedRowMenu(name: string): Promise<void> {
    await this.page.keyboard.press('Shift+F10');
    await expect(this.menu).toBeVisible();
    const items = this.menu.locator('.action-item');
    await pressUntilFocused(items.filter({ hasText: name }).first(), items, () =>
      this.page.keyboard.press('ArrowDown'),
    );
    await this.page.keyboard.press('Enter');
    await expect(this.menu).toBeHidden();
  }

  /** The open menu. */
  get menu(): Locator {
    return this.page.locator('.monaco-menu:visible');
  }

  clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** The document of the visible webview. */
  get webview(): FrameLocator {
    return this.page
      .locator('iframe.webview.ready:visible')
      .contentFrame()
      .locator('iframe#active-frame')
      .contentFrame();
  }
}

async function isInSight(row: Locator): Promise<boolean> {
  return (
    (await row.count()) > 0 &&
    row.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const list = element.closest('.monaco-list')?.getBoundingClientRect();
      return list !== undefined && top >= list.top && bottom <= list.bottom;
    })
  );
}
