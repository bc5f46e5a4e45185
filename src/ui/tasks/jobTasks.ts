import {
  CustomExecution,
  Disposable,
  EventEmitter,
  type Pseudoterminal,
  Task,
  type TaskDefinition,
  TaskScope,
  l10n,
  tasks,
  workspace,
} from 'vscode';
import { type TaskPorts, closed, exitCodes, runTask } from '../../model/tasks/runTask.ts';
import type { UnfinishedStarts } from '../../model/tasks/unfinishedStarts.ts';
import { singleLine, escapeQuotes } from '../../text/untrustedText.ts';
import { formatClock } from '../../text/time.ts';
import { changeFailureText } from '../starting/changeTexts.ts';
import { type StartRecords, sendStart } from '../starting/sendStart.ts';
import { offeredWorkflows } from '../starting/workflows.ts';
import { notify } from '../feedback/notify.ts';
import type { NoticeServices } from '../starting/startNotices.ts';
import type { Connection } from '../connection/connection.ts';
import { askForAnother, createTaskNotices } from './taskNotices.ts';

const taskType = 'workflow-job';

type TaskServices = NoticeServices & StartRecords & { readonly connection: Connection };

/** Registers tasks that start a job and wait for it, including one task for each known workflow. */
export function registerJobTasks(services: TaskServices, unfinished: UnfinishedStarts): Disposable {
  const notices = createTaskNotices(services);
  const taskOf = (
    definition: TaskDefinition,
    name: string,
    scope: Task['scope'] = TaskScope.Workspace,
  ) => {
    const connect = connector(services, notices, describeTask(name, scope));
    // VS Code has replaced the variables in the resolved task definition.
    const execution = new CustomExecution((resolved) =>
      Promise.resolve(
        terminalOf((write, signal) =>
          runTask(resolved, { connect, askForAnother, unfinished, write }, signal),
        ),
      ),
    );
    // The empty list of problem matchers prevents VS Code from asking the user to select one.
    return new Task(definition, scope, name, taskType, execution, []);
  };
  const provider = tasks.registerTaskProvider(taskType, {
    provideTasks: async () => {
      const { connection, store } = services;
      const { session } = connection;
      if (session === undefined) return [];
      // Omits workflow keys with variables, because VS Code would resolve and run `${command:…}`.
      const known = (await offeredWorkflows(session, store)).filter(
        ({ key }) => !key.includes('${'),
      );
      return known.map(({ key, name }) =>
        taskOf(
          { type: taskType, workflow: key },
          name === key ? singleLine(key) : `${singleLine(name)} (${singleLine(key)})`,
        ),
      );
    },
    resolveTask: ({ definition, scope, name }) => taskOf(definition, name, scope),
  });
  return Disposable.from(provider, { dispose: () => notices.clear() });
}

/** Returns a description of a task, such as `Task “invoice” in folder “shop”`. */
function describeTask(name: string, scope: Task['scope']): string {
  const folder = typeof scope === 'object' ? scope.name : workspace.name;
  return folder === undefined
    ? l10n.t('Task “{0}”', escapeQuotes(name))
    : l10n.t('Task “{0}” in folder “{1}”', escapeQuotes(name), escapeQuotes(folder));
}

/**
 * Returns a function that connects a task to an environment's service.
 * @param who description of the task
 */
function connector(
  services: TaskServices,
  notices: ReturnType<typeof createTaskNotices>,
  who: string,
): TaskPorts['connect'] {
  const { connection, environments } = services;
  return (environment) => {
    const session = connection.sessionNamed(environment);
    const { baseUrl } = session.client;
    return {
      baseUrl: baseUrl.href,
      name: environments.nameOf(baseUrl),
      follower: session.follower,
      start: async (workflowKey, canceled) => {
        const request = { session, key: workflowKey, asker: { kind: 'script', who } } as const;
        const outcome = await sendStart(services, request, (send) => send(canceled));
        if (outcome.kind === 'succeeded')
          notices.add([{ session, workflowKey, job: outcome.job, who }]);
        return outcome;
      },
      describe: (key, failure) => changeFailureText({ kind: 'startJob', key }, failure),
    };
  };
}

const ctrlC = '\x03';

/** Creates the terminal for one task run. The run begins when VS Code opens the terminal. */
function terminalOf(
  run: (write: (line: string) => void, signal: AbortSignal) => Promise<number>,
): Pseudoterminal {
  const cancel = new AbortController();
  const written = new EventEmitter<string>();
  const ended = new EventEmitter<number>();
  let lastLine = '';
  const write = (line: string) => {
    lastLine = line;
    written.fire(`${formatClock(Date.now())}  ${line}\r\n`);
  };
  const open = async () => {
    const code = await run(write, cancel.signal);
    ended.fire(code);
    // Shows the last line in a notification, because the user has already closed the terminal.
    if (cancel.signal.reason === closed && code === exitCodes.unknown) void notify.warn(lastLine);
  };
  return {
    onDidWrite: written.event,
    onDidClose: ended.event,
    open: () => void open(),
    close: () => cancel.abort(closed),
    handleInput: (data) => {
      if (data.includes(ctrlC)) cancel.abort();
    },
  };
}
