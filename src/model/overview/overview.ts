import { type JobRow, type ServiceError, toServiceError } from '../../service/index.ts';
import { minute } from '../../text/time.ts';
import type { JobListSource } from '../jobs/pageReading.ts';
import { Emitter } from '../util/emitter.ts';
import { runInSlices } from '../util/slices.ts';
import { describePanels } from './figures/panels.ts';
import { OverviewReading } from './overviewReading.ts';
import type { ReportPeriod } from './period.ts';
import { describeReading } from './readingText.ts';
import type { Panel, ReportReading } from './report.ts';

interface OverviewState {
  /** Period that limits the panels about the past. */
  readonly period: ReportPeriod;
  /** Null until the first jobs are described. */
  readonly panels: readonly Panel[] | null;
  /** Null until the first response. */
  readonly reading: ReportReading | null;
  /** Failure of the last request. */
  readonly failure: ServiceError | null;
}

const nothingRead: OverviewState = { period: 'all', reading: null, panels: null, failure: null };

/** Minimum time between two descriptions while the list is read, in milliseconds. */
const describeInterval = 500;

/** Maximum age of a report that can be continued. */
const maxReportAge = 15 * minute;

/** Report of the jobs of a service. It does not change between refreshes. */
export class Overview {
  readonly #source: JobListSource;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #state = nothingRead;
  #report: OverviewReading | undefined;
  /** Reading that replaces the report when it is complete. */
  #next: OverviewReading | undefined;
  /** True if all pages are requested, false for the first and last pages. */
  #isAll = false;
  #reading: AbortController | undefined;
  #describing: AbortController | undefined;

  constructor(source: JobListSource) {
    this.#source = source;
  }

  get state(): OverviewState {
    return this.#state;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Rows of the report. */
  get rows(): readonly JobRow[] {
    return this.#report?.jobs?.rows ?? [];
  }

  row(id: string): JobRow | undefined {
    return this.#report?.row(id);
  }

  /** Reads the list when the page becomes visible for the first time. */
  setVisible(isVisible: boolean): void {
    if (isVisible && this.#report === undefined) void this.#read(false, false);
  }

  /** Resets the report and its period, so that the next page shows a new report. */
  close(): void {
    this.#stop();
    this.#change(nothingRead);
  }

  setPeriod(period: ReportPeriod): void {
    this.#change({ period });
    void this.describe();
  }

  /** Describes the jobs of the report, and cancels a description in progress. */
  async describe(): Promise<void> {
    this.#describing?.abort();
    this.#describing = undefined;
    const jobs = this.#report?.jobs;
    if (jobs === undefined) return;
    const { signal } = (this.#describing = new AbortController());
    const panels = await runInSlices(describePanels(jobs, this.#state.period), signal).catch(
      (thrown: unknown) => {
        if (!signal.aborted) throw thrown;
      },
    );
    if (signal.aborted || panels === undefined) return;
    this.#describing = undefined;
    this.#change({ reading: this.#describeReading(), panels });
  }

  /** Reads the missing pages. Reads all pages again if the report is too old to be continued. */
  readAll(): void {
    const jobs = this.#report?.jobs;
    const isComplete = jobs === undefined || jobs.isWhole || jobs.note !== null;
    void this.#read(true, isComplete || this.#isOld());
  }

  /** Cancels {@link readAll} or {@link refresh}, and keeps the jobs read before. */
  cancel(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#next = undefined;
    this.#change({ reading: this.#describeReading() });
    void this.describe();
  }

  /** Continues at the page that failed. Without a failure, reads the same pages again. */
  refresh(): void {
    const isRetry = this.#state.failure !== null && this.#next === undefined && !this.#isOld();
    if (isRetry) void this.#read(this.#isAll, false);
    else void this.#read(this.#report?.jobs?.isWhole === true, true);
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
    return Date.now() - (this.#report?.jobs?.at ?? 0) >= maxReportAge;
  }

  #stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#describing?.abort();
    this.#describing = undefined;
    this.#next = undefined;
    this.#report = undefined;
  }

  /** Continues the report, or reads a report that replaces it. */
  async #read(isAll: boolean, isReplaced: boolean): Promise<void> {
    this.#reading?.abort();
    const { signal } = (this.#reading = new AbortController());
    this.#next = undefined;
    if (isReplaced && this.#report !== undefined) this.#next = new OverviewReading(this.#source);
    this.#report ??= new OverviewReading(this.#source);
    this.#isAll = isAll;
    this.#change({ failure: null, reading: this.#describeReading() });
    let describedAt = -Infinity;
    const onDidRead = () => {
      if (signal.aborted || Date.now() - describedAt < describeInterval) return;
      describedAt = Date.now();
      if (this.#next !== undefined) this.#change({ reading: this.#describeReading() });
      else if (this.#describing === undefined) void this.describe();
    };
    const failure = await (this.#next ?? this.#report)
      .read(isAll, signal, onDidRead)
      .then(() => null)
      .catch((thrown: unknown) => (signal.aborted ? null : toServiceError('overview', thrown)));
    if (signal.aborted) return;
    this.#reading = undefined;
    if (failure === null && this.#next !== undefined) {
      this.#report = this.#next;
      this.#next = undefined;
    }
    this.#change({ failure });
    await this.describe();
  }

  #describeReading(): OverviewState['reading'] {
    const jobs = this.#report?.jobs;
    if (jobs === undefined) return null;
    const isReading = this.#reading !== undefined;
    const isAll = this.#isAll || this.#next !== undefined;
    const state = isAll ? 'readingAll' : 'reading';
    return describeReading(jobs, this.#next?.jobs, isReading ? state : 'settled');
  }
}
