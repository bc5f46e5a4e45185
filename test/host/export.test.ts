import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage } from '../support/builders.ts';
import { type Answer, envelope, late, text } from '../support/service.ts';
import { onWindow } from './replies.ts';
import { connect, noFields, onQuestion, requestsFor, reset, routes, tidyUp, withService } from './support.ts';

const total = 5;
const keys = ['job_1', 'job_2', 'job_3', 'job_4', 'job_5'];
const page = (number: number): Answer =>
  envelope(aPage([aJob({ key: keys[number - 1] ?? '', note: '=1+1', extra: { deep: [number] } })], { currentPage: number, lastPage: total, hasMore: number < total, nextPage: number < total ? number + 1 : null, total }));
const pages = Object.fromEntries(keys.map((_, index) => [`GET /jobs?page=${index + 1}`, page(index + 1)]));
const fivePages = { 'GET /fields': noFields, ...pages };

const folder = () => {
  const found = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(found, 'no folder is open');
  return found;
};
const file = (name: string) => vscode.Uri.joinPath(folder(), name);
const read = async (name: string) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await vscode.workspace.fs.readFile(file(name)));
const filesIn = async () => (await vscode.workspace.fs.readDirectory(folder())).map(([name]) => name).sort();

/** Runs Export Jobs… with these choices and this file; resolves with what it said at the end, or undefined where it said nothing. */
async function exportAs(choices: readonly string[], target: vscode.Uri | undefined, onProgress: (message: string, cancel: () => void) => void = () => undefined): Promise<string | undefined> {
  const left = [...choices];
  const said: string[] = [];
  const restores = [
    onWindow('showQuickPick', (items: unknown) => {
      const wanted = left.shift();
      return Promise.resolve((items as { label: string }[]).find(({ label }) => label === wanted));
    }),
    onWindow('showSaveDialog', () => Promise.resolve(target)),
    onWindow('withProgress', (_options: unknown, task: unknown) => {
      const source = new vscode.CancellationTokenSource();
      const report = ({ message = '' }: { message?: string }) => onProgress(message, () => source.cancel());
      return (task as (progress: { report: typeof report }, token: vscode.CancellationToken) => Promise<unknown>)({ report }, source.token);
    }),
    ...(['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const).map((name) => onQuestion(name, (message) => {
      said.push(String(message));
      return undefined;
    }).restore),
  ];
  try {
    await vscode.commands.executeCommand('workflowJobs.exportJobs');
  } finally {
    for (const restore of restores.toReversed()) restore();
  }
  assert.deepEqual(left, [], 'not everything was asked');
  return said[0];
}

const twoPages = (number: 1 | 2, ofPage: string[]): Answer => envelope(aPage(ofPage.map((key) => aJob({ key })), { currentPage: number, lastPage: 2, hasMore: number === 1, total: 3 }));

async function filterByState(state: string): Promise<void> {
  const left = ['State', state];
  const restore = onWindow('showQuickPick', (items: unknown) => {
    const wanted = left.shift();
    return Promise.resolve((items as { label: string }[]).find(({ label }) => label === wanted));
  });
  try {
    await vscode.commands.executeCommand('workflowJobs.filterJobs');
  } finally {
    restore();
  }
}

