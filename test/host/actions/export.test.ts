import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPageOf } from '../../support/service/builders.ts';
import { envelope, serveData, delayed, text } from '../../support/service/service.ts';
import { inWorker } from '../support/needsNode.ts';
import { ask, onNotifications, onProgress, onQuestion, onWindow } from '../support/prompts.ts';
import { rowsOf } from '../support/rows.ts';
import { mountSmallDisk } from '../support/smallDisk.ts';
import {
  connect,
  connected,
  requestsFor,
  run,
  serve,
  sharedService,
} from '../support/extension.ts';

const keys = ['job_1', 'job_2', 'job_3', 'job_4', 'job_5'];
const job = aJob();
/** Five pages with one job each. */
const fiveJobs = {
  jobs: keys.map((key, index) => aJob({ key, note: '=1+1', extra: { deep: [index + 1] } })),
  perPage: 1,
};
const page = (number: number) => envelope(aPageOf(fiveJobs.jobs, number, 1));

const folder = () => {
  const found = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(found, 'no folder is open');
  return found;
};
const file = (name: string) => vscode.Uri.joinPath(folder(), name);
const read = async (name: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await vscode.workspace.fs.readFile(file(name)),
  );
const filesIn = async () =>
  (await vscode.workspace.fs.readDirectory(folder())).map(([name]) => name).sort();

/**
 * Runs Export Jobs with these choices and this file. Resolves to the notification at the end, or to
 * undefined if there is none.
 */
async function exportAs(
  choices: readonly (string | undefined)[],
  target: vscode.Uri | undefined,
  listen?: Parameters<typeof onProgress>[0],
): Promise<string | undefined> {
  onWindow('showSaveDialog', () => Promise.resolve(target));
  onProgress(listen);
  const notifications = onNotifications();
  await ask('exportJobs', ...choices);
  return notifications[0];
}

/** Deletes the files of the previous test. */
async function emptyFolder(): Promise<void> {
  for (const name of await filesIn())
    await vscode.workspace.fs.delete(file(name), { recursive: true });
}

