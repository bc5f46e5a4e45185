import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { HumanError } from '../process/humanError.ts';
import { projectFolder } from '../paths.ts';
import { run } from '../process/run.ts';
import type { HostName } from './hosts.ts';
import { bundleForWorker, importsOf } from '../web/bundle.ts';

/** Folder with the tests that need the VS Code API. */
export const hostSuites = join(projectFolder, 'test/host');

export async function buildExtension(): Promise<void> {
  const code = await run(process.execPath, ['esbuild.mjs'], { cwd: projectFolder });
  if (code !== 0) throw new HumanError('The extension could not be built. The errors are above.');
}

/** Folder with the tests that need a browser worker. */
const workerSuites = join(projectFolder, 'test/web');

/**
 * Returns the build folder for an extension host. Hosts have separate folders, because several
 * hosts may run at the same time.
 */
export function hostFolder(host: HostName): string {
  return join(projectFolder, 'out', host);
}

/**
 * Bundles the `*.test.ts` files in a folder for an extension host, and returns the path of the
 * entry file.
 */
export async function buildSuites(folder: string, host: HostName): Promise<string> {
  const outdir = join(hostFolder(host), relative(projectFolder, folder));
  const tests = await findTests(folder);
  if (tests.length === 0) {
    throw new HumanError(
      `No test ran, because ${relative(projectFolder, folder)} contains no *.test.ts file.`,
    );
  }
  if (host === 'web') {
    return bundleForWorker(
      [...tests, ...(folder === hostSuites ? await findTests(workerSuites) : [])],
      outdir,
    );
  }
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [{ in: join(projectFolder, 'test/host/index.ts'), out: 'index' }],
    // Bundles all suites into one file, because the suites share replaced functions of VS Code.
    stdin: {
      contents: importsOf(tests),
      resolveDir: projectFolder,
      sourcefile: 'suites.ts',
      loader: 'ts',
    },
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return join(outdir, 'index.cjs');
}

async function findTests(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => join(folder, file));
}
