import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import { buildExtension } from '../vscode/build.ts';
import { HumanError, runCommand } from '../process/humanError.ts';
import { projectFolder, vscodeTestFolder } from '../paths.ts';
import { installVscode } from '../vscode/install.ts';
import { requireFreePort, startVscodeServer, updateUserSettings } from '../vscode/server.ts';
import { windowUrl } from '../vscode/window.ts';

const usage = `Opens VS Code with this extension and two sandbox services, for the environments Development and Production.

  --port <port>          port of VS Code (default: a free port)
  --sandbox-port <port>  port of the first sandbox service (default: a free port)
  --jobs <count>         number of jobs in each sandbox service (default: 4213)
  --no-open              do not open a browser
  --data <folder>        folder for settings and state (default: .vscode-test/start)
  --no-build             do not build the extension first`;

await runCommand(async () => {
  const { port, sandboxPort, jobs, ...flags } = readOptions();
  if (flags.help) {
    console.log(usage);
    return 0;
  }
  for (const each of [port, sandboxPort]) await requireFreePort(each);
  const installation = await installVscode();
  if (!flags['no-build']) await buildExtension();

  const sandbox = await serveSandbox({ port: sandboxPort, jobs });
  const second = await serveSandbox({ variant: 'second', seed: 2, jobs });
  try {
    const folder = resolve(flags.data, 'workspace');
    const dataFolder = resolve(flags.data, 'server');
    await prepareWorkspace(folder);
    const environments = [
      { name: 'Development', baseUrl: sandbox.url, kind: 'development' },
      { name: 'Production', baseUrl: second.url, kind: 'production' },
    ];
    await updateUserSettings(dataFolder, {
      'workflowJobs.baseUrl': sandbox.url,
      'workflowJobs.environments': environments,
    });
    const server = await startVscodeServer({ installation, port, dataFolder });
    try {
      const address = windowUrl({ port: server.port, folder, extensionFolders: [projectFolder] });
      console.log(
        `\nSandbox services: ${sandbox.url} (Development), ${second.url} (Production)\nVS Code with Workflow Jobs:\n\n  ${address}\n\nPress Ctrl+C to stop.`,
      );
      if (!flags['no-open']) openInBrowser(address);
      await Promise.race([
        ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)),
        server.ended.then(() => {
          throw new HumanError("VS Code's server ended. To start it again, run the same command.");
        }),
      ]);
      console.log('\nStopping VS Code and the sandbox services…');
    } finally {
      await server.stop();
    }
  } finally {
    await Promise.all([sandbox.close(), second.close()]);
  }
  return 0;
});

/**
 * Parses the command-line options.
 * @throws {HumanError} if a value is invalid
 */
function readOptions() {
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
  return {
    ...flags,
    port: readNumber('--port', flags.port, 65_535),
    sandboxPort: readNumber('--sandbox-port', flags['sandbox-port'], 65_535),
    jobs: readNumber('--jobs', flags.jobs, 1_000_000),
  };
}

function readNumber(flag: string, text: string, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= max) return number;
  throw new HumanError(`${flag} must be an integer from 0 to ${max}, not "${text}".`);
}

async function prepareWorkspace(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text =
    '# A scratch folder\n\nTry the Workflow Jobs view in the activity bar, or press F1 and type "Workflow Jobs".\n';
  await writeFile(join(folder, 'README.md'), text);
}

/** Opens a URL in the default browser if there is a display. */
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
