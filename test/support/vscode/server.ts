import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { HumanError } from '../process/humanError.ts';
import { spawnGuarded } from '../process/spawnGuarded.ts';
import type { VscodeInstallation } from './install.ts';
import { suiteVariables } from './suiteVariables.ts';

export type Settings = Readonly<Record<string, unknown>>;

export interface VscodeServerOptions {
  readonly installation: VscodeInstallation;
  /** Port to listen on. Defaults to 0, which selects a free port. */
  readonly port?: number;
  /** Folder for settings and state. Defaults to a temporary folder that `stop` deletes. */
  readonly dataFolder?: string;
  /** Path of an extension folder to install before the server starts. */
  readonly installs?: string;
  /** True to enable workspace trust, so that unknown folders open in Restricted Mode. */
  readonly workspaceTrust?: boolean;
  /** Callback for each line of output. */
  readonly onLine?: (line: string) => void;
}

export interface VscodeServer {
  readonly port: number;
  readonly dataFolder: string;
  /** Resolves when the server exits for any reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

const readyLimitMs = 60_000;

/** Settings for a window that shows only what a test or a user opens. */
export const quietSettings: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  // Prevents VS Code 1.104 from activating extensions with MCP servers in the first window before a
  // test can observe the activation.
  'chat.mcp.access': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'git.enabled': false,
  // Prevents each extension host from scanning all processes for new ports, which takes 5% of its
  // time.
  'remote.autoForwardPorts': false,
  'security.workspace.trust.startupPrompt': 'never',
};

/**
 * Settings that turn off parts of VS Code that no test uses. Rendering these parts takes a tenth of
 * the processor time of the tests, and VS Code 1.104 searches 10 seconds for tasks of other
 * extensions.
 */
export const reducedWindow: Settings = {
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'terminal.integrated.gpuAcceleration': 'off',
  'npm.autoDetect': 'off',
  'typescript.tsc.autoDetect': 'off',
};

/**
 * Starts a VS Code server that accepts only local connections. The server ends when `stop` is
 * called or when this process ends.
 */
export async function startVscodeServer(options: VscodeServerOptions): Promise<VscodeServer> {
  const port = options.port ?? 0;
  await requireFreePort(port);
  const scratch =
    options.dataFolder === undefined
      ? await mkdtemp(join(tmpdir(), 'workflow-jobs-vscode-'))
      : null;
  const dataFolder = options.dataFolder ?? join(scratch ?? '', 'server');
  const home = join(dataFolder, 'home');
  await mkdir(home, { recursive: true });
  if (options.installs !== undefined) {
    await cp(options.installs, join(dataFolder, 'extensions', basename(options.installs)), {
      recursive: true,
    });
  }

  const { installation } = options;
  const server = spawnGuarded(
    installation.node,
    [installation.main, ...serverArguments(port, dataFolder, options)],
    {
      // Disables the extension marketplace, so that the server sends no requests to other machines.
      env: {
        ...process.env,
        HOME: home,
        USERPROFILE: home,
        EXTENSIONS_GALLERY: '{}',
        [suiteVariables.dataFolder]: dataFolder,
      },
      output: 'pipe',
    },
  );
  const stop = async () => {
    await server.stop();
    if (scratch !== null) await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  };

  const lines: string[] = [];
  const ready = Promise.withResolvers<number>();
  const onLine = (line: string) => {
    lines.push(line);
    options.onLine?.(line);
    const listening = /^Extension host agent listening on (\d+)/.exec(line);
    if (listening) ready.resolve(Number(listening[1]));
  };
  readLines(server.process.stdout, onLine);
  readLines(server.process.stderr, onLine);
  void server.ended.then(() =>
    ready.reject(
      new HumanError(`VS Code's server ended before it was ready:\n${lastLines(lines)}`),
    ),
  );
  const limit = setTimeout(
    () =>
      ready.reject(
        new HumanError(
          `VS Code's server was not ready after ${readyLimitMs / 1000} s:\n${lastLines(lines)}`,
        ),
      ),
    readyLimitMs,
  );
  try {
    return { port: await ready.promise, dataFolder, ended: server.ended, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/**
 * Replaces the user settings with {@link quietSettings} and the given settings. A window reads the
 * settings when it opens.
 */
export async function writeUserSettings(dataFolder: string, settings: Settings): Promise<void> {
  await writeJson(userSettingsFile(dataFolder), { ...quietSettings, ...settings });
}

/** Replaces the user keybindings. A window reads the keybindings when it opens. */
export async function writeKeybindings(
  dataFolder: string,
  keybindings: readonly object[],
): Promise<void> {
  await writeJson(join(dataFolder, 'data/User/keybindings.json'), keybindings);
}

/** Changes the given user settings and keeps all other user settings. */
export async function updateUserSettings(dataFolder: string, settings: Settings): Promise<void> {
  const text = await readFile(userSettingsFile(dataFolder), 'utf8').catch(() => '{}');
  await writeUserSettings(dataFolder, { ...(await readJsonWithComments(text)), ...settings });
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

function userSettingsFile(dataFolder: string): string {
  return join(dataFolder, 'data/User/settings.json');
}

/** Parses a settings file that may contain comments and trailing commas. */
async function readJsonWithComments(text: string): Promise<Settings> {
  // Loads TypeScript on demand, because loading TypeScript is slow.
  const { default: ts } = await import('typescript');
  const { config } = ts.parseConfigFileTextToJson('settings.json', text) as { config?: Settings };
  return config ?? {};
}

/**
 * Checks that a port is free.
 * @throws {HumanError} if another program listens on the port
 */
export async function requireFreePort(port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    probe.once('error', resolve);
    probe.listen(port, '127.0.0.1', () => resolve(null));
  });
  if (error) {
    throw new HumanError(
      `Port ${port} cannot be used (${error.code ?? error.message}). Choose another port, or omit the option to use a free port.`,
    );
  }
  await new Promise((resolve) => probe.close(resolve));
}

function serverArguments(port: number, dataFolder: string, options: VscodeServerOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...[
      '--accept-server-license-terms',
      '--telemetry-level',
      'off',
      '--server-data-dir',
      dataFolder,
    ],
    // Enables `extensionDevelopmentPath` and `extensionTestsPath` in the URL.
    '--enable-smoke-test-driver',
    // Disables compression, which has no benefit on a single machine.
    '--disable-websocket-compression',
    ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
  ];
}

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', onLine);
}

function lastLines(lines: readonly string[]): string {
  return lines.slice(-15).join('\n');
}
