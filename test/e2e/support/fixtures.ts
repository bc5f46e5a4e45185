import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { serveSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { projectFolder } from '../../support/paths.ts';
import { installVscode } from '../../support/vscode/install.ts';
import { startService, type Handler, type Service } from '../../support/service/service.ts';
import {
  startVscodeServer,
  type Settings,
  type VscodeServer,
} from '../../support/vscode/server.ts';
import { collectFaults } from './faults.ts';
import { emptyFolder, openSharedWindow, type SharedWindow } from './sharedWindow.ts';
import { Workbench } from './workbench.ts';

type SandboxRequest = Parameters<NonNullable<SandboxOptions['onRequest']>>[0];

export interface WindowFixtures {
  /** Option: behavior of the sandbox service of this test. */
  sandboxOptions: SandboxOptions;
  /**
   * Option: user settings. The default of `workflowJobs.baseUrl` is the sandbox; `undefined`
   * removes it.
   */
  settings: Settings;
  /** Option: files of the workspace folder, by path. */
  files: Readonly<Record<string, string>>;
  /**
   * Option: folder or workspace file that the window opens, relative to the workspace
   * folder. null opens an empty window.
   */
  opens: string | null;
  /** Option: the extensions under development. */
  extensionFolders: readonly string[];
  /**
   * Uncaught errors of the extension and its pages. A test fails if this list is not empty at its
   * end.
   */
  faults: string[];
  /** The sandbox service of this test. */
  sandbox: Sandbox & { readonly requests: readonly SandboxRequest[] };
  /** Starts a service for this test. */
  serve: (handler: Handler) => Promise<Service>;
  /** The workspace folder of this test. */
  folder: string;
  /** A window with the extension, in the same state as a newly opened window. */
  workbench: Workbench;
}

export interface WorkerFixtures {
  /** Option: whether each test opens its own window. Otherwise, the tests share a window. */
  ownWindow: boolean;
  vscode: VscodeServer;
  /** Null if each test opens its own window. */
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
    // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      // The faulty extension does nothing until a test runs its commands.
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

  // Closes the browser instead of its context, because closing a context may wait forever for its
  // windows.
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
      expect(faults, 'uncaught errors in the window').toEqual([]);
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

  // eslint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
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

  workbench: [
    async ({ page, viewport, vscode, sandbox, folder, settings, opens, extensionFolders }, use) => {
      const workbench = new Workbench(page, vscode, {
        'workflowJobs.baseUrl': sandbox.url,
        ...settings,
      });
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
    // A busy machine may need a minute to open a window. This time does not count toward the time
    // limit of the test.
    { timeout: 180_000 },
  ],
});

export { expect } from '@playwright/test';
