import type { JobPick, Panels, Reading, Scope } from '../../protocol/overview.ts';
import { type JobRow, type ServiceError, toServiceError } from '../../service/index.ts';
import { Schedule, never } from '../following/schedule.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import type { Memory } from '../util/memory.ts';
import { SingleFlight } from '../util/singleFlight.ts';
import { runInSlices } from '../util/slices.ts';
import { describePanels } from './figures/panels.ts';
import { type LastVisit, hasChange, storeVisit, storedVisit } from './lastVisit.ts';
import { PanelUpdates } from './panelUpdates.ts';
import { pickedRows } from './pick.ts';
import { Census } from './reading/census.ts';
import { type Pace, firstPace, initialPace, paceAfterFailure, paceAfterRound } from './reading/pace.ts';
import { describeReading } from './reading/reading.ts';
import { readPages } from './reading/readingLoop.ts';

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

/** The reading of one connection. */
interface Session {
  readonly baseUrl: string;
  readonly source: PageSource;
  readonly census: Census;
  /** What to read: `some` pages, as by default, or `all`; `pausedAll` reads none. */
  readonly goal: 'some' | 'all' | 'pausedAll';
  /** The numbers at the reader's last visit. */
  readonly before: LastVisit | undefined;
}

/** Reads jobs of the connected service while the page is visible, follows changes, and describes the jobs in panels. */
export class Overview {
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  readonly #jobs: JobList;
  readonly #memory: Memory;
  readonly #language: string;
  readonly #random: () => number;
  readonly #subscription: Disposable;
  readonly #flight = new SingleFlight<'read'>();
  readonly #follow = new Schedule(() => this.#dueAt(), (signal) => this.#readNew(signal));
  readonly #panels = new PanelUpdates(() => this.#describe(), (panels) => this.#show(panels));
  #session: Session | undefined;
  #isSeen = false;
  #pace: Pace = initialPace;
  /** Settles with the current adoption. */
  #adoption: Promise<void> | undefined;
  #state: OverviewState = { ...nothingRead, scope: { preset: 'all', from: null, to: null } };

  /**
   * @param jobs the list of the Jobs view, whose loaded pages are not read again
   * @param memory of the workspace; holds the numbers of the last visit per service
   * @param random draws pages: a number in [0, 1)
   */
  constructor(jobs: JobList, memory: Memory, language: string, random: () => number = Math.random) {
    this.#jobs = jobs;
    this.#memory = memory;
    this.#language = language;
    this.#random = random;
    this.#subscription = jobs.onDidChange(() => void this.#adopt());
  }

  get state(): OverviewState {
    return this.#state;
  }

  /** Clears the state and switches to another service. Connect the job list first. */
  connect(service: { readonly baseUrl: string; readonly source: PageSource } | undefined): void {
    this.#storeVisit();
    this.#stop();
    this.#session = service && { ...service, census: new Census(this.#random), goal: 'some', before: storedVisit(this.#memory, service.baseUrl) };
    this.#change(nothingRead);
    this.#goOn();
  }

