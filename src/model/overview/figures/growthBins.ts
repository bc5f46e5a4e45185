import type { CountFilter, GrowthPicture, Span } from '../../../protocol/overview.ts';
import { type Period, formatPeriod, isWholePeriod, periodEdges, periodFor } from '../../../text/periods.ts';
import { clockTolerance } from '../../../text/time.ts';
import { type JobFacts, type Survey, countOf } from './survey.ts';

export type Bin = GrowthPicture['bins'][number];

/** Most bins that fit a message; earlier ones are omitted. */
const mostBins = 36;

/** Selects jobs with a start that can be read. */
export const everyStart = { from: null, to: null };

/** Jobs started and completed in each period of the scope. */
export interface Growth {
  readonly unit: Period;
  readonly bins: Bin[];
  /** The last run of periods that are over, lie in the scope, and were read whole. */
  readonly complete: readonly Bin[];
  /** Number of jobs that are missing in a figure because of their times. */
  readonly leftOut: number;
}

/**
 * Counts jobs by period; each number is that of the jobs that its filter selects. Completed jobs may have
 * started long before the scope, so they are counted only if the whole list was read, regardless of their
 * start.
 */
export function growthOf(survey: Survey): Growth {
  const { scope, now, isWhole } = survey;
  const latest = latestOf(survey);
  const startOf = ({ started }: JobFacts) => upTo(latest, started);
  const from =
    scope?.from ?? survey.jobs.reduce((min, job) => Math.min(min, startOf(job) ?? Infinity), Infinity);
  const to = Math.min(scope?.to ?? now, now);
  const unit = periodFor(to - from);
  const edges = edgesOf(unit, from, to, scope);
  const started = inBins(edges, survey.jobs, startOf);
  const completed = inBins(edges, isWhole ? survey.all : [], (job) => completionOf(job, latest));
  const free = { scope: null };
  const bins = started.map((value, index): Bin => {
    const span = { from: edges[index] ?? 0, to: edges[index + 1] ?? 0 };
    const counted = { ...span, to: Math.min(span.to, latest + 1) };
    const completedThen: CountFilter = { state: 'completed', completed: counted, started: everyStart };
    return {
      ...span,
      label: formatPeriod(unit, span.from, now),
      started: isCovered(span, survey) ? countOf(free, value, { started: counted }) : null,
      completed: isWhole ? countOf(free, completed[index] ?? 0, completedThen) : null,
      isUnderWay: span.to > now,
    };
  });
  const isComplete = (bin: Bin) =>
    !bin.isUnderWay && bin.from >= from && isWholePeriod(unit, bin.from, bin.to);
  const begin = scope === null ? Math.min(from, edges[0] ?? from) : -Infinity;
  return { unit, bins, complete: runAtEnd(bins.filter(isComplete)), leftOut: countLeftOut(survey, begin) };
}

/** Times after this are in the future. */
function latestOf({ now }: Survey): number {
  return now + clockTolerance;
}

/** The time, or null if it is unknown or after the latest one. */
function upTo(latest: number, time: number | null): number | null {
  return time !== null && time <= latest ? time : null;
}

/** When a job was completed, if that and its start are known. */
function completionOf({ state, started, completed }: JobFacts, latest: number): number | null {
  return state === 'completed' && started !== null ? upTo(latest, completed) : null;
}

/**
 * The number of jobs whose start or completion is in no period.
 * @param begin the begin of the earliest period
 */
function countLeftOut(survey: Survey, begin: number): number {
  const latest = latestOf(survey);
  const lacksCompletion = (job: JobFacts) => {
    if (!survey.isWhole || job.state !== 'completed') return false;
    const completion = completionOf(job, latest);
    return completion === null || completion < begin;
  };
  return survey.all.filter((job) => upTo(latest, job.started) === null || lacksCompletion(job)).length;
}

/** The bounds of the periods, of which the first and the last end with the scope. */
function edgesOf(unit: Period, from: number, to: number, scope: Span | null): number[] {
  const edges = periodEdges(unit, from, to, mostBins);
  const [first, last] = [edges[0], edges.at(-1)];
  if (first === undefined || last === undefined) return edges;
  edges[0] = Math.max(first, scope?.from ?? first);
  edges[edges.length - 1] = Math.min(last, scope?.to ?? last);
  return edges;
}

/** Whether every start in a time was read. */
function isCovered({ from, to }: { from: number; to: number }, { covered }: Survey): boolean {
  return covered.some(
    (part) => (part.from === null || part.from <= from) && (part.to === null || part.to >= to),
  );
}

function inBins(
  edges: readonly number[],
  jobs: readonly JobFacts[],
  timeOf: (job: JobFacts) => number | null,
): number[] {
  const bins = Array<number>(Math.max(0, edges.length - 1)).fill(0);
  let bin = 0;
  for (const job of jobs) {
    const time = timeOf(job);
    if (time === null) continue;
    // Most jobs are in the bin of the job before them.
    if (!(time >= (edges[bin] ?? Infinity) && time < (edges[bin + 1] ?? 0))) {
      bin = edges.findLastIndex((edge) => edge <= time);
    }
    if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

/** The last run of bins that were read whole. */
function runAtEnd(bins: readonly Bin[]): readonly Bin[] {
  const last = bins.findLastIndex(({ started }) => started !== null);
  const gap = bins.findLastIndex(({ started }, index) => started === null && index < last);
  return bins.slice(gap + 1, last + 1);
}
