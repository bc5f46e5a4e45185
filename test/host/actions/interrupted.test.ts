import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Credentials } from '../../../src/ui/connection/credentials.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import {
  type TestResponse,
  envelope,
  serveData,
  errorResponse,
} from '../../support/service/service.ts';
import {
  connect,
  connected,
  disconnect,
  run,
  savedSetting,
  serve,
  setting,
  untilRequested,
} from '../support/extension.ts';
import { atEnd } from '../support/atEnd.ts';
import { createKeyValueStore, sharedSecrets } from '../support/testConnection.ts';
import { ask, onBox, onNotifications, onQuestion, removeApiKey } from '../support/prompts.ts';
import { hide, nodesOf } from '../support/rows.ts';
import { until } from '../support/until.ts';

const data = {
  jobs: [aJob()],
  fields: [aField()],
};
const tooLate = 'Nothing was done, because the connection has changed.';

/** Creates a handler that waits for `release` before it responds. */
function pausedResponse(given: TestResponse) {
  const { promise, resolve } = Promise.withResolvers<TestResponse>();
  return { response: () => promise, release: () => resolve(given) };
}

suite('Jobs view', () => {
  for (const command of ['refresh', 'loadAllJobs', 'loadMoreJobs']) {
    test(`reports a failed request of the command ${command} even while hidden`, async () => {
      await connected(data);
      await hide();
      await setting('baseUrl', (await serve(() => errorResponse(400, 'Broken.'))).url);
      const error = onQuestion('error');
      await run(command);
      assert.match(error.sentences.join(), /^[^,]+ rejected GET \/jobs\?page=1[^,]+$/);
    });
  }
});

suite('Load All Jobs command', () => {
  test('reports a page that cannot be loaded only once while the Jobs view is hidden', async () => {
    const jobs = Array.from({ length: 60 }, (_, index) => aJob({ key: `job_${index}` }));
    await connected({ jobs }, { 'GET /jobs?page=2': errorResponse(400, 'Broken.') });
    await hide();
    const messages = onNotifications();
    await run('loadAllJobs');
    assert.equal(messages.length, 1, messages.join('\n'));
    assert.match(messages[0] ?? '', /^Loaded 50 of 60 jobs\..*Broken/);
  });
});

suite('Check Keys command', () => {
  test('ignores the response if the user has closed the document', async () => {
    const { response, release } = pausedResponse(envelope({ fields: data.fields }));
    const service = await connected(data, { 'GET /fields': response });
    const { document } = await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: '"fld_none"' }),
    );
    const sentences = onNotifications();
    const checked = run('checkKeys');
    await untilRequested(service, 'GET', /fields/);
    const closed = until(() => document.isClosed, vscode.workspace.onDidCloseTextDocument);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closed;
    release();
    await checked;
    assert.deepEqual(sentences, []);
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  });
});

suite('Set Base URL command', () => {
  test('saves the most recently entered base URL if two checks overlap', async () => {
    await disconnect();
    const { response, release } = pausedResponse(envelope({ fields: [] }));
    const [slow, fast] = [await serve(response), await serve(serveData(data))];
    const typed = [slow.url, fast.url];
    // As in VS Code, a new input box hides the previous input box.
    let hideLast = (): void => undefined;
    onBox('createInputBox', (box) => {
      hideLast();
      hideLast = box.hide;
      box.type(typed.shift() ?? '');
      box.accept();
    });
    const first = run('setBaseUrl');
    await slow.received(1);
    await run('setBaseUrl');
    release();
    await first;
    assert.equal(savedSetting('baseUrl'), fast.url);
  });

  test('checks the edited base URL if the user edits it during a check', async () => {
    await disconnect();
    const { response, release } = pausedResponse(envelope({ fields: [] }));
    atEnd(release);
    const [slow, fast] = [await serve(response), await serve(serveData(data))];
    onBox('createInputBox', async (box) => {
      box.type(slow.url);
      box.accept();
      await slow.received(1);
      box.type(fast.url);
      assert.equal(box.said, undefined);
      box.accept();
    });
    await run('setBaseUrl');
    assert.equal(savedSetting('baseUrl'), fast.url);
    await slow.abandoned(1);
  });

  test('saves the base URL even if an API key changes during the check', async () => {
    await connected(data);
    const { response, release } = pausedResponse(envelope({ fields: [] }));
    atEnd(release);
    const slow = await serve(response);
    onBox('createInputBox', ({ type, accept }) => {
      type(slow.url);
      accept();
    });
    const saving = run('setBaseUrl');
    await slow.received(1);
    await ask('setApiKey', 'sk-another-key');
    await removeApiKey();
    release();
    await saving;
    assert.equal(savedSetting('baseUrl'), slow.url);
  });
});

suite('Check Connection and Open as JSON commands', () => {
  test('show a warning instead of a result if the connection changes', async () => {
    const other = await serve(serveData(data));
    const { response, release } = pausedResponse(envelope({ job: aJob() }));
    atEnd(release);
    const service = await connected(data, { 'GET /jobs/job_1': response });
    const [node] = await nodesOf();
    const sentences = onNotifications();
    const both = Promise.all([run('checkConnection'), run('openJson', node)]);
    await untilRequested(service, 'GET', /job_1/, 2);
    await connect(other);
    await both;
    assert.deepEqual(sentences, [tooLate, tooLate]);
  });
});

suite('Open as JSON command', () => {
  test('opens the job even if the API key changes before the response arrives', async () => {
    const { response, release } = pausedResponse(envelope({ job: aJob() }));
    atEnd(release);
    const service = await connected(data, { 'GET /jobs/job_1': response });
    const [node] = await nodesOf();
    const opened = run('openJson', node);
    await untilRequested(service, 'GET', /job_1/);
    await ask('setApiKey', 'sk-another-key');
    release();
    await opened;
    assert.equal(vscode.window.activeTextEditor?.document.fileName, '/job_1.json');
    await removeApiKey();
  });
});

suite('Add Environment command', () => {
  test('shows the reason if the setting cannot be saved', async () => {
    const { url } = await connected(data);
    const original = vscode.workspace.getConfiguration;
    const replaceBy = (value: unknown) =>
      Object.defineProperty(vscode.workspace, 'getConfiguration', { value, configurable: true });
    const update = {
      value: () => Promise.reject(new Error('Unable to write into user settings.')),
    };
    replaceBy((section: string) => Object.create(original(section), { update }) as unknown);
    const error = onQuestion('error');
    await ask('addEnvironment', url, 'Live', 'Production');
    replaceBy(original);
    assert.deepEqual(error.sentences, [
      'settings.json could not be written: Unable to write into user settings.',
    ]);
  });
});

suite('Credentials.store', () => {
  test('rejects with the reason if the API key cannot be saved', async () => {
    const secrets = {
      ...sharedSecrets(),
      store: () => Promise.reject(new Error('The keychain is locked.')),
    };
    const credentials = new Credentials({ secrets, store: createKeyValueStore() });
    await assert.rejects(credentials.store('https://eu.example.com', 'sk-1'), {
      name: 'ServiceError',
      message: 'API key could not be written: The keychain is locked.',
    });
  });
});
