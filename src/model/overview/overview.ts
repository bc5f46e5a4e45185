import type { OverviewContent, Scope } from '../../protocol/overview.ts';
import { type JobRow, type ServiceError, toServiceError } from '../../service/index.ts';
import { minute } from '../../text/time.ts';
import type { JobListSource } from '../jobs/pageReading.ts';
import { Emitter } from '../util/emitter.ts';
import { runInSlices } from '../util/slices.ts';
import { describePanels } from './figures/panels.ts';
import { OverviewReading } from './overviewReading.ts';
import { describeReading } from './readingText.ts';

interface OverviewState extends Pick<OverviewContent, 'scope' | 'panels'> {
  /** Null until the first answer. */
  readonly reading: OverviewContent['reading'] | null;
  /** Why the last requested page could not be read. */
  readonly failure: ServiceError | null;
}

/** What is read: the first and last pages, or all of them. */
type Extent = 'some' | 'all';

const nothingRead = { reading: null, panels: null, failure: null };

/** Shortest time between two descriptions while the list is read, in milliseconds. */
const describeInterval = 500;

/** Pages read later than this do not belong to the same report. */
const longestReading = 15 * minute;

/** A report of a service's jobs: read on request, then unchanged until the next one. */
export class Overview {
  readonly #source: JobListSource;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #state: OverviewState = { ...nothingRead, scope: { preset: 'all', from: null, to: null } };
  #isVisible = false;
  #report: OverviewReading | undefined;
  /** Replaces the report once it is read. */
  #next: OverviewReading | undefined;
  #extent: Extent = 'some';
  #reading: AbortController | undefined;
  #describing: AbortController | undefined;

  constructor(source: JobListSource) {
    this.#source = source;
  }

  get state(): OverviewState {
    return this.#state;
  }

  /** The jobs of the report. */
  get rows(): readonly JobRow[] {
    return this.#report?.jobs?.rows ?? [];
  }

  row(id: string): JobRow | undefined {
    return this.#report?.row(id);
  }

  /** Reads the service when its page is first visible; later changes read nothing. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#readOnce();
  }

  /** Drops the report, so that the page that is opened next shows a new one. */
  close(): void {
    this.#isVisible = false;
    this.#stop();
    this.#change(nothingRead);
  }

  /** Limits the panels to jobs that started in a time. */
  setScope(scope: Scope): void {
    this.#change({ scope });
    void this.#describe();
  }

  /** Describes the report again, because periods and times differ in another time zone. */
  redescribe(): void {
    void this.#describe();
  }

  /** Reads all pages that were not read; from the first one on where they would not belong together. */
  readAll(): void {
    const jobs = this.#report?.jobs;
    const isComplete = jobs === undefined || jobs.isWhole || jobs.note !== null;
    void this.#read('all', isComplete || this.#isOld());
  }

  /** Ends {@link readAll} or {@link refresh}, and keeps what the report has. */
  cancel(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#next = undefined;
    this.#change({ reading: this.#describeReading() });
    void this.#describe();
  }

  /** Goes on where a page failed, else reads as much as before anew. */
  refresh(): void {
    const isRetry = this.#state.failure !== null && this.#next === undefined && !this.#isOld();
    if (isRetry) void this.#read(this.#extent, false);
    else void this.#read(this.#report?.jobs?.isWhole === true ? 'all' : 'some', true);
  }

  dispose(): void {
    this.#stop();
    this.#changed.dispose();
  }

  #change(changes: Partial<OverviewState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changed.fire();
  }

  #isOld(): boolean {
    return Date.now() - (this.#report?.jobs?.at ?? 0) >= longestReading;
  }

  #readOnce(): void {
    if (this.#isVisible && this.#report === undefined) void this.#read('some', false);
  }

  #stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#describing?.abort();
    this.#describing = undefined;
    this.#next = undefined;
    this.#report = undefined;
  }

  /** Goes on with the report, or reads one that replaces it. */
  async #read(extent: Extent, isAnew: boolean): Promise<void> {
    this.#reading?.abort();
    const { signal } = (this.#reading = new AbortController());
    this.#next = undefined;
    if (isAnew && this.#report !== undefined) this.#next = new OverviewReading(this.#source);
    this.#report ??= new OverviewReading(this.#source);
    this.#extent = extent;
    this.#change({ failure: null, reading: this.#describeReading() });
    let describedAt = -Infinity;
    const onDidRead = () => {
      if (signal.aborted || Date.now() - describedAt < describeInterval) return;
      describedAt = Date.now();
      if (this.#next !== undefined) this.#change({ reading: this.#describeReading() });
      else if (this.#describing === undefined) void this.#describe();
    };
    const failure = await this.#untilRead(this.#next ?? this.#report, signal, onDidRead);
    if (signal.aborted) return;
    this.#reading = undefined;
    if (failure === null && this.#next !== undefined) {
      this.#report = this.#next;
      this.#next = undefined;
    }
    this.#change({ failure });
    await this.#describe();
  }

  async #untilRead(
    target: OverviewReading,
    signal: AbortSignal,
    onDidRead: () => void,
  ): Promise<ServiceError | null> {
    try {
      await target.read(this.#extent === 'all', signal, onDidRead);
      return null;
    } catch (thrown) {
      return signal.aborted ? null : toServiceError('overview', thrown);
    }
  }

  #describeReading(): OverviewState['reading'] {
    const jobs = this.#report?.jobs;
    if (jobs === undefined) return null;
    const isReading = this.#reading !== undefined;
    const isAll = this.#extent === 'all' || this.#next !== undefined;
    const state = isAll ? 'readingAll' : 'reading';
    return describeReading(jobs, this.#next?.jobs, isReading ? state : 'settled');
  }

  /** Describes the jobs of the report, in place of a description that has not ended. */
  async #describe(): Promise<void> {
    this.#describing?.abort();
    this.#describing = undefined;
    const jobs = this.#report?.jobs;
    if (jobs === undefined) return;
    const { signal } = (this.#describing = new AbortController());
    const panels = await runInSlices(describePanels(jobs, this.#state.scope), signal).catch(
      (thrown: unknown) => {
        if (!signal.aborted) throw thrown;
      },
    );
    if (signal.aborted || panels === undefined) return;
    this.#describing = undefined;
    this.#change({ reading: this.#describeReading(), panels });
  }
}
