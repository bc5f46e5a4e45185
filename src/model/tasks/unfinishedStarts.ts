import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';

/** Identifies a start by its service and its workflow. */
export interface TaskStart {
  readonly baseUrl: string;
  readonly workflow: string;
}

const unfinishedStartsKey = 'unfinishedTasks';

/**
 * Stores starts of tasks if their jobs may still be active. VS Code may run a task again after a
 * window was reloaded. In this case, a person must confirm that the task may start another job.
 */
export class UnfinishedStarts {
  readonly #store: KeyValueStore;
  /** Starts of tasks that are running in this window. */
  readonly #running = new Set<string>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** True if an earlier run of the task was interrupted. */
  wasInterrupted(start: TaskStart): boolean {
    return !this.#running.has(idOf(start)) && this.#stored().includes(idOf(start));
  }

  begin(start: TaskStart): void {
    this.#running.add(idOf(start));
    this.#save(start, true);
  }

  /** Records the end of a run. @param isInterrupted true if the job may still be active */
  end(start: TaskStart, isInterrupted: boolean): void {
    this.#running.delete(idOf(start));
    // Another run of the same task may have removed the start.
    this.#save(start, isInterrupted);
  }

  #save(start: TaskStart, isUnfinished: boolean): void {
    const others = this.#stored().filter((id) => id !== idOf(start));
    void this.#store.set(unfinishedStartsKey, isUnfinished ? [...others, idOf(start)] : others);
  }

  #stored(): readonly string[] {
    return readStoredList(textSchema, this.#store.get(unfinishedStartsKey));
  }
}

function idOf({ baseUrl, workflow }: TaskStart): string {
  return JSON.stringify([baseUrl, workflow]);
}
