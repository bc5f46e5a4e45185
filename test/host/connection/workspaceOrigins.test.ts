import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ServiceError, readBaseUrl } from '../../../src/service/index.ts';
import { Credentials } from '../../../src/ui/connection/credentials.ts';
import { aJob } from '../../support/service/builders.ts';
import { type Service, holding } from '../../support/service/service.ts';
import { createKeyValueStore, ownConnection, ownStores, sharedSecrets } from '../support/kept.ts';
import { type Box, ask, onBox, onQuestion, onWindow, removeApiKey } from '../support/prompts.ts';
import { moreHelp, settled } from '../support/rows.ts';
import { statusItem } from '../support/statusItem.ts';
import { connect, connected, disconnect, inWorkspace, run, serve, setting } from '../support/extension.ts';

const key = 'sk-not-for-a-repository';
const held = { jobs: [aJob()] };
const configuration = () => vscode.workspace.getConfiguration('workflowJobs');
const carriers = (service: Service) =>
  service.requests.filter(({ headers }) => headers.authorization === `Bearer ${key}`).length;
const question = (origin: string) =>
  `The settings of the workspace “${vscode.workspace.name}” connect to ${origin}. Send your API key for it there?`;

/** What one window keeps of a person who has stored a key for an origin in another one. */
async function windowWithKey(origin: string) {
  const [secrets, workspaceStore] = [sharedSecrets(), createKeyValueStore()];
  await secrets.store(`apiKey:${origin}`, key);
  return { secrets, credentials: () => new Credentials({ secrets, ...ownStores(), workspaceStore }) };
}

