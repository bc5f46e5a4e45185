import * as l10n from '@vscode/l10n';
import type { GrowthPicture, Panel, Words } from '../../../protocol/overview.ts';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { type Period, formatPeriod, isWholePeriod, periodEdges, periodFor } from '../../../text/periods.ts';
import { clockTolerance, formatDay } from '../../../text/time.ts';
import { type JobFacts, type Survey, countOf } from './survey.ts';
import { countCell, gradeWord, sentence, strong, withRemarks } from './words.ts';

type Bin = GrowthPicture['bins'][number];

/** Most bins that fit a message; earlier ones are omitted. */
const mostBins = 36;

/** Selects jobs with a start that can be read. */
const everyStart = { from: null, to: null };

/**
 * Jobs started and jobs completed in each hour, day, week or month of the scope. Completed jobs may have
 * started long before, so they are counted only once the whole list was read, and whether or not they started
 * within the scope.
 */
export function describeGrowth(survey: Survey): Panel<GrowthPicture> {
  const { isWhole, scope, now } = survey;
  const latest = now + clockTolerance;
  const isCounted = ({ started, state, completed }: JobFacts) =>
    started !== null && started <= latest && (state !== 'completed' || completed !== null);
  const counted = survey.jobs.filter(isCounted);
  const from = scope?.from ?? counted.reduce((least, job) => Math.min(least, job.started ?? least), Infinity);
  const to = Math.min(scope?.to ?? now, now);
  const unit = periodFor(to - from);
  const edges = periodEdges(unit, from, to, mostBins);
  if (scope?.from != null && edges.length > 0) edges[0] = Math.max(edges[0] ?? 0, scope.from);
  if (scope?.to != null && edges.length > 0) edges[edges.length - 1] = Math.min(edges.at(-1) ?? 0, scope.to);
  const started = inBins(edges, counted, (job) => job.started);
  const completed = inBins(edges, isWhole ? survey.all : [], (job) =>
    job.started === null ? null : job.completed,
  );
  const notCounted = survey.jobs.filter((job) => !isCounted(job));
  const startedElse = inBins(edges, notCounted, (job) =>
    job.started !== null && job.started <= latest ? job.started : null,
  );
  const isCovered = ({ from: begin, to: end }: { from: number; to: number }) =>
    survey.covered.some(
      (part) => (part.from === null || part.from <= begin) && (part.to === null || part.to >= end),
    );
  const free = { ...survey, scope: null };
  const bins = started.map((value, index): Bin => {
    const span = { from: edges[index] ?? 0, to: edges[index + 1] ?? 0 };
    return {
      ...span,
      label: formatPeriod(unit, span.from, now),
      started: isCovered(span)
        ? countOf(
            free,
            value,
            startedElse[index] === 0 ? { started: { ...span, to: Math.min(span.to, latest + 1) } } : null,
          )
        : null,
      completed: isWhole
        ? countOf(free, completed[index] ?? 0, { state: 'completed', completed: span, started: everyStart })
        : null,
      isUnderWay: span.to > now,
    };
  });
  const headings = {
    hour: l10n.t('Hour from'),
    day: l10n.t('Day'),
    week: l10n.t('Week from'),
    month: l10n.t('Month'),
  };
  const complete = runAtEnd(
    bins.filter((bin) => !bin.isUnderWay && bin.from >= from && isWholePeriod(unit, bin.from, bin.to)),
  );
  const leftOut =
    notCounted.length + (scope === null ? 0 : survey.all.filter((job) => job.started === null).length);
  return {
    sentence: withRemarks(
      inWords(survey, unit, complete),
      scope !== null && isWhole
        ? l10n.t('Completed jobs count by when they were completed, whenever they started.')
        : '',
      leftOut === 1
        ? l10n.t('1 job is left out: its start or completion cannot be read or is in the future.')
        : '',
      leftOut > 1
        ? l10n.t(
            '{0} jobs are left out: their start or completion cannot be read or is in the future.',
            formatNumber(leftOut),
          )
        : '',
    ),
    grade: complete.length > 0 ? gradeWord(survey) : null,
    picture: bins.length === 0 ? null : { bins },
    table: {
      grade: gradeWord(survey),
      columns: [headings[unit], l10n.t('Started'), l10n.t('Completed')].map((name) => ({ name })),
      rows: bins.map((bin) => [
        bin.isUnderWay ? l10n.t('{0} (under way)', bin.label) : bin.label,
        ...[bin.started, bin.completed].map((count) =>
          count === null ? l10n.t('not read') : countCell(count),
        ),
      ]),
    },
  };
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
  return bins.slice(
    bins.findLastIndex(({ started }, index) => started === null && index < last) + 1,
    last + 1,
  );
}

function inWords(survey: Survey, unit: Period, bins: readonly Bin[]): Words {
  const { isWhole, grade, now } = survey;
  const [first, last] = [bins[0], bins.at(-1)];
  if (first === undefined || last === undefined) return [l10n.t('No period is complete yet.')];
  const sum = (which: 'started' | 'completed') =>
    bins.reduce((total, bin) => total + (bin[which]?.value ?? 0), 0);
  const [started, completed] = [sum('started'), sum('completed')];
  const span = { from: first.from, to: last.to };
  const [from, to] =
    unit === 'hour'
      ? [formatPeriod(unit, span.from, now), formatPeriod(unit, span.to, now)]
      : [formatDay(span.from, now), formatDay(span.to - 1, now)];
  const isSelectable = bins.every((bin) => bin.started?.filter !== null || bin.started.value === 0);
  const jobs = started === 0 && grade === 'exact' ? l10n.t('no job') : formatJobs(started);
  const parts = [
    strong(jobs, started === 0 || !isSelectable ? null : { started: span }),
    strong(
      completed === 0 && grade === 'exact' ? l10n.t('none') : formatNumber(completed),
      completed === 0 ? null : { state: 'completed', completed: span, started: everyStart },
    ),
    strong(formatNumber(Math.abs(started - completed))),
  ];
  const say = (text: string) => sentence(text, from, to, ...parts);
  if (!isWhole) {
    return say(
      l10n.t('From {0} to {1}, at least {2} started. How many were completed is known only after Read All.'),
    );
  }
  if (grade === 'atLeast') {
    return say(l10n.t('From {0} to {1}, at least {2} started and at least {3} completed.'));
  }
  if (started === 0 && completed === 0) {
    return say(l10n.t('From {0} to {1}, no job started and none completed.'));
  }
  if (started === completed) return say(l10n.t('From {0} to {1}, {2} started and as many completed.'));
  return started > completed
    ? say(l10n.t('From {0} to {1}, {2} started and {3} completed: the number of active jobs grew by {4}.'))
    : say(l10n.t('From {0} to {1}, {2} started and {3} completed: the number of active jobs fell by {4}.'));
}
