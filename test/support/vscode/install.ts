import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { HumanError } from '../process/humanError.ts';
import { vscodeTestFolder } from '../paths.ts';
import { run } from '../process/run.ts';
import { currentRelease, type VscodeRelease } from './hosts.ts';

export interface VscodeInstallation {
  /** Path of the JavaScript file that starts the VS Code server. */
  readonly main: string;
  /** Path of the Node.js executable that runs the server. */
  readonly node: string;
}

const limitMs = 10 * 60_000;

/** Large packages that the server loads only on Windows or for chat. */
const unusedPackages = [
  '@github/copilot-sdk',
  '@microsoft/mxc-sdk',
  '@vscode/windows-process-tree',
  '@vscode/windows-registry',
  '@devcontainers/cli',
];

/**
 * Installs the VS Code server from the npm registry into `.vscode-test`, unless it is already
 * installed.
 */
export async function installVscode(
  release: VscodeRelease = currentRelease,
): Promise<VscodeInstallation> {
  const folder = join(vscodeTestFolder, `code-server-${release.codeServer}`);
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`;
    try {
      await install(partial, release);
      // Renames the folder after the installation is complete. Ignores the error if another process
      // has completed the same installation first.
      await rename(partial, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  return layout(folder, release);
}

async function install(folder: string, release: VscodeRelease): Promise<void> {
  const { node, server } = layout(folder, release);
  const [archive, unpacked] = [
    `code-server-${release.codeServer}.tgz`,
    join('node_modules', 'code-server'),
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  console.log(
    `Downloading the VS Code server from the npm registry (code-server ${release.codeServer}, 400 MB). This takes about a minute and happens only once.`,
  );

  // Puts the matching Node.js version first in `PATH` for npm.
  const env = npmEnvironment(dirname(node));
  const get = async (title: string, command: string, args: readonly string[], cwd: string) => {
    const code = await run(command, args, { cwd, env, timeoutMs: limitMs });
    if (code !== 0) {
      throw new HumanError(
        `npm could not install ${title}. Check the connection to the npm registry ("npm ping") and the free disk space, and then try again.`,
      );
    }
  };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  if (node !== process.execPath) {
    await get(`Node ${release.node}`, 'npm', ['install', `node@${release.node}`, ...quiet], folder);
  }
  // Installs the `code-server` package without its dependencies, because the dependencies belong to
  // a program that the tests do not run.
  const title = `code-server ${release.codeServer}`;
  await get(title, 'npm', ['pack', `code-server@${release.codeServer}`, '--silent'], folder);
  await mkdir(join(folder, unpacked), { recursive: true });
  await get(title, 'tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'], folder);
  await rm(join(folder, archive));
  await get(
    "VS Code's own packages",
    'npm',
    ['uninstall', ...unusedPackages, '--omit=dev', '--ignore-scripts', ...quiet],
    server,
  );
  await copyFile(
    join(import.meta.dirname, 'spdlog.cjs'),
    join(server, 'node_modules/@vscode/spdlog/index.js'),
  );
}

function layout(folder: string, release: VscodeRelease) {
  const server = join(folder, 'node_modules/code-server/lib/vscode');
  const runsHere = Number(process.versions.node.split('.')[0]) === release.node;
  return {
    server,
    main: join(server, 'out/server-main.js'),
    node: runsHere
      ? process.execPath
      : join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  };
}

/**
 * Returns environment variables for npm. Omits the variables that `npm run` sets for this project,
 * because these variables would redirect the installation to another folder.
 */
function npmEnvironment(nodeFolder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_(local|global)_prefix)/.test(name),
  );
  const path = `${nodeFolder}${delimiter}${process.env['PATH'] ?? ''}`;
  return {
    ...Object.fromEntries(inherited.filter(([name]) => name.toUpperCase() !== 'PATH')),
    PATH: path,
  };
}
