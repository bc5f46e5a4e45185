import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import { projectFolder } from '../paths.ts';

/** Replacements for modules that a browser worker does not support. */
const standIns: readonly (readonly [pattern: RegExp, file: string])[] = [
  [/^node:assert(\/strict)?$/, 'assert.ts'],
  [/\/support\/service\/service\.ts$/, 'service.ts'],
  [/\/sandbox\/index\.ts$/, 'sandbox.ts'],
  [/\/dataFiles\.ts$/, 'dataFiles.ts'],
];

const withStandIns: Plugin = {
  name: 'with-stand-ins',
  setup(build) {
    for (const [filter, file] of standIns) {
      build.onResolve({ filter }, () => ({ path: join(import.meta.dirname, file) }));
    }
  },
};

/** Returns the import statements that load these files. */
export function importsOf(files: readonly string[]): string {
  return files.map((file) => `import ${specifier(file)};`).join('\n');
}

const specifier = (file: string) =>
  JSON.stringify(`./${relative(projectFolder, file).replaceAll('\\', '/')}`);

/**
 * Bundles test suites into a single script for a browser worker, and returns the path of the
 * script.
 */
export async function bundleForWorker(tests: readonly string[], outdir: string): Promise<string> {
  const outfile = join(outdir, 'index.js');
  await rm(outdir, { recursive: true, force: true });
  await bundle({
    stdin: {
      contents: `export { run } from ${specifier(join(import.meta.dirname, 'suite.ts'))};\n${importsOf(tests)}`,
      resolveDir: projectFolder,
      sourcefile: 'worker-suites.ts',
      loader: 'ts',
    },
    outfile,
    bundle: true,
    format: 'iife',
    globalName: 'workerSuites',
    // Sets `module.exports` at the end, because Mocha overwrites it when it loads.
    footer: { js: 'module.exports = workerSuites;' },
    platform: 'browser',
    target: 'es2023',
    sourcemap: 'inline',
    external: ['vscode'],
    plugins: [withStandIns],
    logLevel: 'warning',
  });
  return outfile;
}
