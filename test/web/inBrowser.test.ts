import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { serveSandbox } from '../../src/sandbox/index.ts';
import { captures, onDidFillPage } from '../host/support/captures.ts';
import { ask, onQuestion, removeApiKey } from '../host/support/prompts.ts';
import { moreHelp, rowsOf, settled } from '../host/support/rows.ts';
import {
  connect,
  extensionId,
  openPages,
  serve,
  setting,
  until,
} from '../host/support/extension.ts';
import { aJob } from '../support/service/builders.ts';
import { envelope, serveData } from '../support/service/service.ts';

const view = 'workflowJobs.jobs';
const oneJob = serveData({ jobs: [aJob()] }, { 'POST /jobs': envelope({ job: aJob() }) });

suite('Web extension @everyHost', () => {
  test('runs without Node.js', () => {
    assert.equal(typeof process, 'undefined');
    assert.equal(vscode.env.uiKind, vscode.UIKind.Web);
    assert.equal(
      vscode.extensions.getExtension(extensionId)?.extensionKind,
      vscode.ExtensionKind.UI,
    );
  });

  test('mentions CORS if the service does not allow cross-origin requests', async () => {
    await connect(await serve(oneJob, { cors: false }));
    await settled(view);
    assert.match(
      await moreHelp(),
      /could not be reached.*the CORS rules of the service may block the request/s,
    );
  });

  test('reports an unknown outcome if CORS blocks a start request', async () => {
    const service = await serve(oneJob, { cors: false });
    const warning = onQuestion('warning');
    await connect(service);
    await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a');
    assert.match(
      String((await warning.asked)[0]),
      /The job for workflow “wf_a” may or may not have started/,
    );
    // The preflight request fails, so the browser does not send the POST.
    assert.deepEqual(
      service.requests.filter(({ method }) => method === 'POST'),
      [],
    );
  });

  test('loads jobs with an API key from secret storage', async () => {
    const sandbox = await serveSandbox({ apiKey: 'sk-worker', jobs: 60, clockSpeed: 0 });
    try {
      await vscode.extensions.getExtension(extensionId)?.activate();
      await vscode.commands.executeCommand('workflowJobs.jobs.focus');
      await setting('baseUrl', sandbox.url);
      await settled(view);
      assert.match(await moreHelp(), /requires an API key/);

      await ask('setApiKey', 'sk-worker');
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      assert.equal((await rowsOf(view)).length, 51);

      captures.pageHtml.splice(0);
      await vscode.commands.executeCommand('workflowJobs.openJob', 'job_000060');
      await until(
        () => captures.pageHtml.some((html) => html.includes('job_000060')),
        onDidFillPage,
      );
      await until(() => openPages().length > 0, vscode.window.tabGroups.onDidChangeTabs);
    } finally {
      onQuestion('info');
      await removeApiKey();
      await sandbox.close();
    }
  });

  test('explains that the sandbox service cannot run in a browser', async () => {
    const notice = onQuestion('info');
    await vscode.commands.executeCommand('workflowJobs.startSandbox');
    assert.match(String((await notice.asked)[0]), /cannot run in a browser/);
    const { commands } = (
      vscode.extensions.getExtension(extensionId)?.packageJSON as {
        contributes: { commands: { command: string; enablement?: string }[] };
      }
    ).contributes;
    assert.match(
      commands.find(({ command }) => command === 'workflowJobs.startSandbox')?.enablement ?? '',
      /!workflowJobs\.inBrowser/,
    );
  });
});