suite('Export Jobs', () => {
  setup(async () => {
    for (const name of await filesIn()) await vscode.workspace.fs.delete(file(name), { recursive: true });
  });
  teardown(tidyUp);
  suiteTeardown(reset);

  test('writes what is shown as JSON, unknown members included, without asking the service for more', () =>
    withService(routes(fivePages), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      assert.match((await exportAs(['What is shown', 'JSON'], file('jobs.json'))) ?? '', /^Jobs exported to jobs\.json: 1\./);
      assert.deepEqual(JSON.parse(await read('jobs.json')), [aJob({ note: '=1+1', extra: { deep: [1] } })]);
      assert.equal(requestsFor(service, 'GET', /^\/jobs\?page=[2-5]$/), 0);
      assert.deepEqual(await filesIn(), ['jobs.json']);
    }));

  test('writes everything as CSV in order, in pages that the list does not take over @floor', () =>
    withService(routes(fivePages), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      const told: string[] = [];
      await exportAs(['Everything', 'CSV'], file('jobs.csv'), (message) => told.push(message));
      const lines = (await read('jobs.csv')).split('\r\n');
      assert.match(lines[0] ?? '', /^\ufeffkey,state,workflows,/);
      assert.deepEqual(lines.slice(1, -1).map((line) => line.split(',')[0]), keys);
      assert.ok(lines.slice(1, -1).every((line) => line.endsWith(",'=1+1")), lines[1]);
      assert.deepEqual(told, ['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5', 'writing jobs.csv']);
    }));

  test('asks where the list ended early, and says of everything that it may be incomplete', () =>
    withService(routes({ ...fivePages, 'GET /jobs?page=2': page(1) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await vscode.commands.executeCommand('workflowJobs.loadMoreJobs');
      assert.match((await exportAs(['Everything', 'JSON'], file('jobs.json'))) ?? '', /It may be incomplete\. Paging ended: asked for page 2/);
      assert.match((await exportAs(['What is shown', 'JSON'], file('jobs.json'))) ?? '', /^Jobs exported to jobs\.json: 1\.$/);
    }));

  test('asks where jobs that started meanwhile are not loaded', () =>
    withService(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': twoPages(1, ['job_2']), 'GET /jobs?page=2': twoPages(2, ['job_2', 'job_1']) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await vscode.commands.executeCommand('workflowJobs.loadMoreJobs');
      assert.match((await exportAs(['What is shown', 'JSON'], file('jobs.json'))) ?? '', /^Jobs exported to jobs\.json: 2\./);
    }));

  test('asks where a filter lets no job through, and exports none of them unasked', () =>
    withService(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await filterByState('completed');
      try {
        await exportAs(['What is shown', 'JSON'], file('jobs.json'));
        assert.deepEqual(JSON.parse(await read('jobs.json')), []);
        await exportAs(['Everything', 'JSON'], file('jobs.json'));
        assert.equal((JSON.parse(await read('jobs.json')) as unknown[]).length, 1);
      } finally {
        await vscode.commands.executeCommand('workflowJobs.clearJobFilter');
      }
    }));

  test('does not ask where what is shown is all there is', () =>
    withService(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      assert.match((await exportAs(['JSON'], file('jobs.json'))) ?? '', /^Jobs exported to jobs\.json: 1\.$/);
    }));

  test('says which file it writes, whose name is no link', () =>
    withService(routes(fivePages), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      const told: string[] = [];
      await exportAs(['What is shown', 'JSON'], file('[a](b).json'), (message) => told.push(message));
      assert.deepEqual(told, ['writing [a] (b).json']);
    }));

  test('writes NDJSON over an older file', () =>
    withService(routes(fivePages), async (service) => {
      await vscode.workspace.fs.writeFile(file('jobs.ndjson'), new TextEncoder().encode('an older and much longer export\n'.repeat(1000)));
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await exportAs(['Everything', 'NDJSON'], file('jobs.ndjson'));
      const lines = (await read('jobs.ndjson')).trimEnd().split('\n');
      assert.deepEqual(lines.map((line) => (JSON.parse(line) as { key: string }).key), keys);
    }));

  test('a page that fails is said, and leaves the older file as it was', () =>
    withService(routes({ ...fivePages, 'GET /jobs?page=4': text(404, 'gone', 'text/plain') }), async (service) => {
      await vscode.workspace.fs.writeFile(file('jobs.json'), new TextEncoder().encode('older'));
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      assert.match((await exportAs(['Everything', 'JSON'], file('jobs.json'))) ?? '', /GET \/jobs\?page=4/);
      assert.equal(await read('jobs.json'), 'older');
      assert.deepEqual(await filesIn(), ['jobs.json']);
    }));

  test('cancelling while pages come ends the requests and leaves no file', () =>
    withService(routes({ ...fivePages, 'GET /jobs?page=3': late(page(3), 60_000) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      const said = await exportAs(['Everything', 'CSV'], file('jobs.csv'), (message, cancel) => {
        if (message === '2 of 5') cancel();
      });
      assert.equal(said, undefined);
      await service.abandoned(1);
      assert.deepEqual(await filesIn(), []);
    }));

  test('cancelling while it writes leaves no file either', () =>
    withService(routes(fivePages), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await exportAs(['What is shown', 'CSV'], file('jobs.csv'), (message, cancel) => {
        if (message.startsWith('writing')) cancel();
      });
      assert.deepEqual(await filesIn(), []);
    }));

  test('a file that cannot be written is said with its reason', () =>
    withService(routes(fivePages), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      const nowhere = vscode.Uri.from({ scheme: 'no-such-place', path: '/jobs.csv' });
      assert.match((await exportAs(['What is shown', 'CSV'], nowhere)) ?? '', /^jobs\.csv could not be written, and is as it was before: .*no-such-place/);
    }));

  test('a folder of that name is left as it is, and said to be one', () =>
    withService(routes(fivePages), async (service) => {
      await vscode.workspace.fs.writeFile(file('jobs.csv/kept.txt'), new TextEncoder().encode('kept'));
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      assert.match((await exportAs(['What is shown', 'CSV'], file('jobs.csv'))) ?? '', /^jobs\.csv could not be written, and is as it was before: .*folder/);
      assert.equal(await read('jobs.csv/kept.txt'), 'kept');
      assert.deepEqual(await filesIn(), ['jobs.csv']);
    }));

  test('a folder that does not exist is made', () =>
    withService(routes(fivePages), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      assert.match((await exportAs(['What is shown', 'JSON'], file('new/deep/jobs.json'))) ?? '', /^Jobs exported to jobs\.json: 1\./);
      assert.equal((JSON.parse(await read('new/deep/jobs.json')) as unknown[]).length, 1);
    }));

  test('another connection meanwhile ends it, and says so', () =>
    withService(routes({ ...fivePages, 'GET /jobs?page=2': late(page(2), 60_000) }), (slow) =>
      withService(routes(fivePages), async (other) => {
        await connect(slow);
        await vscode.commands.executeCommand('workflowJobs.refreshJobs');
        const said = await exportAs(['Everything', 'CSV'], file('jobs.csv'), (message) => {
          if (message === '1 of 5') void connect(other);
        });
        assert.match(said ?? '', /^The connection changed: nothing was exported\./);
        assert.deepEqual(await filesIn(), []);
      }),
    ));

  test('dismissing any of the questions does nothing', () =>
    withService(routes(fivePages), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      for (const choices of [['nothing of it'], ['Everything', 'nothing of it'], ['Everything', 'CSV']]) assert.equal(await exportAs(choices, undefined), undefined);
      assert.deepEqual(await filesIn(), []);
    }));
});
