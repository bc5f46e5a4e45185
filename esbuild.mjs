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
};

/**
 * Keeps the sandbox out of the extension bundle. The sandbox has a separate bundle, which is loaded
 * when a sandbox starts.
 */
const separateSandbox = {
  name: 'separate-sandbox',
  setup(build) {
    build.onResolve({ filter: /\/sandbox\/index\.ts$/ }, () => ({
      path: '../sandbox/sandbox.js',
      external: true,
    }));
  },
};

/** Replaces the `@vscode/l10n` package in the extension bundle with `l10n` from the VS Code API. */
const vscodeL10n = {
  name: 'vscode-l10n',
  setup(build) {
    build.onResolve({ filter: /^@vscode\/l10n$/ }, () => ({ path: 'l10n', namespace: 'vscode' }));
    build.onLoad({ filter: /^l10n$/, namespace: 'vscode' }, () => ({
      contents: "import { l10n } from 'vscode'; export const { t } = l10n;",
    }));
  },
};

/** Imports SVG icons as path data. Pages cannot load files, so icons are rendered as inline SVG. */
const iconPaths = {
  name: 'icon-paths',
  setup(build) {
    build.onLoad({ filter: /\.svg$/ }, async ({ path }) => {
      const svg = await readFile(path, 'utf8');
      const paths = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, data]) => data);
      return { contents: paths.join(''), loader: 'text' };
    });
  },
};

/** Prints build messages in the format of the problem matcher in `.vscode/tasks.json`. */
const watchMessages = (name) => ({
  name: 'watch-messages',
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
    // Compiles `import()` to `require()`, because `import()` may not find the exports of CommonJS
    // files.
    supported: { 'dynamic-import': false },
    external: ['vscode'],
    plugins: [separateSandbox, vscodeL10n],
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
    // The server requires Node.js 20. Node.js 18 must be able to parse the file, so that the server
    // can report this requirement.
    target: 'node18',
    // Selects the ofetch entry point for workers, which uses the global `fetch`. The entry point
    // for Node.js contains a polyfill.
    conditions: ['worker'],
  },
  page: {
    ...common,
    entryPoints: {
      jobPage: 'src/webview/jobPage/main.ts',
      overview: 'src/webview/overview/main.ts',
    },
    outdir: join(outdir, 'page'),
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [iconPaths],
  },
};

const noticesFile = join(outdir, 'THIRD_PARTY_NOTICES.txt');
await Promise.all(
  [
    ...['extension', 'sandbox', 'mcp', 'page'].map((folder) => join(outdir, folder)),
    noticesFile,
  ].map((path) => rm(path, { recursive: true, force: true })),
);
const contexts = await Promise.all(
  Object.entries(bundles).map(([name, options]) =>
    context({ ...options, plugins: [watchMessages(name), ...(options.plugins ?? [])] }),
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
