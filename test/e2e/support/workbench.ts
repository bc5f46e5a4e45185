import { expect, type FrameLocator, type Locator, type Page, type ViewportSize } from '@playwright/test';
import {
  quietSettings,
  writeKeybindings,
  writeUserSettings,
  type Settings,
  type VscodeServer,
} from '../../support/vscode/server.ts';
import { openWindow, type WindowOptions } from '../../support/vscode/window.ts';

/**
 * Names of VS Code's own themes, and the ends of their ids: its default ones, and those for high contrast.
 */
const themeLooks = {
  light: { name: 'Light 2026', id: /\b2026-light-json\b/ },
  dark: { name: 'Dark 2026', id: /\b2026-dark-json\b/ },
  highContrast: { name: 'Default High Contrast', id: /\bhc_black-json\b/ },
  highContrastLight: { name: 'Default High Contrast Light', id: /\bhc_light-json\b/ },
} as const;
export type Theme = keyof typeof themeLooks;
export const themes = Object.keys(themeLooks) as Theme[];

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
      // Its effect tells that all before it is done.
      { command: 'workbench.action.quickOpen', args: '>tidied' },
    ],
  },
};
let takenOver = 0;

// Keybindings of the commands themselves would stand in the tooltips of their buttons.
const startInvoiceApproval = {
  key: 'ctrl+alt+j',
  command: 'runCommands',
  args: { commands: [{ command: 'workflowJobs.startJob', args: 'wf_invoice_approval' }] },
};
const refreshJobs = {
  key: 'ctrl+alt+r',
  command: 'runCommands',
  args: { commands: ['workflowJobs.refreshJobs'] },
};
const openExtensionPage = {
  key: 'ctrl+alt+e',
  command: 'extension.open',
  args: 'workflow-jobs.workflow-jobs',
};

/** A late page that takes the focus leaves the palette open. */
const windowSettings: Settings = {
  'workbench.quickOpen.closeOnFocusLost': false,
  'workflowJobs.autoRefresh': 0,
};

/**
 * A VS Code window as a person sees it. What it does to the window it does once, in a state in which that
 * must work, and then it waits for the effect.
 */
