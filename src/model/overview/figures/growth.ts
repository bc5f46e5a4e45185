import * as l10n from '@vscode/l10n';
import { timeDay, timeHour, timeMonday, timeMonth } from 'd3-time';
import type { Count, GrowthPicture, Panel, Span, Words } from '../../../protocol/overview.ts';
import { formatNumber, perLanguage } from '../../../text/number.ts';
import { stateCodes } from '../jobRecords.ts';
import { everyJob } from '../pick.ts';
import { startsBetween } from './startsBetween.ts';
import { type Survey, aboutCount, isAllReadSince, seenCount, visit } from './survey.ts';
import { countCell, formatDay, gradeWord, slot, strong, words } from './words.ts';

type Unit = GrowthPicture['unit'];
type Bin = GrowthPicture['bins'][number];

const day = 24 * 3_600_000;

/** Most bins that fit a message; earlier ones are omitted. */
const mostBins = 36;
const calendars = { hour: timeHour, day: timeDay, week: timeMonday, month: timeMonth };

/**
 * Jobs started and jobs completed in each hour, day, week or month of the scope. Completed jobs may have started long before,
 * so they are counted only once the whole list was read, and whether or not they started within the scope. The sentence
 * counts only full periods of which every job was read.
 */
export function* describeGrowth(survey: Survey): Generator<void, Panel<GrowthPicture>> {
  const { sample, columns, scope, now, language } = survey;
  const { isWhole } = sample;
  let oldest = Infinity;
  yield* visit(survey.indexes, (index) => {
    oldest = Math.min(oldest, (columns.started[index] || Infinity) * 1000);
  });
  const from = scope.from ?? oldest;
  const to = Math.min(scope.to ?? now, now);
  const unit = unitOf(to - from);
  const edges = edgesOf(unit, from, to, scope);
  const started = new Uint32Array(Math.max(0, edges.length - 1));
  const completed = new Uint32Array(started.length);
  // The search continues from the last bin, because adjacent jobs of the list fall into the same or a near bin.
  let bin = 0;
  const countAt = (bins: Uint32Array, seconds = 0) => {
    const ms = seconds * 1000;
    while (bin > 0 && ms < (edges[bin] ?? 0)) bin--;
    while (bin < bins.length - 1 && ms >= (edges[bin + 1] ?? 0)) bin++;
    if (ms >= (edges[bin] ?? Infinity) && ms < (edges[bin + 1] ?? 0)) bins[bin] = (bins[bin] ?? 0) + 1;
  };
  yield* visit(survey.indexes, (index) => countAt(started, columns.started[index]));
  if (isWhole) {
    yield* visit(columns.states, (state, index) => {
      if (state === stateCodes.completed) countAt(completed, columns.completed[index]);
    });
  }

  const estimate = startsBetween(sample, now);
  const startedIn = (span: { from: number; to: number }, seen = 0): Count | null => {
    const pick = { ...everyJob, started: span };
    if (isAllReadSince(sample, span.from)) return seenCount(seen, 'exact', pick);
    if (estimate !== undefined) return aboutCount(seen, estimate(span), pick);
    return seen === 0 ? null : seenCount(seen, 'atLeast', pick);
  };
  const bins = Array.from(started, (seen, index): Bin => {
    const span = { from: edges[index] ?? 0, to: edges[index + 1] ?? 0 };
    return {
      ...span,
      label: labelOf(unit, span.from, now, language),
      started: startedIn(span, seen),
      completed: isWhole ? seenCount(completed[index] ?? 0, 'exact', { ...everyJob, state: 'completed', completed: span }) : null,
      isUnderWay: span.to > now,
    };
  });
  const full = bins.filter((bin) => bin.started?.grade === 'exact' && !bin.isUnderWay && bin.from >= from && isCalendarBin(unit, bin));
  const headings = { hour: l10n.t('Hour from'), day: l10n.t('Day'), week: l10n.t('Week from'), month: l10n.t('Month') };
  return {
    sentence: inWords(survey, unit, full),
    grade: full.length > 0 ? gradeWord('exact') : null,
    picture: bins.length === 0 ? null : { unit, bins },
    table: {
      columns: [headings[unit], l10n.t('Started'), l10n.t('Completed')],
      rows: bins.map(({ label, started, completed, isUnderWay }) => [
        isUnderWay ? l10n.t('{0} (under way)', label) : label,
        started && countCell(started, language),
        completed && countCell(completed, language),
      ]),
    },
  };
}

