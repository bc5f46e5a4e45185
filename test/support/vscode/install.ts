import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { HumanError } from '../humanError.ts';
import { withLock } from '../lock.ts';
import { projectFolder, vscodeTestFolder } from '../paths.ts';
import { step } from '../progress.ts';
import { run } from '../run.ts';
import { currentRelease, type VscodeRelease } from './release.ts';

export interface VscodeInstallation {
  /** The VS Code server's entry point. */
  readonly main: string;
  /** The Node that runs it. */
  readonly node: string;
  /** Without them VS Code writes no log files, and output channels stay empty. */
  readonly hasNativeModules: boolean;
}

const markerSchema = z.object({ hasNativeModules: z.boolean() });
const npmLimitMs = 10 * 60_000;
const nativeModules = ['@vscode/spdlog', '@vscode/native-watchdog', '@parcel/watcher', 'node-pty'];

/** Gets VS Code's server from the npm registry into `.vscode-test`, once. */
export async function installVscode(release: VscodeRelease = currentRelease): Promise<VscodeInstallation> {
  const folder = join(vscodeTestFolder, `code-server-${release.codeServer}`);
  const installed = await readInstallation(folder, release);
  if (installed) return installed;
  await mkdir(vscodeTestFolder, { recursive: true });
  const onWait = () => console.log('Another command is installing VS Code; waiting for it…');
  return withLock(`${folder}.lock`, onWait, async () => (await readInstallation(folder, release)) ?? install(folder, release));
}

async function install(folder: string, release: VscodeRelease): Promise<VscodeInstallation> {
  const logFile = `${folder}.log`;
  const { server, node, marker } = layout(folder, release);
  await Promise.all([rm(folder, { recursive: true, force: true }), rm(logFile, { force: true })]);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  console.log(`Getting VS Code's server from the npm registry, once (code-server ${release.codeServer}, 600 MB, about a minute).`);

  // npm and the builds it starts find the right Node first in PATH.
  const env = npmEnvironment(dirname(node));
  const npm = async (title: string, args: readonly string[], cwd: string) => {
    const code = await step(`  ${title}`, () => run('npm', [...args, '--no-audit', '--no-fund'], { cwd, env, logFile, timeoutMs: npmLimitMs }));
    if (code !== 0) {
      throw new HumanError(
        `npm could not install ${title}: check the connection to the npm registry ("npm ping") and the free disk space, then run this again (details in ${relative(projectFolder, logFile)}).`,
      );
    }
  };
  if (node !== process.execPath) await npm(`Node ${release.node}`, ['install', `node@${release.node}`], folder);
  await npm(`code-server ${release.codeServer}`, ['install', '--ignore-scripts', `code-server@${release.codeServer}`], folder);
  await npm("VS Code's own packages", ['install', '--omit=dev', '--ignore-scripts'], server);
  const hasNativeModules = release.writesLogs && (await buildNativeModules(server, env, logFile));
  await writeFile(marker, JSON.stringify({ hasNativeModules }));
  return { main: join(server, 'out/server-main.js'), node, hasNativeModules };
}

/** Builds what VS Code needs for its log files; it runs without. To make them fast would take longer than they run. */
async function buildNativeModules(server: string, env: NodeJS.ProcessEnv, logFile: string): Promise<boolean> {
  const headers = nodeHeaders();
  const built =
    headers !== null &&
    (await step('  native modules', () =>
      run('npm', ['rebuild', ...nativeModules], { cwd: server, env: { ...env, npm_config_nodedir: headers, CXXFLAGS: '-O0' }, logFile, timeoutMs: npmLimitMs }),
    )) === 0;
  if (!built) console.log("  VS Code's native modules could not be built here (that takes a C++ compiler, Python and Node's headers): it goes without its log files, everything else works.");
  return built;
}

/** The folder with `include/node`, of this Node or another in PATH: the modules use Node-API, so any version's headers do. */
function nodeHeaders(): string | null {
  const configured = process.env['npm_config_nodedir'];
  const beside = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)].map((bin) => dirname(bin));
  return [...(configured ? [configured] : []), ...beside].find((prefix) => existsSync(join(prefix, 'include/node/node_api.h'))) ?? null;
}

async function readInstallation(folder: string, release: VscodeRelease): Promise<VscodeInstallation | null> {
  const { server, node, marker } = layout(folder, release);
  const text = await readFile(marker, 'utf8').catch(() => null);
  return text === null ? null : { main: join(server, 'out/server-main.js'), node, ...markerSchema.parse(JSON.parse(text)) };
}

function layout(folder: string, release: VscodeRelease) {
  const runsHere = Number(process.versions.node.split('.')[0]) === release.node;
  return {
    server: join(folder, 'node_modules/code-server/lib/vscode'),
    node: runsHere ? process.execPath : join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    /** Written last, so that an interrupted install is not taken for a whole one. */
    marker: join(folder, 'complete.json'),
  };
}

/** This process's environment without what `npm run` adds about this project, which would send packages to the wrong folder. */
function npmEnvironment(nodeFolder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_(local|global)_prefix)/.test(name));
  const path = `${nodeFolder}${delimiter}${process.env['PATH'] ?? ''}`;
  return { ...Object.fromEntries(own.filter(([name]) => name.toUpperCase() !== 'PATH')), PATH: path };
}
