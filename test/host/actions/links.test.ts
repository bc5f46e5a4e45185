import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { captures, uriHandler } from '../support/captures.ts';
import { onQuestion } from '../support/prompts.ts';
import { nodesOf, selectNothing } from '../support/rows.ts';
import {
  connect,
  connected,
  disconnect,
  extensionId,
  openPages,
  requestsFor,
  run,
  savedSetting,
  serve,
  setting,
  sharedService,
  untilPageOpen,
} from '../support/extension.ts';

const key = 'job/new?1#2 %41 ü';
const listed = aJob({
  key,
  activeWorkflows: [{ key: 'wf_a', name: 'Linked' }],
  startedBy: [],
  completedAt: '',
  secretOfTheService: { deep: [1, null] },
});
const data = { jobs: [listed, { key: 'job_bad', startedAt: 7 }] };

const link = (path: string) => vscode.Uri.parse(`${vscode.env.uriScheme}://${extensionId}${path}`);

async function open(uri: vscode.Uri): Promise<void> {
  await uriHandler().handleUri(uri);
}

suite('Copy commands', () => {
  sharedService(serveData(data));

  test('show the original JSON of a job or copy it', async () => {
    const [job, damaged] = await nodesOf();
    await run('copyJson', job);
    assert.equal(await vscode.env.clipboard.readText(), JSON.stringify(listed, null, 2));
    await run('openJson', job);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.fileName, '/job_new_1_2 _41 ü.json');
    assert.deepEqual(JSON.parse(document.getText()), listed);
    await run('copyJson', damaged);
    assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), {
      key: 'job_bad',
      startedAt: 7,
    });
  });

  test('copy the selected or visible jobs as a Markdown table', async () => {
    const [job] = await nodesOf();
    const linesOf = async (...args: unknown[]) => {
      await run('copyAsTable', ...args);
      return (await vscode.env.clipboard.readText()).trimEnd().split('\n');
    };
    assert.equal((await linesOf(job, [job])).length, 3);
    const { asked } = onQuestion('info');
    const shown = await linesOf();
    assert.equal((await asked)[0], 'Copied 2 jobs.');
    assert.match(shown[0] ?? '', /^\| Workflow \| Key \|.+\| Problem \|$/);
    assert.equal(shown.length, 4);
    // The menu of the view passes the focused row to the command.
    await vscode.commands.executeCommand('_workflowJobs.copyShownAsTable', job);
    assert.equal(await vscode.env.clipboard.readText(), `${shown.join('\n')}\n`);
  });

  test('ignore a row that has no job key', async () => {
    await selectNothing();
    await vscode.env.clipboard.writeText('before');
    for (const command of ['copyJson', 'copyLink']) {
      for (const row of [undefined, 'job_1', {}, { kind: 'note' }]) {
        await run(`${command}`, row);
      }
    }
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });
});