function unitOf(span: number): Unit {
  return span <= 1.5 * day ? 'hour' : span <= 31 * day ? 'day' : span <= 245 * day ? 'week' : 'month';
}

/** The bounds of the bins in order: those of the calendar, clipped to the scope. */
function edgesOf(unit: Unit, from: number, to: number, { from: begin, to: end }: Span): number[] {
  if (!(from < to)) return [];
  const calendar = calendars[unit];
  const first = Math.max(from, calendar.offset(calendar.floor(new Date(to)), 1 - mostBins).getTime());
  const begins = calendar.range(calendar.floor(new Date(first)), new Date(to)).map((date) => Math.max(date.getTime(), begin ?? -Infinity));
  const last = calendar.offset(calendar.floor(new Date(to - 1)), 1).getTime();
  return [...begins, Math.min(last, end ?? Infinity)];
}

function isCalendarBin(unit: Unit, { from, to }: Bin): boolean {
  const begin = calendars[unit].floor(new Date(from));
  return begin.getTime() === from && calendars[unit].offset(begin, 1).getTime() === to;
}

const hourOfDay = perLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }));
const monthOfYear = perLanguage((language) => new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' }));

function labelOf(unit: Unit, ms: number, now: number, language: string): string {
  switch (unit) {
    case 'hour':
      return hourOfDay(language).format(ms);
    case 'day':
    case 'week':
      return formatDay(ms, now, language);
    case 'month':
      return monthOfYear(language).format(ms);
  }
}

function inWords({ sample, now, language }: Survey, unit: Unit, full: readonly Bin[]): Words {
  const [first, last] = [full[0], full.at(-1)];
  if (first === undefined || last === undefined) return [unread(unit)];
  const sum = (which: 'started' | 'completed') => full.reduce((total, bin) => total + (bin[which]?.value ?? 0), 0);
  const [started, completed] = [sum('started'), sum('completed')];
  const span = { from: first.from, to: last.to };
  const [from, to] = unit === 'hour' ? [labelOf(unit, span.from, now, language), labelOf(unit, span.to, now, language)] : [formatDay(span.from, now, language), formatDay(span.to - 1, now, language)];
  const number = (value: number) => formatNumber(value, language);
  const startedPart = strong(number(started), started === 0 ? null : { ...everyJob, started: span });
  if (!sample.isWhole) return words(l10n.t('From {0} to {1}, {2} started; completions are known once all is read.', from, to, slot(0)), startedPart);
  const parts = [startedPart, strong(number(completed), completed === 0 ? null : { ...everyJob, state: 'completed', completed: span }), strong(number(Math.abs(started - completed)))] as const;
  if (started === completed) return words(l10n.t('From {0} to {1}, {2} started and as many were completed.', from, to, slot(0)), ...parts);
  return started > completed
    ? words(l10n.t('From {0} to {1}, {2} started and {3} were completed: {4} more are open.', from, to, slot(0), slot(1), slot(2)), ...parts)
    : words(l10n.t('From {0} to {1}, {2} started and {3} were completed: {4} fewer are open.', from, to, slot(0), slot(1), slot(2)), ...parts);
}

function unread(unit: Unit): string {
  switch (unit) {
    case 'hour':
      return l10n.t('No full hour was read yet.');
    case 'day':
      return l10n.t('No full day was read yet.');
    case 'week':
      return l10n.t('No full week was read yet.');
    case 'month':
      return l10n.t('No full month was read yet.');
  }
}
