import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';

/** A start by a task, identified by its service and workflow. */
export interface TaskStart {
  readonly baseUrl: string;
  readonly workflow: string;
}

const unfinishedStartsKey = 'unfinishedTasks';

/**
 * Stores the starts of tasks whose job may still be active. VS Code may run a task again after a window reload,
 * and a person has to agree before the task starts another job.
 */
export class UnfinishedStarts {
  readonly #store: KeyValueStore;
  /** Starts of runs in this window. The same task may run twice at the same time. */
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

  /** Ends a run. @param isInterrupted true if its job may still be active */
  end(start: TaskStart, isInterrupted: boolean): void {
    this.#running.delete(idOf(start));
    // A simultaneous run of the same task may have removed the start.
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
