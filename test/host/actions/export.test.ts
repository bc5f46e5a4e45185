import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage, aPageOf } from '../../support/service/builders.ts';
import { envelope, holding, late, text } from '../../support/service/service.ts';
import { inWorker, needsNode } from '../support/needsNode.ts';
import { ask, onProgress, onQuestion, onWindow } from '../support/prompts.ts';
import { rowsOf } from '../support/rows.ts';
import { mountSmallDisk } from '../support/smallDisk.ts';
import { connect, connected, requestsFor, run, serve, sharedService } from '../support/extension.ts';

const keys = ['job_1', 'job_2', 'job_3', 'job_4', 'job_5'];
const one = aJob();
/** Five pages of one job. */
const five = {
  jobs: keys.map((key, index) => aJob({ key, note: '=1+1', extra: { deep: [index + 1] } })),
  perPage: 1,
};
const page = (number: number) => envelope(aPageOf(five.jobs, number, 1));

const folder = () => {
  const found = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(found, 'no folder is open');
  return found;
};
const file = (name: string) => vscode.Uri.joinPath(folder(), name);
const read = async (name: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await vscode.workspace.fs.readFile(file(name)));
const filesIn = async () => (await vscode.workspace.fs.readDirectory(folder())).map(([name]) => name).sort();

/**
 * Runs Export Jobs… with these choices and this file; resolves with what it said at the end, or undefined
 * where it said nothing.
 */
async function exportAs(
  choices: readonly (string | undefined)[],
  target: vscode.Uri | undefined,
  listen?: Parameters<typeof onProgress>[0],
): Promise<string | undefined> {
  const said: string[] = [];
  onWindow('showSaveDialog', () => Promise.resolve(target));
  onProgress(listen);
  for (const name of ['info', 'warning', 'error'] as const) {
    onQuestion(name, (sentence) => void said.push(String(sentence)));
  }
  await ask('exportJobs', ...choices);
  return said[0];
}

/** Deletes what the test before has written. */
async function emptyFolder(): Promise<void> {
  for (const name of await filesIn()) await vscode.workspace.fs.delete(file(name), { recursive: true });
}

