import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { projectFolder } from '../support/paths.ts';
import { installVscode } from '../support/vscode/install.ts';
import { startVscodeServer, type Settings, type VscodeServer } from '../support/vscode/server.ts';
import { collectFaults } from './faults.ts';
import { Workbench } from './workbench.ts';

export interface WindowFixtures {
  /** Option: how the sandbox service of this test behaves. */
  sandboxOptions: SandboxOptions;
  /** Option: settings beside `workflowJobs.baseUrl`, which is the sandbox unless it stands here; `undefined` leaves it out. */
  settings: Settings;
  /** Option: the user's, as in `keybindings.json`. */
  keybindings: readonly object[];
  /** Option: files of the workspace folder, by path. */
  files: Readonly<Record<string, string>>;
  /** Option: the extensions under development. */
  extensionFolders: readonly string[];
  /** What the extension or a page threw and nobody caught. A test that leaves one here fails, whatever else it shows. */
  faults: string[];
  /** The service of this test alone. */
  sandbox: Sandbox;
  /** The workspace folder of this test. */
  folder: string;
  /** A fresh window with the extension, open and ready. */
  workbench: Workbench;
}

export interface WorkerFixtures {
  /** Option: `true` opens folders in Restricted Mode. */
  workspaceTrust: boolean;
  vscode: VscodeServer;
}

export const test = base.extend<WindowFixtures, WorkerFixtures>({
  sandboxOptions: [{}, { option: true }],
  settings: [{}, { option: true }],
  keybindings: [[], { option: true }],
  files: [{}, { option: true }],
  extensionFolders: [[projectFolder], { option: true }],
  workspaceTrust: [false, { option: true, scope: 'worker' }],

  vscode: [
    async ({ workspaceTrust }, use) => {
      const server = await startVscodeServer({ installation: await installVscode(), workspaceTrust });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  faults: [
    async ({ page }, use) => {
      const faults = collectFaults(page);
      await use(faults);
      expect(faults, 'thrown or rejected in the window, and caught by nobody').toEqual([]);
    },
    { auto: true },
  ],

  sandbox: async ({ sandboxOptions }, use) => {
    const sandbox = await startSandbox(sandboxOptions);
    await use(sandbox);
    await sandbox.close();
  },

  folder: async ({ files }, use) => {
    const scratch = await mkdtemp(join(tmpdir(), 'workflow-jobs-e2e-'));
    const folder = join(scratch, 'workspace');
    await mkdir(folder);
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, text);
    }
    await use(folder);
    await rm(scratch, { recursive: true, force: true });
  },

  workbench: async ({ page, vscode, sandbox, folder, settings, keybindings, extensionFolders }, use) => {
    const workbench = new Workbench(page, vscode, { 'workflowJobs.baseUrl': sandbox.url, ...settings });
    await workbench.open({ port: vscode.port, folder, extensionFolders }, keybindings);
    await use(workbench);
  },
});

export { expect } from '@playwright/test';
