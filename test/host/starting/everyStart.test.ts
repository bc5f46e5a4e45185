import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { errorResponse, serveData } from '../../support/service/service.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { connect, requestsFor, run, serve, setting } from '../support/extension.ts';

const workflow = { key: 'wf_a', name: 'Invoice Approval' };
// The service rejects each start, because opening the page of a started job takes a second.
const answers = serveData(
  { jobs: [aJob({ activeWorkflows: [workflow] })] },
  { 'POST /jobs': errorResponse(422, 'Not today.') },
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
 * All ways to start a job of the workflow `wf_a`, and an event that happens while the confirmation
 * is open.
 */
const callers: Readonly<
  Record<
    string,
    {
      readonly start: () => Thenable<unknown>;
      readonly meanwhile: 'becomes read-only' | 'window switches';
    }
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
  otherEnvironment: {
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

suite('Command that starts a job', () => {
  test('sends a start request only if the settings and the user allow it @full', async () => {
    const [connectedService, namedService] = [await serve(answers), await serve(answers)];
    const guards = (entry: object) =>
      setting(
        'environments',
        [connectedService, namedService].map(({ url }, index) => ({
          name: `Service ${index}`,
          baseUrl: url,
          ...entry,
        })),
      );
    const connectAgain = async () => {
      await connect(connectedService);
      await run('refreshJobs');
    };
    onBox('createQuickPick', ({ pick }) => pick(workflow.key));
    onQuestion('error');
    onQuestion('info');
    let questions = 0;
    let respond: (button: string) => string | undefined | Promise<string> = () => undefined;
    onQuestion('warning', (_sentence, options, ...buttons) => {
      if (typeof options !== 'object') return undefined;
      questions++;
      return respond(String(buttons.find((each) => /^Start/.test(String(each)))));
    });
    const starts = () =>
      [connectedService, namedService].map((service) => requestsFor(service, 'POST', /./));
    /** Starts a job, and checks the number of questions and the number of sent starts. */
    const check = async (
      caller: string,
      questionCount: number,
      startCount: number,
      situation: string,
    ) => {
      const expected = starts();
      expected[caller === 'otherEnvironment' ? 1 : 0]! += startCount;
      questions = 0;
      await callers[caller]?.start();
      assert.deepEqual(
        [questions, ...starts()],
        [questionCount, ...expected],
        `${caller}: ${situation}`,
      );
    };

    await setting('agents.canStartJobs', true);
    await guards({ kind: 'staging', readOnly: true });
    await connectAgain();
    for (const caller of Object.keys(callers)) await check(caller, 0, 0, 'read-only');
    const asks = { kind: 'production' };
    for (const [caller, { meanwhile }] of Object.entries(callers)) {
      await guards(asks);
      await connectAgain();
      respond = () => undefined;
      await check(caller, 1, 0, 'declined');
      respond = (button) => button;
      await check(caller, 1, 1, 'agreed');
      respond = async (button) => {
        await (meanwhile === 'window switches'
          ? connect(namedService)
          : guards({ ...asks, readOnly: true }));
        return button;
      };
      // A start with an explicit environment uses it even if the window connects to another
      // environment.
      await check(caller, 1, caller === 'otherEnvironment' ? 1 : 0, meanwhile);
    }
  });
});
