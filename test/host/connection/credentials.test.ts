import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ServiceError } from '../../../src/service/index.ts';
import { Credentials } from '../../../src/ui/connection/credentials.ts';
import {
  createKeyValueStore,
  createTestConnection,
  sharedSecrets,
} from '../support/testConnection.ts';
import { aJob, aPage } from '../../support/service/builders.ts';
import {
  envelope,
  json,
  redirect,
  reset as broken,
  serveData,
  text,
} from '../../support/service/service.ts';
import { captures } from '../support/captures.ts';
import { dataFilesContaining } from './dataFiles.ts';
import { ask, onBox, onQuestion, onWindow, removeApiKey } from '../support/prompts.ts';
import { messageOf, moreHelp, rowsOf } from '../support/rows.ts';
import { statusItem } from '../support/statusItem.ts';
import {
  connect,
  connectAndLoad,
  connected,
  disconnect,
  noFields,
  routes,
  run,
  saveSetting,
  serve,
  setting,
  untilPageOpen,
} from '../support/extension.ts';

const key = 'sk-kept-to-itself-8f3a';
const oneJob = routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) });

/** Adds an environment without encryption on another host, and stores its key. */
async function addPlainEnvironment(origin: string): Promise<void> {
  await setting('environments', [{ name: 'Plain', baseUrl: origin, kind: 'staging' }]);
  const questions = ['warning', 'info'].map((kind) => onQuestion(kind as 'warning' | 'info'));
  const restore = onBox('createInputBox', (box) => {
    box.onDidSay(() => box.accept());
    box.type(key);
    box.accept();
  });
  await vscode.commands.executeCommand('_workflowJobs.setApiKeyOf', origin);
  restore();
  for (const question of questions) question.restore();
}

