import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';

/** Identifies a started task by service and workflow. */
export interface TaskStart {
  readonly baseUrl: string;
  readonly workflow: string;
}

const unfinishedStartsKey = 'unfinishedTasks';

/**
 * Stores the tasks whose jobs may still be active. If VS Code runs one of these tasks again, for
 * example after a window reload, the user must confirm that the task may start another job.
 */
export class UnfinishedStarts {
  readonly #store: KeyValueStore;
  /** IDs of the tasks that are running in this window. */
  readonly #running = new Set<string>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Returns true if an earlier run of the task was interrupted. */
  wasInterrupted(start: TaskStart): boolean {
    return !this.#running.has(idOf(start)) && this.#stored().includes(idOf(start));
  }

  begin(start: TaskStart): void {
    this.#running.add(idOf(start));
    this.#save(start, true);
  }

  /**
   * Records that a run of the task has ended.
   * @param isInterrupted true if the job may still be active
   */
  end(start: TaskStart, isInterrupted: boolean): void {
    this.#running.delete(idOf(start));
    // Saves the task ID again, because another run of the same task may have removed the ID.
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
