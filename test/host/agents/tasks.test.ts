import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import {
  type TestResponse,
  type ServiceData,
  type Routes,
  envelope,
  errorResponse,
  reset as broken,
} from '../../support/service/service.ts';
import { advanceClock } from '../support/clock.ts';
import { ask, onQuestion, removeApiKey } from '../support/prompts.ts';
import { connected, requestsFor, setting, untilRequested } from '../support/extension.ts';
import { advanceUntil } from '../support/following.ts';

const workflow = { key: 'wf_a', name: 'Invoice Approval' };
/**
 * Keys with VS Code variables. In a task, VS Code would replace the variable, or run its command.
 */
const variables = ['${env:HOME}', 'wf_${command:workbench.action.closeWindow}'].map((key) =>
  aJob({ key, activeWorkflows: [{ key, name: 'Payroll' }] }),
);
const serviceContent: ServiceData = { jobs: [aJob({ activeWorkflows: [workflow] }), ...variables] };
const started = aJob({ key: 'job_new', activeWorkflows: [workflow] });
const completed = { ...started, completedAt: '2026-10-01T10:00:00Z' };

/** Resolves with the exit codes when the next task ends, or the next tasks. */
function nextEnd(taskCount = 1) {
  const codes: (number | undefined)[] = [];
  let remaining = taskCount;
  const { promise, resolve } = Promise.withResolvers<readonly (number | undefined)[]>();
  const subscriptions = [
    vscode.tasks.onDidEndTaskProcess(({ exitCode }) => codes.push(exitCode)),
    vscode.tasks.onDidEndTask(() => {
      if (--remaining > 0) return;
      for (const each of subscriptions) each.dispose();
      resolve(codes);
    }),
  ];
  return promise;
}

/** Resolves with the first notification that matches the pattern. */
function notification(pattern: RegExp): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  onQuestion('info', (sentence) => {
    if (pattern.test(String(sentence))) resolve(String(sentence));
    return undefined;
  });
  return promise;
}

/** Returns the only provided task. No task is provided for a key with a variable. */
async function provided(): Promise<vscode.Task> {
  const [task, ...others] = await vscode.tasks.fetchTasks({ type: 'workflow-job' });
  assert.deepEqual(
    [task?.name, task?.definition, others],
    ['Invoice Approval (wf_a)', { type: 'workflow-job', workflow: 'wf_a' }, []],
  );
  return task as vscode.Task;
}

/**
 * Returns routes for a new job that stays active, and a promise that resolves when a task polls the
 * job.
 */
function activeJob() {
  const { promise: polled, resolve } = Promise.withResolvers<void>();
  const respond = () => {
    resolve();
    return envelope({ job: started });
  };
  return { routes: { 'GET /jobs/job_new': respond }, polled };
}

/**
 * Upper limit for the time in which notifications about started jobs are collected, in
 * milliseconds.
 */
const maxNoticeDelay = 5_000;

