import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { HumanError } from '../../support/process/humanError.ts';
import { projectFolder } from '../../support/paths.ts';
import { run } from '../../support/process/run.ts';

/** Builds the extension for production into a folder. */
export async function buildShippedExtension(folder: string, sources = projectFolder): Promise<string> {
  await mustRun(process.execPath, ['esbuild.mjs', '--production', '--outdir', join(folder, 'dist')], sources);
  await copyManifest(sources, folder);
  return folder;
}

/** Builds an extension with our manifest and fixed rows. */
export async function buildFixedSidebar(folder: string): Promise<string> {
  await copyManifest(projectFolder, folder);
  await bundle(
    join(import.meta.dirname, '../extensions/sidebar/extension.ts'),
    join(folder, 'dist/extension/extension.js'),
  );
  return folder;
}

async function copyManifest(sources: string, folder: string): Promise<void> {
  const files = (await readdir(sources)).filter((name) =>
    /^package(\.nls.*)?\.json$|^media$|^l10n$/.test(name),
  );
  for (const name of files) await cp(join(sources, name), join(folder, name), { recursive: true });
}

/** The same of an earlier commit, with today's packages. */
export async function buildEarlierExtension(commit: string, folder: string): Promise<string> {
  const sources = `${folder}-sources`;
  await mustRun('git', ['clone', '--quiet', '--no-checkout', projectFolder, sources], projectFolder);
  await mustRun('git', ['checkout', '--quiet', commit], sources);
  await symlink(join(projectFolder, 'node_modules'), join(sources, 'node_modules'), 'junction');
  return buildShippedExtension(folder, sources);
}

/** Builds one of the extensions for comparison. */
export async function buildFloorExtension(
  name: 'empty' | 'first' | 'floor',
  folder: string,
): Promise<string> {
  const source = join(import.meta.dirname, '../extensions', name);
  await mkdir(folder, { recursive: true });
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  await bundle(join(source, 'extension.ts'), join(folder, 'extension.js'));
  return folder;
}

/** Bundles code for the extension host into one file. */
export async function bundle(from: string, to: string): Promise<void> {
  await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'warning',
  });
}

async function mustRun(command: string, args: readonly string[], cwd: string): Promise<void> {
  if ((await run(command, args, { cwd })) !== 0) {
    throw new HumanError(`"${[command, ...args].join(' ')}" failed; the errors are above.`);
  }
}
