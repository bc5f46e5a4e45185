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
  logOverride: { 'import-is-undefined': 'error' },
  target: 'es2023',
  legalComments: 'none',
  // ASCII only: one non-Latin-1 character doubles the file's size in memory.
  charset: 'ascii',
};

/** The sandbox is a file of its own, loaded when it is started. */
const sandboxApart = {
  name: 'sandbox-apart',
  setup(build) {
    build.onResolve({ filter: /\/sandbox\/index\.ts$/ }, () => ({
      path: '../sandbox/sandbox.js',
      external: true,
    }));
  },
};

/**
 * VS Code has the texts and the way to look them up: the package that the other bundles do this with stays
 * out of the extension's.
 */
const vscodeTexts = {
  name: 'vscode-texts',
  setup(build) {
    build.onResolve({ filter: /^@vscode\/l10n$/ }, () => ({ path: 'l10n', namespace: 'vscode' }));
    build.onLoad({ filter: /^l10n$/, namespace: 'vscode' }, () => ({
      contents: "import { l10n } from 'vscode'; export const { t } = l10n;",
    }));
  },
};

/** Loads an icon as its outline, which pages draw as an inline SVG path, because they load no files. */
const iconOutlines = {
  name: 'icon-outlines',
  setup(build) {
    build.onLoad({ filter: /\.svg$/ }, async ({ path }) => {
      const svg = await readFile(path, 'utf8');
      const outlines = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, outline]) => outline);
      return { contents: outlines.join(''), loader: 'text' };
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

const bundles = {
  extension: {
    ...common,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: join(outdir, 'extension'),
    format: 'cjs',
    platform: 'browser',
    // `import()` of a CommonJS file would not see what it exports: it becomes a `require`, run when it is
    // called.
    supported: { 'dynamic-import': false },
    external: ['vscode'],
    plugins: [sandboxApart, vscodeTexts],
  },
  sandbox: {
    ...common,
    entryPoints: { sandbox: 'src/sandbox/index.ts' },
    outdir: join(outdir, 'sandbox'),
    format: 'cjs',
    platform: 'node',
  },
  mcp: {
    ...common,
    entryPoints: { server: 'src/agents/mcp/server.ts' },
    outdir: join(outdir, 'mcp'),
    format: 'cjs',
    platform: 'node',
    // The server runs on Node 20. On Node 18, it has to be parsed to explain that.
    target: 'node18',
    // The entry point of ofetch for workers uses the global fetch. The one for Node.js contains a polyfill.
    conditions: ['worker'],
  },
  page: {
    ...common,
    entryPoints: { jobPage: 'src/webview/jobPage/main.ts', overview: 'src/webview/overview/main.ts' },
    outdir: join(outdir, 'page'),
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [iconOutlines],
  },
};

const noticesFile = join(outdir, 'THIRD_PARTY_NOTICES.txt');
await Promise.all(
  [...['extension', 'sandbox', 'mcp', 'page'].map((folder) => join(outdir, folder)), noticesFile].map(
    (path) => rm(path, { recursive: true, force: true }),
  ),
);
const contexts = await Promise.all(
  Object.entries(bundles).map(([name, options]) =>
    context({ ...options, plugins: [announce(name), ...(options.plugins ?? [])] }),
  ),
);
if (watch) {
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  const results = await Promise.all(contexts.map((each) => each.rebuild()));
  await Promise.all(contexts.map((each) => each.dispose()));
  if (production) {
    await writeFile(noticesFile, await thirdPartyNotices(results.map(({ metafile }) => metafile)));
  }
}
