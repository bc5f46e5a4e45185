import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNames } from '../../../src/ui/commandNames.ts';
import { activate } from './bareHost.ts';
import { build, readFiles, scratchFolder } from '../../support/packaging.ts';
import { readManifest } from './manifest.ts';

const kilobyte = 1024;
// Names that minifying keeps.
const zod = '_zod';
const ofetch = 'FetchError';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let node: Map<string, string>;
let web: Map<string, string>;

beforeAll(async () => {
  scratch = await scratchFolder();
  await build(scratch.folder);
  node = await readFiles(join(scratch.folder, 'node'), '.js');
  web = await readFiles(join(scratch.folder, 'web'), '.js');
});

afterAll(() => scratch.remove());

const main = (bundle: string) => join(scratch.folder, bundle, 'extension.js');
const bytes = async (files: readonly string[]) => (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);

function required(text: string): string[] {
  return [...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].flatMap(([, name]) => name ?? []);
}

describe.each(['node', 'web'])('activating the %s bundle', (bundle) => {
  it('loads one file of less than 8 KB', async () => {
    const { files } = activate(main(bundle));
    expect(files).toEqual([main(bundle)]);
    expect(await bytes(files)).toBeLessThan(8 * kilobyte);
  });

  it('registers commands before all else, then views, documents, pages and links, and does nothing more', async () => {
    const { calls } = activate(main(bundle));
    const commands = (await readManifest()).contributes.commands.map(({ command }) => command);
    const registered = calls.slice(0, commandNames.length).map(({ name, args: [id] }) => [name, id]);
    expect(registered).toEqual(commandNames.map((name) => ['commands.registerCommand', `workflowJobs.${name}`]));
    expect(commands.filter((command) => !registered.some(([, id]) => id === command))).toEqual([]);
    expect(calls.slice(commandNames.length).map(({ name }) => name)).toEqual([
      ...Array<string[]>(2).fill(['EventEmitter', 'window.createTreeView', 'window.createTreeView().onDidChangeVisibility', 'Disposable.from']).flat(),
      'EventEmitter',
      'workspace.registerFileSystemProvider',
      'window.registerWebviewPanelSerializer',
      'window.registerUriHandler',
    ]);
  });
});

/** What the rest of the extension needs of its host to be built; nothing that could reach network or disk. */
const globals = { TextDecoder, TextEncoder, AbortController, AbortSignal, URL, setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask };
const memento = { get: () => undefined, update: () => Promise.resolve() };
const context = { secrets: { onDidChange: () => undefined }, globalState: memento, workspaceState: memento, extensionUri: {} };

