import * as l10n from '@vscode/l10n';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { formatPeriod, isWholePeriod, periodBoundaries, periodFor } from '../../../text/periods.ts';
import { clockTolerance, formatDay } from '../../../text/time.ts';
import { type JobFilter, type TimeRange, isWithin } from '../../browsing/jobFilter.ts';
import type { Panel, ReportTable, Words } from '../report.ts';
import type { JobFacts, Survey } from './survey.ts';
import { countInWords, countOf, notIncluded, strong, withRemarks, wordsOf } from './words.ts';

/** Maximum number of table rows. Earlier periods are omitted. */
const maxBins = 24;

/** Job counts for one day, week, or month. */
interface Bin {
  readonly from: number;
  readonly to: number;
  readonly started: number;
  readonly completed: number;
}

type Growth = ReturnType<typeof growthOf>;

/**
 * Creates the panel that compares started and completed jobs per day, week, or month. Requires all
 * pages of the job list, because any page may contain recently completed jobs.
 */
export function describeGrowth(survey: Survey): Panel {
  const about = {
    id: 'growth',
    title: l10n.t('Is it growing?'),
    period: survey.periodName,
  } as const;
  if (!survey.isWhole) {
    const sentence = l10n.t('To compare started and completed jobs, select Read All.');
    return { ...about, sentence: [sentence], table: null };
  }
  const growth = growthOf(survey);
  return {
    ...about,
    sentence: withRemarks(
      growthSentence(growth, survey.now),
      survey.from === null
        ? ''
        : l10n.t('Some of the completed jobs may have started before this period.'),
      notIncluded(growth.leftOut),
    ),
    table: growth.bins.length === 0 ? null : tableOf(growth, survey.now),
  };
}

function growthOf({ from: begin, now, all, inPeriod }: Survey) {
  const latest = now + clockTolerance;
  const past = (time: number | null) => (time !== null && time <= latest ? time : null);
  const startOf = ({ started }: JobFacts) => past(started);
  const isCompleted = ({ state }: JobFacts) => state === 'completed';
  const completionOf = (job: JobFacts) => (isCompleted(job) ? past(job.completed) : null);
  const from =
    begin ??
    inPeriod.reduce((earliest, job) => Math.min(earliest, startOf(job) ?? Infinity), Infinity);
  const unit = periodFor(now - from);
  const edges = periodBoundaries(unit, from, now, maxBins).map((edge) =>
    Math.max(edge, begin ?? edge),
  );
  const bins = edges.slice(0, -1).map((edge, index): Bin => {
    const range = { from: edge, to: Math.min(edges[index + 1] ?? 0, latest + 1) };
    const started = inPeriod.filter((job) => isWithin(range, startOf(job))).length;
    const completed = all.filter((job) => isWithin(range, completionOf(job))).length;
    return { ...range, started, completed };
  });
  const isComplete = (bin: Bin) =>
    bin.to <= now && bin.from >= from && isWholePeriod(unit, bin.from, bin.to);
  const isLeftOut = (job: JobFacts) =>
    startOf(job) === null || (job.state !== 'active' && completionOf(job) === null);
  return { unit, bins, complete: bins.filter(isComplete), leftOut: all.filter(isLeftOut).length };
}

const startedIn = ({ from, to }: TimeRange): JobFilter => ({ started: { from, to } });
const completedIn = ({ from, to }: TimeRange): JobFilter => ({
  state: 'completed',
  completed: { from, to },
});

function tableOf({ unit, bins }: Growth, now: number): ReportTable {
  const name = { day: l10n.t('Day'), week: l10n.t('Week of'), month: l10n.t('Month') }[unit];
  return {
    columns: [
      { name, kind: 'text' },
      { name: l10n.t('Started'), kind: 'bar', tone: 'usual' },
      { name: l10n.t('Completed'), kind: 'bar', tone: 'completed' },
    ],
    rows: bins.map((bin) => {
      const label = formatPeriod(unit, bin.from, now);
      return {
        cells: [
          bin.to > now ? l10n.t('{0} (so far)', label) : label,
          countOf(bin.started, startedIn(bin)),
          countOf(bin.completed, completedIn(bin)),
        ],
      };
    }),
  };
}

function growthSentence(growth: Growth, now: number): Words {
  const { complete } = growth;
  if (complete.length === 0) return [l10n.t('There is no full day, week, or month of data yet.')];
  const span = { from: complete[0]?.from ?? 0, to: complete.at(-1)?.to ?? 0 };
  const sum = (which: 'started' | 'completed') =>
    complete.reduce((total, bin) => total + bin[which], 0);
  const [started, completed] = [sum('started'), sum('completed')];
  return wordsOf(
    growthTemplate(growth.leftOut, started - completed),
    formatDay(span.from, now),
    formatDay(span.to - 1, now),
    strong(formatJobs(started), started === 0 ? null : startedIn(span)),
    countInWords(completed, completedIn(span)),
    strong(formatNumber(Math.abs(started - completed))),
  );
}

function growthTemplate(leftOut: number, growth: number): string {
  // If some jobs have no valid times, the change in the number of active jobs is unknown.
  if (leftOut > 0 || growth === 0) return l10n.t('From {0} to {1}, {2} started and {3} completed.');
  return growth > 0
    ? l10n.t(
        'From {0} to {1}, {2} started and {3} completed: the number of active jobs grew by {4}.',
      )
    : l10n.t(
        'From {0} to {1}, {2} started and {3} completed: the number of active jobs fell by {4}.',
      );
}
