import {
  CustomExecution,
  type Disposable,
  EventEmitter,
  type Pseudoterminal,
  Task,
  type TaskDefinition,
  TaskScope,
  l10n,
  tasks,
  workspace,
} from 'vscode';
import { closed, exitCodes, runTask } from '../../model/tasks/runTask.ts';
import type { TaskRun, TaskRuns } from '../../model/tasks/taskRuns.ts';
import type { BaseUrl, Job } from '../../service/index.ts';
import { oneLine, quoted } from '../../text/inert.ts';
import { formatClock } from '../../text/time.ts';
import { openAt } from '../actions/jobActions.ts';
import type { ExtensionServices } from '../actions/extensionServices.ts';
import { takeInStarted, tellStarted } from '../actions/startedJobs.ts';
import { workflowsOf } from '../actions/workflows.ts';
import { notify, offers } from '../feedback/notify.ts';
import { attempt } from '../feedback/report.ts';

const taskType = 'workflow-job';

/**
 * Registers the tasks that start a job and wait for it: those of `tasks.json`, and one for each known
 * workflow.
 */
export function registerJobTasks(services: ExtensionServices, runs: TaskRuns): Disposable {
  const taskOf = (definition: TaskDefinition, name: string, scope: Task['scope'] = TaskScope.Workspace) =>
    // Uses the definition of the run, in which VS Code has resolved the variables.
    // Without a list of problem matchers VS Code asks before the run which compiler's errors to look for.
    new Task(
      definition,
      scope,
      name,
      taskType,
      new CustomExecution((resolved) =>
        Promise.resolve(jobTerminal(services, runs, resolved, whoOf(name, scope))),
      ),
      [],
    );
  return tasks.registerTaskProvider(taskType, {
    provideTasks: async () => {
      const { state } = services.connection;
      if (state.kind !== 'ready') return [];
      // VS Code would resolve a variable in a key, and so tell the service what is in this environment, or
      // run a command.
      const known = (await workflowsOf(services, state.client.baseUrl)).filter(
        ({ key }) => !key.includes('${'),
      );
      return known.map(({ key, name }) =>
        taskOf(
          { type: taskType, workflow: key },
          name === key ? oneLine(key) : `${oneLine(name)} (${oneLine(key)})`,
        ),
      );
    },
    resolveTask: ({ definition, scope, name }) => taskOf(definition, name, scope),
  });
}

/** A task in words: `Task “invoice” of folder “shop”`. */
function whoOf(name: string, scope: Task['scope']): string {
  const folder = typeof scope === 'object' ? scope.name : workspace.name;
  return folder === undefined
    ? l10n.t('Task “{0}”', quoted(name))
    : l10n.t('Task “{0}” of folder “{1}”', quoted(name), quoted(folder));
}

const interrupt = '\x03';

/**
 * The terminal of one run of a task: its work begins when VS Code opens it, and ends with one exit code.
 * @param who the task in words
 */
function jobTerminal(
  services: ExtensionServices,
  runs: TaskRuns,
  definition: unknown,
  who: string,
): Pseudoterminal {
  const { connection, environments } = services;
  const cancel = new AbortController();
  const { signal } = cancel;
  const written = new EventEmitter<string>();
  const ended = new EventEmitter<number>();
  /** Where the run began. */
  let begunAt: BaseUrl | undefined;

  const connect = (environment: string | undefined) => {
    const begun = connection.serviceNamed(environment);
    const { baseUrl } = begun.client;
    begunAt = baseUrl;
    const current = () =>
      environment === undefined ? connection.at(baseUrl.href) : connection.serviceAt(baseUrl);
    return {
      baseUrl: baseUrl.href,
      name: environments.nameOf(baseUrl),
      waiter: () => {
        const service = current();
        return service?.signal.aborted === false ? service : undefined;
      },
      start: async (workflowKey: string, aborted: AbortSignal): Promise<Job | undefined> => {
        const service = current() ?? begun;
        const job = await service.start(workflowKey, { kind: 'folder', who }, (send) => send(aborted));
        if (job === undefined) return undefined;
        takeInStarted(services, service, workflowKey, job);
        void attempt('openJob', () => tellStarted(services, service, who, workflowKey, job));
        return job;
      },
    };
  };

  const offerToOpen = async (key: string, baseUrl: BaseUrl) => {
    const isWanted = await offers(
      notify.info,
      l10n.t('The task no longer waits for job {0}, which goes on.', oneLine(key)),
      l10n.t('Open Job'),
    );
    if (isWanted) await attempt('openJob', () => openAt(services, connection.serviceAt(baseUrl), key));
  };

  const run = async () => {
    let last = '';
    const write = (line: string) => {
      last = line;
      written.fire(`${formatClock(Date.now())}  ${line}\r\n`);
    };
    const { code, goesOn } = await runTask(definition, { connect, runs, write, ask }, signal);
    ended.fire(code);
    if (signal.reason !== closed) return;
    // A closed terminal cannot show that the job is still running, or may have started.
    if (code === exitCodes.unknown) void notify.warn(last);
    if (goesOn !== undefined && begunAt !== undefined) await offerToOpen(goesOn, begunAt);
  };

  return {
    onDidWrite: written.event,
    onDidClose: ended.event,
    open: () => void run(),
    close: () => cancel.abort(closed),
    handleInput: (data) => {
      if (data.includes(interrupt)) cancel.abort();
    },
  };
}

/** Asks what to do about the job of an interrupted run. */
async function ask({ job, workflow, wait }: TaskRun): Promise<'waitOn' | 'startAnother' | undefined> {
  const [waitOn, startAnother] = [l10n.t('Wait On'), l10n.t('Start Another')];
  const question =
    job === null
      ? l10n.t(
          'The task for workflow “{0}” ran before: it is unknown whether its job started.',
          quoted(workflow),
        )
      : l10n.t(
          'The task for workflow “{0}” ran before: its job {1} is not known to be completed.',
          quoted(workflow),
          oneLine(job),
        );
  const chosen = await notify.ask(question, ...(wait && job !== null ? [waitOn] : []), startAnother);
  return chosen === waitOn ? 'waitOn' : chosen === startAnother ? 'startAnother' : undefined;
}
