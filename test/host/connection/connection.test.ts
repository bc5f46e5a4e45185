import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage } from '../../support/service/builders.ts';
import { envelope, json, delayed } from '../../support/service/service.ts';
import { ask, onBox, onQuestion, removeApiKey } from '../support/prompts.ts';
import {
  connect,
  connectAndLoad,
  disconnect,
  inWorkspace,
  noFields,
  requestsFor,
  routes,
  run,
  savedSetting,
  serve,
  setting,
  untilRequested,
} from '../support/extension.ts';
import { settled } from '../support/rows.ts';

const oneJob = routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) });

/** Enters an address in Set Base URL. */
async function setBaseUrl(url: string): Promise<void> {
  const restore = onBox('createInputBox', ({ type, accept }) => {
    type(url);
    accept();
  });
  await run('setBaseUrl');
  restore();
}

suite('Connection', () => {
  test('loads the visible views when the user sets the base URL @floor @everyHost', async () => {
    const service = await serve(oneJob);
    await connect(service);
    await service.received(2);
    assert.equal(requestsFor(service, 'GET', /^\/fields$/), 1);
    assert.equal(requestsFor(service, 'GET', /^\/jobs\?page=1$/), 1);
  });

  test('sends each API key only to the origin it was stored for', async () => {
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

  test('sends the API key in the configured header', async () => {
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

  test('aborts pending requests when the base URL changes', async () => {
    const slow = await serve(
      routes({
        'GET /fields': noFields,
        'GET /jobs?page=1': delayed(envelope(aPage([aJob()])), 60_000),
      }),
    );
    await connect(slow);
    await slow.received(2);
    const fast = await serve(oneJob);
    await setting('baseUrl', fast.url);
    await slow.abandoned(1);
    await fast.received(2);
  });

  test('explains why a base URL is invalid', async () => {
    await setting('baseUrl', 'ftp://example.com');
    const error = onQuestion('error');
    await run('refresh');
    const [sentence] = await error.asked;
    assert.match(String(sentence), /must start with https/);
  });
});

suite('Set Base URL command', () => {
  test('checks a base URL before saving it', async () => {
    await disconnect();
    const savedAtRequest: unknown[] = [];
    const handler: typeof oneJob = (...args) => {
      savedAtRequest.push(savedSetting('baseUrl'));
      return oneJob(...args);
    };
    const service = await serve(handler);
    await setBaseUrl(`${service.url}/`);
    assert.equal(savedAtRequest[0], '');
    assert.equal(savedSetting('baseUrl'), service.url);
  });

  test('loads the jobs again if the user confirms the base URL after an error', async () => {
    let isDown = true;
    const service = await serve((request, index) =>
      isDown ? json(404, {}) : Promise.resolve(oneJob(request, index)),
    );
    await connectAndLoad(service);
    isDown = false;
    const before = requestsFor(service, 'GET', /page=1$/);
    await setBaseUrl(service.url);
    await untilRequested(service, 'GET', /page=1$/, before + 1);
  });

  test('requires a second Enter to save a base URL that fails the check', async () => {
    const service = await serve(() => json(418, { message: 'Wrong region' }));
    await disconnect();
    const answers: ('hide' | 'accept')[] = ['hide', 'accept'];
    const seen: unknown[] = [];
    onBox('createInputBox', (box) => {
      box.onDidSay(({ message, severity }) => {
        if (severity !== vscode.InputBoxValidationSeverity.Warning) return;
        seen.push([box.value, message, savedSetting('baseUrl')]);
        box[answers.shift() ?? 'hide']();
      });
      box.type(service.url);
      box.accept();
    });
    await run('setBaseUrl');
    assert.equal(savedSetting('baseUrl'), '');
    await run('setBaseUrl');
    assert.equal(savedSetting('baseUrl'), service.url);
    const message =
      'The service returned HTTP 418: “Wrong region.” Check the region and path, or press Enter again to save anyway.';
    const expected = [service.url, message, ''];
    assert.deepEqual(seen, [expected, expected]);
    // Two checks, and the first load of the fields.
    await untilRequested(service, 'GET', /fields/, 3);
  });

  test('updates the workspace setting if the workspace defines the base URL', async () => {
    const service = await serve(oneJob);
    const [ofUser, ofWorkspace] = [`${service.url}/user`, `${service.url}/workspace`];
    const configuration = () => vscode.workspace.getConfiguration('workflowJobs');
    await setting('baseUrl', ofUser);
    await inWorkspace('baseUrl', ofWorkspace);
    const values: unknown[] = [];
    onBox('createInputBox', (box) => {
      values.push(box.value);
      box.type(service.url);
      box.accept();
    });
    await run('setBaseUrl');
    const { globalValue, workspaceValue } = configuration().inspect('baseUrl') ?? {};
    assert.deepEqual([values, globalValue, workspaceValue], [[ofWorkspace], ofUser, service.url]);
  });

  test('asks for the API key if the service requires one', async () => {
    await disconnect();
    const rightKey = 'sk-the-right-one';
    const service = await serve((request, index) =>
      request.headers['x-api-key'] === rightKey
        ? Promise.resolve(oneJob(request, index))
        : json(401, { message: 'No.' }),
    );
    onBox('createQuickPick', ({ type, pick }) => {
      type('X-API-Key');
      pick('X-API-Key');
    });
    onQuestion('info');
    const prompts: unknown[] = [];
    const messages: string[] = [];
    onBox('createInputBox', (box) => {
      if (box.title === 'Set Base URL') {
        box.type(`${service.url}/jobs?page=1`);
        return box.accept();
      }
      prompts.push(box.title, box.prompt);
      box.onDidSay(({ message, severity }) => {
        if (severity !== vscode.InputBoxValidationSeverity.Error) return;
        messages.push(message);
        box.press();
      });
      if (box.value === '') box.type(rightKey);
      box.accept();
    });
    await run('setBaseUrl');
    const title = `Set API Key for ${service.url}`;
    const prompt = `The key is stored securely and sent only to ${service.url}, as`;
    assert.deepEqual(prompts, [
      title,
      `${prompt} “Authorization: Bearer …”.`,
      title,
      `${prompt} “X-API-Key: …”.`,
    ]);
    assert.match(
      messages.join('\n'),
      /rejected the API key.*Check the key, or use the gear to change the header\.$/,
    );
    assert.deepEqual(
      [savedSetting('baseUrl'), savedSetting('apiKey.header'), savedSetting('apiKey.scheme')],
      [service.url, 'X-API-Key', ''],
    );
    await untilRequested(service, 'GET', /page=1$/);
    assert.equal(service.requests.at(-1)?.headers['x-api-key'], rightKey);
    assert.equal(requestsFor(service, 'GET', /fields/), 4);
    await removeApiKey();
  });

  test('saves nothing if the user closes the API key prompt', async () => {
    const before = await serve(oneJob);
    await setBaseUrl(before.url);
    const service = await serve(() => json(401, { message: 'No.' }));
    onBox('createInputBox', ({ title, type, accept, hide }) => {
      if (title !== 'Set Base URL') return hide();
      type(service.url);
      accept();
    });
    await run('setBaseUrl');
    assert.equal(savedSetting('baseUrl'), before.url);
  });
});

suite('Set API Key command', () => {
  test('requires a second Enter to save an API key that cannot be checked', async () => {
    let isDown = false;
    const service = await serve((request, index) => {
      if (isDown) return json(503, {});
      const isRight = request.headers.authorization === 'Bearer sk-right';
      return isRight ? Promise.resolve(oneJob(request, index)) : json(401, {});
    });
    await connect(service);
    await service.received(2);
    const { sentences } = onQuestion('info');
    const messages: string[] = [];
    onBox('createInputBox', (box) => {
      box.onDidSay(({ message, severity }) => {
        if (severity === vscode.InputBoxValidationSeverity.Info) return;
        messages.push(message);
        if (severity === vscode.InputBoxValidationSeverity.Error) box.hide();
        else box.accept();
      });
      box.type('sk-wrong');
      box.accept();
    });
    await run('setApiKey');
    assert.match(messages.join(), /rejected the API key/);
    assert.deepEqual(sentences, []);
    isDown = true;
    await run('setApiKey');
    assert.match(messages.at(-1) ?? '', /HTTP 503.*Press Enter again to save anyway\.$/);
    assert.deepEqual(sentences, [`Saved the API key for ${service.url}.`]);
    isDown = false;
    await ask('setApiKey', 'sk-right');
    const fieldRequests = () =>
      service.requests.filter(
        ({ url, headers }) => url.includes('fields') && headers.authorization === 'Bearer sk-right',
      ).length;
    while (fieldRequests() < 2) await service.received(service.requests.length + 1);
    await settled();
    assert.equal(
      fieldRequests(),
      2,
      'the fields are requested once to check the key and once to show them',
    );
    await removeApiKey();
  });
});
