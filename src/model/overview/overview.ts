import type { Panels, Reading, Scope } from '../../protocol/overview.ts';
import { type JobRow, type ServiceError, toServiceError } from '../../service/index.ts';
import { type RunOutcome, createSchedule, never } from '../following/schedule.ts';
import type { JobReader } from '../jobs/jobReader.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';
import { Emitter } from '../util/emitter.ts';
import type { Memory } from '../util/memory.ts';
import { runInSlices } from '../util/slices.ts';
import { describePanels } from './figures/panels.ts';
import { type LastVisit, hasChange, storeVisit, storedVisit } from './lastVisit.ts';
import { ListReading } from '../jobs/listReading.ts';
import { describeReading } from './readingText.ts';

interface OverviewState {
  /** Null until the first answer. */
  readonly reading: Reading | null;
  readonly scope: Scope;
  readonly changedSince: number | null;
  readonly panels: Panels | null;
  /** Why the last requested page could not be read. */
  readonly failure: ServiceError | null;
}

const nothingRead = { reading: null, changedSince: null, panels: null, failure: null };

interface Session {
  readonly baseUrl: string;
  readonly source: PageSource;
  readonly shown: ListReading;
  /** A reading that will replace the shown one. */
  readonly anew: ListReading | undefined;
  /** What is still to be read. */
  readonly goal: 'some' | 'all' | 'nothing';
  readonly before: LastVisit | undefined;
}

/** Shortest and longest time between two descriptions, in milliseconds: ages grow while nothing changes. */
const [shortestInterval, longestInterval] = [500, 60_000];

/** Reads jobs of the connected service while the page is visible, follows changes, and describes the jobs in panels. */
export class Overview {
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #reader: JobReader;
  readonly #memory: Memory;
  readonly #reading = createSchedule(() => this.#dueAt, (signal) => this.#read(signal));
  readonly #describing = createSchedule(() => this.#describeAt, (signal) => this.#describe(signal));
  #session: Session | undefined;
  #isSeen = false;
  #describeAt = never;
  #describedAt = 0;
  #state: OverviewState = { ...nothingRead, scope: { preset: 'all', from: null, to: null } };

  /**
   * @param reader tells whether a job still exists
   * @param memory of the workspace; holds the numbers of the last visit per service
   */
  constructor(reader: JobReader, memory: Memory) {
    this.#reader = reader;
    this.#memory = memory;
  }

  get state(): OverviewState {
    return this.#state;
  }

  /** The service that is read; undefined without one. */
  get baseUrl(): string | undefined {
    return this.#session?.baseUrl;
  }

  /** The last reading of each job. */
  get rows(): readonly JobRow[] {
    return this.#session?.shown.jobs?.rows ?? [];
  }

  row(id: string): JobRow | undefined {
    return this.#session?.shown.row(id);
  }

  /** Clears the state and switches to another service. */
  connect(service: { readonly baseUrl: string; readonly source: PageSource } | undefined): void {
    this.#leave();
    this.#session = service && { ...service, shown: new ListReading(service.source, this.#reader), anew: undefined, goal: 'some', before: storedVisit(this.#memory, service.baseUrl) };
    this.#change(nothingRead);
    this.#goOn();
  }

