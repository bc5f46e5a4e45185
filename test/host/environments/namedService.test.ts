import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { envelope, holding } from '../../support/service/service.ts';
import { captures, onDidFillPage, uriHandler } from '../support/captures.ts';
import { onQuestion } from '../support/prompts.ts';
import { readPages } from '../support/readPages.ts';
import { nodesOf } from '../support/rows.ts';
import { connected, extensionId, openPages, requestsFor, serve, setting, until, untilPageOpen, untilRequested } from '../support/extension.ts';

const started = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_a', name: 'Started there' }] });
const completed = { ...started, completedAt: '2026-10-01T10:00:00Z' };
const configuration = () => vscode.workspace.getConfiguration('workflowJobs');
const settingsNow = () => ['baseUrl', 'environments'].map((name) => JSON.stringify(configuration().inspect(name)));

/** A connected service, and one that only an environment names. */
async function two(entry: object = {}) {
  const there = await serve(holding({ jobs: [aJob({ key: 'job_there', activeWorkflows: [{ key: 'wf_a', name: 'Held there' }] })] }, { 'POST /jobs': envelope({ job: started }), 'GET /jobs/job_new': envelope({ job: completed }) }));
  const here = await connected({ jobs: [aJob()] });
  await setting('environments', [{ name: 'Staging', baseUrl: there.url, kind: 'staging', ...entry }]);
  const before = settingsNow();
  /** That the window is where it was, and that the other service received as many starts. */
  const stays = (starts: number) => {
    assert.deepEqual([settingsNow(), requestsFor(here, 'POST', /./), requestsFor(here, 'GET', /^\/jobs\/job_(new|there)/), requestsFor(there, 'POST', /./)], [before, 0, 0, starts]);
  };
  return { here, there, stays, place: `Staging (${new URL(there.url).host})` };
}

const run = (command: string, argument: object) => vscode.commands.executeCommand(`workflowJobs.${command}`, argument);
const pageSays = (words: string) => until(() => [...captures.pageHtml, ...captures.pageMessages].some((text) => text.includes(words)), onDidFillPage);

