import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { envelope, serveData, errorResponse, reset } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { captures, onDidFillPage, uriHandler } from '../support/captures.ts';
import { advanceUntil } from '../support/following.ts';
import { ask, onBox, onQuestion } from '../support/prompts.ts';
import { readPages } from '../support/readPages.ts';
import { nodesOf } from '../support/rows.ts';
import {
  extensionId,
  openPages,
  requestsFor,
  run,
  serve,
  serviceSettings,
  serviceOfSuite,
  setting,
  settingOfSuite,
  sharedService,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';

const started = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_a', name: 'New job' }] });
const completed = { ...started, completedAt: '2026-10-01T10:00:00Z' };

const pageSays = (words: string) =>
  until(
    () => [...captures.pageHtml, ...captures.pageMessages].some((text) => text.includes(words)),
    onDidFillPage,
  );

suite('Command with an environment argument', () => {
  const staging = serviceOfSuite(
    serveData(
      {
        jobs: [aJob({ key: 'job_there', activeWorkflows: [{ key: 'wf_a', name: 'Staging job' }] })],
      },
      {
        'POST /jobs': envelope({ job: started }),
        'GET /jobs/job_new': envelope({ job: completed }),
      },
    ),
  );
  // Both services have a job with the key `job_there`.
  const connectedService = sharedService(serveData({ jobs: [aJob(), aJob({ key: 'job_there' })] }));
  settingOfSuite('environments', () => [stagingEntry()]);
  const stagingEntry = () => ({ name: 'Staging', baseUrl: staging().url, kind: 'staging' });

  /** Returns the connected service and the service of the environment Staging. */
  const prepare = () => {
    const seen = () => [
      serviceSettings(),
      requestsFor(connectedService(), 'POST', /./),
      requestsFor(connectedService(), 'GET', /^\/jobs\/job_(new|there)/),
    ];
    const posts = () => requestsFor(staging(), 'POST', /./);
    const [before, sent] = [seen(), posts()];
    /** Asserts that the window did not switch, and that Staging received this number of starts. */
    const assertUnchanged = (starts: number) =>
      assert.deepEqual([seen(), posts() - sent], [before, starts]);
    return {
      connectedService: connectedService(),
      staging: staging(),
      assertUnchanged,
      place: `Staging (${new URL(staging().url).host})`,
    };
  };

  test('starts a job in the environment without switching the window', async () => {
    const { assertUnchanged } = prepare();
    const notification = onQuestion('info');
    assert.deepEqual(
      await run('startJob', {
        workflowKey: 'wf_a',
        environment: 'staging',
        wait: true,
        timeout: 60,
      }),
      { key: 'job_new', outcome: 'completed' },
    );
    await untilPageOpen('New job');
    assert.deepEqual(notification.sentences, []);
    assertUnchanged(1);
  });

  test('starts no job if the environment is read-only', async () => {
    await setting('environments', [{ ...stagingEntry(), readOnly: true }]);
    const { assertUnchanged } = prepare();
    const errors = onQuestion('error');
    await run('startJob', { workflowKey: 'wf_a', environment: 'Staging' });
    await run('startJob', { environment: 'Staging' });
    assert.match(
      errors.sentences.join('\n'),
      /^Cannot start jobs in Staging .*\nCannot start jobs in Staging .*$/,
    );
    assertUnchanged(0);
  });

  test('rejects an argument with an invalid property', async () => {
    const { connectedService, assertUnchanged } = prepare();
    const sent = requestsFor(connectedService, 'POST', /./);
    const errors = onQuestion('error');
    onBox('createQuickPick', ({ pick }) => pick('wf_a'));
    for (const wrong of [
      { enviroment: 'Staging' },
      { environment: null },
      { environment: 'Staging', timeout: '60' },
    ]) {
      assert.equal(await run('startJob', { workflowKey: 'wf_a', ...wrong }), undefined);
    }
    assert.deepEqual(
      errors.sentences,
      ['enviroment', 'environment', 'timeout'].map(
        (name) =>
          `No job was started: “${name}” is unknown or has an invalid value. Allowed properties: workflowKey, environment, wait, timeout.`,
      ),
    );
    assert.equal(requestsFor(connectedService, 'POST', /./), sent);
    assertUnchanged(0);
  });

  test('names the environment in the warning if a start request gets no response', async () => {
    const silent = await serve(serveData({ jobs: [aJob()] }, { 'POST /jobs': reset() }));
    await setting('environments', [{ name: 'Silent', baseUrl: silent.url, kind: 'development' }]);
    const warnings = onQuestion('warning');
    assert.equal(await run('startJob', { workflowKey: 'wf_a', environment: 'Silent' }), undefined);
    assert.match(
      warnings.sentences.join('\n'),
      new RegExp(
        `^The job for workflow “wf_a” may or may not have started\\. .+ If the job was started, it is running on Silent \\(${new URL(silent.url).host}\\)\\. This window shows another service\\.$`,
      ),
    );
    assert.equal(requestsFor(silent, 'POST', /./), 1);
  });

  test('names the environment in the error message if a request fails', async () => {
    const locked = await serve(() => errorResponse(401, 'No key.'));
    await setting('environments', [{ name: 'Locked', baseUrl: locked.url, kind: 'development' }]);
    const buttons: unknown[] = [];
    const errors = onQuestion('error', (_sentence, ...offered) => void buttons.push(...offered));
    assert.equal(await run('startJob', { workflowKey: 'wf_a', environment: 'Locked' }), undefined);
    assert.equal(await run('openJob', { key: 'job_1', environment: 'Locked' }), undefined);
    const { host } = new URL(locked.url);
    const refused = `Locked (${host}): ${host} requires an API key (HTTP 401). The service reported: No key. Set an API key for this service.`;
    assert.deepEqual([errors.sentences, buttons, openPages()], [[refused, refused], [], []]);
  });

  test('shows an error if no environment has the given name', async () => {
    const { connectedService, assertUnchanged } = prepare();
    const errors = onQuestion('error');
    const unknown = 'No environment is named “Stagin\\”g”. Available environments: Staging.';
    await run('startJob', { workflowKey: 'wf_a', environment: 'Stagin”g' });
    await run('openJob', { key: 'a', environment: 'Stagin”g' });
    await run('watchJob', { key: 'a', environment: 'Stagin”g' });
    assert.deepEqual(errors.sentences, [unknown, unknown, unknown]);
    assert.deepEqual([openPages(), requestsFor(connectedService, 'GET', /^\/jobs\/a/)], [[], 0]);
    assertUnchanged(0);
  });

  test('refuses to watch a job of another environment', async () => {
    const { place } = prepare();
    const errors = onQuestion('error');
    await run('watchJob', { key: 'job_there', environment: 'Staging' });
    assert.deepEqual(errors.sentences, [
      `Only jobs of the connected service can be watched. Switch to ${place} first.`,
    ]);
  });

  test('starts a job in the environment of a task @full', async () => {
    const { assertUnchanged } = prepare();
    const tasks = vscode.workspace.getConfiguration('tasks');
    const definition = { type: 'workflow-job', workflow: 'wf_a', problemMatcher: [] };
    await tasks.update('version', '2.0.0', vscode.ConfigurationTarget.Workspace);
    await tasks.update(
      'tasks',
      [
        { ...definition, label: 'there', environment: 'Staging' },
        { ...definition, label: 'nowhere', environment: 'Elsewhere' },
      ],
      vscode.ConfigurationTarget.Workspace,
    );
    const notified = onQuestion('info');
    const codes: unknown[] = [];
    for (const label of ['there', 'nowhere']) {
      const { promise: ended, resolve } = Promise.withResolvers<unknown>();
      const subscription = vscode.tasks.onDidEndTaskProcess(({ exitCode }) => resolve(exitCode));
      await vscode.commands.executeCommand('workbench.action.tasks.runTask', label);
      codes.push(await ended);
      subscription.dispose();
    }
    for (const name of ['tasks', 'version']) {
      await tasks.update(name, undefined, vscode.ConfigurationTarget.Workspace);
    }
    assert.deepEqual(codes, [0, 1]);
    // Otherwise, the notification would appear during the next test.
    await advanceUntil(notified.asked);
    assertUnchanged(1);
  });

  test('opens a job in the environment that the link specifies', async () => {
    const { connectedService, staging, place } = prepare();
    const posts = requestsFor(staging, 'POST', /./);
    await setting('environments', [
      stagingEntry(),
      { name: 'Über & “Here”', baseUrl: connectedService.url, kind: 'staging' },
    ]);
    const [job] = await nodesOf();
    await run('copyLink', job);
    const link = `${vscode.env.uriScheme}://${extensionId}/job`;
    assert.equal(
      await vscode.env.clipboard.readText(),
      `${link}/job_1?environment=${encodeURIComponent('Über & “Here”')}`,
    );
    const { sentences } = onQuestion('warning', (...args) => String(args.at(-1)));
    const errors = onQuestion('error');
    const open = async (uri: string) => uriHandler().handleUri(vscode.Uri.parse(uri));
    await open(await vscode.env.clipboard.readText());
    await untilPageOpen('Invoice Approval');
    await open(`${link}/job_there?environment=Staging`);
    await untilPageOpen('Staging job');
    assert.match(
      sentences.join('\n'),
      new RegExp(
        `^Allow a link to open the job “job_1” of Über & “Here” .*\nAllow a link to open the job “job_there” of ${place.replace(/[().]/g, '\\$&')}\\?`,
      ),
    );
    await open(`${link}/job_there?environment=Other`);
    assert.equal(
      errors.sentences.join(),
      'No environment is named “Other”. Available environments: Staging, Über & \\“Here\\”.',
    );
    assert.equal(requestsFor(staging, 'POST', /./), posts);
  });

  test('opens a job page with a button that switches to the environment', async () => {
    const { connectedService, staging, assertUnchanged, place } = prepare();
    for (const seen of [captures.pageHtml, captures.pageMessages]) seen.splice(0);
    const before = serviceSettings();
    const page = readPages<{ kind: 'switchTo' }, unknown>();
    await nodesOf();
    assert.equal(await run('openJob', { key: 'job_there', environment: 'Staging' }), 'job_there');
    await untilPageOpen('Staging job');
    await pageSays(`Not connected to ${place}. This page shows the last known state.`);
    await pageSays('"actions":["switchTo"],"switchTo":"Staging"');
    assertUnchanged(0);
    const errors = onQuestion('error');
    await run('openJob', { key: 'job_none', environment: 'Staging' });
    assert.match(
      errors.sentences.join(),
      new RegExp(`^Staging \\(127\\.0\\.0\\.1:${staging.port}\\): Job job_none was not found\\.`),
    );
    assert.equal((await errors.asked).includes('Set Base URL…'), false);
    assert.equal(requestsFor(connectedService, 'GET', /job_none/), 0);

    const lists = requestsFor(staging, 'GET', /^\/jobs\?page=1$/);
    page.press({ kind: 'switchTo' });
    atEnd(() => ask('switchEnvironment', 'Default'));
    await untilRequested(staging, 'GET', /^\/jobs\?page=1$/, lists + 1);
    assert.deepEqual(serviceSettings(), before);
  });
});
