import { join } from 'node:path';
import { expect, type FrameLocator, type Locator, type Page, type ViewportSize } from '@playwright/test';
import { testResultsFolder } from '../../support/paths.ts';
import { writeKeybindings, writeMachineSettings, writeUserSettings, type Settings, type VscodeServer } from '../../support/vscode/server.ts';
import { openWindow, type WindowOptions } from '../../support/vscode/window.ts';

/** Pictures are for people to look at, and most want three themes: `npm run test:e2e -- --pictures`. */
const takesPictures = process.env['PICTURES'] !== undefined;

/** Names of VS Code's own themes, and the ends of their ids. */
const themeLooks = {
  light: { name: 'Light Modern', id: /\blight_modern-json\b/ },
  dark: { name: 'Dark Modern', id: /\bdark_modern-json\b/ },
  highContrast: { name: 'Default High Contrast', id: /\bhc_black-json\b/ },
  highContrastLight: { name: 'Default High Contrast Light', id: /\bhc_light-json\b/ },
} as const;
export type Theme = keyof typeof themeLooks;
export const themes = Object.keys(themeLooks) as Theme[];

const pairs: readonly (readonly Theme[])[] = [['light', 'highContrast'], ['dark', 'highContrastLight']];
let turn = 0;

/** The themes to check a state in: two that differ in brightness and contrast, by turns; all of them where pictures are taken. */
export function themesInTurn(): readonly Theme[] {
  return takesPictures ? themes : (pairs[turn++ % pairs.length] ?? themes);
}

/** As {@link themesInTurn}, for a state that is checked several times: one. */
export function themeInTurn(): readonly Theme[] {
  return takesPictures ? themes : themes.slice(turn++ % themes.length).slice(0, 1);
}

/** Closes, clears and shows what a test may have left. */
const tidyUp = {
  key: 'ctrl+alt+shift+backspace',
  command: 'runCommands',
  args: {
    commands: [
      'workbench.action.closeQuickOpen',
      'workbench.action.closeAllEditors',
      'workbench.action.closePanel',
      'notifications.clearAll',
      'notifications.hideList',
      'workflowJobs.clearJobFilter',
      'workflowJobs.clearFieldFilter',
      'workflowJobs.fields.focus',
      'workflowJobs.jobs.focus',
    ],
  },
};
let takenOver = 0;

/** What VS Code gives a page with a theme: colours on its root, the theme's name and kind on its body. */
interface PageTheme {
  readonly style: string;
  readonly body: Readonly<Record<string, string>>;
}

// Keybindings of the commands themselves would stand in the tooltips of their buttons.
const startInvoiceApproval = { key: 'ctrl+alt+j', command: 'runCommands', args: { commands: [{ command: 'workflowJobs.startJob', args: 'wf_invoice_approval' }] } };
const refreshJobs = { key: 'ctrl+alt+r', command: 'runCommands', args: { commands: ['workflowJobs.refreshJobs'] } };

/** A VS Code window as a person sees it. */
export class Workbench {
  readonly page: Page;
  /** The input, list and messages of the palette, of pickers and of input boxes. */
  readonly quickInput: Locator;
  readonly quickInputRows: Locator;
  /** Where one types. Keys are pressed on it, so that they arrive although something else took the focus meanwhile. */
  readonly quickInputBox: Locator;
  readonly #notificationCenter: Locator;
  readonly #server: VscodeServer;
  readonly #pageThemes = new Map<Theme, PageTheme>();
  #settings: Settings;

  constructor(page: Page, server: VscodeServer, settings: Settings) {
    this.page = page;
    this.quickInput = page.locator('.quick-input-widget');
    this.quickInputRows = this.quickInput.locator('.monaco-list-row');
    this.quickInputBox = this.quickInput.locator('.quick-input-box input');
    this.#notificationCenter = page.locator('.notifications-center');
    this.#server = server;
    this.#settings = settings;
  }