suite('Export Jobs', () => {
  const service = sharedService(holding(five));
  setup(emptyFolder);

  test('writes what is shown as JSON, unknown members included, without asking the service for more', async () => {
    const before = requestsFor(service(), 'GET', /^\/jobs/);
    assert.match(
      (await exportAs(['What is shown', 'JSON'], file('jobs.json'))) ?? '',
      /^Jobs exported to jobs\.json: 1\./,
    );
    assert.deepEqual(JSON.parse(await read('jobs.json')), [aJob({ note: '=1+1', extra: { deep: [1] } })]);
    assert.equal(requestsFor(service(), 'GET', /^\/jobs/), before);
    assert.deepEqual(await filesIn(), ['jobs.json']);
  });

  test('writes everything as CSV in order, in pages that the list does not take over @floor @everyHost', async () => {
    const told: string[] = [];
    await exportAs(['Everything', 'CSV'], file('jobs.csv'), (message) => told.push(message));
    const lines = (await read('jobs.csv')).split('\r\n');
    assert.match(lines[0] ?? '', /^\ufeffkey,state,workflows,/);
    assert.deepEqual(
      lines.slice(1, -1).map((line) => line.split(',')[0]),
      keys,
    );
    assert.ok(
      lines.slice(1, -1).every((line) => line.endsWith(",'=1+1")),
      lines[1],
    );
    assert.deepEqual(told, ['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5', 'writing jobs.csv']);
  });

  test('says which file it writes, whose name is no link', async () => {
    const told: string[] = [];
    await exportAs(['What is shown', 'JSON'], file('[a](b)[c](d).json'), (message) => told.push(message));
    assert.deepEqual(told, ['writing [a] (b)[c] (d).json']);
  });

  test('writes NDJSON over an older file', async () => {
    await vscode.workspace.fs.writeFile(
      file('jobs.ndjson'),
      new TextEncoder().encode('an older and much longer export\n'.repeat(1000)),
    );
    await exportAs(['Everything', 'NDJSON'], file('jobs.ndjson'));
    const lines = (await read('jobs.ndjson')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { key: string }).key),
      keys,
    );
  });

  test('cancelling while it makes the text leaves no file either, and an older one as it was', async () => {
    const cancelled = (name: string) =>
      exportAs(['What is shown', 'CSV'], file(name), (message, cancel) => {
        if (message.startsWith('writing')) cancel();
      });
    await cancelled('jobs.csv');
    assert.deepEqual(await filesIn(), []);
    await vscode.workspace.fs.writeFile(file('older.csv'), new TextEncoder().encode('older'));
    await cancelled('older.csv');
    assert.equal(await read('older.csv'), 'older');
    assert.deepEqual(await filesIn(), ['older.csv']);
  });

  needsNode('it makes a link')('a link stays one, and the file that it names is replaced', async () => {
    await vscode.workspace.fs.writeFile(
      file('kept/older.json'),
      new TextEncoder().encode('an older and longer export'.repeat(100)),
    );
    // A browser's bundle resolves no module of Node.
    const { readlink, symlink } = process.getBuiltinModule('node:fs/promises');
    await symlink('kept/older.json', file('jobs.json').fsPath);
    assert.match(
      (await exportAs(['What is shown', 'JSON'], file('jobs.json'))) ?? '',
      /^Jobs exported to jobs\.json: 1\.$/,
    );
    assert.equal(await readlink(file('jobs.json').fsPath), 'kept/older.json');
    assert.equal((JSON.parse(await read('kept/older.json')) as unknown[]).length, 1);
    assert.deepEqual(await filesIn(), ['jobs.json', 'kept']);
    assert.deepEqual((await vscode.workspace.fs.readDirectory(file('kept'))).length, 1);
  });

  test('a file that cannot be written is said with its reason', async () => {
    const nowhere = vscode.Uri.from({ scheme: 'no-such-place', path: '/jobs.csv' });
    assert.match(
      (await exportAs(['What is shown', 'CSV'], nowhere)) ?? '',
      /^jobs\.csv could not be written: .*no-such-place/,
    );
  });

  test('writes where only the chosen file may be written, once and whole, as a browser gives it', async () => {
    const written: [path: string, content: Uint8Array][] = [];
    const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const refuse = (uri: vscode.Uri): never => {
      throw vscode.FileSystemError.NoPermissions(uri);
    };
    const provider: vscode.FileSystemProvider = {
      onDidChangeFile: changed.event,
      watch: () => changed,
      stat: (uri) => {
        if (uri.path === '/jobs.csv') {
          const size = written.at(-1)?.[1].length ?? 0;
          return { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
        }
        return uri.path === '/'
          ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
          : refuse(uri);
      },
      readFile: () => new TextEncoder().encode('older'),
      writeFile: (uri, content) =>
        uri.path === '/jobs.csv' ? void written.push([uri.path, content]) : refuse(uri),
      readDirectory: refuse,
      createDirectory: refuse,
      delete: refuse,
      rename: refuse,
    };
    const registered = vscode.workspace.registerFileSystemProvider('one-file', provider);
    try {
      assert.match(
        (await exportAs(['Everything', 'CSV'], vscode.Uri.from({ scheme: 'one-file', path: '/jobs.csv' }))) ??
          '',
        /^Jobs exported to jobs\.csv: 5\./,
      );
    } finally {
      registered.dispose();
    }
    assert.deepEqual(
      written.map(([path, content]) => [path, new TextDecoder().decode(content).split('\r\n').length]),
      [['/jobs.csv', 7]],
    );
  });

  test('a folder of that name is left as it is', async () => {
    await vscode.workspace.fs.writeFile(file('jobs.csv/kept.txt'), new TextEncoder().encode('kept'));
    assert.match(
      (await exportAs(['What is shown', 'CSV'], file('jobs.csv'))) ?? '',
      /^jobs\.csv could not be written: /,
    );
    assert.equal(await read('jobs.csv/kept.txt'), 'kept');
    assert.deepEqual(await filesIn(), ['jobs.csv']);
  });

  test('a folder that does not exist is made', async () => {
    assert.match(
      (await exportAs(['What is shown', 'JSON'], file('new/deep/jobs.json'))) ?? '',
      /^Jobs exported to jobs\.json: 1\./,
    );
    assert.equal((JSON.parse(await read('new/deep/jobs.json')) as unknown[]).length, 1);
  });

  test('suggests a name, in the home of a person who has opened no folder @everyHost', async () => {
    const suggested = async () => {
      const { promise, resolve } = Promise.withResolvers<vscode.Uri | undefined>();
      onWindow('showSaveDialog', ({ defaultUri }: vscode.SaveDialogOptions) => resolve(defaultUri));
      await ask('exportJobs', 'What is shown', 'CSV');
      return (await promise)?.path ?? '';
    };
    assert.equal(await suggested(), file('jobs.csv').path);
    const opened = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
    assert.ok(opened);
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { value: undefined, configurable: true });
    try {
      const home = inWorker ? '/' : vscode.Uri.file(process.getBuiltinModule('node:os').homedir()).path;
      assert.equal(await suggested(), vscode.Uri.joinPath(vscode.Uri.file(home), 'jobs.csv').path);
    } finally {
      Object.defineProperty(vscode.workspace, 'workspaceFolders', opened);
    }
  });

  test('a file that the disk refuses is said in words', async () => {
    await vscode.workspace.fs.writeFile(file('older'), new Uint8Array());
    const said = (await exportAs(['What is shown', 'CSV'], file('older/jobs.csv'))) ?? '';
    assert.match(said, /^jobs\.csv could not be written: /);
    assert.doesNotMatch(said, /Error|ENO|FileSystem/);
  });

  test('reports a file that the disk truncated @everyHost', async () => {
    const target = vscode.Uri.joinPath(mountSmallDisk(512), 'jobs.csv');
    assert.match(
      (await exportAs(['Everything', 'CSV'], target)) ?? '',
      /^jobs\.csv is incomplete: only 512 of \d{3} bytes were written\. The disk may be full\.$/,
    );
  });

  test('dismissing any of the questions does nothing', async () => {
    for (const choices of [[undefined], ['Everything', undefined], ['Everything', 'CSV']]) {
      assert.equal(await exportAs(choices, undefined), undefined);
    }
    assert.deepEqual(await filesIn(), []);
  });
});

