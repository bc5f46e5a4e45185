import type { GrowthPicture, Span } from '../../../protocol/overview.ts';
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
  /** Number of jobs whose times cannot be read or are in the future. */
  readonly leftOut: number;
}

/**
 * Completed jobs may have started long before, so they are counted only once the whole list was read, and
 * whether or not they started within the scope.
 */
export function growthOf(survey: Survey): Growth {
  const { scope, now, isWhole } = survey;
  const latest = now + clockTolerance;
  const startOf = ({ started }: JobFacts) => (started !== null && started <= latest ? started : null);
  const isCounted = (job: JobFacts) =>
    startOf(job) !== null && (job.state !== 'completed' || job.completed !== null);
  const counted = survey.jobs.filter(isCounted);
  const others = survey.jobs.filter((job) => !isCounted(job));
  const from = scope?.from ?? counted.reduce((least, job) => Math.min(least, job.started ?? least), Infinity);
  const to = Math.min(scope?.to ?? now, now);
  const unit = periodFor(to - from);
  const edges = edgesOf(unit, from, to, scope);
  const started = inBins(edges, counted, startOf);
  const startedElse = inBins(edges, others, startOf);
  const completed = inBins(edges, isWhole ? survey.all : [], (job) =>
    job.started === null ? null : job.completed,
  );
  const free = { scope: null };
  const bins = started.map((value, index): Bin => {
    const span = { from: edges[index] ?? 0, to: edges[index + 1] ?? 0 };
    const selected = { started: { ...span, to: Math.min(span.to, latest + 1) } };
    return {
      ...span,
      label: formatPeriod(unit, span.from, now),
      started: isCovered(span, survey)
        ? countOf(free, value, startedElse[index] === 0 ? selected : null)
        : null,
      completed: isWhole
        ? countOf(free, completed[index] ?? 0, { state: 'completed', completed: span, started: everyStart })
        : null,
      isUnderWay: span.to > now,
    };
  });
  const isComplete = (bin: Bin) =>
    !bin.isUnderWay && bin.from >= from && isWholePeriod(unit, bin.from, bin.to);
  const undated = scope === null ? 0 : survey.all.filter((job) => job.started === null).length;
  return { unit, bins, complete: runAtEnd(bins.filter(isComplete)), leftOut: others.length + undated };
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