suite('Connection', () => {
  test('keeps the API key out of logs, messages, pages, and files after an error @everyHost @full', async () => {
    const other = await serve(() => text(200, 'unexpected'));
    try {
      await setting('requestTimeout', 1);
      const service = await serve(serveData({ jobs: [aJob()] }));
      // Saves the base URL, because the end of the test searches the saved files for it.
      await saveSetting('baseUrl', service.url);
      await connectAndLoad(service);
      await ask('setApiKey', key);
      await run('refreshJobs');
      await run('openJob', 'job_1');
      await untilPageOpen('Invoice Approval');
      assert.equal(
        service.requests.at(-1)?.headers.authorization,
        `Bearer ${key}`,
        'the key was never sent',
      );

      const texts: string[] = [];
      const repeated = [broken(), text(500, '<html>', 'text/html')];
      const final = [
        redirect(`${other.url}/steal`, 307),
        json(401, { message: 'no' }),
        text(200, '{"broken'),
        envelope({ jobs: [{ key: null }] }),
      ];
      for (const answer of [...repeated, ...final]) {
        service.use(() => answer);
        const commands = [
          ['refreshJobs'],
          ['startJob', 'wf_a'],
          ...(final.includes(answer) ? [['checkConnection']] : []),
        ];
        await Promise.all(commands.map(([name, ...given]) => run(`${name}`, ...given)));
        texts.push(
          messageOf(),
          await moreHelp(),
          JSON.stringify(await rowsOf()),
          ...vscode.workspace.textDocuments
            .filter(({ uri }) => uri.scheme === 'workflow-job')
            .map((document) => document.getText()),
        );
      }
      assert.match(texts.join('\n'), /Connection check/);
      assert.deepEqual(other.requests, [], 'the other origin received requests');

      const everything = { ...captures, texts };
      assert.ok(
        captures.logLines.length > 10 &&
          captures.pageHtml.length > 0 &&
          captures.notifications.length > 0,
        'too few texts were captured',
      );
      for (const [place, lines] of Object.entries(everything)) {
        assert.deepEqual(
          lines.filter((line) => line.includes(key)),
          [],
          `${place} contains the key`,
        );
      }
      assert.ok(
        (await dataFilesContaining(service.url)).length > 0,
        'the search did not find any file with the base URL',
      );
      assert.deepEqual(await dataFilesContaining(key), []);
    } finally {
      await removeApiKey();
    }
  });

  test('sends an API key without encryption only if the user agrees', async () => {
    const sent = new Credentials({ secrets: sharedSecrets(), store: createKeyValueStore() });
    const origin = 'http://one.workflow-jobs.invalid';
    let answer: string | undefined = 'Send';
    const { asked, sentences } = onQuestion('warning', () => answer);
    for (const each of [
      'https://one.workflow-jobs.invalid',
      'http://127.0.0.1:80',
      'http://localhost',
      origin,
      'http://two.workflow-jobs.invalid',
    ]) {
      await sent.store(each, key);
    }
    for (const each of [
      'https://one.workflow-jobs.invalid',
      'http://127.0.0.1:80',
      'http://localhost',
    ]) {
      assert.ok(await sent.header(each), each);
    }
    assert.deepEqual(sentences, []);

    // Both views send a request at the same time.
    const headers = await Promise.all([sent.header(origin), sent.header(origin)]);
    assert.deepEqual(
      headers.map((header) => header?.value),
      [`Bearer ${key}`, `Bearer ${key}`],
    );
    await sent.header(origin);
    assert.deepEqual((await asked).slice(2), ['Do Not Send', 'Send']);
    assert.deepEqual(sentences, [
      `Send the API key to ${origin} without encryption? Others on the network can read the key. Use https if the service offers it.`,
    ]);

    answer = undefined;
    const other = 'http://two.workflow-jobs.invalid';
    for (const _ of ['shows the question', 'shows no question']) {
      await assert.rejects(
        sent.header(other),
        (error: ServiceError) =>
          error.kind === 'unauthorized' && /was not sent/.test(error.message),
      );
    }
    assert.equal(sentences.length, 2);
    await sent.store(other, 'another key');
    answer = 'Send';
    assert.equal((await sent.header(other))?.value, 'Bearer another key');
    assert.equal(sentences.length, 3);
    sent.dispose();
  });

  test('asks again for consent when the user sets the API key again', async () => {
    const { sentences } = onQuestion('warning');
    const credentials = new Credentials({ secrets: sharedSecrets(), store: createKeyValueStore() });
    const origin = 'http://again.workflow-jobs.invalid';
    await credentials.store(origin, key);
    await setting('baseUrl', origin);
    const { connection } = createTestConnection({ credentials });
    const { client, signal } = connection.require();
    const isRefused = { kind: 'unauthorized' };
    await assert.rejects(client.listFields(signal), isRefused);
    await assert.rejects(client.listFields(signal), isRefused);
    assert.equal(sentences.length, 1);
    const sent = { header: 'Authorization', scheme: 'Bearer' };
    const checked = connection.clients.clientWith(client.baseUrl, key, sent);
    await assert.rejects(checked.listFields(signal), isRefused);
    assert.equal(sentences.length, 2);
    vscode.Disposable.from(connection, credentials).dispose();
  });

  test('sends the scheme only once if the user pastes it with the API key', async () => {
    const service = await serve(oneJob);
    await connect(service);
    for (const pasted of [`Bearer ${key}`, `bearer   ${key}`]) {
      await ask('setApiKey', pasted);
      await run('refresh');
      assert.equal(service.requests.at(-1)?.headers.authorization, `Bearer ${key}`);
    }
    await removeApiKey();
  });

  test('sends the API key in the header that the environment specifies', async () => {
    const named = 'https://named.workflow-jobs.invalid';
    const unnamed = 'https://unnamed.workflow-jobs.invalid';
    await disconnect();
    const sent = new Credentials({ secrets: sharedSecrets(), store: createKeyValueStore() });
    for (const origin of [named, unnamed]) await sent.store(origin, key);
    const headers = async () =>
      (await Promise.all([named, unnamed].map((origin) => sent.header(origin)))).map(
        (header) => `${header?.name}: ${header?.value}`,
      );
    await setting('apiKey.header', 'X-Default');
    await setting('environments', [
      {
        name: 'Named',
        baseUrl: named,
        kind: 'production',
        apiKey: { header: 'X-Named', scheme: '' },
      },
    ]);
    assert.deepEqual(await headers(), [`X-Named: ${key}`, `X-Default: Bearer ${key}`]);
    sent.dispose();
  });

  test('reports that the API key was not sent if the user declines', async () => {
    await connected({ jobs: [aJob()] });
    await addPlainEnvironment('http://late.workflow-jobs.invalid');
    const question = onQuestion('warning');
    await ask('switchEnvironment', 'Plain');
    await question.asked;
    await run('refreshJobs');
    assert.equal(statusItem()?.text, '$(beaker) Plain');
    assert.match(
      await moreHelp(),
      /The API key was not sent to http:\/\/late\.workflow-jobs\.invalid/,
    );
  });

  test('uses an API key from another window for the next request', async () => {
    const service = await serve(oneJob);
    const secrets = sharedSecrets();
    const [current, target] = [
      new Credentials({ secrets, store: createKeyValueStore() }),
      new Credentials({ secrets, store: createKeyValueStore() }),
    ];
    await setting('baseUrl', service.url);
    const { connection } = createTestConnection({ credentials: current });
    try {
      const sentKey = async () => {
        const { client, signal } = connection.require();
        await client.getJob('job_1', signal).catch(() => undefined);
        return service.requests.findLast(({ url }) => url === '/jobs/job_1')?.headers.authorization;
      };
      await target.store(service.url, 'first');
      assert.equal(await sentKey(), 'Bearer first');
      const session = connection.require();
      await target.store(service.url, 'second');
      assert.equal(await sentKey(), 'Bearer second');
      assert.equal(connection.session, session);
      await target.remove(service.url);
      assert.equal(await sentKey(), undefined);
    } finally {
      vscode.Disposable.from(connection, current, target).dispose();
    }
  });
});

