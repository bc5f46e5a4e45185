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
import { type TaskService, closed, exitCodes, runTask } from '../../model/tasks/runTask.ts';
import type { TaskStart, UnfinishedStarts } from '../../model/tasks/unfinishedStarts.ts';
import { oneLine, quoted } from '../../text/inert.ts';
import { formatClock } from '../../text/time.ts';
import { changeFailureText } from '../starting/changeTexts.ts';
import { type StartRecords, sendStart } from '../starting/sendStart.ts';
import { workflowsOf } from '../starting/workflows.ts';
import { notify } from '../feedback/notify.ts';
import type { NoticeServices } from '../starting/startNotices.ts';
import type { Connection } from '../connection/connection.ts';
import { TaskNotices } from './taskNotices.ts';

const taskType = 'workflow-job';

/** What tasks use. */
type TaskServices = NoticeServices & StartRecords & { readonly connection: Connection };

/**
 * Registers the tasks that start a job and wait for it: those of `tasks.json`, and one for each known
 * workflow.
 */
export function registerJobTasks(services: TaskServices, unfinished: UnfinishedStarts): Disposable {
  const notices = new TaskNotices(services);
  const taskOf = (definition: TaskDefinition, name: string, scope: Task['scope'] = TaskScope.Workspace) =>
    // Uses the definition of the run, in which VS Code has resolved the variables.
    // Without a list of problem matchers VS Code asks before the run which compiler's errors to look for.
    new Task(
      definition,
      scope,
      name,
      taskType,
      new CustomExecution((resolved) =>
        Promise.resolve(
          new JobTerminal({ services, notices, unfinished, definition: resolved, who: whoOf(name, scope) }),
        ),
      ),
      [],
    );
  const provider = tasks.registerTaskProvider(taskType, {
    provideTasks: async () => {
      const { connection, store } = services;
      const { session } = connection;
      if (session === undefined) return [];
      // VS Code would resolve a variable in a key, and so tell the service what is in this environment, or
      // run a command.
      const known = (await workflowsOf(session, store)).filter(({ key }) => !key.includes('${'));
      return known.map(({ key, name }) =>
        taskOf(
          { type: taskType, workflow: key },
          name === key ? oneLine(key) : `${oneLine(name)} (${oneLine(key)})`,
        ),
      );
    },
    resolveTask: ({ definition, scope, name }) => taskOf(definition, name, scope),
  });
  return Disposable.from(provider, notices);
}

/** A task in words: `Task “invoice” of folder “shop”`. */
function whoOf(name: string, scope: Task['scope']): string {
  const folder = typeof scope === 'object' ? scope.name : workspace.name;
  return folder === undefined
    ? l10n.t('Task “{0}”', quoted(name))
    : l10n.t('Task “{0}” of folder “{1}”', quoted(name), quoted(folder));
}

const interrupt = '\x03';

interface TerminalOptions {
  readonly services: TaskServices;
  readonly notices: TaskNotices;
  readonly unfinished: UnfinishedStarts;
  /** As VS Code gives it; not validated yet. */
  readonly definition: unknown;
  /** The task in words. */
  readonly who: string;
}

/** The terminal of one run of a task: its work begins when VS Code opens it, and ends with one exit code. */
class JobTerminal implements Pseudoterminal {
  readonly #options: TerminalOptions;
  readonly #cancel = new AbortController();
  readonly #written = new EventEmitter<string>();
  readonly #ended = new EventEmitter<number>();

  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#ended.event;

  constructor(options: TerminalOptions) {
    this.#options = options;
  }

  open(): void {
    void this.#run();
  }

  close(): void {
    this.#cancel.abort(closed);
  }

  handleInput(data: string): void {
    if (data.includes(interrupt)) this.#cancel.abort();
  }

  async #run(): Promise<void> {
    const { definition, notices, unfinished } = this.#options;
    const { signal } = this.#cancel;
    let last = '';
    const write = (line: string) => {
      last = line;
      this.#written.fire(`${formatClock(Date.now())}  ${line}\r\n`);
    };
    const connect = (environment?: string) => this.#connect(environment);
    const askForAnother = (start: TaskStart) => notices.askForAnother(start);
    const ports = { connect, unfinished, write, askForAnother };
    const code = await runTask(definition, ports, signal);
    this.#ended.fire(code);
    // A closed terminal cannot show that a job may have started.
    if (signal.reason === closed && code === exitCodes.unknown) void notify.warn(last);
  }

  #connect(environment: string | undefined): TaskService {
    const { services, notices, who } = this.#options;
    const { connection, environments } = services;
    const session = connection.sessionNamed(environment);
    const { baseUrl } = session.client;
    return {
      baseUrl: baseUrl.href,
      name: environments.nameOf(baseUrl),
      follower: session.follower,
      start: async (workflowKey, aborted) => {
        const request = { session, key: workflowKey, asker: { kind: 'script', who } } as const;
        const outcome = await sendStart(services, request, (send) => send(aborted));
        if (outcome.kind === 'succeeded') notices.add({ session, workflowKey, job: outcome.job, who });
        return outcome;
      },
      describe: (key, failure) => changeFailureText({ kind: 'startJob', key }, failure),
    };
  }
}
