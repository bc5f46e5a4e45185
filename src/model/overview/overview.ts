import type { JobPick, Panels, Reading, Scope } from '../../protocol/overview.ts';
import { type JobRow, type ServiceError, toServiceError } from '../../service/index.ts';
import { Schedule, backoffDelay, firstInterval, jittered, never, nextInterval } from '../following/schedule.ts';
import type { JobList } from '../jobs/jobList.ts';
import type { PageSource } from '../jobs/pagesInOrder.ts';
import { type Disposable, Emitter } from '../util/emitter.ts';
import { type Memory, readOfService, writeOfService } from '../util/memory.ts';
import { SingleFlight } from '../util/singleFlight.ts';
import { Census } from './census.ts';
import { type LastLook, numbersOf, readLastLook } from './lastLook.ts';
import { PanelUpdates } from './panelUpdates.ts';
import { describePanels } from './panels.ts';
import { pickTest } from './pick.ts';
import { describeReading } from './reading.ts';
import { readPages } from './readingLoop.ts';

export interface OverviewState {
  /** Null until the first answer. */
  readonly reading: Reading | null;
  readonly scope: Scope;
  readonly changedSince: number | null;
  readonly panels: Panels | null;
  /** Why the last page that was asked for is missing. */
  readonly failure: ServiceError | null;
}

const nothingRead = { reading: null, changedSince: null, panels: null, failure: null };

/** The name under which the numbers of a service are kept. */
const lookName = 'overviewLook';

/** What is read of one connection. */
interface Session {
  readonly baseUrl: string;
  readonly source: PageSource;
  readonly census: Census;
  /** What is to be read: some pages, unasked, or all; `pausedAll` reads neither. */
  readonly goal: 'some' | 'all' | 'pausedAll';
  /** The numbers that the reader left. */
  readonly before: LastLook | undefined;
}

/** When the list is read again for what is new. */
interface Pace {
  readonly dueAt: number;
  readonly interval: number;
  /** In a row. */
  readonly failures: number;
}

const initialPace: Pace = { dueAt: never, interval: firstInterval, failures: 0 };

