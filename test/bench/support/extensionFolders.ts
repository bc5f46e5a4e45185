import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { publisher } from '../../../src/manifest.ts';
import { HumanError } from '../../support/process/humanError.ts';
import { projectFolder } from '../../support/paths.ts';
import { run } from '../../support/process/run.ts';

/** Builds the extension for production into a folder. */
export async function buildShippedExtension(folder: string): Promise<string> {
  const args = ['esbuild.mjs', '--production', '--outdir', join(folder, 'dist')];
  if ((await run(process.execPath, args, { cwd: projectFolder })) !== 0) {
    throw new HumanError('The extension could not be built. The errors are above.');
  }
  return copyManifest(folder);
}

/** Builds an extension that has this project's manifest but shows fixed rows. */
export async function buildFixedSidebar(folder: string): Promise<string> {
  await bundle('treesExtension.ts', join(folder, 'dist/extension/extension.js'));
  return copyManifest(folder);
}

/** Builds an extension that shows fixed rows in the given views. */
export async function buildTrees(
  name: 'first' | 'floor',
  views: object[],
  folder: string,
): Promise<string> {
  await bundle('treesExtension.ts', join(folder, 'extension.js'));
  const id = `bench_${name}`;
  const title = `Bench ${name}`;
  return writeManifest(folder, id, {
    viewsContainers: { activitybar: [{ id, title, icon: '$(dash)' }] },
    views: { [id]: views },
  });
}

/** Creates an extension that does nothing. The activation cost of this extension is the minimum. */
export async function buildEmptyExtension(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'extension.js'), 'exports.activate=()=>{};');
  return writeManifest(folder, 'bench-empty', {});
}

async function copyManifest(folder: string): Promise<string> {
  const files = (await readdir(projectFolder)).filter((name) =>
    /^package(\.nls.*)?\.json$|^media$|^l10n$/.test(name),
  );
  for (const name of files)
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  return folder;
}

async function writeManifest(folder: string, name: string, contributes: object): Promise<string> {
  const manifest = { name, publisher, version: '0.0.0', main: './extension.js', contributes };
  const engines = { vscode: '^1.104.0' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, engines }));
  return folder;
}

/** Removes the activation at startup, so that a benchmark can measure the activation. */
export async function activateOnDemand(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { activationEvents: string[] };
  const activationEvents = manifest.activationEvents.filter(
    (event) => event !== 'onStartupFinished',
  );
  await writeFile(file, JSON.stringify({ ...manifest, activationEvents }));
}

/** Bundles code for the extension host into a single file. */
export async function bundle(from: string, to: string): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, '..', from)],
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
