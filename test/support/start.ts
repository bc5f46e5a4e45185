import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from '../../src/sandbox/index.ts';
import { buildExtension } from './build.ts';
import { HumanError, runCommand } from './process/humanError.ts';
import { projectFolder, vscodeTestFolder } from './paths.ts';
import { installVscode } from './vscode/install.ts';
import { refusePortInUse, startVscodeServer, updateUserSettings } from './vscode/server.ts';
import { windowUrl } from './vscode/window.ts';

const usage = `Opens a VS Code with this extension beside two sandbox services, as the environments Development and Production.

  --port <port>          of VS Code (default: a free one)
  --sandbox-port <port>  of the first sandbox service (default: a free one)
  --jobs <count>         of each sandbox service (default: 4213)
  --no-open              only print the address
  --data <folder>        where settings and state are kept (default: .vscode-test/start)
  --no-build             do not build the extension first`;

await runCommand(async () => {
  const { values: flags } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      'sandbox-port': { type: 'string', default: '0' },
      jobs: { type: 'string', default: '4213' },
      'no-open': { type: 'boolean', default: false },
      data: { type: 'string', default: join(vscodeTestFolder, 'start') },
      'no-build': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) {
    console.log(usage);
    return 0;
  }
  const port = readPort(flags.port, '--port');
  const sandboxPort = readPort(flags['sandbox-port'], '--sandbox-port');
  const jobs = readJobs(flags.jobs);
  await refusePortInUse(port);
  await refusePortInUse(sandboxPort);
  const installation = await installVscode();
  if (!flags['no-build']) await buildExtension();

  const sandbox = await startSandbox({ port: sandboxPort, jobs });
  const second = await startSandbox({ variant: 'second', seed: 2, jobs });
  try {
    const folder = resolve(flags.data, 'workspace');
    const dataFolder = resolve(flags.data, 'server');
    await prepareWorkspace(folder);
    const environments = [
      { name: 'Development', baseUrl: sandbox.url, kind: 'development' },
      { name: 'Production', baseUrl: second.url, kind: 'production' },
    ];
    await updateUserSettings(dataFolder, { 'workflowJobs.baseUrl': sandbox.url, 'workflowJobs.environments': environments });
    const server = await startVscodeServer({ installation, port, dataFolder });
    try {
      const address = windowUrl({ port: server.port, folder, extensionFolders: [projectFolder] });
      console.log(`\nSandbox services: ${sandbox.url} (Development), ${second.url} (Production)\nVS Code with Workflow Jobs:\n\n  ${address}\n\nCtrl+C ends all.`);
      if (!flags['no-open']) openInBrowser(address);
      await Promise.race([
        ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)),
        server.ended.then(() => {
          throw new HumanError("VS Code's server ended; run this again to start it.");
        }),
      ]);
      console.log('\nEnding VS Code and the sandbox services…');
    } finally {
      await server.stop();
    }
  } finally {
    await Promise.all([sandbox.close(), second.close()]);
  }
  return 0;
});

function readPort(text: string, flag: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new HumanError(`${flag} takes a port number from 0 (a free one) to 65535, not "${text}".`);
  return port;
}

function readJobs(text: string): number {
  const jobs = Number(text);
  if (!/^\d+$/.test(text) || jobs > 1_000_000) throw new HumanError(`--jobs takes a number of jobs from 0 to 1000000, not "${text}".`);
  return jobs;
}

async function prepareWorkspace(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text = '# A scratch folder\n\nTry the Workflow Jobs view in the activity bar, or press F1 and type "Workflow Jobs".\n';
  await writeFile(join(folder, 'README.md'), text);
}

/** Opens the default browser where there is a screen; the address is printed anyway. */
function openInBrowser(address: string): void {
  const opener = browserOpener();
  if (!opener) return;
  const [command, ...args] = [...opener, address];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function browserOpener(): [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['explorer.exe'];
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null;
}
