import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from './browser.ts';

export interface WindowOptions {
  /** Port of the VS Code server. */
  readonly port: number;
  /** Folder or workspace file to open. Null opens an empty window. */
  readonly folder: string | null;
  readonly extensionFolders: readonly string[];
  /** File that exports a `run()` function, which runs a test suite in the extension host. */
  readonly suite?: string;
}

/** Returns the URL of a VS Code window that loads the extensions under development. */
export function windowUrl({ port, folder, extensionFolders, suite }: WindowOptions): string {
  const remote = (path: string) =>
    `vscode-remote://127.0.0.1:${port}${pathToFileURL(path).pathname}`;
  const payload = [
    ...extensionFolders.map((extension) => ['extensionDevelopmentPath', remote(extension)]),
    ...(suite === undefined ? [] : [['extensionTestsPath', remote(suite)]]),
  ];
  const url = new URL(`http://127.0.0.1:${port}/`);
  if (folder === null) url.searchParams.set('ew', 'true');
  else {
    url.searchParams.set(
      folder.endsWith('.code-workspace') ? 'workspace' : 'folder',
      decodeURIComponent(pathToFileURL(folder).pathname),
    );
  }
  url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** Launches a headless browser. */
export async function launchBrowser(): Promise<Browser> {
  // The caller handles signals, because it must also end other processes.
  return chromium.launch({
    executablePath: await findBrowser(),
    args: browserArguments,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

export async function openWindow(page: Page, options: WindowOptions): Promise<void> {
  await page.goto(windowUrl(options), { waitUntil: 'commit' });
}
