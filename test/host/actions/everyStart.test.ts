import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { type Service, envelope, holding } from '../../support/service/service.ts';
import { onPick, onQuestion } from '../support/prompts.ts';
import { connect, requestsFor, reset, serve, setting, tidyUp } from '../support/extension.ts';

const workflow = { key: 'wf_a', name: 'Invoice Approval' };
const completed = aJob({ key: 'job_new', activeWorkflows: [workflow], completedAt: '2026-10-01T10:00:00Z' });
const answers = holding({ jobs: [aJob({ activeWorkflows: [workflow] })] }, { 'POST /jobs': envelope({ job: completed }), 'GET /jobs/job_new': envelope({ job: completed }) });

async function runTask(): Promise<void> {
  const [task] = await vscode.tasks.fetchTasks({ type: 'workflow-job' });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const subscription = vscode.tasks.onDidEndTask(() => resolve());
  await vscode.tasks.executeTask(task ?? assert.fail('no task is provided'));
  await ended;
  subscription.dispose();
}

/** All that can ask for a start, each for the workflow `wf_a`. */
const callers: Readonly<Record<string, () => Thenable<unknown>>> = {
  palette: () => vscode.commands.executeCommand('workflowJobs.startJob'),
  row: () => vscode.commands.executeCommand('workflowJobs.startAnother', { kind: 'job', row: { kind: 'job', job: aJob({ activeWorkflows: [workflow] }) } }),
  keybinding: () => vscode.commands.executeCommand('workflowJobs.startJob', workflow.key),
  script: () => vscode.commands.executeCommand('workflowJobs.startJob', { workflowKey: workflow.key, wait: true, timeout: 60 }),
  elsewhere: () => vscode.commands.executeCommand('workflowJobs.startJob', { workflowKey: workflow.key, environment: 'Service 1' }),
  task: runTask,
  tool: () => vscode.lm.invokeTool('workflowJobs_start_job', { input: { workflowKey: workflow.key }, toolInvocationToken: undefined }),
};

const situations = fc.record({
  caller: fc.constantFrom(...Object.keys(callers)),
  kind: fc.constantFrom('development', 'production'),
  isReadOnly: fc.boolean(),
  confirmStart: fc.constantFrom('never', 'production', 'always'),
  agrees: fc.boolean(),
  /** What happens while the question is open. */
  meanwhile: fc.constantFrom('nothing', 'it becomes read-only', 'the window switches'),
});

suite('Every way to start a job', () => {
  teardown(async () => {
    for (const name of ['agents.canStartJobs', 'confirmStart', 'environments']) await setting(name, undefined);
    await tidyUp();
  });
  suiteTeardown(reset);

  test('sends one start where the guards permit it and the person agrees where they ask, else none, and never one to another service @full', async () => {
    const [here, elsewhere] = [await serve(answers), await serve(answers)];
    const starts = (service: Service) => requestsFor(service, 'POST', /./);
    await setting('agents.canStartJobs', true);
    onPick(({ pick }) => pick(workflow.key));
    onQuestion('showErrorMessage');
    onQuestion('showInformationMessage');
    let answer: (buttons: unknown[]) => Promise<string | undefined>;
    const questions: string[] = [];
    onQuestion('showWarningMessage', async (sentence, options, ...buttons) => {
      if (typeof options !== 'object') return undefined;
      questions.push(String(sentence));
      return answer(buttons);
    });
    await fc.assert(
      fc.asyncProperty(situations, async ({ caller, kind, isReadOnly, confirmStart, agrees, meanwhile }) => {
        const guards = (readOnly: boolean) => setting('environments', [here, elsewhere].map(({ url }, index) => ({ name: `Service ${index}`, baseUrl: url, kind, readOnly })));
        await setting('confirmStart', confirmStart);
        await guards(isReadOnly);
        await connect(here);
        await vscode.commands.executeCommand('workflowJobs.refreshJobs');
        answer = async (buttons) => {
          if (meanwhile === 'it becomes read-only') await guards(true);
          if (meanwhile === 'the window switches') await connect(elsewhere);
          return agrees ? String(buttons.find((each) => /^Start/.test(String(each)))) : undefined;
        };
        const before = [starts(here), starts(elsewhere)] as const;
        questions.length = 0;
        await callers[caller]?.();
        const isAsked = !isReadOnly && (confirmStart === 'always' || (confirmStart === 'production' && kind === 'production'));
        const isNamed = caller === 'elsewhere';
        const isStill = meanwhile === 'nothing' || (isNamed && meanwhile === 'the window switches');
        const sent = !isReadOnly && (!isAsked || (agrees && isStill)) ? 1 : 0;
        assert.deepEqual([questions.length, starts(here) - before[0], starts(elsewhere) - before[1]], [isAsked ? 1 : 0, isNamed ? 0 : sent, isNamed ? sent : 0], questions.join());
      }),
      { numRuns: 24 },
    );
  });
});