suite('Export Jobs, where the list is not whole or changes,', () => {
  setup(emptyFolder);
  teardown(() => run('clearJobFilter'));

  test('asks where the list ended early, and says of everything that it may be incomplete', async () => {
    await connected(five, { 'GET /jobs?page=2': page(1) });
    await run('loadMoreJobs');
    assert.match(
      (await exportAs(['Everything', 'JSON'], file('jobs.json'))) ?? '',
      /It may be incomplete\. Paging ended: asked for page 2/,
    );
    assert.match(
      (await exportAs(['What is shown', 'JSON'], file('jobs.json'))) ?? '',
      /^Jobs exported to jobs\.json: 1\.$/,
    );
  });

  test('asks where the service counts more jobs than its pages hold, and says how many of them were exported', async () => {
    await connected({ jobs: [one] }, { 'GET /jobs?page=1': envelope(aPage([one], { total: 3 })) });
    assert.match(
      (await exportAs(['Everything', 'JSON'], file('jobs.json'))) ?? '',
      /^Jobs exported to jobs\.json: 1\. It may be incomplete\. Paging ended: the service sent 1 of 3 jobs/,
    );
  });

  test('asks where jobs that started meanwhile are not loaded', async () => {
    const held = { jobs: five.jobs.slice(2), perPage: 2 };
    await connected(held);
    held.jobs = five.jobs.slice(1);
    await run('loadMoreJobs');
    assert.match(
      (await exportAs(['What is shown', 'JSON'], file('jobs.json'))) ?? '',
      /^Jobs exported to jobs\.json: 3\./,
    );
  });

  test('shows in the rows of the view what it has read', async () => {
    const held = { jobs: five.jobs.slice(0, 2), perPage: 1 };
    await connected(held);
    const done = { completedAt: '2026-10-02T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z' };
    held.jobs = held.jobs.map((job) => ({ ...job, ...done }));
    assert.doesNotMatch((await rowsOf())[0]?.description ?? '', /done/);
    await exportAs(['Everything', 'JSON'], file('jobs.json'));
    assert.match((await rowsOf())[0]?.description ?? '', /^done/);
  });

  test('writes the newest version of a job that was read again after its page', async () => {
    const held = { jobs: five.jobs.slice(0, 2), perPage: 1 };
    const completedAt = '2026-10-02T08:00:00Z';
    await connected(held, {
      'GET /jobs?page=2': async () => {
        held.jobs = held.jobs.map((job) => ({ ...job, completedAt, updatedAt: completedAt }));
        await run('refreshJobs');
        return envelope(aPageOf(held.jobs, 2, 1));
      },
    });
    await exportAs(['Everything', 'CSV'], file('jobs.csv'));
    assert.equal((await read('jobs.csv')).split(',completed,').length, 3);
  });

  test('asks where a filter lets no job through, and exports none of them unasked', async () => {
    await connected({ jobs: [one] });
    await ask('filterJobs', 'State', 'completed');
    await exportAs(['What is shown', 'JSON'], file('jobs.json'));
    assert.deepEqual(JSON.parse(await read('jobs.json')), []);
    await exportAs(['Everything', 'JSON'], file('jobs.json'));
    assert.equal((JSON.parse(await read('jobs.json')) as unknown[]).length, 1);
  });

  test('does not ask where what is shown is all there is', async () => {
    await connected({ jobs: [one] });
    assert.match((await exportAs(['JSON'], file('jobs.json'))) ?? '', /^Jobs exported to jobs\.json: 1\.$/);
  });

  test('a page that fails is said, and leaves the older file as it was', async () => {
    await vscode.workspace.fs.writeFile(file('jobs.json'), new TextEncoder().encode('older'));
    await connected(five, { 'GET /jobs?page=4': text(404, 'gone', 'text/plain') });
    assert.match((await exportAs(['Everything', 'JSON'], file('jobs.json'))) ?? '', /GET \/jobs\?page=4/);
    assert.equal(await read('jobs.json'), 'older');
    assert.deepEqual(await filesIn(), ['jobs.json']);
  });

  test('cancelling while pages come ends the requests and leaves no file', async () => {
    const service = await connected(five, { 'GET /jobs?page=3': late(page(3), 60_000) });
    const said = await exportAs(['Everything', 'CSV'], file('jobs.csv'), (message, cancel) => {
      if (message === '2 of 5') cancel();
    });
    assert.equal(said, undefined);
    await service.abandoned(1);
    assert.deepEqual(await filesIn(), []);
  });

  test('another connection meanwhile ends it, and says so', async () => {
    const other = await serve(holding(five));
    await connected(five, { 'GET /jobs?page=2': late(page(2), 60_000) });
    const said = await exportAs(['Everything', 'CSV'], file('jobs.csv'), (message) => {
      if (message === '1 of 5') void connect(other);
    });
    assert.match(said ?? '', /^The connection has changed since then: nothing was done\./);
    assert.deepEqual(await filesIn(), []);
  });
});
