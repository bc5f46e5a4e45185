import { stat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, readFiles, scratchFolder } from './build.ts';

const kilobyte = 1024;
// Names that minifying keeps.
const zod = '_zod';
const ofetch = 'FetchError';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let chunks: Map<string, string>;
let atActivation: string[];

beforeAll(async () => {
  scratch = await scratchFolder();
  await build(scratch.folder);
  chunks = await readFiles(join(scratch.folder, 'node'), '.js');
  atActivation = await loadedWithExtension();
});

afterAll(() => scratch.remove());

/** The files that Node reads for the extension to be activated, of which it must not ask anything yet. */
async function loadedWithExtension(): Promise<string[]> {
  const vscode = join(scratch.folder, 'node_modules/vscode/index.js');
  await mkdir(dirname(vscode), { recursive: true });
  await writeFile(vscode, "module.exports = new Proxy({}, { ownKeys: () => { throw new Error('The whole interface of VS Code is copied.'); } });");
  const entry = join(scratch.folder, 'node/extension.js');
  const require = createRequire(entry);
  expect(require(entry)).toHaveProperty('activate');
  return Object.keys(require.cache).filter((file) => file.startsWith(scratch.folder) && file !== vscode);
}

const bytes = async (files: string[]) => (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);

function required(text: string): string[] {
  return [...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].flatMap(([, name]) => name ?? []);
}

describe('the extension for desktop and remote windows', () => {
  it('loads less than 64 KB at activation', async () => {
    expect(await bytes(atActivation)).toBeLessThan(64 * kilobyte);
  });

  it('leaves zod and ofetch to the chunks that are loaded on demand', () => {
    const early = new Set(atActivation.map((file) => basename(file)));
    const holding = (mark: string) => [...chunks].filter(([, text]) => text.includes(mark)).map(([name]) => name);
    for (const mark of [zod, ofetch]) {
      expect(holding(mark)).not.toEqual([]);
      expect(holding(mark).filter((name) => early.has(name))).toEqual([]);
    }
  });

  it('requires VS Code, its own chunks, and the sandbox only when it is started', () => {
    const own = [...chunks.keys()].map((name) => `./${name}`);
    const foreign = [...chunks.values()].flatMap(required).filter((name) => !own.includes(name));
    expect(new Set(foreign)).toEqual(new Set(['vscode', '../sandbox/sandbox.js']));
    expect(atActivation.filter((file) => basename(dirname(file)) === 'sandbox')).toEqual([]);
  });
});

describe('the code of the extension', () => {
  it('is ASCII, which takes one byte a character in memory', async () => {
    const texts = [...chunks, ...(await readFiles(join(scratch.folder, 'web'), '.js'))];
    expect(texts.filter(([, text]) => !/^[\0-\x7f]*$/.test(text)).map(([name]) => name)).toEqual([]);
  });
});

describe('the extension for the browser', () => {
  it('requires nothing that a browser lacks', async () => {
    const names = new Set(required(await readFile(join(scratch.folder, 'web/extension.js'), 'utf8')));
    expect(names).toContain('vscode');
    // Node's own modules are missing there; the sandbox is, too, and its command is off.
    names.delete('vscode');
    names.delete('../sandbox/sandbox.js');
    expect([...names]).toEqual([]);
  });
});

describe('the job page', () => {
  it('is a script of less than 60 KB', async () => {
    expect(await bytes([join(scratch.folder, 'page/page.js')])).toBeLessThan(60 * kilobyte);
  });

  it('stands in HTML as it is: nothing in it ends an element or begins a comment, and nothing has to be loaded', async () => {
    const [script, style] = await Promise.all(['page.js', 'page.css'].map((name) => readFile(join(scratch.folder, 'page', name), 'utf8')));
    expect(script).not.toMatch(/<\/?script|<!--/i);
    expect(style).not.toMatch(/<|url\(|@import/i);
  });
});