suite('An API key, where only the workspace names the service,', () => {
  test('is sent once the person agrees, who is asked once for this workspace', async () => {
    const service = await serve(holding(held));
    await disconnect();
    await inWorkspace('baseUrl', service.url);
    const { credentials } = await windowWithKey(service.url);
    const { sentences } = onQuestion('warning', () => 'Send It');
    for (const sent of [2, 4]) {
      const here = credentials();
      const { connection } = ownConnection({ credentials: here });
      const { client, signal } = connection.require();
      await Promise.all([client.listFields(signal), client.listJobs(1, signal)]);
      assert.equal(carriers(service), sent);
      vscode.Disposable.from(connection, here).dispose();
    }
    assert.deepEqual(sentences, [question(service.url)]);
  });

  test('stays here after a no, until the key changes: no request is sent with it or without it', async () => {
    const service = await serve(holding(held));
    await disconnect();
    await inWorkspace('environments', [{ name: 'Live', baseUrl: service.url, kind: 'development' }]);
    await setting('environments', [
      { name: 'Live', baseUrl: 'https://live.example.com', kind: 'production' },
    ]);
    const { secrets, credentials } = await windowWithKey(service.url);
    const answers = [undefined, 'Send It'];
    const { sentences } = onQuestion('warning', () => answers.shift());
    const here = credentials();
    const { connection } = ownConnection({ credentials: here });
    const reading = readBaseUrl(service.url);
    assert.ok(reading.kind === 'valid');
    const read = () => connection.clientFor(reading.baseUrl).listFields(new AbortController().signal);
    for (const _ of ['asked', 'not asked again']) {
      await assert.rejects(
        read(),
        (error: ServiceError) =>
          error.kind === 'unauthorized' &&
          error.message ===
            `The API key was not sent to ${service.url}: only the settings of the workspace “${vscode.workspace.name}” name that address.`,
      );
    }
    assert.deepEqual([sentences, service.requests.length], [[question(service.url)], 0]);
    await secrets.store(`apiKey:${service.url}`, key);
    await read();
    assert.deepEqual([sentences.length, carriers(service)], [2, 1]);
    vscode.Disposable.from(connection, here).dispose();
  });

  test('goes without a question where the user’s settings name the origin too, as base URL or environment', async () => {
    const origin = 'https://api.workflow-jobs.invalid';
    await disconnect();
    await inWorkspace('environments', [{ name: 'Live', baseUrl: `${origin}/v2`, kind: 'production' }]);
    const { credentials } = await windowWithKey(origin);
    const here = credentials();
    const { sentences } = onQuestion('warning');
    await assert.rejects(here.header(origin));
    await setting('environments', [{ name: 'Mine', baseUrl: `${origin}/v1`, kind: 'production' }]);
    assert.ok(await here.header(origin));
    await setting('environments', undefined);
    await assert.rejects(here.header(origin));
    await setting('baseUrl', origin);
    assert.ok(await here.header(origin));
    assert.deepEqual(sentences, [question(origin)]);
    here.dispose();
  });

  test('travels unencrypted only after both questions', async () => {
    const origin = 'http://four.workflow-jobs.invalid';
    await disconnect();
    await inWorkspace('environments', [{ name: 'Live', baseUrl: origin, kind: 'production' }]);
    const answers = ['Send It', undefined];
    const { credentials } = await windowWithKey(origin);
    const here = credentials();
    const { sentences } = onQuestion('warning', () => answers.shift());
    await assert.rejects(here.header(origin), (error: ServiceError) => /not encrypted/.test(error.message));
    assert.deepEqual(
      sentences.map((sentence) => /without encryption/.test(sentence)),
      [false, true],
    );
    here.dispose();
  });

  test('goes nowhere by a switch to what only the workspace names, unless the person agrees: a no switches nothing', async () => {
    const service = await serve(holding(held));
    await connect(service);
    await ask('setApiKey', key);
    await disconnect();
    await inWorkspace('environments', [
      { name: 'Theirs', baseUrl: `${service.url}/theirs`, kind: 'development' },
    ]);
    const answers = [undefined, 'Send It'];
    const { sentences } = onQuestion('warning', () => answers.shift());
    const errors = onQuestion('error');
    const before = service.requests.length;
    await ask('switchEnvironment', 'Theirs (workspace)');
    assert.deepEqual(
      [sentences, service.requests.length, configuration().get('baseUrl')],
      [[question(service.url)], before, ''],
    );
    assert.match(errors.sentences.join(), /only the settings of the workspace “.*” name that address/);

    onBox('createQuickPick', ({ pick }) => pick(`${service.url}/theirs`));
    await run('setBaseUrl');
    assert.equal(configuration().get('baseUrl'), '');
    await connect(service);
    await removeApiKey();
  });

  test('that is set after a no to a switch is that of the refused service, and goes to no other', async () => {
    const refused = await serve(holding(held));
    await connect(refused);
    await ask('setApiKey', key);
    const other = await connected(held);
    await inWorkspace('environments', [
      { name: 'Theirs', baseUrl: `${refused.url}/theirs`, kind: 'development' },
    ]);
    onQuestion('warning');
    const stored = onQuestion('info');
    const { promise, resolve } = Promise.withResolvers<Box>();
    onBox('createInputBox', (box) => {
      resolve(box);
      // That service knows no such path.
      box.onDidSay(() => box.accept());
      box.type('sk-typed-for-the-refused');
      box.accept();
    });
    onQuestion('error', () => 'Set API Key…');
    onWindow('showQuickPick', (items: readonly vscode.QuickPickItem[]) =>
      Promise.resolve(items.find(({ label }) => label === 'Theirs (workspace)')),
    );
    await run('switchEnvironment');
    const { title, prompt } = await promise;
    assert.equal(title, `Set API Key of ${refused.url}`);
    assert.ok(prompt?.includes(refused.url));
    await stored.asked;
    assert.deepEqual(stored.sentences, [`The API key of ${refused.url} was stored.`]);

    await run('refresh');
    assert.deepEqual(
      other.requests.filter(({ headers }) => headers.authorization !== undefined),
      [],
    );
    await connect(refused);
    await run('refresh');
    assert.equal(refused.requests.at(-1)?.headers.authorization, 'Bearer sk-typed-for-the-refused');
    await removeApiKey();
  });

  test('is agreed to in vain where another service was chosen while the question stood', async () => {
    const service = await serve(holding(held));
    await connect(service);
    await ask('setApiKey', key);
    const other = await connected(held);
    await inWorkspace('environments', [
      { name: 'Theirs', baseUrl: `${service.url}/theirs`, kind: 'development' },
    ]);
    onQuestion('warning', async () => {
      await ask('switchEnvironment', 'Default');
      return 'Send It';
    });
    await ask('switchEnvironment', 'Theirs (workspace)');
    assert.equal(statusItem()?.text, `$(plug) 127.0.0.1:${other.port}`);
    await connect(service);
    await removeApiKey();
  });

  test('is kept back by the view after a no, and goes where the person typed the address or the key @full', async () => {
    const [service, typed] = [await serve(holding(held)), await serve(holding(held))];
    for (const each of [service, typed]) {
      await connect(each);
      await ask('setApiKey', key);
    }
    const { sentences } = onQuestion('warning');
    await inWorkspace('baseUrl', `${service.url}/api`);
    await setting('baseUrl', undefined);
    const before = carriers(service);
    await run('refresh');
    await settled();
    assert.match(await moreHelp(), /only the settings of the workspace “.*” name that address/);
    assert.deepEqual(sentences, [question(service.url)]);
    assert.equal(carriers(service), before);

    onBox('createQuickPick', ({ type, pick }) => {
      type(typed.url);
      pick(typed.url);
    });
    onBox('createInputBox', ({ type, accept }) => {
      type(typed.url);
      accept();
    });
    const asked = carriers(typed);
    await run('setBaseUrl');
    assert.equal(configuration().inspect('baseUrl')?.workspaceValue, typed.url);
    await run('refresh');
    assert.ok(carriers(typed) > asked);

    await inWorkspace('baseUrl', service.url);
    await ask('setApiKey', key);
    await run('refresh');
    assert.ok(carriers(service) > before);
    assert.deepEqual(sentences, [question(service.url)]);
    for (const each of [service, typed]) {
      await inWorkspace('baseUrl', each.url);
      await removeApiKey();
    }
  });
});
