import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { HumanError } from '../../support/process/humanError.ts';
import { projectFolder } from '../../support/paths.ts';
import { run } from '../../support/process/run.ts';

/** Builds the extension for production into a folder. */
export async function buildShippedExtension(folder: string): Promise<string> {
  const args = ['esbuild.mjs', '--production', '--outdir', join(folder, 'dist')];
  if ((await run(process.execPath, args, { cwd: projectFolder })) !== 0) {
    throw new HumanError('The extension could not be built. The errors are above.');
  }
  await copyManifest(folder);
  return folder;
}

/** Builds an extension with our manifest and fixed rows. */
export async function buildFixedSidebar(folder: string): Promise<string> {
  await copyManifest(folder);
  await bundle(
    join(import.meta.dirname, '../extensions/sidebar/extension.ts'),
    join(folder, 'dist/extension/extension.js'),
  );
  return folder;
}

async function copyManifest(folder: string): Promise<void> {
  const files = (await readdir(projectFolder)).filter((name) =>
    /^package(\.nls.*)?\.json$|^media$|^l10n$/.test(name),
  );
  for (const name of files) await cp(join(projectFolder, name), join(folder, name), { recursive: true });
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
