import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { HumanError } from './humanError.ts';
import { projectFolder } from './paths.ts';
import { step } from './progress.ts';
import { run } from './run.ts';

export async function buildExtension(): Promise<void> {
  const code = await step('Building the extension', () => run(process.execPath, ['esbuild.mjs'], { cwd: projectFolder }));
  if (code !== 0) throw new HumanError('The extension could not be built; the errors are above.');
}

/** Bundles a folder's `*.test.ts` files beside the suite loader, and returns the loader's path. */
export async function buildSuites(folder: string): Promise<string> {
  const outdir = join(projectFolder, 'out', relative(projectFolder, folder));
  const tests = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts'));
  if (tests.length === 0) throw new HumanError(`No test ran: there is no *.test.ts file in ${relative(projectFolder, folder)}.`);
  const entry = (file: string) => ({ in: join(folder, file), out: file.replace(/\.ts$/, '') });
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [{ in: join(projectFolder, 'test/host/index.ts'), out: 'index' }, ...tests.map(entry)],
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
