import { join } from 'node:path';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { testResultsFolder } from '../support/paths.ts';
import { writeMachineSettings, writeUserSettings, type Settings, type VscodeServer } from '../support/vscode/server.ts';
import { openWindow, type WindowOptions } from '../support/vscode/window.ts';

/** Names of VS Code's own themes, and the ends of their ids. */
const themeLooks = {
  light: { name: 'Light Modern', id: /\blight_modern-json\b/ },
  dark: { name: 'Dark Modern', id: /\bdark_modern-json\b/ },
  highContrast: { name: 'Default High Contrast', id: /\bhc_black-json\b/ },
  highContrastLight: { name: 'Default High Contrast Light', id: /\bhc_light-json\b/ },
} as const;
export type Theme = keyof typeof themeLooks;
export const themes = Object.keys(themeLooks) as Theme[];

/** A row of a tree that is drawn. */
export interface DrawnRow {
  /** Among its siblings, from 1. */
  readonly place: number;
  readonly label: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly isInSight: boolean;
}

/** As much of an element as is read here: the compiler's DOM types would reach `src` too. */
interface RowElement {
  getAttribute(name: string): string | null;
  querySelector(selector: string): { readonly textContent: string | null } | null;
  getBoundingClientRect(): { readonly bottom: number };
}

/** A VS Code window as a person sees it. */
export class Workbench {
  readonly page: Page;
  /** The input, list and messages of the palette, of pickers and of input boxes. */
  readonly quickInput: Locator;
  readonly quickInputRows: Locator;
  readonly #notificationCenter: Locator;
  readonly #server: VscodeServer;
  #settings: Settings;

  constructor(page: Page, server: VscodeServer, settings: Settings) {
    this.page = page;
    this.quickInput = page.locator('.quick-input-widget');
    this.quickInputRows = this.quickInput.locator('.monaco-list-row');
    this.#notificationCenter = page.locator('.notifications-center');
    this.#server = server;
    this.#settings = settings;
  }

  async open(window: WindowOptions): Promise<void> {
    await writeUserSettings(this.#server.dataFolder, {});
    await writeMachineSettings(this.#server.dataFolder, this.#settings);
    await openWindow(this.page, window);
    await this.#ready();
  }

  /** As the palette does it: a reload by the browser would not wait until the window's state is saved. */
  async reload(): Promise<void> {
    const reloaded = this.page.waitForEvent('domcontentloaded');
    await this.runCommand('Developer: Reload Window');
    await reloaded;
    await this.#ready();
  }

  async #ready(): Promise<void> {
    await expect(this.page.locator('.monaco-workbench .part.statusbar')).toBeVisible({ timeout: 60_000 });
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

  /** Runs a command by its title in the palette, category included: `Workflow Jobs: Refresh`. */
  async runCommand(title: string): Promise<void> {
    const row = this.quickInputRows.filter({ has: this.page.getByText(title, { exact: true }) }).first();
    // The palette lists an extension's commands only once its host is up, and does not add them while it is open.
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('F1');
      await this.quickInput.locator('input').fill(`>${title}`);
      await expect(row).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await this.acceptRow(row);
  }

  /** Runs **Start Job…** up to its picker: what is typed before would go to the palette. */
  async startJob(): Promise<void> {
    await this.runCommand('Workflow Jobs: Start Job…');
    await expect(this.quickInput.locator('.quick-input-title')).toHaveText('Start Job');
  }

  /** Chooses a row of the open picker, by keyboard: rows that arrive late move the others under a mouse. */
  async acceptRow(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    await expect(async () => {
      if (!/\bfocused\b/.test((await row.getAttribute('class')) ?? '')) await this.page.keyboard.press('ArrowDown');
      await expect(row).toHaveClass(/\bfocused\b/, { timeout: 200 });
    }).toPass({ intervals: [0] });
    await this.page.keyboard.press('Enter');
  }

  /** Shows a view container of the activity bar. */
  async openViewContainer(title: string): Promise<void> {
    const tab = this.page.locator('.part.activitybar').getByRole('tab', { name: title });
    await tab.waitFor({ timeout: 60_000 });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    // Away from the tab, whose hover would cover the views.
    await this.page.mouse.move(0, 0);
    await expect(this.page.locator('.part.sidebar').getByRole('heading', { name: title })).toBeVisible();
  }

  /** A view of the open container: its header, toolbar, message and rows. */
  view(title: string): Locator {
    return this.page.locator('.part.sidebar .pane').filter({ has: this.page.locator(`.pane-header[aria-label^="${title}"]`) });
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

  /** What the drawn rows show and say, from top to bottom. */
  async readRows(view: string): Promise<DrawnRow[]> {
    const list = await this.view(view).locator('.monaco-list').boundingBox();
    const rows = await this.rows(view).evaluateAll((elements: RowElement[]) =>
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
    await this.runCommand(`Workflow Jobs: Focus on ${title} View`);
    await expect(this.view(title).locator('.monaco-list:focus-within')).toBeVisible();
  }

  /** Presses a button of a view's toolbar. */
  async pressViewButton(view: string, name: string): Promise<void> {
    await this.view(view).hover();
    await this.view(view).getByRole('button', { name, exact: true }).click();
  }

  /** A notification by its text, in the notification center: VS Code shows no toasts while it is driven. */
  async notification(text: string | RegExp): Promise<Locator> {
    const notification = this.#notificationCenter.locator('.notification-list-item').filter({ hasText: text });
    await expect(async () => {
      if (!(await this.#notificationCenter.isVisible())) await this.page.locator('.part.statusbar').getByRole('button', { name: /notification/i }).click();
      await expect(notification).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    return notification;
  }

  clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Lets the window follow a size at which everything is drawn, or a person has little room. */
  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewportSize({ width, height });
  }

  /** The document of the visible webview. */
  get webview(): FrameLocator {
    return this.page.locator('iframe.webview.ready:visible').contentFrame().locator('iframe#active-frame').contentFrame();
  }

  /** One picture per theme, without what merely hovers; ends in the dark one. */
  async screenshots(name: string): Promise<void> {
    await this.page.mouse.move(0, 0);
    await expect(this.page.locator('.part.sidebar .monaco-progress-container.active')).toHaveCount(0);
    for (const theme of ['light', 'highContrast', 'dark'] as const) {
      await this.useTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
  }

  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: join(testResultsFolder, 'e2e/screenshots', `${name}.png`), animations: 'disabled' });
  }
}