/** Reads the jobs of the connected service while the page is seen, follows what changes, and keeps what the overview says of them. */
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
  #pace = initialPace;
  #state: OverviewState = { ...nothingRead, scope: { preset: 'all', from: null, to: null } };

  /**
   * @param jobs the list of the Jobs view: what it has loaded is not read again
   * @param memory of the workspace: the numbers when the reader last looked, for each service
   * @param random draws pages: a number from 0 to 1, 1 excluded
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

  /** Drops everything and reads from another service from now on. The job list is to be connected before. */
  connect(service: { readonly baseUrl: string; readonly source: PageSource } | undefined): void {
    this.#keepLook();
    this.#stop();
    this.#session = service && { ...service, census: new Census(this.#random), goal: 'some', before: this.#lastLook(service.baseUrl) };
    this.#change(nothingRead);
    this.#goOn();
  }

  /** Whether the page is seen: only then is anything read. Hiding it keeps its numbers as those last looked at. */
  attend(isSeen: boolean): void {
    if (isSeen === this.#isSeen) return;
    if (!isSeen) this.#keepLook();
    this.#isSeen = isSeen;
    this.#stop();
    if (isSeen && this.#session !== undefined) this.#session = { ...this.#session, before: this.#lastLook(this.#session.baseUrl) };
    this.#goOn();
  }

  setScope(scope: Scope): void {
    this.#change({ scope });
    if (this.#isSeen) this.#panels.restart();
  }

  /** Reads all pages that were not read, from the newest on. */
  readAll(): void {
    this.#aim('all');
  }

  pause(): void {
    if (this.#session?.goal === 'all') this.#aim('pausedAll');
  }

  resume(): void {
    if (this.#session?.goal !== 'some') this.#aim('all');
  }

  /** Ends {@link readAll}; what was read stays. */
  cancel(): void {
    if (this.#session?.goal !== 'some') this.#aim('some');
  }

  /** Reads again after a failure, or what may have changed. */
  refresh(): void {
    this.#session?.census.tryAgain();
    this.#pace = initialPace;
    this.#aim(this.#session?.goal ?? 'some');
  }

  /** Base URL of the service that the state is of; undefined without one. */
  get baseUrl(): string | undefined {
    return this.#session?.baseUrl;
  }

  /** Number of jobs that were read. */
  get size(): number {
    return this.#session?.census.records.size ?? 0;
  }

  /** The row with this id, as it was read last. */
  row(id: string): JobRow | undefined {
    const records = this.#session?.census.records;
    const index = records?.find(id);
    return index === undefined ? undefined : records?.row(index);
  }

  /** The rows of the jobs of a number, newest first, as they were read last. */
  rowsOf(pick: JobPick): readonly JobRow[] {
    const records = this.#session?.census.records;
    if (records === undefined) return [];
    const isPicked = pickTest(records, pick, Date.now());
    const picked = Array.from({ length: records.size }, (_, index) => index).filter(isPicked);
    return picked.sort((one, other) => records.time('started', other) - records.time('started', one)).flatMap((index) => records.row(index) ?? []);
  }

  dispose(): void {
    this.#keepLook();
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

  /** Reads what is to be read, then follows. */
  #goOn(): void {
    const session = this.#session;
    if (!this.#isSeen || session === undefined) return;
    const { census, goal } = session;
    const next = (pending: readonly number[]) => (goal === 'all' ? census.nextOfAll(pending) : goal === 'some' ? census.nextUnasked(pending) : undefined);
    void this.#flight.start('read', async (signal) => {
      await this.#adopt();
      if (!signal.aborted) await this.#read(session, next, signal);
    }, (error) => this.#landed(error));
    this.#changeReading();
    this.#panels.request();
  }

  async #read({ census, source }: Session, next: (pending: readonly number[]) => number | undefined, signal: AbortSignal): Promise<void> {
    let { version } = census.records;
    const onDidTake = () => {
      if (this.#state.failure !== null) this.#change({ failure: null });
      if (census.records.version !== version || this.#state.panels === null || this.#flight.kind !== undefined) this.#panels.request();
      ({ version } = census.records);
    };
    await readPages({ census, source, next, idle: () => this.#panels.idle(), onDidTake, signal });
  }

  #landed(error: ServiceError | undefined): void {
    if (error === undefined && this.#session?.goal === 'all') this.#session = { ...this.#session, goal: 'some' };
    if (error === undefined) this.#pace = { ...initialPace, dueAt: Date.now() + jittered(firstInterval) };
    else this.#failed(error);
    this.#changeReading();
    this.#follow.update();
  }

  #failed(error: ServiceError): void {
    const failures = this.#pace.failures + 1;
    this.#pace = { ...this.#pace, dueAt: Date.now() + backoffDelay(failures, error.retryAfter), failures };
    this.#change({ failure: error });
  }

  #dueAt(): number {
    return this.#isSeen && this.#session !== undefined && this.#flight.kind === undefined ? this.#pace.dueAt : never;
  }

  /** Reads what is new at the top, and one page again whose jobs may have gone on. */
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
    const interval = nextInterval(this.#pace.interval, census.records.version !== version);
    this.#pace = { dueAt: Date.now() + jittered(interval), interval, failures: 0 };
    this.#changeReading();
    // What went meanwhile may have left a gap.
    if (wasFailing || (this.#session?.goal === 'some' && census.nextUnasked([]) !== undefined)) this.#goOn();
  }

  /** Takes what the Jobs view has learnt. */
  async #adopt(): Promise<void> {
    const session = this.#session;
    if (!this.#isSeen || session === undefined) return;
    await this.#panels.idle();
    if (session.census !== this.#session?.census || !this.#isSeen) return;
    const { version } = session.census.records;
    session.census.adopt(this.#jobs.state);
    if (session.census.records.version !== version) this.#panels.request();
  }

  #describe(): Generator<void, Panels> | undefined {
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

  #lastLook(baseUrl: string): LastLook | undefined {
    return readLastLook(readOfService(this.#memory, lookName, baseUrl));
  }

  #keepLook(): void {
    const { panels } = this.#state;
    if (!this.#isSeen || panels === null || this.#session === undefined) return;
    const numbers = numbersOf(panels);
    if (Object.keys(numbers).length > 0) writeOfService(this.#memory, lookName, this.#session.baseUrl, { at: Date.now(), numbers });
  }

  #change(change: Partial<OverviewState>): void {
    this.#state = { ...this.#state, ...change };
    this.#changed.fire();
  }
}

/** Whether a number of panels was another at the last look. */
function hasChange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('was' in value && value.was !== null) || Object.values(value).some(hasChange);
}
