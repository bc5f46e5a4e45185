import * as z from 'zod/mini';
import { type Memory, readStoredList } from '../util/memory.ts';
import { flagSchema, textSchema } from '../util/schemas.ts';

const runSchema = z.object({
  baseUrl: textSchema,
  workflow: textSchema,
  wait: flagSchema,
  /** The key of the job; null from before its start is sent until the answer. */
  job: z.nullable(textSchema),
});

/** A run of a task, identified by its task and job. */
export type TaskRun = Readonly<z.infer<typeof runSchema>>;
export type StartedRun = TaskRun & { readonly job: string };

const memoryName = 'taskRuns';
const mostKept = 50;

/**
 * The task runs whose job may still be running, stored because VS Code may run a task again after a reload of the window: a
 * second job is started only if a person agrees.
 */
export class TaskRuns {
  readonly #memory: Memory;
  /** Runs of this window that ended normally: their task starts again without asking. */
  readonly #settled = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The interrupted runs of this task, most recent first. */
  interrupted(task: Omit<TaskRun, 'job'>): TaskRun[] {
    return this.#all().filter((run) => run.baseUrl === task.baseUrl && run.workflow === task.workflow && run.wait === task.wait && !this.#settled.has(idOf(run))).reverse();
  }

  begin(run: TaskRun): void {
    this.#settled.add(idOf(run));
    this.#write([...this.#others([run]), run]);
  }

  /** Marks a run as interrupted, so that its task asks when it runs again. */
  interrupt(run: TaskRun): void {
    this.#settled.delete(idOf(run));
  }

  forget(runs: readonly TaskRun[]): void {
    this.#write(this.#others(runs));
  }

  #all(): TaskRun[] {
    return readStoredList(runSchema, this.#memory.get(memoryName));
  }

  #others(runs: readonly TaskRun[]): TaskRun[] {
    const ids = new Set(runs.map(idOf));
    return this.#all().filter((each) => !ids.has(idOf(each)));
  }

  #write(runs: readonly TaskRun[]): void {
    this.#memory.set(memoryName, runs.length === 0 ? undefined : runs.slice(-mostKept));
  }
}

function idOf({ baseUrl, workflow, wait, job }: TaskRun): string {
  return JSON.stringify([baseUrl, workflow, wait, job]);
}
