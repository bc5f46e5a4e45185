import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { envelope, serveData } from '../../support/service/service.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { connect, requestsFor, run, serve, setting } from '../support/extension.ts';

const workflow = { key: 'wf_a', name: 'Invoice Approval' };
const completed = aJob({ key: 'job_new', activeWorkflows: [workflow], completedAt: '2026-10-01T10:00:00Z' });
const answers = serveData(
  { jobs: [aJob({ activeWorkflows: [workflow] })] },
  { 'POST /jobs': envelope({ job: completed }), 'GET /jobs/job_new': envelope({ job: completed }) },
);

async function runTask(): Promise<void> {
  const [task] = await vscode.tasks.fetchTasks({ type: 'workflow-job' });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const subscription = vscode.tasks.onDidEndTask(() => resolve());
  await vscode.tasks.executeTask(task ?? assert.fail('no task is provided'));
  await ended;
  subscription.dispose();
}

/**
 * All that can ask for a start, each for the workflow `wf_a`, and what happens in one of its starts while the
 * question is open.
 */
const callers: Readonly<
  Record<
    string,
    { readonly start: () => Thenable<unknown>; readonly meanwhile: 'becomes read-only' | 'window switches' }
  >
> = {
  palette: {
    start: () => run('startJob'),
    meanwhile: 'window switches',
  },
  row: {
    start: () =>
      run('startAnother', {
        kind: 'job',
        row: { kind: 'job', job: aJob({ activeWorkflows: [workflow] }) },
      }),
    meanwhile: 'becomes read-only',
  },
  keybinding: {
    start: () => run('startJob', workflow.key),
    meanwhile: 'window switches',
  },
  script: {
    start: () =>
      run('startJob', {
        workflowKey: workflow.key,
        wait: true,
        timeout: 60,
      }),
    meanwhile: 'becomes read-only',
  },
  elsewhere: {
    start: () =>
      run('startJob', {
        workflowKey: workflow.key,
        environment: 'Service 1',
      }),
    meanwhile: 'window switches',
  },
  task: { start: runTask, meanwhile: 'becomes read-only' },
  tool: {
    start: () =>
      vscode.lm.invokeTool('workflowJobs_start_job', {
        input: { workflowKey: workflow.key },
        toolInvocationToken: undefined,
      }),
    meanwhile: 'window switches',
  },
};

suite('Every way to start a job', () => {
  test('sends a start only if the guards and the person permit it, and never to another service @full', async () => {
    const [here, elsewhere] = [await serve(answers), await serve(answers)];
    const guards = (entry: object) =>
      setting(
        'environments',
        [here, elsewhere].map(({ url }, index) => ({ name: `Service ${index}`, baseUrl: url, ...entry })),
      );
    const showHere = async () => {
      await connect(here);
      await run('refreshJobs');
    };
    onBox('createQuickPick', ({ pick }) => pick(workflow.key));
    onQuestion('error');
    onQuestion('info');
    let questions = 0;
    let answer: (button: string) => string | undefined | Promise<string> = () => undefined;
    onQuestion('warning', (_sentence, options, ...buttons) => {
      if (typeof options !== 'object') return undefined;
      questions++;
      return answer(String(buttons.find((each) => /^Start/.test(String(each)))));
    });
    const starts = () => [here, elsewhere].map((service) => requestsFor(service, 'POST', /./));
    /** Has a caller start the job, which asks this often and sends this many starts. */
    const check = async (caller: string, asked: number, sent: number, situation: string) => {
      const expected = starts();
      expected[caller === 'elsewhere' ? 1 : 0]! += sent;
      questions = 0;
      await callers[caller]?.start();
      assert.deepEqual([questions, ...starts()], [asked, ...expected], `${caller}: ${situation}`);
    };

    await setting('agents.canStartJobs', true);
    await guards({ kind: 'staging', readOnly: true });
    await showHere();
    for (const caller of Object.keys(callers)) await check(caller, 0, 0, 'read-only');
    const asks = { kind: 'production' };
    for (const [caller, { meanwhile }] of Object.entries(callers)) {
      await guards(asks);
      await showHere();
      answer = () => undefined;
      await check(caller, 1, 0, 'declined');
      answer = (button) => button;
      await check(caller, 1, 1, 'agreed');
      answer = async (button) => {
        await (meanwhile === 'window switches' ? connect(elsewhere) : guards({ ...asks, readOnly: true }));
        return button;
      };
      // A start that names its environment goes there, also after the window has switched to another.
      await check(caller, 1, caller === 'elsewhere' ? 1 : 0, meanwhile);
    }
  });
});
