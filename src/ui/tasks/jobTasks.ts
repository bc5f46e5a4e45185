import { CustomExecution, type Disposable, EventEmitter, type Pseudoterminal, Task, type TaskDefinition, TaskScope, l10n, tasks, workspace } from 'vscode';
import { closed, runTask } from '../../model/tasks/runTask.ts';
import type { TaskRun, TaskRuns } from '../../model/tasks/taskRuns.ts';
import type { BaseUrl, Job } from '../../service/index.ts';
import { oneLine, quoted } from '../../text/inert.ts';
import { formatClock } from '../../text/time.ts';
import { openAt } from '../actions/jobActions.ts';
import type { Parts } from '../actions/parts.ts';
import { takeInStarted, tellStarted } from '../actions/startedJobs.ts';
import { workflowsOf } from '../actions/workflows.ts';
import { connectionChanged } from '../connection/connection.ts';
import { notify } from '../feedback/notify.ts';

const taskType = 'workflow-job';

/** Registers the tasks that start a job and wait for it: those of `tasks.json`, and one for each known workflow. */
export function registerJobTasks(parts: Parts, runs: TaskRuns): Disposable {
  const taskOf = (definition: TaskDefinition, name: string, scope: Task['scope'] = TaskScope.Workspace) =>
    // Uses the definition of the run, in which VS Code has resolved the variables.
    new Task(definition, scope, name, taskType, new CustomExecution((resolved) => Promise.resolve(new JobTerminal(parts, runs, resolved, whoOf(name, scope)))));
  return tasks.registerTaskProvider(taskType, {
    provideTasks: async () => {
      const { state } = parts.connection;
      if (state.kind !== 'ready') return [];
      const known = await workflowsOf(parts, state.client.baseUrl);
      return known.map(({ key, name }) => taskOf({ type: taskType, workflow: key }, name === key ? oneLine(key) : `${oneLine(name)} (${oneLine(key)})`));
    },
    resolveTask: ({ definition, scope, name }) => taskOf(definition, name, scope),
  });
}

/** A task in words: `Task “invoice” of folder “shop”`. */
function whoOf(name: string, scope: Task['scope']): string {
  const folder = typeof scope === 'object' ? scope.name : workspace.name;
  return folder === undefined ? l10n.t('Task “{0}”', quoted(name)) : l10n.t('Task “{0}” of folder “{1}”', quoted(name), quoted(folder));
}

const interrupt = '\x03';

/** The terminal of one run of a task: its work begins when VS Code opens it, and ends with one exit code. */
class JobTerminal implements Pseudoterminal {
  readonly #parts: Parts;
  readonly #runs: TaskRuns;
  readonly #definition: unknown;
  /** The task in words. */
  readonly #who: string;
  /** Where the run began. */
  #baseUrl: BaseUrl | undefined;
  readonly #cancel = new AbortController();
  readonly #written = new EventEmitter<string>();
  readonly onDidWrite = this.#written.event;
  readonly #ended = new EventEmitter<number>();
  readonly onDidClose = this.#ended.event;

  constructor(parts: Parts, runs: TaskRuns, definition: unknown, who: string) {
    this.#parts = parts;
    this.#runs = runs;
    this.#definition = definition;
    this.#who = who;
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
    const write = (line: string) => this.#written.fire(`${formatClock(Date.now())}  ${line}\r\n`);
    const { signal } = this.#cancel;
    const { code, goesOn } = await runTask(this.#definition, { connect: (environment) => this.#connect(environment), runs: this.#runs, write, time: formatClock, ask }, signal);
    this.#ended.fire(code);
    // A closed terminal cannot show that the job is still running.
    if (goesOn !== undefined && signal.reason === closed) await this.#offerToOpen(goesOn);
    this.#written.dispose();
    this.#ended.dispose();
  }

  #connect(environment: string | undefined) {
    const { connection, environments } = this.#parts;
    const { baseUrl } = environments.serviceOf(environment).client;
    this.#baseUrl = baseUrl;
    const current = () => (environment === undefined ? connection.at(baseUrl.href) : connection.serviceAt(baseUrl));
    return {
      baseUrl: baseUrl.href,
      name: environments.nameOf(baseUrl),
      waiter: () => {
        const service = current();
        return service?.signal.aborted === false ? service : undefined;
      },
      start: async (workflowKey: string, signal: AbortSignal): Promise<Job | undefined> => {
        const service = current();
        if (service === undefined) throw connectionChanged();
        const job = await service.start(workflowKey, { kind: 'folder', who: this.#who }, (send) => send(signal));
        if (job === undefined) return undefined;
        takeInStarted(this.#parts, service, workflowKey, job);
        void this.#parts.reporter.run('openJob', () => tellStarted(this.#parts, service, this.#who, workflowKey, job));
        return job;
      },
    };
  }

  async #offerToOpen(key: string): Promise<void> {
    const open = l10n.t('Open Job');
    const { reporter, connection } = this.#parts;
    const baseUrl = this.#baseUrl;
    if ((await notify.info(l10n.t('The task no longer waits for job {0}, which goes on.', oneLine(key)), open)) !== open || baseUrl === undefined) return;
    await reporter.run('openJob', () => openAt(this.#parts, connection.serviceAt(baseUrl), key));
  }
}

/** Asks what to do about the job of an interrupted run. */
async function ask({ job, workflow, wait }: TaskRun): Promise<'waitOn' | 'startAnother' | undefined> {
  const [waitOn, startAnother] = [l10n.t('Wait On'), l10n.t('Start Another')];
  const question =
    job === null
      ? l10n.t('The task for workflow “{0}” ran before: it is unknown whether its job started.', oneLine(workflow))
      : l10n.t('The task for workflow “{0}” ran before: its job {1} is not known to be completed.', oneLine(workflow), oneLine(job));
  const chosen = await notify.ask(question, ...(wait && job !== null ? [waitOn] : []), startAnother);
  return chosen === waitOn ? 'waitOn' : chosen === startAnother ? 'startAnother' : undefined;
}