suite('Export Jobs command', () => {
  const service = sharedService(serveData(fiveJobs));
  setup(emptyFolder);

  test('exports the loaded jobs as JSON without sending a request', async () => {
    const before = requestsFor(service(), 'GET', /^\/jobs/);
    assert.match(
      (await exportAs(['Loaded jobs (1)', 'JSON'], file('jobs.json'))) ?? '',
      /^Exported 1 job to jobs\.json\./,
    );
    assert.deepEqual(JSON.parse(await read('jobs.json')), [
      aJob({ note: '=1+1', extra: { deep: [1] } }),
    ]);
    assert.equal(requestsFor(service(), 'GET', /^\/jobs/), before);
    assert.deepEqual(await filesIn(), ['jobs.json']);
  });

  test('exports all jobs as CSV in list order @floor @everyHost', async () => {
    const messages: string[] = [];
    await exportAs(['All jobs (5)', 'CSV'], file('jobs.csv'), (message) => messages.push(message));
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
    assert.deepEqual(messages, [
      '1 of 5',
      '2 of 5',
      '3 of 5',
      '4 of 5',
      '5 of 5',
      'writing jobs.csv',
    ]);
  });

  test('shows the file name as plain text in the progress message', async () => {
    const messages: string[] = [];
    await exportAs(['Loaded jobs (1)', 'JSON'], file('[a](b)[c](d).json'), (message) =>
      messages.push(message),
    );
    assert.deepEqual(messages, ['writing [a] (b)[c] (d).json']);
  });

  test('replaces an existing NDJSON file', async () => {
    await vscode.workspace.fs.writeFile(
      file('jobs.ndjson'),
      new TextEncoder().encode('an older and much longer export\n'.repeat(1000)),
    );
    await exportAs(['All jobs (5)', 'NDJSON'], file('jobs.ndjson'));
    const lines = (await read('jobs.ndjson')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { key: string }).key),
      keys,
    );
  });

  test('leaves all files unchanged if the user cancels during encoding', async () => {
    const cancelled = (name: string) =>
      exportAs(['Loaded jobs (1)', 'CSV'], file(name), (message, cancel) => {
        if (message.startsWith('writing')) cancel();
      });
    await cancelled('jobs.csv');
    assert.deepEqual(await filesIn(), []);
    await vscode.workspace.fs.writeFile(file('older.csv'), new TextEncoder().encode('older'));
    await cancelled('older.csv');
    assert.equal(await read('older.csv'), 'older');
    assert.deepEqual(await filesIn(), ['older.csv']);
  });

  test('writes only to the selected file', async () => {
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
        (await exportAs(
          ['All jobs (5)', 'CSV'],
          vscode.Uri.from({ scheme: 'one-file', path: '/jobs.csv' }),
        )) ?? '',
        /^Exported 5 jobs to jobs\.csv\./,
      );
    } finally {
      registered.dispose();
    }
    assert.deepEqual(
      written.map(([path, content]) => [
        path,
        new TextDecoder().decode(content).split('\r\n').length,
      ]),
      [['/jobs.csv', 7]],
    );
  });

  test('suggests a file in the home directory if no folder is open @everyHost', async () => {
    const suggested = async () => {
      const { promise, resolve } = Promise.withResolvers<vscode.Uri | undefined>();
      onWindow('showSaveDialog', ({ defaultUri }: vscode.SaveDialogOptions) => resolve(defaultUri));
      await ask('exportJobs', 'Loaded jobs (1)', 'CSV');
      return (await promise)?.path ?? '';
    };
    assert.equal(await suggested(), file('jobs.csv').path);
    const opened = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
    assert.ok(opened);
    Object.defineProperty(vscode.workspace, 'workspaceFolders', {
      value: undefined,
      configurable: true,
    });
    try {
      const home = inWorker
        ? '/'
        : vscode.Uri.file(process.getBuiltinModule('node:os').homedir()).path;
      assert.equal(await suggested(), vscode.Uri.joinPath(vscode.Uri.file(home), 'jobs.csv').path);
    } finally {
      Object.defineProperty(vscode.workspace, 'workspaceFolders', opened);
    }
  });

  test('shows the reason if the file cannot be written', async () => {
    await vscode.workspace.fs.writeFile(file('older'), new Uint8Array());
    const notification = (await exportAs(['Loaded jobs (1)', 'CSV'], file('older/jobs.csv'))) ?? '';
    assert.match(notification, /^jobs\.csv could not be written: /);
    assert.doesNotMatch(notification, /Error|ENO|FileSystem/);
  });

  test('shows an error if the file is written only partially @everyHost', async () => {
    const target = vscode.Uri.joinPath(mountSmallDisk(512), 'jobs.csv');
    assert.match(
      (await exportAs(['All jobs (5)', 'CSV'], target)) ?? '',
      /^jobs\.csv could not be written: Only 512 of \d{3} bytes were written\. The disk may be full\.$/,
    );
  });

  test('exports nothing if the user closes a prompt', async () => {
    for (const choices of [[undefined], ['All jobs (5)', undefined], ['All jobs (5)', 'CSV']]) {
      assert.equal(await exportAs(choices, undefined), undefined);
    }
    assert.deepEqual(await filesIn(), []);
  });
});

