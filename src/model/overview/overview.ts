import type { Panels, Reading, Scope } from '../../protocol/overview.ts';
import type { JobRow, ServiceError } from '../../service/index.ts';
import type { JobPick } from '../../protocol/overview.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';
import { Emitter } from '../util/emitter.ts';
import type { Memory } from '../util/memory.ts';

export interface OverviewState {
  /** Null until the first answer. */
  readonly reading: Reading | null;
  readonly scope: Scope;
  readonly changedSince: number | null;
  readonly panels: Panels | null;
  /** Why the last page that was asked for is missing. */
  readonly failure: ServiceError | null;
}

/** Reads the jobs of the connected service for as long as somebody looks, and keeps what the overview says of them. */
export class Overview {
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #state: OverviewState = { reading: null, scope: { preset: 'all', from: null, to: null }, changedSince: null, panels: null, failure: null };

  /**
   * @param jobs the list of the Jobs view: what it has loaded is not read again
   * @param memory of the workspace: the numbers when the reader last looked, for each service
   */
  constructor(jobs: JobList, memory: Memory, language: string) {
    void [jobs, memory, language];
  }

  get state(): OverviewState {
    return this.#state;
  }

  /** Drops everything and reads from another service from now on. */
  connect(service: { readonly baseUrl: string; readonly source: PageSource } | undefined): void {
    void service;
    this.#changed.fire();
  }

  /** Whether the page is seen: only then is anything read. Hiding it keeps its numbers as those last looked at. */
  attend(isSeen: boolean): void {
    void isSeen;
  }

  setScope(scope: Scope): void {
    this.#state = { ...this.#state, scope };
    this.#changed.fire();
  }

  /** Reads all pages that were not read, from the newest on. */
  readAll(): void {}

  pause(): void {}

  resume(): void {}

  /** Ends {@link readAll}; what was read stays. */
  cancel(): void {}

  /** Reads again after a failure, or what may have changed. */
  refresh(): void {}

  /** The rows of the jobs of a number, newest first, as they were read last. */
  rowsOf(pick: JobPick): readonly JobRow[] {
    void pick;
    return [];
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
