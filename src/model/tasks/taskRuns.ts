import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
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
 * The task runs whose job may still be running, stored because VS Code may run a task again after a reload of
 * the window: a second job is started only if a person agrees.
 */
export class TaskRuns {
  readonly #store: KeyValueStore;
  /** Runs of this window that ended normally: their task starts again without asking. */
  readonly #settled = new Set<string>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** The interrupted runs of this task, most recent first. */
  interrupted(task: Omit<TaskRun, 'job'>): TaskRun[] {
    return this.#all()
      .filter((run) => idOf({ ...run, ...task }) === idOf(run) && !this.#settled.has(idOf(run)))
      .reverse();
  }

  begin(run: TaskRun): void {
    this.#settled.add(idOf(run));
    // A run that waits on, or a service that answers with the same job again, adds no second entry.
    const others = this.#all().filter((each) => run.job === null || idOf(each) !== idOf(run));
    this.#store.set(memoryName, [...others, run].slice(-mostKept));
  }

  /** Marks a run as interrupted, so that its task asks when it runs again. */
  interrupt(run: TaskRun): void {
    this.#settled.delete(idOf(run));
  }

  /** Each removes one entry, as a task that runs twice at the same time has two starts without an answer. */
  forget(runs: readonly TaskRun[]): void {
    let others = this.#all();
    for (const run of runs) {
      const found = others.findIndex((each) => idOf(each) === idOf(run));
      others = others.filter((_, index) => index !== found);
    }
    this.#store.set(memoryName, others);
  }

  #all(): TaskRun[] {
    return readStoredList(runSchema, this.#store.get(memoryName));
  }
}

function idOf({ baseUrl, workflow, wait, job }: TaskRun): string {
  return JSON.stringify([baseUrl, workflow, wait, job]);
}
