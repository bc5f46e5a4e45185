import * as z from 'zod/mini';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';

const startSchema = z.object({ baseUrl: textSchema, workflow: textSchema });

/** A start by a task, identified by its service and workflow. */
export type TaskStart = Readonly<z.infer<typeof startSchema>>;

const storeName = 'unfinishedTasks';
const maxStored = 50;

/**
 * The starts of tasks whose job may still be active. They are stored, because VS Code may run a task again after
 * a reload of the window, and another job should start only if a person agrees.
 */
export class UnfinishedStarts {
  readonly #store: KeyValueStore;
  /** The starts of this window whose task still runs; the same task may run twice at a time. */
  readonly #running = new Set<string>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** Whether an earlier run of the task was interrupted. */
  wasInterrupted(start: TaskStart): boolean {
    return !this.#running.has(idOf(start)) && this.#all().some((each) => idOf(each) === idOf(start));
  }

  begin(start: TaskStart): void {
    this.#running.add(idOf(start));
    this.#keep(start, true);
  }

  /** Ends a run. @param isInterrupted whether its job may still be active */
  end(start: TaskStart, isInterrupted: boolean): void {
    this.#running.delete(idOf(start));
    // Stores an interrupted start again, because the same task may have run at the same time and finished.
    this.#keep(start, isInterrupted);
  }

  #keep(start: TaskStart, isUnfinished: boolean): void {
    const others = this.#all().filter((each) => idOf(each) !== idOf(start));
    this.#store.set(storeName, [...others, ...(isUnfinished ? [start] : [])].slice(-maxStored));
  }

  #all(): readonly TaskStart[] {
    return readStoredList(startSchema, this.#store.get(storeName));
  }
}

function idOf({ baseUrl, workflow }: TaskStart): string {
  return JSON.stringify([baseUrl, workflow]);
}
