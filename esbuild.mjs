import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { context } from 'esbuild';
import { thirdPartyNotices } from './notices.mjs';

const { watch, production, outdir } = parseArgs({
  options: {
    watch: { type: 'boolean', default: false },
    production: { type: 'boolean', default: false },
    outdir: { type: 'string', default: 'dist' },
  },
}).values;

const common = {
  bundle: true,
  metafile: production,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: watch ? 'silent' : 'warning',
  target: 'es2023',
  legalComments: 'none',
  // Text of one byte a character is half of it in memory, and one `…` would make a whole file two.
  charset: 'ascii',
};

/** The sandbox is a file of its own, loaded when it is started. */
const sandboxApart = {
  name: 'sandbox-apart',
  setup(build) {
    build.onResolve({ filter: /\/sandbox\/index\.ts$/ }, () => ({ path: '../sandbox/sandbox.js', external: true }));
  },
};

/** An icon of the codicons becomes the outline of its shape, as an SVG path, to a hundredth of a pixel. */
const iconPaths = {
  name: 'icon-paths',
  setup(build) {
    build.onLoad({ filter: /[\\/]codicons[\\/].*\.svg$/ }, async ({ path }) => {
      const svg = await readFile(path, 'utf8');
      const outlines = [...svg.matchAll(/<path\b[^>]*?\bd="([^"]+)"/g)].map(([, outline]) => outline);
      if (!svg.includes('viewBox="0 0 16 16"') || outlines.length === 0) return { errors: [{ text: 'This icon is none of 16 by 16 pixels.' }] };
      const contents = outlines.join('').replace(/\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))));
      return { contents, loader: 'text' };
    });
  },
};

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

// ofetch's worker export and l10n's browser build call only what every host has, and are a fraction of the Node ones.
const portable = {
  ...common,
  platform: 'browser',
  conditions: ['worker'],
  alias: { '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
};

const bundles = {
  extension: {
    ...portable,
    entryPoints: { 'node/extension': 'src/extension.ts', 'web/extension': 'src/extension.ts' },
    outdir,
    format: 'cjs',
    // `import()` of a CommonJS file would not see what it exports: it becomes a `require`, run when it is called.
    supported: { 'dynamic-import': false },
    external: ['vscode'],
    plugins: [sandboxApart],
  },
  sandbox: { ...common, entryPoints: { sandbox: 'src/sandbox/index.ts' }, outdir: join(outdir, 'sandbox'), format: 'cjs', platform: 'node' },
  page: {
    ...common,
    entryPoints: { page: 'src/webview/jobPage/main.ts' },
    outdir: join(outdir, 'page'),
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: portable.alias,
    plugins: [iconPaths],
  },
};

const noticesFile = join(outdir, 'THIRD_PARTY_NOTICES.txt');
await Promise.all([...['node', 'web', 'sandbox', 'page'].map((folder) => join(outdir, folder)), noticesFile].map((path) => rm(path, { recursive: true, force: true })));
const contexts = await Promise.all(Object.entries(bundles).map(([name, options]) => context({ ...options, plugins: [announce(name), ...(options.plugins ?? [])] })));
if (watch) {
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  const results = await Promise.all(contexts.map((each) => each.rebuild()));
  await Promise.all(contexts.map((each) => each.dispose()));
  if (production) await writeFile(noticesFile, await thirdPartyNotices(results.map(({ metafile }) => metafile)));
}