  async open(window: WindowOptions): Promise<void> {
    // A page that comes to itself late takes the focus: what is typed into must outlive that.
    await writeUserSettings(this.#server.dataFolder, { 'workbench.quickOpen.closeOnFocusLost': false });
    await writeMachineSettings(this.#server.dataFolder, this.#settings);
    await writeKeybindings(this.#server.dataFolder, [tidyUp, startInvoiceApproval, refreshJobs]);
    await openWindow(this.page, window);
    await this.#ready();
  }

  /** Makes an open window as it was when it opened: nothing shown or connected, then these settings. */
  async takeOver(viewport: ViewportSize | null): Promise<void> {
    if (viewport) await this.page.setViewportSize(viewport);
    await writeMachineSettings(this.#server.dataFolder, { 'workflowJobs.baseUrl': '' });
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+Alt+Shift+Backspace');
      await expect(this.page.locator('.part.editor .tab')).toHaveCount(0, { timeout: 2000 });
      await expect(this.welcomeButton('Jobs', 'Set Base URL…')).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await this.page.keyboard.press('Control+Shift+E');
    await expect(this.page.locator('.part.sidebar').getByRole('heading', { name: 'Explorer', exact: true })).toBeVisible();
    // The settings have arrived with their title.
    const title = `Window ${++takenOver}`;
    await this.set({ 'window.title': title });
    await expect(this.page).toHaveTitle(new RegExp(`${title}$`));
  }

  /** As the palette does it: a reload by the browser would not wait until the window's state is saved. */
  async reload(): Promise<void> {
    const showsJobs = await this.view('Jobs').isVisible();
    const reloaded = this.page.waitForEvent('domcontentloaded');
    await this.runCommand('Developer: Reload Window');
    await reloaded;
    await this.#ready();
    if (showsJobs) await this.#viewsReady();
  }

  async #ready(): Promise<void> {
    await expect(this.page.locator('.monaco-workbench .part.statusbar')).toBeVisible({ timeout: 60_000 });
  }

  /** Waits until an extension has said what is in each open view of the sidebar: a busy machine is late to start extensions. */
  async #viewsReady(): Promise<void> {
    const openViews = this.page.locator('.part.sidebar .pane').filter({ has: this.page.locator('.pane-header[aria-expanded=true]') });
    const answers = this.page.locator('[role=treeitem], .welcome-view-content');
    await expect(openViews.filter({ has: answers }).first()).toBeVisible({ timeout: 60_000 });
    await expect(openViews.filter({ hasNot: answers })).toHaveCount(0, { timeout: 60_000 });
  }

  /** Changes settings; the window follows by itself. `undefined` removes one. */
  async set(settings: Settings): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    await writeMachineSettings(this.#server.dataFolder, this.#settings);
  }

  async useTheme(theme: Theme): Promise<void> {
    const { name, id } = themeLooks[theme];
    await this.set({ 'workbench.colorTheme': name });
    await expect(this.page.locator('.monaco-workbench').first()).toHaveClass(id);
    const page = this.webview.locator('body');
    if (await page.isVisible()) await expect(page).toHaveAttribute('data-vscode-theme-id', name);
  }

  /** Shows the page alone in a theme. VS Code changes its whole window once for each theme; from then on the page is given what VS Code gave it. */
  async usePageTheme(theme: Theme): Promise<void> {
    const html = this.webview.locator('html');
    const known = this.#pageThemes.get(theme);
    if (known === undefined || takesPictures) {
      await this.useTheme(theme);
      this.#pageThemes.set(theme, await html.evaluate(readPageTheme));
    } else {
      await html.evaluate(wearPageTheme, known);
    }
  }

  /** Makes the page narrower than the editor that holds it, which no layout of the whole window has to follow. */
  async makePageWide(width: number): Promise<void> {
    await this.#pageFrame.evaluate((frame, px) => (frame.style.width = `${px}px`), width);
    await expect.poll(() => this.webview.locator('html').evaluate(({ ownerDocument }) => ownerDocument.defaultView?.innerWidth)).toBe(width);
  }

  /** Runs a command by its title in the palette, category included: `Workflow Jobs: Refresh`. */
  async runCommand(title: string): Promise<void> {
    const row = this.quickInputRows.filter({ has: this.page.getByText(title, { exact: true }) }).first();
    // The palette lists an extension's commands only once its host is up, and does not add them while it is open.
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('F1');
      await expect(this.quickInputBox).toHaveValue(/^>/, { timeout: 6000 });
      await this.quickInputBox.fill(`>${title}`, { timeout: 6000 });
      await expect(row).toBeVisible({ timeout: 6000 });
    }).toPass({ timeout: 60_000 });
    await this.acceptRow(row);
  }

  /** Runs **Start Job…** up to its picker: what is typed before would go to the palette. */
  async startJob(): Promise<void> {
    await this.runCommand('Workflow Jobs: Start Job…');
    await expect(this.quickInput.locator('.quick-input-title')).toHaveText(/^Start Job\b/);
  }

  /** Moves to a row of the open picker, by keyboard: rows that arrive late move the others under a mouse. */
  async focusRow(row: Locator): Promise<void> {
    await expect(async () => {
      if (!/\bfocused\b/.test((await row.getAttribute('class', { timeout: 1000 })) ?? '')) await this.quickInputBox.press('ArrowDown', { timeout: 1000 });
      await expect(row).toHaveClass(/\bfocused\b/, { timeout: 200 });
    }).toPass({ intervals: [0], timeout: 20_000 });
  }