suite('Set API Key command', () => {
  test('rejects a key with characters that HTTP headers do not allow', async () => {
    await connected({ jobs: [aJob()] });
    const sentences: unknown[] = [];
    onBox('createInputBox', (box) => {
      for (const typed of ['', '  ', 'two\nlines', 'ключ']) {
        box.type(typed);
        box.accept();
        sentences.push(box.said?.message);
      }
      box.type('sk-fine_1.2~3');
      sentences.push(box.said?.message);
      box.hide();
    });
    await run('setApiKey');
    assert.deepEqual(
      sentences.map((each) => typeof each),
      ['string', 'string', 'string', 'string', 'undefined'],
    );
  });
});

suite('Manage API Keys command', () => {
  test('sets and removes API keys while no service is connected @full', async () => {
    await disconnect();
    const origin = 'http://five.workflow-jobs.invalid';
    await setting('environments', [
      { name: 'Five $(x)', baseUrl: `${origin}/api`, kind: 'staging' },
    ]);
    const keys = async (...replies: string[]) => {
      const rows: string[] = [];
      const restore = onWindow('showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
        const reply = replies.shift();
        rows.push(
          ...items.map(({ label, description = '', detail = '' }) =>
            // Dates contain the zone until a page has reported the time zone of the window.
            [label, description, detail.replace(', UTC', '')].join(' | '),
          ),
        );
        return Promise.resolve(items.find(({ label }) => label === reply));
      });
      await run('manageApiKeys');
      restore();
      return rows.filter((row) => row.startsWith(origin) || !row.startsWith('http'));
    };
    const named = `${origin} | Five \\$(x) | `;
    const restore = onBox('createInputBox', (box) => {
      box.onDidSay(() => box.accept());
      box.type(key);
      box.accept();
    });
    assert.deepEqual(await keys(origin, 'Set API Key…'), [`${named}no key`, 'Set API Key… |  | ']);
    restore();
    const today = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' }).format(
      Date.now(),
    );
    const question = onQuestion('warning', () => 'Send');
    await ask('switchEnvironment', 'Five \\$(x)');
    await run('refreshJobs');
    const stored = `${named}key saved on ${today}`;
    const consent = ' · may be sent without encryption';
    const actions = ['Set API Key… |  | ', 'Remove API Key |  | '];
    assert.deepEqual(await keys(origin, 'Withdraw Consent'), [
      `${stored}${consent}`,
      ...actions,
      'Withdraw Consent |  | ',
    ]);
    await run('refreshJobs');
    // A warning of an earlier test may appear during this test.
    const ofThis = question.sentences.filter((sentence) =>
      sentence.includes('five.workflow-jobs.invalid'),
    );
    assert.equal(ofThis.length, 2, question.sentences.join('\n'));
    assert.deepEqual(await keys(), [stored + consent]);
    await keys(origin, 'Withdraw Consent');
    onQuestion('info');
    question.restore();
    const answers = [undefined, 'Remove'];
    const asked = onQuestion('warning', () => answers.shift());
    assert.deepEqual(await keys(origin, 'Remove API Key'), [stored, ...actions]);
    assert.deepEqual(
      await keys(origin, 'Remove API Key'),
      [stored, ...actions],
      'the key is kept if the user does not confirm',
    );
    assert.deepEqual(await keys(), [`${named}no key`]);
    assert.deepEqual(
      asked.sentences,
      Array.from({ length: 2 }, () => `Remove the API key for ${origin}?`),
    );
    await setting('environments', undefined);
    assert.deepEqual(await keys(), []);
  });
});