  /** Sets whether the page is visible: only then is anything read. Hiding it stores its numbers as the last visit. */
  attend(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    this.#storeVisit();
    this.#isSeen = isSeen;
    this.#stop();
    if (isSeen && this.#session !== undefined) this.#session = { ...this.#session, before: storedVisit(this.#memory, this.#session.baseUrl) };
    this.#goOn();
  }

  setScope(scope: Scope): void {
    this.#change({ scope });
    this.#describing.cancel();
    this.#describedAt = 0;
    this.#describeSoon();
  }

  /** Reads all pages that were not read; anew if jobs went since the reading began. */
  readAll(): void {
    const jobs = this.#session?.shown.jobs;
    this.#aim('all', jobs === undefined || jobs.isWhole || jobs.went > 0);
  }

  /** Ends {@link readAll} or {@link refresh} and keeps what was read. */
  cancel(): void {
    this.#aim('nothing', false);
  }

  /** Retries after a failure, else reads as much as before anew. */
  refresh(): void {
    const { shown, anew, goal = 'nothing' } = this.#session ?? {};
    const isRetry = this.#state.failure !== null && goal !== 'nothing' && anew === undefined;
    this.#aim(isRetry ? goal : shown?.jobs?.isWhole === true ? 'all' : 'some', !isRetry);
  }

  dispose(): void {
    this.#leave();
    this.#session = undefined;
    this.#changed.dispose();
  }

  /** @param isAnew whether a new reading replaces the shown one when it is done */
  #aim(goal: Session['goal'], isAnew: boolean): void {
    if (this.#session === undefined) return;
    this.#session.anew?.dispose();
    this.#session = { ...this.#session, goal, anew: isAnew ? new ListReading(this.#session.source, this.#reader) : undefined };
    this.#goOn();
  }

  #stop(): void {
    this.#reading.restart();
    this.#describing.cancel();
    this.#describeAt = never;
  }

  #leave(): void {
    this.#storeVisit();
    this.#stop();
    this.#session?.shown.dispose();
    this.#session?.anew?.dispose();
  }

  /** Begins at once with what is to be read; without such, follows changes. */
  #goOn(): void {
    this.#reading.restart();
    this.#reading.hurry();
    this.#changeReading();
    this.#describeSoon();
  }

  get #dueAt(): number {
    if (!this.#isSeen || this.#session === undefined) return never;
    return this.#session.goal === 'nothing' ? this.#reading.nextRun : 0;
  }

  async #read(signal: AbortSignal): Promise<RunOutcome | void> {
    if (this.#session === undefined) return undefined;
    const { shown, anew, goal } = this.#session;
    try {
      if (goal !== 'nothing') await (anew ?? shown).read(goal === 'all', signal, () => this.#describeSoon());
      const isChanged = goal !== 'nothing' || (await shown.follow(signal));
      if (signal.aborted) return undefined;
      if (anew !== undefined) shown.dispose();
      this.#session = { ...this.#session, shown: anew ?? shown, anew: undefined, goal: 'nothing' };
      this.#change({ failure: null });
      if (isChanged) this.#describeSoon();
      return { error: undefined, isChanged };
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const error = toServiceError('overview', thrown);
      this.#change({ failure: error });
      this.#describeSoon();
      return { error };
    } finally {
      this.#changeReading();
    }
  }

  #describeSoon(): void {
    if (!this.#isSeen || this.#session === undefined) return;
    this.#describeAt = this.#describedAt + shortestInterval;
    this.#describing.update();
  }

  async #describe(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    this.#describeAt = now + longestInterval;
    this.#changeReading();
    const { shown, before } = this.#session ?? {};
    const { jobs } = shown ?? {};
    if (jobs === undefined) return;
    this.#describedAt = now;
    const panels = await runInSlices(describePanels(jobs, this.#state.scope, now, before), signal);
    if (!signal.aborted) this.#change({ panels, changedSince: hasChange(panels) ? (before?.at ?? null) : null });
  }

  #changeReading(): void {
    const { shown, anew, goal } = this.#session ?? {};
    if (shown?.jobs === undefined) return;
    const isReading = goal !== 'nothing' && this.#state.failure === null;
    const state = !isReading ? 'settled' : goal === 'all' || anew !== undefined ? 'readingAll' : 'reading';
    this.#change({ reading: describeReading(shown.jobs, anew?.jobs, state, Date.now()) });
  }

  #storeVisit(): void {
    const { panels } = this.#state;
    if (this.#isSeen && panels !== null && this.#session !== undefined) storeVisit(this.#memory, this.#session.baseUrl, panels, Date.now());
  }

  #change(change: Partial<OverviewState>): void {
    this.#state = { ...this.#state, ...change };
    this.#changed.fire();
  }
}