suite('workflow-job task', () => {
  // Otherwise, a notification could appear during a later test.
  teardown(() => advanceClock(maxNoticeDelay));

  const startable = (others: Routes = {}): Routes => ({
    'POST /jobs': envelope({ job: started }),
    'GET /jobs/job_new': envelope({ job: completed }),
    ...others,
  });

  test('exits with code 0 when the job is completed @floor @everyHost', async () => {
    const service = await connected(serviceContent, startable());
    const before = service.requests.length;
    const task = await provided();
    assert.equal(service.requests.length, before);
    const end = nextEnd();
    await vscode.tasks.executeTask(task);
    assert.deepEqual(await end, [0]);
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('exits with code 1 if a setting or the user prevents the start @full', async () => {
    const service = await connected(serviceContent, startable());
    const guards = (entry: object) =>
      setting('environments', [{ name: 'Live', baseUrl: service.url, ...entry }]);
    const configuration = vscode.workspace.getConfiguration('tasks');
    await configuration.update('version', '2.0.0', vscode.ConfigurationTarget.Workspace);
    await configuration.update(
      'tasks',
      [
        {
          label: 'invoice',
          type: 'workflow-job',
          workflow: 'wf_a',
          wait: false,
          problemMatcher: [],
        },
      ],
      vscode.ConfigurationTarget.Workspace,
    );
    const { sentences } = onQuestion('warning');
    for (const entry of [{ kind: 'staging', readOnly: true }, { kind: 'production' }]) {
      await guards(entry);
      const end = nextEnd();
      await vscode.commands.executeCommand('workbench.action.tasks.runTask', 'invoice');
      assert.deepEqual(await end, [1]);
    }
    assert.match(
      sentences.join(),
      /^Start a job for workflow “Invoice Approval” \(wf_a\) on Live [^?]+\? Requested by: Task “invoice” in folder “[^”]+”$/,
    );
    assert.equal(requestsFor(service, 'POST', /./), 0);
    for (const name of ['tasks', 'version']) {
      await configuration.update(name, undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  test('keeps waiting for the job when the API key changes', async () => {
    let reads = 0;
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    await connected(
      serviceContent,
      startable({
        'GET /jobs/job_new': () => {
          resolve();
          return ++reads < 3 ? errorResponse(404, 'Not yet.') : envelope({ job: completed });
        },
      }),
    );
    const end = nextEnd();
    await vscode.tasks.executeTask(await provided());
    await waiting;
    await ask('setApiKey', 'another key');
    assert.deepEqual(await advanceUntil(end), [0]);
    onQuestion('info');
    await removeApiKey();
  });

  test('exits with code 4 if the service does not respond to the start request', async () => {
    const service = await connected(serviceContent, startable({ 'POST /jobs': broken() }));
    const end = nextEnd();
    await vscode.tasks.executeTask(await provided());
    assert.deepEqual(await end, [4]);
    const question = onQuestion('warning');
    const second = nextEnd();
    await vscode.tasks.executeTask(await provided());
    const [sentence, , ...buttons] = await question.asked;
    assert.match(String(sentence), /Start another job\?$/);
    assert.deepEqual(buttons, ['Do Not Start', 'Start Another Job']);
    assert.deepEqual(await second, [130]);
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('asks before starting another job if the previous run was terminated', async () => {
    const { routes, polled } = activeJob();
    const service = await connected(serviceContent, startable(routes));
    const asked = onQuestion('warning');
    const first = nextEnd();
    const execution = await vscode.tasks.executeTask(await provided());
    await polled;
    execution.terminate();
    await first;
    const second = nextEnd();
    await vscode.tasks.executeTask(await provided());
    assert.deepEqual(await second, [130]);
    assert.match(asked.sentences.join(), /its job may still be active/);
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('shows one notification if several tasks start jobs simultaneously', async () => {
    const others = [aJob({ key: 'job_2', activeWorkflows: [{ key: 'wf_b', name: 'Payroll' }] })];
    const bothSent = Promise.withResolvers<void>();
    const service = await connected(
      { jobs: [...(serviceContent.jobs ?? []), ...others] },
      startable({ 'POST /jobs': () => bothSent.promise.then(() => envelope({ job: started })) }),
    );
    const shared = notification(/^Tasks started/);
    const tasks = await vscode.tasks.fetchTasks({ type: 'workflow-job' });
    const ends = nextEnd(tasks.length);
    for (const task of tasks) await vscode.tasks.executeTask(task);
    await untilRequested(service, 'POST', /jobs/, 2);
    bothSent.resolve();
    await ends;
    advanceClock(maxNoticeDelay);
    assert.match(
      await shared,
      /^Tasks started 2 jobs: .?Invoice Approval.?, .?Invoice Approval.?\.$/,
    );
  });

  test('warns that the job may have started if the user ends the task early', async () => {
    const { promise: never } = Promise.withResolvers<TestResponse>();
    const service = await connected(serviceContent, startable({ 'POST /jobs': () => never }));
    const warning = onQuestion('warning');
    const end = nextEnd();
    const execution = await vscode.tasks.executeTask(await provided());
    await untilRequested(service, 'POST', /jobs/);
    execution.terminate();
    await end;
    assert.match(
      String((await warning.asked)[0]),
      /^The job for workflow “wf_a” may or may not have started\./,
    );
  });

  test('exits with code 130 when the user presses Ctrl+C', async () => {
    const { routes, polled } = activeJob();
    await connected(serviceContent, startable(routes));
    const end = nextEnd();
    await vscode.tasks.executeTask(await provided());
    await polled;
    vscode.window.terminals.findLast(({ name }) => name.includes('wf_a'))?.sendText('\x03', false);
    assert.deepEqual(await end, [130]);
  });
});
