import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { installVscode } from '../../support/vscode/install.ts';
import {
  startVscodeServer,
  writeUserSettings,
  type Settings,
} from '../../support/vscode/server.ts';
import { openWindow } from '../../support/vscode/window.ts';

export interface BenchWindowOptions {
  readonly browser: Browser;
  readonly scratch: string;
  /**
   * Folders of extensions to install. The extensions are not opened for development, because a
   * window supports only one extension under development.
   */
  readonly extensionFolders: readonly string[];
  readonly settings: Settings;
  /** Path of a file that exports a `run()` function, which runs in the extension host. */
  readonly suite?: string;
  /** Called before the window opens. */
  readonly prepare: (page: Page) => Promise<void>;
}

export interface BenchWindow {
  readonly page: Page;
  /** Folder for the settings and state of the server. */
  readonly dataFolder: string;
  close(): Promise<void>;
}

/** Opens a VS Code window with empty settings and state. */
export async function openBenchWindow({
  browser,
  scratch,
  extensionFolders,
  settings,
  suite,
  prepare,
}: BenchWindowOptions): Promise<BenchWindow> {
  const fresh = await mkdtemp(join(scratch, 'vscode-'));
  const dataFolder = join(fresh, 'server');
  const folder = join(fresh, 'workspace');
  const underDevelopment = join(fresh, 'nothing');
  await Promise.all([mkdir(folder), mkdir(underDevelopment)]);
  await install(extensionFolders, join(dataFolder, 'extensions'));
  await writeUserSettings(dataFolder, { 'workflowJobs.autoRefresh': 0, ...settings });
  if (suite !== undefined) {
    await writeFile(
      join(underDevelopment, 'package.json'),
      JSON.stringify({
        name: 'nothing',
        publisher: 'bench',
        version: '0.0.0',
        engines: { vscode: '^1.104.0' },
      }),
    );
  }
  const server = await startVscodeServer({ installation: await installVscode(), dataFolder });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const close = async () => {
    await context.close();
    await server.stop();
  };
  try {
    await prepare(page);
    await openWindow(page, {
      port: server.port,
      folder,
      extensionFolders: suite === undefined ? [] : [underDevelopment],
      ...(suite === undefined ? {} : { suite }),
    });
    return { page, dataFolder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function install(extensionFolders: readonly string[], into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  const installed = extensionFolders.map(async (from) => {
    const { publisher, name, version } = JSON.parse(
      await readFile(join(from, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    const folder = join(into, basename(from));
    await symlink(from, folder);
    return {
      identifier: { id: `${publisher}.${name}` },
      version,
      location: { $mid: 1, path: pathToFileURL(folder).pathname, scheme: 'file' },
      relativeLocation: basename(from),
    };
  });
  await writeFile(join(into, 'extensions.json'), JSON.stringify(await Promise.all(installed)));
}
