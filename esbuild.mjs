import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { context, transform } from 'esbuild';

const { watch, production, outdir } = parseArgs({
  options: {
    watch: { type: 'boolean', default: false },
    production: { type: 'boolean', default: false },
    outdir: { type: 'string', default: 'dist' },
  },
}).values;

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
  metafile: production,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: watch ? 'silent' : 'warning',
  target: 'es2023',
  legalComments: 'none',
  // Text of one byte a character is half of it in memory, and one `…` would make a whole file two.
  charset: 'ascii',
};

// ofetch's worker export and l10n's browser build call only what every host has, and are a fraction of the Node ones.
const portable = {
  ...common,
  platform: 'browser',
  conditions: ['worker'],
  alias: { '@vscode/l10n': '@vscode/l10n/dist/browser.js' },
  external: ['vscode'],
};

/**
 * Makes the files of an ESM build CommonJS, which VS Code loads faster than ES modules; `import()` becomes a lazy `require`.
 * ES modules first, because esbuild splits only those.
 */
const asCommonJs = {
  name: 'as-commonjs',
  setup(build) {
    Object.assign(build.initialOptions, { format: 'esm', write: false });
    build.onEnd(async ({ errors, outputFiles = [] }) => {
      if (errors.length > 0) return;
      await Promise.all(
        outputFiles.map(async ({ path, text }) => {
          const script = path.endsWith('.js');
          const { code } = script
            ? await transform(withPlainVscode(text), { format: 'cjs', platform: 'node', minify: production, supported: { 'dynamic-import': false } })
            : { code: text };
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, code);
        }),
      );
    });
  },
};

/**
 * Makes imports of VS Code's interface plain `require` calls. What esbuild would make of them copies that interface, getter
 * by getter, for every file that imports it: most of the time and memory of activation.
 */
function withPlainVscode(code) {
  let first;
  return code.replace(/\bimport ?\* ?as ([\w$]+) from ?"vscode"/g, (_, name) => {
    const value = first ?? 'require("vscode")';
    first ??= name;
    return `const ${name}=${value}`;
  });
}

/** A part that is a file of its own beside those that load it. */
const apart = (name, filter, path) => ({
  name: `${name}-apart`,
  setup(build) {
    build.onResolve({ filter }, ({ kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined));
  },
});
const laterApart = apart('later', /^\.\/extension\.ts$/, './later.js');
const sandboxApart = apart('sandbox', /\/sandbox\/index\.ts$/, '../sandbox/sandbox.js');

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

const bundles = {
  // `extension.js` is what activation loads, `later.js` what it loads when it is first asked for anything.
  node: { ...portable, entryPoints: { extension: 'src/main.ts' }, outdir: join(outdir, 'node'), plugins: [laterApart, asCommonJs] },
  nodeLater: { ...portable, entryPoints: { later: 'src/extension.ts' }, outdir: join(outdir, 'node'), splitting: true, chunkNames: '[name]-[hash]', plugins: [sandboxApart, asCommonJs] },
  web: { ...portable, entryPoints: { extension: 'src/browser.ts' }, outdir: join(outdir, 'web'), plugins: [asCommonJs] },
  webLater: { ...portable, entryPoints: { later: 'src/extension.ts' }, outdir: join(outdir, 'web'), plugins: [sandboxApart, asCommonJs] },
  sandbox: { ...common, entryPoints: { sandbox: 'src/sandbox/index.ts' }, outdir: join(outdir, 'sandbox'), format: 'cjs', platform: 'node' },
  page: {
    ...common,
    entryPoints: { page: 'src/webview/main.ts' },
    outdir: join(outdir, 'page'),
    format: 'iife',
    platform: 'browser',
    alias: portable.alias,
    plugins: [iconPaths],
  },
};

/** The name, version and licence of every package whose code or font is in these builds, sorted by name. */
async function thirdPartyNotices(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs)).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []);
  const notices = await Promise.all([...new Set(folders)].map(thirdPartyNotice));
  const intro = 'Workflow Jobs contains code and icons of these packages, each under its own licence.';
  return `${[intro, ...notices.sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function thirdPartyNotice(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const by = author?.name ?? author;
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  let text = file && (await readFile(join(folder, file), 'utf8'));
  if (!file && license === 'MIT' && by) {
    // The package names the licence without quoting it; its words are those of ours.
    const mit = await readFile(join(import.meta.dirname, 'LICENSE'), 'utf8');
    text = `Copyright (c) ${by}\n\n${mit.slice(mit.indexOf('Permission'))}`;
  }
  if (!license || !text) {
    console.error(`The bundled package ${name} ${version} has no licence to quote: do without it, or ask its authors for one.`);
    process.exit(1);
  }
  return `${name} ${version} (${license})${by ? `, by ${by}` : ''}\n\n${text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n').trim()}`;
}

const noticesFile = join(outdir, 'THIRD_PARTY_NOTICES.txt');
await Promise.all([...Object.values(bundles).map((bundle) => bundle.outdir), noticesFile].map((path) => rm(path, { recursive: true, force: true })));
const contexts = await Promise.all(
  Object.entries(bundles).map(([name, options]) => context({ ...options, plugins: [announce(name), ...(options.plugins ?? [])] })),
);
if (watch) {
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  const results = await Promise.all(contexts.map((each) => each.rebuild()));
  await Promise.all(contexts.map((each) => each.dispose()));
  if (production) await writeFile(noticesFile, await thirdPartyNotices(results.map(({ metafile }) => metafile)));
}
