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

/** A run of a task, by what it started. */
export type TaskRun = Readonly<z.infer<typeof runSchema>>;
export type StartedRun = TaskRun & { readonly job: string };

const memoryName = 'taskRuns';
const mostKept = 50;

/**
 * The runs of tasks whose job may go on, kept over a reload of the window. VS Code may run a task again after it, and a
 * second job of a task is started only where a person wants it.
 */
export class TaskRuns {
  readonly #memory: Memory;
  /** Runs of this window that ask nothing when their task runs again: they are running, or ended as their task says. */
  readonly #settled = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The runs of the same task that did not come to their end, the latest first. */
  interrupted(task: Omit<TaskRun, 'job'>): TaskRun[] {
    return this.#all().filter((run) => run.baseUrl === task.baseUrl && run.workflow === task.workflow && run.wait === task.wait && !this.#settled.has(idOf(run))).reverse();
  }

  /** Keeps a run of this window. */
  begin(run: TaskRun): void {
    this.#settled.add(idOf(run));
    this.#write([...this.#others([run]), run]);
  }

  /** Says that a run ended before its job: its task asks when it runs again. */
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
