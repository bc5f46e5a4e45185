import { CustomExecution, type Disposable, Task, type TaskDefinition, TaskScope, tasks } from 'vscode';
import type { TaskRuns } from '../../model/tasks/taskRuns.ts';
import { oneLine } from '../../text/inert.ts';
import type { Parts } from '../actions/parts.ts';
import { workflowsOf } from '../actions/workflows.ts';
import { JobTerminal } from './jobTerminal.ts';

const taskType = 'workflow-job';

/** Tasks that start a job and wait for it: those of `tasks.json`, and one for each known workflow. */
export function registerJobTasks(parts: Parts, runs: TaskRuns): Disposable {
  const taskOf = (definition: TaskDefinition, name: string, scope: Task['scope'] = TaskScope.Workspace) =>
    // VS Code gives the definition of the run, with the values of its variables.
    new Task(definition, scope, name, taskType, new CustomExecution((resolved) => Promise.resolve(new JobTerminal(parts, runs, resolved))));
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
