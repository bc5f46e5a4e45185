import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage } from '../../support/service/builders.ts';
import { envelope, json, late } from '../../support/service/service.ts';
import { ask, onBox, onQuestion, removeApiKey } from '../support/prompts.ts';
import {
  connect,
  disconnect,
  inWorkspace,
  noFields,
  requestsFor,
  routes,
  serve,
  setting,
} from '../support/extension.ts';

const oneJob = routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) });

/** Types an address in Set Base URL, whether it offers others or not. */
async function setBaseUrl(url: string): Promise<void> {
  const restores = [
    onBox('createQuickPick', ({ type, pick }) => {
      type(url);
      pick(url);
    }),
    onQuestion('showInputBox', () => url).restore,
  ];
  await vscode.commands.executeCommand('workflowJobs.setBaseUrl');
  for (const restore of restores) restore();
}

suite('The connection', () => {
  test('visible views load by themselves once the base URL is set @floor @everyHost', async () => {
    const service = await serve(oneJob);
    await connect(service);
    await service.received(2);
    assert.equal(requestsFor(service, 'GET', /^\/fields$/), 1);
    assert.equal(requestsFor(service, 'GET', /^\/jobs\?page=1$/), 1);
  });

  test('an API key is sent to the origin it was set for, and not to another', async () => {
    const service = await serve(oneJob);
    const other = await serve(oneJob);
    await connect(service);
    await service.received(2);
    await ask('setApiKey', 'secret-1');
    await service.received(4);
    assert.equal(service.requests[3]?.headers.authorization, 'Bearer secret-1');

    await setting('baseUrl', other.url);
    await other.received(2);
    assert.deepEqual(
      other.requests.map(({ headers }) => headers.authorization),
      [undefined, undefined],
    );

    await setting('baseUrl', service.url);
    await service.received(6);
    assert.equal(service.requests[5]?.headers.authorization, 'Bearer secret-1');
    await removeApiKey();
    await service.received(8);
    assert.equal(service.requests[7]?.headers.authorization, undefined);
  });

  test('header and scheme come from the settings; an empty scheme sends the bare key', async () => {
    const service = await serve(oneJob);
    await setting('apiKey.header', 'X-API-Key');
    await setting('apiKey.scheme', '');
    await connect(service);
    await service.received(2);
    await ask('setApiKey', 'secret-2');
    await service.received(4);
    assert.equal(service.requests[3]?.headers['x-api-key'], 'secret-2');
    assert.equal(service.requests[3]?.headers.authorization, undefined);
    await removeApiKey();
  });

  test('changing the base URL aborts what is in flight', async () => {
    const slow = await serve(
      routes({ 'GET /fields': noFields, 'GET /jobs?page=1': late(envelope(aPage([aJob()])), 60_000) }),
    );
    await connect(slow);
    await slow.received(2);
    const fast = await serve(oneJob);
    await setting('baseUrl', fast.url);
    await slow.abandoned(1);
    await fast.received(2);
  });

  test('Set Base URL tries the address before it saves it', async () => {
    await disconnect();
    const savedWhenAsked: unknown[] = [];
    const baseUrl = () => vscode.workspace.getConfiguration('workflowJobs').get('baseUrl');
    const noting: typeof oneJob = (...asked) => {
      savedWhenAsked.push(baseUrl());
      return oneJob(...asked);
    };
    const service = await serve(noting);
    await setBaseUrl(`${service.url}/`);
    assert.equal(savedWhenAsked[0], '');
    assert.equal(baseUrl(), service.url);
  });

  test('Set Base URL saves an address that is not the service only with “Save Anyway”, and asks for another with “Edit”', async () => {
    const service = await serve(() => json(200, { hello: 'world' }));
    await setBaseUrl((await serve(oneJob)).url);
    await disconnect();
    const baseUrl = () => vscode.workspace.getConfiguration('workflowJobs').get('baseUrl');
    const choices = [undefined, 'Edit', 'Save Anyway'];
    const asked: { sentence: string; buttons: unknown[]; saved: unknown }[] = [];
    const values: unknown[] = [];
    onQuestion('showInputBox', (options) => {
      values.push((options as vscode.InputBoxOptions).value);
      return service.url;
    });
    onQuestion('showWarningMessage', (sentence, _options, ...buttons) => {
      asked.push({ sentence: String(sentence), buttons, saved: baseUrl() });
      return choices.shift();
    });
    onBox('createQuickPick', ({ type, pick }) => {
      type(service.url);
      pick(service.url);
    });
    await vscode.commands.executeCommand('workflowJobs.setBaseUrl');
    assert.deepEqual([asked.length, baseUrl()], [1, '']);
    await vscode.commands.executeCommand('workflowJobs.setBaseUrl');
    assert.deepEqual(values, [service.url]);
    assert.deepEqual(
      asked.map(({ saved }) => saved),
      ['', '', ''],
    );
    for (const { sentence, buttons } of asked) {
      assert.match(sentence, /not in the envelope of a workflow job service/);
      assert.deepEqual(buttons, ['Edit', 'Save Anyway']);
    }
    assert.equal(baseUrl(), service.url);
  });

  test('Set Base URL changes that of the workspace where it has one, and leaves the user’s', async () => {
    const service = await serve(oneJob);
    const [ofUser, ofWorkspace] = [`${service.url}/user`, `${service.url}/workspace`];
    const configuration = () => vscode.workspace.getConfiguration('workflowJobs');
    await setting('baseUrl', ofUser);
    await inWorkspace('baseUrl', ofWorkspace);
    const values: unknown[] = [];
    onQuestion('showInputBox', (options) => {
      values.push((options as vscode.InputBoxOptions).value);
      return service.url;
    });
    // The current one is picked to be edited.
    onBox('createQuickPick', ({ pick }) => pick(ofWorkspace));
    await vscode.commands.executeCommand('workflowJobs.setBaseUrl');
    const { globalValue, workspaceValue } = configuration().inspect('baseUrl') ?? {};
    assert.deepEqual([values, globalValue, workspaceValue], [[ofWorkspace], ofUser, service.url]);
  });

  test('Set Base URL offers the environments and what was used last, each once, and takes what is typed before one that begins with it', async () => {
    const [environment, recent, current] = [await serve(oneJob), await serve(oneJob), await serve(oneJob)];
    await setting('environments', [{ name: 'Staging $(x)', baseUrl: environment.url, kind: 'staging' }]);
    for (const { url } of [environment, recent, current]) await setBaseUrl(url);
    const offered: unknown[] = [];
    onBox('createQuickPick', (pick) => {
      offered.push(
        ...pick.items
          .filter(({ key }) => [environment.url, recent.url, current.url].includes(key ?? ''))
          .map(({ label, key }) => [label, key]),
      );
      pick.type('ftp://x');
      offered.push(pick.items.at(-1)?.label);
      const typed = recent.url.slice(0, -1);
      pick.type(typed);
      assert.deepEqual(
        pick.activeItems.map(({ key }) => key),
        [typed],
      );
      pick.pick(typed);
    });
    const asked = onQuestion('showWarningMessage');
    await vscode.commands.executeCommand('workflowJobs.setBaseUrl');
    assert.deepEqual(offered, [
      ['Staging \\$(x)', environment.url],
      [recent.url, recent.url],
      [current.url, current.url],
      'The base URL must begin with https:// or http://.',
    ]);
    assert.match(
      asked.sentences.join('\n'),
      new RegExp(`${new URL(recent.url.slice(0, -1)).host}\\b(?!${recent.url.slice(-1)})`),
    );
    assert.equal(
      vscode.workspace.getConfiguration('workflowJobs').get('baseUrl'),
      current.url,
      'nothing was saved',
    );
  });

  test('Set Base URL asks for the key that a service wants, says in the box what was wrong, and stores one that works', async () => {
    await disconnect();
    const right = 'sk-the-right-one';
    const service = await serve((request, index) =>
      request.headers.authorization === `Bearer ${right}`
        ? Promise.resolve(oneJob(request, index))
        : json(401, { message: 'No.' }),
    );
    const boxes: { title: unknown; prompt: unknown; problem: unknown }[] = [];
    const keys = ['sk-a-wrong-one', right];
    onBox('createQuickPick', ({ type, pick }) => {
      type(`${service.url}/jobs?page=1`);
      pick(`${service.url}/jobs?page=1`);
    });
    onQuestion('showInformationMessage');
    onQuestion('showInputBox', (given) => {
      const options = given as vscode.InputBoxOptions;
      const { title, prompt, password, value = '' } = options;
      if (password !== true) return `${service.url}/jobs?page=1`;
      boxes.push({ title, prompt, problem: value === '' ? undefined : options.validateInput?.(value) });
      return keys.shift();
    });
    await vscode.commands.executeCommand('workflowJobs.setBaseUrl');
    assert.equal(vscode.workspace.getConfiguration('workflowJobs').get('baseUrl'), service.url);
    assert.equal(boxes.length, 2);
    assert.equal(boxes[0]?.title, `Set API Key of ${service.url}`);
    assert.match(String(boxes[0]?.prompt), /as “Authorization: Bearer …”/);
    assert.match(String(boxes[1]?.problem), /did not accept/);
    await vscode.commands.executeCommand('workflowJobs.refresh');
    assert.equal(service.requests.at(-1)?.headers.authorization, `Bearer ${right}`);
    await removeApiKey();
  });

  test('a base URL that cannot be used is an error with a sentence, not a request', async () => {
    await setting('baseUrl', 'ftp://example.com');
    const error = onQuestion('showErrorMessage');
    await vscode.commands.executeCommand('workflowJobs.refresh');
    const [sentence] = await error.asked;
    assert.match(String(sentence), /must begin with https/);
  });
});
