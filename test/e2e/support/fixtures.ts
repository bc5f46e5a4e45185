import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { serveSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { projectFolder } from '../../support/paths.ts';
import { installVscode } from '../../support/vscode/install.ts';
import { startService, type Handler, type Service } from '../../support/service/service.ts';
import { startVscodeServer, type Settings, type VscodeServer } from '../../support/vscode/server.ts';
import { collectFaults } from './faults.ts';
import { emptyFolder, openSharedWindow, type SharedWindow } from './sharedWindow.ts';
import { Workbench } from './workbench.ts';

type SandboxRequest = Parameters<NonNullable<SandboxOptions['onRequest']>>[0];

export interface WindowFixtures {
  /** Option: how the sandbox service of this test behaves. */
  sandboxOptions: SandboxOptions;
  /**
   * Option: settings beside `workflowJobs.baseUrl`, which is the sandbox unless it stands here; `undefined`
   * leaves it out.
   */
  settings: Settings;
  /** Option: files of the workspace folder, by path. */
  files: Readonly<Record<string, string>>;
  /**
   * Option: the folder or workspace file that a window of its own opens, as a path in the workspace folder;
   * null for none.
   */
  opens: string | null;
  /** Option: the extensions under development. */
  extensionFolders: readonly string[];
  /**
   * What the extension or a page threw and nobody caught. A test that leaves one here fails, whatever else it
   * shows.
   */
  faults: string[];
  /** The service of this test alone. */
  sandbox: Sandbox & { readonly requests: readonly SandboxRequest[] };
  /** Starts a service for this test alone. */
  serve: (handler: Handler) => Promise<Service>;
  /** The workspace folder of this test. */
  folder: string;
  /** A window with the extension, ready, and as if it had just been opened. */
  workbench: Workbench;
}

export interface WorkerFixtures {
  /** Option: whether each test opens a window of its own; otherwise they share one. */
  ownWindow: boolean;
  vscode: VscodeServer;
  /** Null where each test has its own. */
  keptWindow: SharedWindow | null;
}

export const test = base.extend<WindowFixtures, WorkerFixtures>({
  sandboxOptions: [{}, { option: true }],
  settings: [{}, { option: true }],
  files: [{}, { option: true }],
  opens: ['.', { option: true }],
  extensionFolders: [[projectFolder], { option: true }],
  ownWindow: [false, { option: true, scope: 'worker' }],

  vscode: [
    // eslint-disable-next-line no-empty-pattern -- it needs no other fixture, and Playwright reads the pattern
    async ({}, use) => {
      // The extension with faults does nothing until a test asks it to.
      const server = await startVscodeServer({
        installation: await installVscode(),
        installs: join(import.meta.dirname, 'faulty'),
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  keptWindow: [
    async ({ playwright, ownWindow }, use, { project }) => {
      const kept = ownWindow
        ? null
        : await openSharedWindow(await playwright.chromium.launch(), {
            ...project.use.contextOptions,
            viewport: project.use.viewport,
          });
      await use(kept);
      await kept?.close();
    },
    { scope: 'worker' },
  ],

  // A browser that does not let go of its windows is ended by force when it closes; a context of it would be
  // waited for without end.
  page: async ({ playwright, keptWindow }, use) => {
    if (keptWindow) return use(keptWindow.page);
    const browser = await playwright.chromium.launch();
    const context = await browser.newContext();
    await use(await context.newPage());
    await browser.close();
  },

  faults: [
    async ({ page, keptWindow }, use) => {
      const faults = keptWindow?.faults ?? collectFaults(page);
      faults.length = 0;
      await use(faults);
      expect(faults, 'thrown or rejected in the window, and caught by nobody').toEqual([]);
    },
    { auto: true },
  ],

  sandbox: async ({ sandboxOptions }, use) => {
    const requests: SandboxRequest[] = [];
    const onRequest = (request: SandboxRequest) => {
      requests.push(request);
      return sandboxOptions.onRequest?.(request);
    };
    const sandbox = await serveSandbox({ ...sandboxOptions, onRequest });
    await use({ ...sandbox, requests });
    await sandbox.close();
  },

  // eslint-disable-next-line no-empty-pattern -- it needs no other fixture, and Playwright reads the pattern
  serve: async ({}, use) => {
    const services: Service[] = [];
    await use(async (handler) => {
      const service = await startService(handler);
      services.push(service);
      return service;
    });
    for (const service of services) await service.close();
  },

  folder: async ({ files, keptWindow }, use) => {
    const scratch = keptWindow?.scratch ?? (await mkdtemp(join(tmpdir(), 'workflow-jobs-e2e-')));
    const folder = join(scratch, 'workspace');
    await mkdir(folder, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, text);
    }
    await use(folder);
    await (keptWindow ? emptyFolder(folder) : rm(scratch, { recursive: true, force: true }));
  },

  workbench: async ({ page, viewport, vscode, sandbox, folder, settings, opens, extensionFolders }, use) => {
    const workbench = new Workbench(page, vscode, { 'workflowJobs.baseUrl': sandbox.url, ...settings });
    const isOpen = page.url().startsWith('http');
    await (isOpen
      ? workbench.takeOver(viewport)
      : workbench.open({
          port: vscode.port,
          folder: opens === null ? null : join(folder, opens),
          extensionFolders,
        }));
    await use(workbench);
  },
});

export { expect } from '@playwright/test';
