import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { HumanError } from '../support/humanError.ts';
import { projectFolder } from '../support/paths.ts';
import { run } from '../support/run.ts';

/** Puts the extension as it ships into a folder: built for production, in the bundle that a person installs. */
export async function buildShippedExtension(folder: string): Promise<string> {
  const code = await run(process.execPath, ['esbuild.mjs', '--production', '--outdir', join(folder, 'dist')], { cwd: projectFolder });
  if (code !== 0) throw new HumanError('The extension could not be built; the errors are above.');
  const files = (await readdir(projectFolder)).filter((name) => /^package(\.nls.*)?\.json$|^media$|^l10n$/.test(name));
  for (const name of files) await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  return folder;
}

/** Builds one of the extensions that stand for the floor. */
export async function buildFloorExtension(name: 'empty' | 'floor', folder: string): Promise<string> {
  const source = join(import.meta.dirname, 'extensions', name);
  await mkdir(folder, { recursive: true });
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  await bundle(join(source, 'extension.ts'), join(folder, 'extension.js'));
  return folder;
}

/** Makes one file of what runs in the extension host. */
export async function bundle(from: string, to: string): Promise<void> {
  await build({ entryPoints: [from], outfile: to, bundle: true, minify: true, format: 'cjs', platform: 'node', target: 'node22', external: ['vscode'], logLevel: 'warning' });
}
