import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { context, transform } from 'esbuild';

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

/** Prints what VS Code's `$esbuild-watch` problem matcher reads. */
const announce = (name) => ({
  name: 'announce',
  setup(build) {
    if (!watch) return;
    build.onStart(() => console.log(`[watch] build started: ${name}`));
    build.onEnd(({ errors }) => {
      for (const { text, location } of errors) {
        console.error(`✘ [ERROR] ${text}`);
        if (location) console.error(`    ${location.file}:${location.line}:${location.column}:`);
      }
      console.log(`[watch] build finished: ${name}`);
    });
  },
});

const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: watch ? 'silent' : 'warning',
  target: 'es2023',
  legalComments: 'none',
  charset: 'utf8',
};

// ofetch's worker export and l10n's browser build call only what every host has, and are a fraction of the Node ones.
const portable = {
  ...common,
  entryPoints: { extension: 'src/extension.ts' },
  platform: 'browser',
  conditions: ['worker'],
  alias: { '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
  external: ['vscode'],
};

/** Makes the chunks of a split build CommonJS, which VS Code loads faster than ES modules; `import()` becomes a lazy `require`. */
const chunksAsCommonJs = {
  name: 'chunks-as-commonjs',
  setup(build) {
    build.onEnd(async ({ errors, outputFiles = [] }) => {
      if (errors.length > 0) return;
      await Promise.all(
        outputFiles.map(async ({ path, text }) => {
          const script = path.endsWith('.js');
          const { code } = script
            ? await transform(text, { format: 'cjs', platform: 'node', minify: production, charset: 'utf8', supported: { 'dynamic-import': false } })
            : { code: text };
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, code);
        }),
      );
    });
  },
};

/** The sandbox is a bundle of its own, read from disk only when somebody starts it. */
const sandboxApart = {
  name: 'sandbox-apart',
  setup(build) {
    build.onResolve({ filter: /\/sandbox\/index\.ts$/ }, () => ({ path: '../sandbox/sandbox.js', external: true }));
  },
};

const bundles = {
  node: { ...portable, outdir: 'dist/node', format: 'esm', splitting: true, chunkNames: '[name]-[hash]', write: false, plugins: [sandboxApart, chunksAsCommonJs] },
  web: { ...portable, outdir: 'dist/web', format: 'cjs', plugins: [sandboxApart] },
  sandbox: { ...common, entryPoints: { sandbox: 'src/sandbox/index.ts' }, outdir: 'dist/sandbox', format: 'cjs', platform: 'node' },
  page: {
    ...common,
    entryPoints: { page: 'src/webview/main.ts' },
    outdir: 'dist/page',
    format: 'iife',
    platform: 'browser',
    alias: portable.alias,
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  },
};

await rm('dist', { recursive: true, force: true });
const contexts = await Promise.all(
  Object.entries(bundles).map(([name, options]) => context({ ...options, plugins: [announce(name), ...(options.plugins ?? [])] })),
);
if (watch) {
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  await Promise.all(contexts.map((each) => each.rebuild()));
  await Promise.all(contexts.map((each) => each.dispose()));
}