suite('Job link', () => {
  const service = sharedService(serveData(data));

  test('opens the job after the user confirms', async () => {
    const running = service();
    const [job] = await nodesOf();
    await run('copyLink', job);
    const copied = await vscode.env.clipboard.readText();
    assert.equal(copied, `${vscode.env.uriScheme}://${extensionId}/job/${encodeURIComponent(key)}`);

    const question = onQuestion('warning', (...args) => String(args.at(-1)));
    await open(vscode.Uri.parse(copied));
    const [sentence, options] = await question.asked;
    assert.match(String(sentence), new RegExp(`of 127\\.0\\.0\\.1:${running.port}\\?`));
    assert.deepEqual(options, { modal: true });
    await untilPageOpen('Linked');
    assert.equal(requestsFor(running, 'POST', /./), 0);
  });

  test('sends no request if the user declines to open the job', async () => {
    const running = service();
    await run('refresh');
    const before = running.requests.length;
    const question = onQuestion('warning');
    await open(link('/job/job_1'));
    await question.asked;
    assert.deepEqual(openPages(), []);
    assert.equal(running.requests.length, before);

    await setting('environments', [{ name: 'Live', baseUrl: running.url, kind: 'production' }]);
    await open(link('/job/job_1'));
    assert.match(
      question.sentences[1] ?? '',
      new RegExp(`of Live \\(127\\.0\\.0\\.1:${running.port}\\)\\?`),
    );
    await open(link(`/job/${encodeURIComponent('job_1” of Staging? Yes. Open “job_2')}`));
    assert.match(
      question.sentences[2] ?? '',
      /^Allow a link to open the job “job_1\\” of Staging\? Yes\. Open \\“job_2” of Live \(/,
    );
  });

  test('asks for confirmation only once if the user opens it repeatedly', async () => {
    const running = service();
    const answer = Promise.withResolvers<string | undefined>();
    const question = onQuestion('warning', () => answer.promise);
    const first = open(link('/job/job_1'));
    await question.asked;
    const before = running.requests.length;
    for (let count = 0; count < 20; count++) await open(link('/job/job_1'));
    assert.equal(question.sentences.length, 1);
    answer.resolve(undefined);
    await first;
    assert.deepEqual([openPages(), running.requests.length], [[], before]);
    await open(link('/job/job_2'));
    assert.match(question.sentences[1] ?? '', /“job_2”/);
  });

  test('shows a warning without sending a request if its path is invalid', async () => {
    const running = service();
    await run('refresh');
    const before = running.requests.length;
    const hostile = [
      '',
      '/',
      '/job',
      '/job/',
      '/job/%20',
      '/job/..',
      '/job/..%2F..%2Ffields',
      '/job/%2e%2e',
      `/job/${'x'.repeat(10_000)}`,
      '/job/a%0Ab',
      '/start/wf_a',
      '/workflowJobs.startJob?"wf_a"',
      '/job/a?start=1',
      '/job/a#start',
      '/setBaseUrl/https%3A%2F%2Fexample.com',
    ];
    for (const path of hostile) {
      const warning = onQuestion('warning', (...args) => String(args.at(-1)));
      await open(link(path));
      const [sentence, ...buttons] = await warning.asked;
      assert.match(
        String(sentence),
        /^(This is not a link to a job|The link does not contain a valid job key)\./,
        path,
      );
      assert.deepEqual(buttons, [], path);
    }
    assert.deepEqual(openPages(), []);
    assert.equal(running.requests.length, before);
    assert.equal(savedSetting('baseUrl'), running.url);
  });
});

suite('Job link', () => {
  test('opens no page if the connection changes before the user confirms', async () => {
    const other = await serve(serveData(data));
    await connected(data);
    const question = onQuestion('warning', async (...args) => {
      await setting('baseUrl', other.url);
      return String(args.at(-1));
    });
    await open(link('/job/job_1'));
    assert.equal(
      question.sentences.at(-1),
      'Nothing was done, because the connection has changed.',
    );
    assert.deepEqual(openPages(), []);
  });

  test('shows an error if no service is connected', async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    await disconnect();
    const error = onQuestion('error');
    await open(link('/job/job_1'));
    assert.match(String((await error.asked)[0]), /No workflow job service is connected/);
  });
});

suite('Open in Browser command', () => {
  test('opens the URL defined by the environment', async () => {
    const service = await serve(serveData(data));
    const opened: unknown[] = [];
    const { openExternal } = vscode.env;
    const replaceOpen = (value: unknown) =>
      Object.defineProperty(vscode.env, 'openExternal', { value, configurable: true });
    replaceOpen((address: unknown) => Promise.resolve(opened.push(address)));
    atEnd(() => replaceOpen(openExternal));
    await connect(service);
    const openInBrowser = (key: string) =>
      run('openInBrowser', {
        kind: 'job',
        row: { kind: 'job', job: aJob({ key }) },
      });
    await openInBrowser('job_1');
    assert.match(captures.notifications.at(-1) ?? '', /cannot be opened in a browser/);
    await setting('environments', [
      {
        name: 'EU',
        baseUrl: service.url,
        kind: 'development',
        webUrl: 'https://app.example.com/jobs/{key}',
      },
    ]);
    await openInBrowser('a/1');
    assert.deepEqual(opened, ['https://app.example.com/jobs/a%2F1']);
  });
});
