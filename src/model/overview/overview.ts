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
  /** Selected period, which applies to the panels about growth and duration. */
  readonly period: ReportPeriod;
  /** Report panels. Null until the first panels are created. */
  readonly panels: readonly Panel[] | null;
  /** Describes which jobs the report includes. Null until the first response arrives. */
  readonly reading: ReportReading | null;
  /** Error from the last request, or null if the request succeeded. */
  readonly failure: ServiceError | null;
}

const nothingRead: OverviewState = { period: 'all', reading: null, panels: null, failure: null };

/** Minimum interval between panel updates while jobs are loading, in milliseconds. */
const describeInterval = 500;

/**
 * Maximum age of a report to which jobs can be added, in milliseconds. Older reports are loaded
 * again.
 */
const maxReportAge = 15 * minute;

/**
 * Report about the jobs on a service. Includes new jobs only after the user refreshes the report or
 * loads more jobs.
 */
export class Overview {
  readonly #source: JobListSource;
  readonly #changed = new Emitter();
  readonly onDidChange = this.#changed.event;
  #state = nothingRead;
  #report: OverviewReading | undefined;
  /** Jobs from the current refresh. When the refresh is complete, these jobs replace `#report`. */
  #next: OverviewReading | undefined;
  /** True if the user requested all pages, instead of only the first and last pages. */
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

  /** Job rows in the report. */
  get rows(): readonly JobRow[] {
    return this.#report?.jobs?.rows ?? [];
  }

  row(id: string): JobRow | undefined {
    return this.#report?.row(id);
  }

  /** Loads the jobs when the page becomes visible for the first time. */
  setVisible(isVisible: boolean): void {
    if (isVisible && this.#report === undefined) void this.#read(false, false);
  }

  /** Resets the report and the period, so that the next overview page starts with a new report. */
  close(): void {
    this.#stop();
    this.#change(nothingRead);
  }

  setPeriod(period: ReportPeriod): void {
    this.#change({ period });
    void this.describe();
  }

  /** Creates the panels again, and cancels the previous `describe` call if necessary. */
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

  /**
   * Loads the missing pages. Loads all pages again if the report is complete or too old, or if
   * there was a paging problem.
   */
  readAll(): void {
    const jobs = this.#report?.jobs;
    const isComplete = jobs === undefined || jobs.isWhole || jobs.note !== null;
    void this.#read(true, isComplete || this.#isOld());
  }

  /** Cancels {@link readAll} or {@link refresh}. Jobs in the current report are not removed. */
  cancel(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#next = undefined;
    this.#change({ reading: this.#describeReading() });
    void this.describe();
  }

  /**
   * Loads the same pages again. After an error, continues with the page that failed, unless the
   * report is too old or was about to be replaced.
   */
  refresh(): void {
    const hasFailed = this.#state.failure !== null;
    const isAll = hasFailed ? this.#isAll : this.#report?.jobs?.isWhole === true;
    void this.#read(isAll, !hasFailed || this.#next !== undefined || this.#isOld());
  }

  /** Replaces the report, if there is one, after the API key has changed. */
  restart(): void {
    if (this.#report !== undefined) void this.#read(this.#report.jobs?.isWhole === true, true);
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

  /** Loads more jobs for the report, or loads a replacement for the report. */
  async #read(isAll: boolean, isReplaced: boolean): Promise<void> {
    this.#reading?.abort();
    const { signal } = (this.#reading = new AbortController());
    this.#next = undefined;
    // A report without jobs is continued instead, so that its first jobs appear immediately.
    const hasJobs = this.#report?.jobs !== undefined;
    if (isReplaced && hasJobs) this.#next = new OverviewReading(this.#source);
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