suite('An environment that a command, a task or a link names', () => {
  test('has its job started, waited for and shown, and the window stays with its own service', async () => {
    const { stays, place } = await two();
    const told = onQuestion('showInformationMessage');
    assert.deepEqual(await run('startJob', { workflowKey: 'wf_a', environment: 'staging', wait: true, timeout: 60 }), { key: 'job_new', outcome: 'completed' });
    await untilPageOpen('Started there');
    assert.deepEqual(told.sentences, [`A command with arguments (of a keybinding, a task or another extension) started Started there (wf_a). The job is on ${place}.`]);
    stays(1);
  });

  test('has its job opened with an offer to switch, for this window alone', async () => {
    const { here, there, stays, place } = await two();
    captures.pageHtml.splice(0);
    const before = settingsNow();
    const page = readPages<{ kind: 'switchTo' }, unknown>();
    assert.equal(await run('openJob', { key: 'job_there', environment: 'Staging' }), 'job_there');
    await untilPageOpen('Held there');
    await pageSays(`Not connected to ${place}. This page shows the last known state.`);
    await pageSays('"actions":["switchTo"],"switchTo":"Staging"');
    stays(0);
    const errors = onQuestion('showErrorMessage');
    await run('openJob', { key: 'job_none', environment: 'Staging' });
    assert.match(errors.sentences.join(), new RegExp(`^Staging \\(127\\.0\\.0\\.1:${there.port}\\) has no job “job_none”\\.`));
    assert.equal(requestsFor(here, 'GET', /job_none/), 0);

    page.press({ kind: 'switchTo' });
    await untilRequested(there, 'GET', /^\/jobs\?page=1$/);
    assert.deepEqual(settingsNow(), before);
  });

  test('keeps its guards', async () => {
    const { stays } = await two({ readOnly: true });
    const errors = onQuestion('showErrorMessage');
    await run('startJob', { workflowKey: 'wf_a', environment: 'Staging' });
    await run('startJob', { environment: 'Staging' });
    assert.match(errors.sentences.join('\n'), /^Jobs cannot be started in Staging .*\nJobs cannot be started in Staging .*$/);
    stays(0);
  });

  test('is refused under an unknown name, with the known ones, and where jobs are watched', async () => {
    const { here, stays, place } = await two();
    const errors = onQuestion('showErrorMessage');
    const unknown = 'No environment is named “Stagin\\”g”. Known: Staging.';
    await run('startJob', { workflowKey: 'wf_a', environment: 'Stagin”g' });
    await run('openJob', { key: 'a', environment: 'Stagin”g' });
    await run('watchJob', { key: 'a', environment: 'Stagin”g' });
    assert.deepEqual(errors.sentences, [unknown, unknown, unknown]);
    await run('watchJob', { key: 'job_there', environment: 'Staging' });
    assert.equal(errors.sentences.at(-1), `A window watches jobs of its own service only: switch to ${place} first.`);
    assert.deepEqual([openPages(), requestsFor(here, 'GET', /^\/jobs\/a/)], [[], 0]);
    stays(0);
  });

  test('has the job of a task, which ends with 0, and with 1 under an unknown name @full', async () => {
    const { stays } = await two();
    const tasks = vscode.workspace.getConfiguration('tasks');
    const definition = { type: 'workflow-job', workflow: 'wf_a', problemMatcher: [] };
    await tasks.update('version', '2.0.0', vscode.ConfigurationTarget.Workspace);
    await tasks.update('tasks', [{ ...definition, label: 'there', environment: 'Staging' }, { ...definition, label: 'nowhere', environment: 'Elsewhere' }], vscode.ConfigurationTarget.Workspace);
    onQuestion('showInformationMessage');
    const codes: unknown[] = [];
    for (const label of ['there', 'nowhere']) {
      const { promise: ended, resolve } = Promise.withResolvers<unknown>();
      const subscription = vscode.tasks.onDidEndTaskProcess(({ exitCode }) => resolve(exitCode));
      await vscode.commands.executeCommand('workbench.action.tasks.runTask', label);
      codes.push(await ended);
      subscription.dispose();
    }
    for (const name of ['tasks', 'version']) await tasks.update(name, undefined, vscode.ConfigurationTarget.Workspace);
    assert.deepEqual(codes, [0, 1]);
    stays(1);
  });

  test('is in a copied link, which opens the job of that environment wherever it is connected', async () => {
    const { here, there, place } = await two();
    await setting('environments', [{ name: 'Staging', baseUrl: there.url, kind: 'staging' }, { name: 'Über & “Here”', baseUrl: here.url, kind: 'staging' }]);
    const [job] = await nodesOf('workflowJobs.jobs');
    await vscode.commands.executeCommand('workflowJobs.copyLink', job);
    const link = `${vscode.env.uriScheme}://${extensionId}/job`;
    assert.equal(await vscode.env.clipboard.readText(), `${link}/job_1?environment=${encodeURIComponent('Über & “Here”')}`);
    const { sentences } = onQuestion('showWarningMessage', (...args) => String(args.at(-1)));
    const errors = onQuestion('showErrorMessage');
    const open = async (uri: string) => uriHandler().handleUri(vscode.Uri.parse(uri));
    await open(await vscode.env.clipboard.readText());
    await untilPageOpen('Invoice Approval');
    await open(`${link}/job_there?environment=Staging`);
    await untilPageOpen('Held there');
    assert.match(sentences.join('\n'), new RegExp(`^Open the job “job_1” of Über & “Here” .*\nOpen the job “job_there” of ${place.replace(/[().]/g, '\\$&')}\\?`));
    await open(`${link}/job_there?environment=Other`);
    assert.equal(errors.sentences.join(), 'No environment is named “Other”. Known: Staging, Über & \\“Here\\”.');
    assert.equal(requestsFor(there, 'POST', /./), 0);
  });
});
