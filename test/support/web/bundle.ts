import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build as bundle, type Plugin } from 'esbuild';
import { projectFolder } from '../paths.ts';

/** What suites get in a browser's worker for what only Node has. */
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

/** Lines of a script of this project that load these files. */
export function importsOf(files: readonly string[]): string {
  return files.map((file) => `import ${specifier(file)};`).join('\n');
}

const specifier = (file: string) =>
  JSON.stringify(`./${relative(projectFolder, file).replaceAll('\\', '/')}`);

/** Bundles suites into one script for a browser's worker, and returns its path. */
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
    // Mocha puts itself there as it loads.
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