describe('asking the extension for something', () => {
  it('loads less than 64 KB, and neither client, page, export nor sandbox', async () => {
    const { files, run } = activate(main('node'), context, {}, globals);
    const atActivation = [...files];
    await run('workflowJobs.showLog');
    const loaded = files.filter((file) => !atActivation.includes(file));
    expect(await bytes(loaded)).toBeLessThan(64 * kilobyte);
    const names = new Set(files.map((file) => basename(file)));
    expect(names).toContain('later.js');
    for (const mark of [zod, ofetch, 'createWebviewPanel', 'showSaveDialog']) {
      const holding = [...node].filter(([, text]) => text.includes(mark)).map(([name]) => name);
      expect(holding).not.toEqual([]);
      expect(holding.filter((name) => names.has(name))).toEqual([]);
    }
  });

  it('reads one more file in a browser; without a network it says so, and tries again', async () => {
    const network = new Network();
    const { calls, files, run } = activate(main('web'), context, network.answers, globals);
    const times = (name: string) => calls.filter((call) => call.name === name).length;

    await run('workflowJobs.showLog');
    expect(calls.filter(({ name }) => name.startsWith('window.show')).map(({ args }) => args)).toEqual([[notLoaded]]);
    expect(times('window.createOutputChannel().error')).toBe(1);

    network.isOnline = true;
    await Promise.all([run('workflowJobs.showLog'), run('workflowJobs.showLog')]);
    await run('workflowJobs.showLog');
    expect(times('window.createOutputChannel().show')).toBe(3);
    expect(times('window.showErrorMessage')).toBe(1);
    expect(network.reads).toEqual(['dist/web/later.js', 'dist/web/later.js']);
    expect(files).toEqual([main('web')]);
  });

  it.each(['node', 'web'])('fills the views of the %s bundle when VS Code asks for their rows', async (bundle) => {
    const network = new Network(true);
    const views = new Views();
    const { calls } = activate(main(bundle), context, { ...network.answers, ...views.answers }, globals);
    const contexts = () => calls.flatMap(({ name, args: [command, ...args] }) => (name === 'commands.executeCommand' && command === 'setContext' ? [args] : []));
    expect(contexts()).toEqual([]);
    for (const { getChildren } of views.providers) expect(await getChildren()).toEqual([]);
    expect(contexts()).toContainEqual(['workflowJobs.connection', 'notConfigured']);
    expect(views.view.message).toBeUndefined();
  });

  it('lets a view say that it cannot be filled, and tries again when it is shown again', async () => {
    const network = new Network();
    const views = new Views();
    const { calls } = activate(main('web'), context, { ...network.answers, ...views.answers }, globals);
    const [provider] = views.providers;
    expect(await provider?.getChildren()).toEqual([]);
    expect(views.view.message).toBe(notLoaded);
    expect(calls.filter(({ name }) => name === 'EventEmitter().fire')).toEqual([]);

    network.isOnline = true;
    for (const listener of views.onShow) listener({ visible: true });
    expect(calls.filter(({ name }) => name === 'EventEmitter().fire')).toHaveLength(1);
    expect(await provider?.getChildren()).toEqual([]);
    expect(views.view.message).toBeUndefined();
  });
});

const notLoaded = 'A part of Workflow Jobs could not be loaded. Check the network, then try again.';

/** Gives a browser the extension's files, where it can reach them. */
class Network {
  isOnline: boolean;
  readonly reads: string[] = [];
  readonly answers = {
    'Uri.joinPath': (_base: unknown, path: string) => path,
    'l10n.t': (text: string) => text,
    'workspace.fs.readFile': (path: string) => {
      this.reads.push(path);
      return this.isOnline ? readFile(join(scratch.folder, path.replace(/^dist\//, ''))) : Promise.reject(new TypeError('Failed to fetch'));
    },
  };

  constructor(isOnline = false) {
    this.isOnline = isOnline;
  }
}

/** Views that nobody looks at; both are one. */
class Views {
  readonly providers: { getChildren: () => unknown }[] = [];
  readonly onShow: ((event: { visible: boolean }) => void)[] = [];
  readonly view: { message?: string; visible: boolean; onDidChangeVisibility: (listener: (event: { visible: boolean }) => void) => void } = {
    visible: false,
    onDidChangeVisibility: (listener) => void this.onShow.push(listener),
  };
  readonly answers = {
    'window.createTreeView': (_id: string, { treeDataProvider }: { treeDataProvider: { getChildren: () => unknown } }) => {
      this.providers.push(treeDataProvider);
      return this.view;
    },
  };
}

describe('the code of the extension', () => {
  it('is ASCII, which takes one byte a character in memory', () => {
    expect([...node, ...web].filter(([, text]) => !/^[\0-\x7f]*$/.test(text)).map(([name]) => name)).toEqual([]);
  });

  it('requires VS Code, its own files, and the sandbox when it is started', () => {
    const foreign = (bundle: Map<string, string>) => new Set([...bundle.values()].flatMap(required).filter((name) => !bundle.has(name.replace(/^\.\//, ''))));
    expect(foreign(node)).toEqual(new Set(['vscode', '../sandbox/sandbox.js']));
    // Where a browser runs the extension, the command that starts the sandbox is off.
    expect(foreign(web)).toEqual(new Set(['vscode', '../sandbox/sandbox.js']));
    expect(required(web.get('extension.js') ?? '')).toEqual(['vscode']);
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