  /** Sets whether the page is visible: only then is anything read. Hiding it stores its numbers as the last visit. */
  attend(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    if (!isSeen) this.#storeVisit();
    this.#isSeen = isSeen;
    this.#stop();
    if (isSeen && this.#session !== undefined) this.#session = { ...this.#session, before: storedVisit(this.#memory, this.#session.baseUrl) };
    this.#goOn();
  }

  setScope(scope: Scope): void {
    this.#change({ scope });
    if (this.#isSeen) this.#panels.restart();
  }

  /** Reads all unread pages, newest first. */
  readAll(): void {
    this.#aim('all');
  }

  pause(): void {
    if (this.#session?.goal === 'all') this.#aim('pausedAll');
  }

  resume(): void {
    if (this.#session?.goal !== 'some') this.#aim('all');
  }

  /** Ends {@link readAll} and keeps what was read. */
  cancel(): void {
    if (this.#session?.goal !== 'some') this.#aim('some');
  }

  /** Retries after a failure, or reads what may have changed. */
  refresh(): void {
    this.#session?.census.tryAgain();
    this.#pace = initialPace;
    this.#aim(this.#session?.goal ?? 'some');
  }

  /** Base URL of the service whose jobs are read; undefined without one. */
  get baseUrl(): string | undefined {
    return this.#session?.baseUrl;
  }

  /** Number of jobs that were read. */
  get size(): number {
    return this.#session?.census.records.size ?? 0;
  }

  /** The last reading of the row with this id. */
  row(id: string): JobRow | undefined {
    const records = this.#session?.census.records;
    const index = records?.find(id);
    return index === undefined ? undefined : records?.row(index);
  }

  /** The last readings of picked rows, newest first. */
  rowsOf(pick: JobPick): readonly JobRow[] {
    const records = this.#session?.census.records;
    return records === undefined ? [] : pickedRows(records, pick, Date.now());
  }

  dispose(): void {
    this.#storeVisit();
    this.#isSeen = false;
    this.#stop();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #aim(goal: Session['goal']): void {
    if (this.#session === undefined) return;
    this.#session = { ...this.#session, goal };
    this.#flight.abort();
    this.#follow.cancel();
    this.#goOn();
  }

  #stop(): void {
    this.#flight.abort();
    this.#follow.cancel();
    this.#panels.stop();
    this.#pace = initialPace;
  }

  /** Reads towards the goal, then follows changes. */
  #goOn(): void {
    const session = this.#session;
    if (!this.#isSeen || session === undefined) return;
    const { census, goal } = session;
    const next = (pending: readonly number[]) => (goal === 'all' ? census.nextOfAll(pending) : goal === 'some' ? census.nextUnasked(pending) : undefined);
    void this.#flight.start('read', async (signal) => {
      // Waits for the Jobs view, so that the first page is not requested twice.
      if (census.times === undefined && this.#jobs.state.loading === 'first') await this.#jobs.ensureLoaded();
      if (!signal.aborted) await this.#adopt();
      if (!signal.aborted) await this.#read(session, next, signal);
    }, (error) => this.#landed(error));
    this.#changeReading();
    this.#panels.request();
  }

  async #read({ census, source }: Session, next: (pending: readonly number[]) => number | undefined, signal: AbortSignal): Promise<void> {
    let { version } = census;
    const onDidTake = () => {
      if (this.#state.failure !== null) this.#change({ failure: null });
      if (census.version !== version || this.#state.panels === null || this.#flight.kind !== undefined) this.#panels.request();
      ({ version } = census);
    };
    await readPages({ census, source, next, busy: () => this.#busy, onDidTake, signal });
  }

  #landed(error: ServiceError | undefined): void {
    if (error === undefined && this.#session?.goal === 'all') this.#session = { ...this.#session, goal: 'some' };
    if (error === undefined) this.#pace = firstPace(Date.now());
    else this.#failed(error);
    this.#changeReading();
    this.#follow.update();
  }

  #failed(error: ServiceError): void {
    this.#pace = paceAfterFailure(this.#pace, error, Date.now());
    this.#change({ failure: error });
  }

  #dueAt(): number {
    return this.#isSeen && this.#session !== undefined && this.#flight.kind === undefined ? this.#pace.dueAt : never;
  }

  /** Reads new jobs at the top, and one page again whose jobs may have changed. */
  async #readNew(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    const { census } = session;
    const { version } = census.records;
    const waiting = [census.nextAgain() ?? 1, 1].filter((page, index, all) => all.indexOf(page) === index);
    const next = (pending: readonly number[]) => waiting.shift() ?? (pending.length === 0 ? census.nextOfTop : undefined);
    try {
      await this.#read(session, next, signal);
    } catch (thrown) {
      if (!signal.aborted) this.#failed(toServiceError('follow', thrown));
      return;
    }
    if (signal.aborted) return;
    const wasFailing = this.#pace.failures > 0;
    this.#pace = paceAfterRound(this.#pace, census.records.version !== version, Date.now());
    this.#changeReading();
    // Removed jobs may have left a gap between the pages read.
    if (wasFailing || (this.#session?.goal === 'some' && census.nextUnasked([]) !== undefined)) this.#goOn();
  }

  /** Settles when the census may change again: an adoption or a description is iterating over it. Undefined if neither is. */
  get #busy(): Promise<void> | undefined {
    return this.#adoption ?? this.#panels.busy;
  }

  /** Adopts the pages that the Jobs view has loaded. */
  async #adopt(): Promise<void> {
    for (let other = this.#busy; other !== undefined; other = this.#busy) await other;
    const { census } = this.#session ?? {};
    if (!this.#isSeen || census === undefined) return;
    const { version } = census.records;
    const adoption = runInSlices(census.adopt(this.#jobs.state), () => this.#isSeen && census === this.#session?.census);
    this.#adoption = adoption.finally(() => (this.#adoption = undefined));
    await this.#adoption;
    if (this.#isSeen && census.records.version !== version) this.#panels.request();
  }

  #describe(): Generator<void, Panels> | undefined {
    if (this.#adoption !== undefined) {
      void this.#adoption.then(() => this.#isSeen && this.#panels.request());
      return undefined;
    }
    this.#changeReading();
    const { census, before } = this.#session ?? {};
    return census?.times === undefined ? undefined : describePanels(census.sample(), this.#state.scope, Date.now(), this.#language, before);
  }

  #show(panels: Panels): void {
    this.#change({ panels, changedSince: hasChange(panels) ? (this.#session?.before?.at ?? null) : null });
  }

  #changeReading(): void {
    const reading = this.#session && describeReading(this.#session.census, this.#readingState(), Date.now(), this.#language);
    if (reading !== undefined) this.#change({ reading });
  }

  #readingState(): Reading['state'] {
    const isAll = this.#session?.goal !== 'some';
    if (this.#flight.kind === undefined || this.#session?.goal === 'pausedAll') return isAll ? 'paused' : 'settled';
    return isAll ? 'readingAll' : 'reading';
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
