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
 * VS Code's interface as a module with a constant for each name that it exports, of which the build keeps
 * those that are imported: `require` alone would have every file look them up at each of a thousand uses. A
 * name that VS Code does not export fails the build.
 */
const vscodeModule = {
  name: 'vscode-module',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode' },
    );
    build.onLoad({ filter: /^vscode$/, namespace: 'vscode' }, async () => {
      const types = await readFile('node_modules/@types/vscode/index.d.ts', 'utf8');
      const names = [...types.matchAll(/^\texport (?:class|enum|namespace|const|function) (\w+)/gm)].map(
        ([, name]) => name,
      );
      const constants = [...new Set(names)].map(
        (name) => `export const ${name} = /* @__PURE__ */ (() => vscode.${name})();`,
      );
      return { contents: ["const vscode = require('vscode');", ...constants].join('\n') };
    });
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

/** The coordinates that the commands of an SVG path take. */
const coordinates = { M: 'xy', L: 'xy', C: 'xyxyxy', H: 'x', V: 'y', Z: '' };

/** A path with places relative to the one before, which are short, on a grid of tenths of a pixel. */
function shortPath(path) {
  let short = '';
  let point = { x: 0, y: 0 };
  let start = point;
  for (const [, command, text] of path.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const places = (text.match(/-?\d*\.?\d+/g) ?? []).map((place) => Math.round(Number(place) * 10));
    const order = coordinates[command];
    do {
      const next = places.splice(0, order.length);
      const steps = next.map((place, index) => place - point[order[index]]);
      if (command === 'Z' || steps.some((step) => step !== 0)) {
        short += command.toLowerCase() + steps.join(' ').replaceAll(' -', '-');
      }
      point =
        command === 'Z'
          ? start
          : Object.assign({ ...point }, ...next.map((place, index) => ({ [order[index]]: place })));
      if (command === 'M') start = point;
    } while (places.length > 0);
  }
  return short;
}

/** An icon of the codicons becomes the outline of its shape, as an SVG path in tenths of a pixel. */
const iconPaths = {
  name: 'icon-paths',
  setup(build) {
    build.onLoad({ filter: /[\\/]codicons[\\/].*\.svg$/ }, async ({ path }) => {
      const svg = await readFile(path, 'utf8');
      const outline = [...svg.matchAll(/<path\b[^>]*?\bd="([^"]+)"/g)].map(([, each]) => each).join('');
      const isKnown = svg.includes('viewBox="0 0 16 16"') && /^[MLCHVZ\d\s.,-]+$/.test(outline);
      return isKnown
        ? { contents: shortPath(outline), loader: 'text' }
        : { errors: [{ text: 'This icon is none of 16 by 16 pixels with absolute places.' }] };
    });
  },
};

/**
 * The SDK registers a validator for each type of the protocol, for servers that ask for one. Without these
 * statements the build leaves out the schemas that no message is checked with.
 */
const sdkWithoutRegistry = {
  name: 'sdk-without-registry',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]src-.*\.mjs$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replaceAll(/^for \(const .*\) register\(key, .*\);$/gm, '');
        return contents === source
          ? { errors: [{ text: 'The SDK registers its validators in another way.' }] }
          : { contents };
      },
    );
  },
};

/**
 * The SDK's package does not say that its schemas of OAuth have no side effects, so the build would keep them,
 * and a server on standard input uses none.
 */
const sdkWithoutOauth = {
  name: 'sdk-without-oauth',
  setup(build) {
    build.onResolve({ filter: /^\.\/auth-[\w-]+\.mjs$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }));
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

// ofetch's worker export and l10n's browser build call only what every host has, and are a fraction of the
// Node ones.
const portable = {
  ...common,
  platform: 'browser',
  conditions: ['worker'],
  alias: {
    '@vscode/l10n': '@vscode/l10n/dist/browser.js',
    ufo: './src/service/http/ofetchShims.ts',
    destr: './src/service/http/ofetchShims.ts',
  },
};

const bundles = {
  extension: {
    ...portable,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: join(outdir, 'extension'),
    format: 'cjs',
    // `import()` of a CommonJS file would not see what it exports: it becomes a `require`, run when it is
    // called.
    supported: { 'dynamic-import': false },
    plugins: [sandboxApart, vscodeModule, vscodeTexts],
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
    entryPoints: { server: 'src/mcp/server.ts' },
    outdir: join(outdir, 'mcp'),
    format: 'cjs',
    platform: 'node',
    // The server runs on Node 20. On Node 18, it has to be parsed to explain that.
    target: 'node18',
    conditions: ['worker'],
    alias: { ...portable.alias, '@modelcontextprotocol/server/_shims': './src/mcp/shims.ts' },
    plugins: [sdkWithoutRegistry, sdkWithoutOauth],
  },
  page: {
    ...common,
    entryPoints: { jobPage: 'src/webview/jobPage/main.ts', overview: 'src/webview/overview/main.ts' },
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
