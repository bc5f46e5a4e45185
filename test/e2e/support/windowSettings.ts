import type { Page } from '@playwright/test';
import {
  quietSettings,
  reducedWindow,
  writeKeybindings,
  writeUserSettings,
  type Settings,
} from '../../support/vscode/server.ts';

/** VS Code's default and high contrast themes, with the ends of their ids. */
export const themeLooks = {
  light: { name: 'Light 2026', id: /\b2026-light-json\b/ },
  dark: { name: 'Dark 2026', id: /\b2026-dark-json\b/ },
  highContrast: { name: 'Default High Contrast', id: /\bhc_black-json\b/ },
  highContrastLight: { name: 'Default High Contrast Light', id: /\bhc_light-json\b/ },
} as const;

export type Theme = keyof typeof themeLooks;

export const themes = Object.keys(themeLooks) as Theme[];

/** Closes and resets everything that the previous test may have left open. */
const resetWindow = {
  key: 'ctrl+alt+shift+backspace',
  command: 'runCommands',
  args: {
    commands: [
      'workbench.action.closeQuickOpen',
      'workbench.action.closeAllEditors',
      'workbench.action.closePanel',
      'notifications.clearAll',
      'notifications.hideList',
      'workflowJobs.fields.focus',
      'workflowJobs.jobs.focus',
      // When this command takes effect, all previous commands have finished.
      { command: 'workbench.action.quickOpen', args: '>tidied' },
    ],
  },
};

// Uses `runCommands`, because VS Code would add a direct keybinding of a command to the tooltip of the
// command's button.
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

const windowSettings: Settings = {
  ...reducedWindow,
  // The palette stays open even if a page takes the focus late.
  'workbench.quickOpen.closeOnFocusLost': false,
  'workflowJobs.autoRefresh': 0,
};

/** Writes the settings and keybindings of a window that is not open yet. */
export async function writeWindowSettings(dataFolder: string, settings: Settings): Promise<void> {
  await writeUserSettings(dataFolder, { ...windowSettings, ...settings });
  await writeKeybindings(dataFolder, [
    resetWindow,
    startInvoiceApproval,
    refreshJobs,
    openExtensionPage,
  ]);
}

/**
 * Saves the user settings in an open window. Unlike the desktop version, VS Code's server does not
 * notify the window of changes in the file.
 */
export async function saveWindowSettings(page: Page, settings: Settings): Promise<void> {
  await page.evaluate(
    saveUserSettings,
    JSON.stringify({ ...quietSettings, ...windowSettings, ...settings }),
  );
}

/** Waits until VS Code has restored the view container and the editors of the last session. */
export async function untilRestored(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (globalThis as unknown as Partial<InWindow>).driver !== undefined,
  );
  await page.evaluate(() => (globalThis as unknown as InWindow).driver.whenWorkbenchRestored());
}

/** The driver that VS Code's window offers to automated tests. */
interface InWindow {
  readonly driver: {
    whenWorkbenchRestored(): Promise<void>;
    readonly environmentService: { readonly userRoamingDataHome: FileUri };
    readonly fileService: {
      readFile(
        file: FileUri,
      ): Promise<{ value: { constructor: { fromString(text: string): unknown } } }>;
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