  /** Chooses a row of the open picker, by keyboard, and waits until the picker has gone or another question stands there. */
  async acceptRow(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    await this.#answer(async () => {
      await this.focusRow(row);
      await this.quickInputBox.press('Enter', { timeout: 1000 });
    });
  }

  /** Chooses a row of the open picker, by mouse. */
  async clickChoice(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    await this.#answer(() => row.click({ timeout: 2000 }));
  }

  /** Ticks a row of the open picker in which several can be chosen. */
  async tickRow(row: Locator): Promise<void> {
    const box = row.getByRole('checkbox');
    await expect(async () => {
      await this.focusRow(row);
      // In the box, Space would be typed.
      if (!(await box.isChecked({ timeout: 1000 }))) await this.quickInput.getByRole('listbox').press('Space', { timeout: 1000 });
      await expect(box).toBeChecked({ timeout: 1000 });
    }).toPass({ timeout: 20_000 });
  }

  /** Presses Enter until what is asked has been answered. */
  async acceptInput(): Promise<void> {
    await this.#answer(() => this.quickInputBox.press('Enter', { timeout: 1000 }));
  }

  /** Leaves what is asked without an answer. */
  async leaveInput(): Promise<void> {
    await this.#answer(() => this.quickInputBox.press('Escape', { timeout: 1000 }));
  }

  async #answer(act: () => Promise<void>): Promise<void> {
    // A picker that asks for more hides between two questions.
    let before: string | null = null;
    await expect.poll(async () => (before = await this.#question())).not.toBeNull();
    await expect(async () => {
      if ((await this.#question()) === before) await act();
      await expect.poll(() => this.#question(), { intervals: [20, 50, 100, 250], timeout: 3000 }).not.toBe(before);
    }).toPass({ timeout: 40_000 });
  }

  /** Tells one question of the quick input from the next; null where none is asked. */
  async #question(): Promise<string | null> {
    const asked = await this.quickInput.evaluateAll((widgets) => {
      const widget = widgets.find((each) => each.getClientRects().length > 0);
      return widget && [widget.querySelector('.quick-input-title')?.textContent, widget.querySelector('.quick-input-box input')?.getAttribute('placeholder')];
    });
    return asked === undefined ? null : JSON.stringify(asked);
  }

  /** Shows a view container of the activity bar, and waits until its views are ready. */
  async openViewContainer(title: string): Promise<void> {
    const tab = this.page.locator('.part.activitybar').getByRole('tab', { name: title });
    const sidebar = this.page.locator('.part.sidebar');
    const heading = sidebar.getByRole('heading', { name: title });
    await tab.waitFor({ timeout: 60_000 });
    await expect(async () => {
      // A click on the tab of the open container would close it; one that is still opening is only waited for.
      const isOpening = (await tab.getAttribute('aria-selected')) === 'true' && (await sidebar.isVisible());
      if (!isOpening) await tab.click({ timeout: 5000 });
      await expect(heading).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    // Away from the tab, whose hover would cover the views.
    await this.page.mouse.move(0, 0);
    await this.#viewsReady();
  }

  /** A view of the open container: its header, toolbar, message and rows. */
  view(title: string): Locator {
    return this.page.locator('.part.sidebar .pane').filter({ has: this.page.locator(`.pane-header[aria-label^="${title}"]`) });
  }

  /** A button of what an empty view says; the view's header may have one of the same name. */
  welcomeButton(view: string, name: string): Locator {
    return this.view(view).locator('.welcome-view-content').getByRole('button', { name, exact: true });
  }

  /** The rows of a view that are drawn: those in sight. */
  rows(view: string): Locator {
    return this.view(view).getByRole('treeitem');
  }

  /** A row by what a screen reader says. */
  row(view: string, spoken: RegExp): Locator {
    return this.view(view).getByRole('treeitem', { name: spoken });
  }

  /** What stands beside a view's name. */
  viewDescription(view: string): Locator {
    return this.view(view).locator('.pane-header .description');
  }

  /** What the drawn rows show and say to a screen reader, from top to bottom; `place` counts siblings from 1. */
  async readRows(view: string) {
    const list = await this.view(view).locator('.monaco-list').boundingBox();
    const rows = await this.rows(view).evaluateAll((elements) =>
      elements.map((element) => ({
        place: Number(element.getAttribute('aria-posinset')),
        order: Number(element.getAttribute('data-index')),
        label: element.querySelector('.label-name')?.textContent ?? '',
        spoken: element.getAttribute('aria-label') ?? '',
        bottom: element.getBoundingClientRect().bottom,
      })),
    );
    return rows.sort((one, other) => one.order - other.order).map((row) => ({ ...row, isInSight: row.bottom > (list?.y ?? 0) + 1 }));
  }

  async labels(view: string): Promise<string[]> {
    return (await this.readRows(view)).map(({ label }) => label);
  }

  /** The place of the first row in sight, from 1. */
  async topRow(view: string): Promise<number | undefined> {
    return (await this.readRows(view)).find(({ isInSight }) => isInSight)?.place;
  }

  /** Turns the mouse wheel over a view until the row is in sight. */
  async scrollTo(row: Locator, view: string, direction: 'up' | 'down'): Promise<void> {
    await this.rows(view).first().hover();
    await expect(async () => {
      await this.page.mouse.wheel(0, direction === 'down' ? 400 : -400);
      await expect(row).toBeInViewport({ timeout: 100 });
    }).toPass({ intervals: [0] });
  }

  /** Moves the keyboard focus into a view. */
  async focusView(title: string): Promise<void> {
    await expect(async () => {
      await this.runCommand(`Workflow Jobs: Focus on ${title} View`);
      await expect(this.view(title).locator('.monaco-list:focus-within')).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
  }

  /** Presses keys until a row has the focus: a tree draws later than the description beside its name, and drawing may move the focus. */
  async moveTo(row: Locator, ...keys: string[]): Promise<void> {
    await expect(async () => {
      for (const key of keys) await this.page.keyboard.press(key);
      await expect(row).toHaveClass(/\bfocused\b/, { timeout: 500 });
    }).toPass({ intervals: [0], timeout: 20_000 });
  }

  /** Presses a button of a view's toolbar, which shows while the mouse is over the view. */
  async pressViewButton(view: string, name: string): Promise<void> {
    await expect(async () => {
      // Away from a row, whose tooltip would cover the view.
      await this.page.mouse.move(0, 0);
      await this.view(view).hover({ timeout: 2000 });
      await this.view(view).getByRole('button', { name, exact: true }).click({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
  }

  /** Chooses from the menu of a view's toolbar, by mouse. */
  async chooseFromViewMenu(view: string, name: string): Promise<void> {
    await this.#choose(
      () => this.pressViewButton(view, 'More Actions...'),
      () => this.menu.getByRole('menuitem', { name, exact: true }).click({ timeout: 2000 }),
    );
  }

  /** Folds a view to its header. */
  async collapseView(title: string): Promise<void> {
    const header = this.view(title).locator('.pane-header');
    await expect(async () => {
      // Left of the buttons, which reach to the middle of a narrow header.
      if ((await header.getAttribute('aria-expanded')) === 'true') await header.click({ position: { x: 12, y: 8 }, timeout: 2000 });
      await expect(header).toHaveAttribute('aria-expanded', 'false', { timeout: 3000 });
    }).toPass({ timeout: 20_000 });
  }

  /** Opens a row that has children, by mouse. */
  async expandRow(row: Locator): Promise<void> {
    await expect(async () => {
      if ((await row.getAttribute('aria-expanded', { timeout: 5000 })) !== 'true') await row.click({ timeout: 2000 });
      await expect(row).toHaveAttribute('aria-expanded', 'true', { timeout: 3000 });
    }).toPass({ timeout: 30_000 });
  }

  /** Clicks a row until what it brings is there: a click on a row that the tree is drawing anew selects it and does nothing more. */
  async clickRow(row: Locator, bringsWhat: (options: { timeout: number }) => Promise<unknown>): Promise<void> {
    await expect(async () => {
      if (await row.isVisible()) await row.click({ timeout: 5000 });
      await bringsWhat({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
  }

  /** Connects to a service with fewer jobs than the sandbox, and opens the page of the first. */
  async openFirstJob(baseUrl: string): Promise<void> {
    await this.set({ 'workflowJobs.baseUrl': baseUrl });
    await this.openViewContainer('Workflow Jobs');
    // The sandbox has thousands of jobs, whose rows may still be in sight.
    await this.openPage(this.row('Jobs', /, 1 of \d{1,3}$/));
  }

  /** Opens a job page by a click on its row; `shown` tells it from the one that was there before. */
  async openPage(row: Locator, shown: Locator = this.webview.getByRole('heading', { level: 1 })): Promise<void> {
    await this.clickRow(row, (options) => expect(shown).toBeVisible(options));
  }

  /** Waits until keys go to the visible page. */
  async pageTakesFocus(): Promise<void> {
    await expect.poll(() => this.webview.locator('html').evaluate((html) => html.ownerDocument.hasFocus())).toBe(true);
  }

  /** The tooltip of an element. */
  async hover(element: Locator): Promise<Locator> {
    const hover = this.page.locator('.workbench-hover:visible');
    await expect(async () => {
      await this.page.mouse.move(0, 0);
      await element.hover({ timeout: 2000 });
      await expect(hover).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 20_000 });
    return hover;
  }

  /** Presses an icon of a row, which shows while the mouse is over the row. */
  async pressRowButton(row: Locator, name: string): Promise<void> {
    await expect(async () => {
      await row.hover({ timeout: 2000 });
      await row.getByRole('button', { name, exact: true }).click({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
  }

  /** Chooses from a row's menu by mouse. */
  async chooseFromRowMenu(row: Locator, name: string): Promise<void> {
    await this.#choose(
      () => row.click({ button: 'right', timeout: 2000 }),
      // A menu that has just opened takes no click: it may be the end of the one that opened it.
      () => this.menu.getByRole('menuitem', { name, exact: true }).click({ timeout: 2000 }),
    );
  }

  /** Chooses by keyboard from the menu of the row that has the focus. */
  async chooseFromFocusedRowMenu(name: string): Promise<void> {
    const item = this.menu.locator('.action-item.focused');
    await this.#choose(
      () => this.openFocusedRowMenu(),
      async () => {
        await expect(async () => {
          await this.page.keyboard.press('ArrowDown');
          await expect(item).toHaveText(name, { timeout: 200 });
        }).toPass({ intervals: [0], timeout: 5000 });
        await this.page.keyboard.press('Enter');
      },
    );
  }

  /** Opens the menu of the row that has the focus, by keyboard. */
  async openFocusedRowMenu(): Promise<void> {
    await expect(async () => {
      if (!(await this.menu.isVisible())) await this.page.keyboard.press('Shift+F10');
      await expect(this.menu).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
  }

  async #choose(open: () => Promise<void>, choose: () => Promise<void>): Promise<void> {
    let isChosen = false;
    await expect(async () => {
      if (!(await this.menu.isVisible())) {
        if (isChosen) return;
        await open();
      }
      await choose();
      isChosen = true;
      await expect(this.menu).toBeHidden({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
  }

  /** The menu that is open. */
  get menu(): Locator {
    return this.page.locator('.monaco-menu:visible');
  }

  /** A notification by its text, in the notification center: VS Code shows no toasts while it is driven. */
  async notification(text: string | RegExp): Promise<Locator> {
    const notification = this.#notificationCenter.locator('.notification-list-item').filter({ hasText: text });
    await expect(async () => {
      if (!(await this.#notificationCenter.isVisible())) await this.page.locator('.part.statusbar').getByRole('button', { name: /notification/i }).click();
      // The hover of the bell would cover the buttons.
      await this.page.mouse.move(0, 0);
      await expect(notification).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    return notification;
  }

  clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  get #pageFrame(): Locator {
    return this.page.locator('iframe.webview.ready:visible');
  }

  /** The document of the visible webview. */
  get webview(): FrameLocator {
    return this.#pageFrame.contentFrame().locator('iframe#active-frame').contentFrame();
  }

  /** One picture per theme, without what merely hovers; ends in the dark one. */
  async screenshots(name: string): Promise<void> {
    if (!takesPictures) return;
    await this.page.mouse.move(0, 0);
    await expect(this.page.locator('.part.sidebar .monaco-progress-container.active')).toHaveCount(0);
    for (const theme of ['light', 'highContrast', 'dark'] as const) {
      await this.useTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
  }

  async screenshot(name: string): Promise<void> {
    if (takesPictures) await this.page.screenshot({ path: join(testResultsFolder, 'e2e/screenshots', `${name}.png`), animations: 'disabled' });
  }
}

function readPageTheme({ ownerDocument: { documentElement, body } }: Element): PageTheme {
  const names = ['class', 'data-vscode-theme-id', 'data-vscode-theme-kind', 'data-vscode-theme-name'];
  return { style: documentElement.style.cssText, body: Object.fromEntries(names.map((name) => [name, body.getAttribute(name) ?? ''])) };
}

function wearPageTheme({ ownerDocument: { documentElement, body } }: Element, theme: PageTheme): void {
  documentElement.style.cssText = theme.style;
  for (const [name, value] of Object.entries(theme.body)) body.setAttribute(name, value);
}