suite('Export Jobs command', () => {
  setup(emptyFolder);
  teardown(() => run('clearJobFilter'));

  test('warns that the export may be incomplete if paging stops early', async () => {
    await connected(fiveJobs, { 'GET /jobs?page=2': page(1) });
    await run('loadMoreJobs');
    assert.match(
      (await exportAs(['All jobs (5)', 'JSON'], file('jobs.json'))) ?? '',
      /The result may be incomplete\. Paging stopped: the service returned page/,
    );
    assert.match(
      (await exportAs(['Loaded jobs (1)', 'JSON'], file('jobs.json'))) ?? '',
      /^Exported 1 job to jobs\.json\.$/,
    );
  });

  test('updates the Jobs view with the exported jobs', async () => {
    const data = { jobs: fiveJobs.jobs.slice(0, 2), perPage: 1 };
    await connected(data);
    const done = { completedAt: '2026-10-02T08:00:00Z', updatedAt: '2026-10-02T08:00:00Z' };
    data.jobs = data.jobs.map((job) => ({ ...job, ...done }));
    assert.doesNotMatch((await rowsOf())[0]?.description ?? '', /completed/);
    await exportAs(['All jobs (2)', 'JSON'], file('jobs.json'));
    assert.match((await rowsOf())[0]?.description ?? '', /completed/);
  });

  test('exports the latest version of a job that changes during the export', async () => {
    const data = { jobs: fiveJobs.jobs.slice(0, 2), perPage: 1 };
    const completedAt = '2026-10-02T08:00:00Z';
    await connected(data, {
      'GET /jobs?page=2': async () => {
        data.jobs = data.jobs.map((job) => ({ ...job, completedAt, updatedAt: completedAt }));
        await run('refreshJobs');
        return envelope(aPageOf(data.jobs, 2, 1));
      },
    });
    await exportAs(['All jobs (2)', 'CSV'], file('jobs.csv'));
    assert.equal((await read('jobs.csv')).split(',completed,').length, 3);
  });

  test('offers to export only matching jobs if a filter is set', async () => {
    const completedAt = '2026-10-02T08:00:00Z';
    const jobs = fiveJobs.jobs.map((job, index) =>
      index % 2 === 0 ? { ...job, completedAt } : job,
    );
    const service = await connected({ jobs, perPage: 2 });
    await ask('filterJobs', 'State', 'Completed');
    const exported = async (label: string) => {
      await exportAs([label, 'JSON'], file('jobs.json'));
      return (JSON.parse(await read('jobs.json')) as { key: string }[]).map(({ key }) => key);
    };
    const before = requestsFor(service, 'GET', /^\/jobs/);
    assert.deepEqual(await exported('Loaded matching jobs (1)'), ['job_1']);
    assert.equal(requestsFor(service, 'GET', /^\/jobs/), before);
    assert.deepEqual(await exported('All matching jobs'), ['job_1', 'job_3', 'job_5']);
    assert.deepEqual(await exported('All jobs (5)'), keys);
    const { asked } = onQuestion('info');
    await ask('copyAsTable', 'All matching jobs');
    assert.equal((await asked)[0], 'Copied 3 jobs.');
    assert.equal((await vscode.env.clipboard.readText()).trimEnd().split('\n').length, 2 + 3);
    assert.equal((await rowsOf()).filter(({ label }) => label === 'Invoice Approval').length, 1);
    await run('loadAllJobs');
    assert.deepEqual(await exported('All matching jobs (3)'), ['job_1', 'job_3', 'job_5']);
  });

  test('copies nothing if the connection changes before the user selects jobs', async () => {
    const other = await serve(serveData({ jobs: [job] }));
    await connected(fiveJobs);
    await vscode.env.clipboard.writeText('before');
    const { sentences } = onQuestion('warning');
    onWindow('showQuickPick', ([loaded]: unknown[]) => connect(other).then(() => loaded));
    await run('copyAsTable');
    assert.deepEqual(sentences, ['Nothing was done, because the connection has changed.']);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });

  test('does not ask which jobs to export if all jobs are loaded', async () => {
    await connected({ jobs: [job] });
    assert.match(
      (await exportAs(['JSON'], file('jobs.json'))) ?? '',
      /^Exported 1 job to jobs\.json\.$/,
    );
  });

  test('keeps an existing file unchanged if a page fails to load', async () => {
    await vscode.workspace.fs.writeFile(file('jobs.json'), new TextEncoder().encode('older'));
    await connected(fiveJobs, { 'GET /jobs?page=4': text(404, 'gone', 'text/plain') });
    assert.match(
      (await exportAs(['All jobs (5)', 'JSON'], file('jobs.json'))) ?? '',
      /GET \/jobs\?page=4/,
    );
    assert.equal(await read('jobs.json'), 'older');
    assert.deepEqual(await filesIn(), ['jobs.json']);
  });

  test('stops sending requests if the user cancels', async () => {
    const service = await connected(fiveJobs, { 'GET /jobs?page=3': delayed(page(3), 60_000) });
    const notification = await exportAs(
      ['All jobs (5)', 'CSV'],
      file('jobs.csv'),
      (message, cancel) => {
        if (message === '2 of 5') cancel();
      },
    );
    assert.equal(notification, undefined);
    await service.abandoned(1);
    assert.deepEqual(await filesIn(), []);
  });

  test('stops and shows a warning if the window connects to another service', async () => {
    const otherService = await serve(serveData(fiveJobs));
    await connected(fiveJobs, { 'GET /jobs?page=2': delayed(page(2), 60_000) });
    const notification = await exportAs(['All jobs (5)', 'CSV'], file('jobs.csv'), (message) => {
      if (message === '1 of 5') void connect(otherService);
    });
    assert.match(notification ?? '', /^Nothing was done, because the connection has changed\./);
    assert.deepEqual(await filesIn(), []);
  });
});