export class Workbench {
  readonly page: Page;
  /** The input, list and messages of the palette, of pickers and of input boxes. */
  readonly quickInput: Locator;
  readonly quickInputRows: Locator;
  /**
   * Where one types. Keys are pressed on it, so that they arrive although something else took the focus
   * meanwhile.
   */
  readonly quickInputBox: Locator;
  readonly #notificationCenter: Locator;
  readonly #server: VscodeServer;
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
    await writeUserSettings(this.#server.dataFolder, { ...windowSettings, ...this.#settings });
    await writeKeybindings(this.#server.dataFolder, [
      tidyUp,
      startInvoiceApproval,
      refreshJobs,
      openExtensionPage,
    ]);
    await openWindow(this.page, window);
    await this.#ready();
  }

  /** Makes an open window as it was when it opened: nothing shown or connected, then these settings. */
  async takeOver(viewport: ViewportSize | null): Promise<void> {
    if (viewport) await this.page.setViewportSize(viewport);
    await this.#save({});
    await this.page.keyboard.press('Control+Alt+Shift+Backspace');
    await expect(this.quickInputBox).toHaveValue('>tidied');
    // Until it has looked for commands, Escape is lost.
    await expect(this.quickInputRows.getByText('No matching commands', { exact: true })).toBeVisible();
    await this.quickInputBox.press('Escape');
    await expect(this.quickInput).toBeHidden();
    await expect(this.page.locator('.part.editor .tab')).toHaveCount(0);
    await expect(this.welcomeButton('Jobs', 'Set Base URL…')).toBeVisible();
    await this.page.keyboard.press('Control+Shift+E');
    await expect(
      this.page.locator('.part.sidebar').getByRole('heading', { name: 'Explorer', exact: true }),
    ).toBeVisible();
    // The settings have arrived with their title.
    const title = `Window ${++takenOver}`;
    await this.set({ 'window.title': title });
    await expect(this.page).toHaveTitle(new RegExp(`${title}$`));
  }

  /** As the palette does it: a reload by the browser would not wait until the window's state is saved. */
  async reload(): Promise<void> {
    const showsJobs = await this.view('Jobs').isVisible();
    const reloaded = this.page.waitForEvent('domcontentloaded');
    await this.focusRow(await this.#findCommand('Developer: Reload Window'));
    await this.quickInputBox.press('Enter');
    await reloaded;
    await this.#ready();
    if (showsJobs) await this.#viewsReady();
  }

  async #ready(): Promise<void> {
    await expect(this.page.locator('.monaco-workbench .part.statusbar')).toBeVisible({ timeout: 60_000 });
    // Until then VS Code opens the view container and the editors of the last time.
    await this.page.waitForFunction(() => (globalThis as unknown as Partial<InWindow>).driver !== undefined);
    await this.page.evaluate(() => (globalThis as unknown as InWindow).driver.whenWorkbenchRestored());
    // The commands of extensions are known once their view containers are.
    await expect(this.page.locator('.part.activitybar .action-label[class*=workflowJobs]')).toBeVisible({
      timeout: 60_000,
    });
  }

  /**
   * Waits until an extension has said what is in each open view of the sidebar: a busy machine is late to
   * start extensions.
   */
  async #viewsReady(): Promise<void> {
    const openViews = this.page
      .locator('.part.sidebar .pane')
      .filter({ has: this.page.locator('.pane-header[aria-expanded=true]') });
    const answers = this.page.locator('[role=treeitem], .welcome-view-content');
    await expect(openViews.filter({ has: answers }).first()).toBeVisible({ timeout: 60_000 });
    await expect(openViews.filter({ hasNot: answers })).toHaveCount(0, { timeout: 60_000 });
  }

  /** Changes the user's settings; the window follows by itself. `undefined` removes one. */
  async set(settings: Settings): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    await this.#save(this.#settings);
  }

  /**
   * Saves the user's settings with the window itself: VS Code's server does not tell it of changes by others,
   * as a desktop does.
   */
  async #save(settings: Settings): Promise<void> {
    await this.page.evaluate(
      saveUserSettings,
      JSON.stringify({ ...quietSettings, ...windowSettings, ...settings }),
    );
  }

  async useTheme(theme: Theme): Promise<void> {
    const { name, id } = themeLooks[theme];
    await this.set({ 'workbench.colorTheme': name });
    await expect(this.page.locator('.monaco-workbench').first()).toHaveClass(id);
    const page = this.webview.locator('body');
    if (await page.isVisible()) await expect(page).toHaveAttribute('data-vscode-theme-id', name);
  }

  /** Runs a command by its title in the palette, category included: `Workflow Jobs: Refresh`. */
  async runCommand(title: string): Promise<void> {
    await this.acceptRow(await this.#findCommand(title));
  }

  async #findCommand(title: string): Promise<Locator> {
    const row = this.quickInputRows.filter({ has: this.page.getByText(title, { exact: true }) }).first();
    await this.#pagesLoaded();
    await this.page.keyboard.press('F1');
    await expect(this.quickInputBox).toHaveValue(/^>/);
    await this.quickInputBox.fill(`>${title}`);
    await expect(row).toBeVisible();
    return row;
  }

  /** Waits until no visible page is loading: one that has the focus would lose the keys that are pressed. */
  async #pagesLoaded(): Promise<void> {
    for (const page of await this.page.locator('iframe.webview:visible').all()) {
      await expect(page.contentFrame().locator('iframe')).toHaveCount(1);
      await expect(page.contentFrame().locator('iframe#active-frame')).toHaveCount(1);
    }
  }

  /** Runs **Start Job…** up to its picker: what is typed before would go to the palette. */
  async startJob(): Promise<void> {
    await this.runCommand('Workflow Jobs: Start Job…');
    await expect(this.quickInput.locator('.quick-input-title')).toHaveText(/^Start Job\b/);
  }

  /** Moves to a row of the open picker, by keyboard: rows that arrive late move the others under a mouse. */
  async focusRow(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    await this.#pressUntilFocused(row, this.quickInputRows, () => this.quickInputBox.press('ArrowDown'));
  }

  /** Goes down from one to the next of these until one has the focus. */
  async #pressUntilFocused(wanted: Locator, among: Locator, goDown: () => Promise<void>): Promise<void> {
    const focused = () =>
      among.evaluateAll((each) => {
        const at = each.findIndex(({ classList }) => classList.contains('focused'));
        return each[at]?.getAttribute('data-index') ?? at;
      });
    const isFocused = () => wanted.evaluate(({ classList }) => classList.contains('focused'));
    for (let steps = 0; steps < 60 && !(await isFocused()); steps++) {
      const before = await focused();
      await goDown();
      // A late filter can leave the wanted row alone, at the place that had the focus before.
      await expect
        .poll(async () => (await isFocused()) || (await focused()) !== before, {
          intervals: [10, 20, 50, 100],
        })
        .toBe(true);
    }
    await expect(wanted).toHaveClass(/\bfocused\b/);
  }

  /**
   * Chooses a row of the open picker, by keyboard, and waits until the picker has gone or another question
   * stands there.
   */
  async acceptRow(row: Locator): Promise<void> {
    await this.#answer(async () => {
      await this.focusRow(row);
      await this.quickInputBox.press('Enter');
    });
  }

  /** Chooses a row of the open picker, by mouse. */
  async clickChoice(row: Locator): Promise<void> {
    await this.#answer(() => row.click());
  }

  /** Answers what is asked with Enter. */
  async acceptInput(): Promise<void> {
    await this.#answer(() => this.quickInputBox.press('Enter'));
  }

  /** Leaves what is asked without an answer. */
  async leaveInput(): Promise<void> {
    // It would take the key for itself.
    if (await this.#notificationCenter.isVisible()) {
      await this.page.keyboard.press('Escape');
      await expect(this.#notificationCenter).toBeHidden();
    }
    await this.#answer(() => this.quickInputBox.press('Escape'));
  }

  async #answer(act: () => Promise<void>): Promise<void> {
    // A picker that asks for more hides between two questions.
    let before: string | null = null;
    await expect.poll(async () => (before = await this.#question())).not.toBeNull();
    await expect(this.quickInput.locator('.monaco-progress-container.active')).toHaveCount(0);
    await act();
    await expect.poll(() => this.#question(), { intervals: [20, 50, 100, 250] }).not.toBe(before);
  }

  /** Tells one question of the quick input from the next; null where none is asked. */
  async #question(): Promise<string | null> {
    const asked = await this.quickInput.evaluateAll((widgets) => {
      const widget = widgets.find((each) => each.getClientRects().length > 0);
      return (
        widget && [
          widget.querySelector('.quick-input-title')?.textContent,
          widget.querySelector('.quick-input-box input')?.getAttribute('placeholder'),
        ]
      );
    });
    return asked === undefined ? null : JSON.stringify(asked);
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
    // Away from the tab, whose hover would cover the views.
    await this.page.mouse.move(0, 0);
    await this.#viewsReady();
  }

  /** A view of the open container: its header, toolbar, message and rows. */
  view(title: string): Locator {
    return this.page
      .locator('.part.sidebar .pane')
      .filter({ has: this.page.locator(`.pane-header[aria-label^="${title}"]`) });
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
  row(view: string, ariaLabel: RegExp): Locator {
    return this.view(view).getByRole('treeitem', { name: ariaLabel });
  }

  /** The row of a job in the list without groups, not in the group of watched jobs. */
  jobRow(key: string): Locator {
    const first = this.view('Jobs').locator('[role=treeitem][aria-level="1"]');
    return this.row('Jobs', new RegExp(`(^|\\bkey )${key}\\b`)).and(first);
  }

  /** The row of a job of the sandbox by its place in the list, from 1. */
  sandboxRow(place: number, jobs = 4213): Locator {
    return this.jobRow(`job_${String(jobs + 1 - place).padStart(6, '0')}`);
  }

  /** What stands beside a view's name. */
  viewDescription(view: string): Locator {
    return this.view(view).locator('.pane-header .description');
  }

  /**
   * What the drawn rows show and say to a screen reader, from top to bottom; `place` counts siblings from 1.
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
      .sort((one, other) => one.order - other.order)
      .map((row) => ({ ...row, isInSight: row.bottom > (list?.y ?? 0) + 1 }));
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
    for (let turns = 0; turns < 60 && !(await isInSight(row)); turns++) {
      // A row's tooltip would take the wheel.
      await this.page.mouse.move(0, 0);
      await this.view(view).locator('.monaco-list').hover();
      const before = await this.topRow(view);
      await this.page.mouse.wheel(0, direction === 'down' ? 400 : -400);
      // At its end a list no longer moves, and may still be drawing the row.
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
   * Waits until a tree has this many rows at its first level: it is drawn later than the description beside
   * its name.
   */
  async hasRows(view: string, count: number): Promise<void> {
    await expect(this.view(view).locator('[role=treeitem][aria-level="1"]').first()).toHaveAttribute(
      'aria-setsize',
      String(count),
    );
  }

  /** Presses keys that lead to a row. */
  async moveTo(row: Locator, ...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    await expect(row).toHaveClass(/\bfocused\b/);
  }

  /** Presses a button of a view's toolbar, which shows while the mouse is over the view. */
  async pressViewButton(view: string, name: string): Promise<void> {
    // Away from a row, whose tooltip would cover the view.
    await this.page.mouse.move(0, 0);
    await this.view(view).locator('.pane-header').hover();
    await this.view(view).getByRole('button', { name, exact: true }).click();
  }

  /** Chooses from the menu of a view's toolbar, by mouse. */
  async chooseFromViewMenu(view: string, name: string): Promise<void> {
    await this.pressViewButton(view, 'More Actions...');
    await this.#clickInMenu(name);
  }

  async closeEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
    await expect(this.page.locator('.part.editor .tab')).toHaveCount(0);
  }

  /** Opens a row that has children, by mouse. */
  async expandRow(row: Locator): Promise<void> {
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
  }

  /** Connects to a service with fewer jobs than the sandbox, and opens the page of the first. */
  async openFirstJob(baseUrl: string): Promise<void> {
    await this.set({ 'workflowJobs.baseUrl': baseUrl });
    await this.openViewContainer();
    // The sandbox has thousands of jobs. Its rows remain visible, and clickable, until the tree is rendered.
    const description = this.viewDescription('Jobs');
    await expect(description).toHaveText(/^\d+ of \d{1,3}$/);
    await this.hasRows('Jobs', Number.parseInt(await description.innerText(), 10));
    await this.openPage(this.rows('Jobs').first());
  }

  /**
   * Opens a job page by a click on its row, which keeps the focus; `shown` tells it from the one that was
   * there before.
   */
  async openPage(
    row: Locator,
    shown: Locator = this.webview.getByRole('heading', { level: 1 }),
  ): Promise<void> {
    await row.click();
    await expect(shown).toBeVisible();
  }

  /** Waits until keys go to the visible page. */
  async pageTakesFocus(): Promise<void> {
    await expect
      .poll(() => this.webview.locator('html').evaluate((html) => html.ownerDocument.hasFocus()))
      .toBe(true);
  }

  /** The tooltip of an element. */
  async hover(element: Locator): Promise<Locator> {
    const hover = this.page.locator('.workbench-hover:visible');
    await this.page.mouse.move(0, 0);
    await element.hover();
    await expect(hover).toBeVisible();
    return hover;
  }

  /** Presses an icon of a row, which shows while the mouse is over the row. */
  async pressRowButton(row: Locator, name: string): Promise<void> {
    await row.hover();
    await row.getByRole('button', { name, exact: true }).click();
  }

  /** Chooses from a row's menu by mouse, or from a submenu of it. */
  async chooseFromRowMenu(row: Locator, name: string, submenu?: string): Promise<void> {
    await row.click({ button: 'right' });
    if (submenu !== undefined) await this.menu.getByRole('menuitem', { name: submenu, exact: true }).hover();
    await this.#clickInMenu(name);
  }

  async #clickInMenu(name: string): Promise<void> {
    const item = this.menu.getByRole('menuitem', { name, exact: true });
    await expect(item).toBeVisible();
    // For its first 100 ms a menu takes no click, which may be the end of the one that opened it: a later
    // timer of the window ends later.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await item.click();
    await expect(this.menu).toHaveCount(0);
    await this.page.mouse.move(0, 0);
  }

  /** Chooses by keyboard from the menu of the row that has the focus. */
  async chooseFromFocusedRowMenu(name: string): Promise<void> {
    await this.openFocusedRowMenu();
    const items = this.menu.locator('.action-item');
    await this.#pressUntilFocused(items.filter({ hasText: name }).first(), items, () =>
      this.page.keyboard.press('ArrowDown'),
    );
    await this.page.keyboard.press('Enter');
    await expect(this.menu).toBeHidden();
  }

  /** Opens the menu of the row that has the focus, by keyboard. */
  async openFocusedRowMenu(): Promise<void> {
    await this.page.keyboard.press('Shift+F10');
    await expect(this.menu).toBeVisible();
  }

  /** The menu that is open. */
  get menu(): Locator {
    return this.page.locator('.monaco-menu:visible');
  }

  /** A notification by its text, in the notification center: VS Code shows no toasts while it is driven. */
  async notification(text: string | RegExp): Promise<Locator> {
    const notification = await this.shownNotification(text);
    // For a moment, the list draws one that moves down twice.
    await expect(notification).toHaveCount(1);
    return notification;
  }

  /**
   * Waits for a notification in the center. Opens the center only if a new notification is there: if VS Code opens
   * an empty center, closes it, and opens it again, it draws each notification twice.
   */
  async shownNotification(text: string | RegExp): Promise<Locator> {
    const notification = this.#notificationCenter
      .locator('.notification-list-item')
      .filter({ hasText: text });
    const newBell = this.page.locator('.part.statusbar .codicon-bell-dot');
    // The center closes with its last notification, so it may have to be opened again for the one that is
    // looked for.
    const either = notification.or(newBell).first();
    await expect(either).toBeVisible({ timeout: 30_000 });
    while (!(await notification.first().isVisible())) {
      await newBell.click();
      // A second click would close the center.
      await expect(newBell).toBeHidden();
      // The hover of the bell would cover the buttons.
      await this.page.mouse.move(0, 0);
      await expect(either).toBeVisible({ timeout: 30_000 });
    }
    return notification;
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

/** What VS Code's window offers to tests, started as it is. */
interface InWindow {
  readonly driver: {
    whenWorkbenchRestored(): Promise<void>;
    readonly environmentService: { readonly userRoamingDataHome: FileUri };
    readonly fileService: {
      readFile(file: FileUri): Promise<{ value: { constructor: { fromString(text: string): unknown } } }>;
      writeFile(file: FileUri, content: unknown): Promise<unknown>;
    };
  };
}

interface FileUri {
  readonly path: string;
  with(change: { path: string }): FileUri;
}

/** Runs in the window. */
async function saveUserSettings(text: string): Promise<void> {
  const { environmentService, fileService } = (globalThis as unknown as InWindow).driver;
  const home = environmentService.userRoamingDataHome;
  const file = home.with({ path: `${home.path}/settings.json` });
  const { value } = await fileService.readFile(file);
  await fileService.writeFile(file, value.constructor.fromString(text));
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
