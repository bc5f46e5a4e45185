import { join } from 'node:path';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { testResultsFolder } from '../support/paths.ts';
import { writeMachineSettings, writeUserSettings, type Settings, type VscodeServer } from '../support/vscode/server.ts';
import { openWindow, type WindowOptions } from '../support/vscode/window.ts';

const themes = {
  light: { name: 'Light Modern', base: /\bvs\b(?!-)/ },
  dark: { name: 'Dark Modern', base: /\bvs-dark\b/ },
  highContrast: { name: 'Default High Contrast', base: /\bhc-black\b/ },
  highContrastLight: { name: 'Default High Contrast Light', base: /\bhc-light\b/ },
} as const;
export type Theme = keyof typeof themes;

/** A VS Code window as a person sees it. */
export class Workbench {
  readonly page: Page;
  /** The input, list and messages of the palette, of pickers and of input boxes. */
  readonly quickInput: Locator;
  readonly quickInputRows: Locator;
  readonly notifications: Locator;
  readonly #server: VscodeServer;
  #settings: Settings;

  constructor(page: Page, server: VscodeServer, settings: Settings) {
    this.page = page;
    this.quickInput = page.locator('.quick-input-widget');
    this.quickInputRows = this.quickInput.locator('.monaco-list-row');
    this.notifications = page.locator('.notifications-toasts .notification-list-item');
    this.#server = server;
    this.#settings = settings;
  }

  async open(window: WindowOptions): Promise<void> {
    await writeUserSettings(this.#server.dataFolder, {});
    await writeMachineSettings(this.#server.dataFolder, this.#settings);
    await openWindow(this.page, window);
    await this.#ready();
  }

  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'commit' });
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
    await this.set({ 'workbench.colorTheme': themes[theme].name });
    await expect(this.page.locator('.monaco-workbench').first()).toHaveClass(themes[theme].base);
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

  /** Chooses a row of the open picker, by keyboard: rows that arrive late move the others under a mouse. */
  async acceptRow(row: Locator): Promise<void> {
    await expect(row).toBeVisible();
    await expect(async () => {
      if (!/\bfocused\b/.test((await row.getAttribute('class')) ?? '')) await this.page.keyboard.press('ArrowDown');
      await expect(row).toHaveClass(/\bfocused\b/, { timeout: 200 });
    }).toPass();
    await this.page.keyboard.press('Enter');
  }

  /** Shows a view container of the activity bar. */
  async openViewContainer(title: string): Promise<void> {
    const tab = this.page.locator('.part.activitybar').getByRole('tab', { name: title });
    await tab.waitFor({ timeout: 60_000 });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
    await expect(this.page.locator('.part.sidebar').getByRole('heading', { name: title })).toBeVisible();
  }

  /** A view of the open container: its header, toolbar, message and rows. */
  view(title: string): Locator {
    return this.page.locator('.part.sidebar .pane').filter({ has: this.page.locator(`.pane-header[aria-label^="${title}"]`) });
  }

  rows(view: string): Locator {
    return this.view(view).getByRole('treeitem');
  }

  /** The document of the visible webview. */
  get webview(): FrameLocator {
    return this.page.locator('iframe.webview.ready:visible').contentFrame().locator('iframe#active-frame').contentFrame();
  }

  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: join(testResultsFolder, 'e2e/screenshots', `${name}.png`), animations: 'disabled' });
  }
}
