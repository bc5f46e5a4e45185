import * as l10n from '@vscode/l10n';
import type { CountFilter, GrowthPicture, Panel, PanelTable, Words } from '../../../protocol/overview.ts';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { formatPeriod } from '../../../text/periods.ts';
import { formatDay } from '../../../text/time.ts';
import { type Bin, type Growth, everyStart, growthOf } from './growthBins.ts';
import type { Survey } from './survey.ts';
import { ofThoseRead, sentence, strong, withRemarks } from './words.ts';

/** Jobs started and jobs completed in each hour, day, week or month of the scope. */
export function describeGrowth(survey: Survey): Panel<GrowthPicture> {
  const growth = growthOf(survey);
  const { bins } = growth;
  return {
    sentence: withRemarks(
      growthSentence(survey, growth),
      survey.scope !== null && survey.isWhole
        ? l10n.t('Completed jobs count by when they were completed, whenever they started.')
        : '',
      leftOutInWords(growth),
    ),
    picture: bins.length === 0 ? null : { bins },
    table: tableOf(growth),
  };
}

function leftOutInWords({ leftOut }: Growth): string {
  if (leftOut === 0) return '';
  return l10n.t(
    'Left out: {0} whose start or completion cannot be read, is in the future, or is before the first start.',
    formatJobs(leftOut),
  );
}

function tableOf({ unit, bins }: Growth): PanelTable {
  const heading = {
    hour: l10n.t('Hour from'),
    day: l10n.t('Day'),
    week: l10n.t('Week from'),
    month: l10n.t('Month'),
  }[unit];
  return {
    columns: [heading, l10n.t('Started'), l10n.t('Completed')].map((name) => ({ name })),
    rows: bins.map(({ label, started, completed, isUnderWay }) => [
      isUnderWay ? l10n.t('{0} (under way)', label) : label,
      started?.value ?? l10n.t('not read'),
      completed?.value ?? l10n.t('not read'),
    ]),
  };
}

function growthSentence(survey: Survey, growth: Growth): Words {
  const { complete } = growth;
  const [first, last] = [complete[0], complete.at(-1)];
  if (first === undefined || last === undefined) return [l10n.t('No period is complete yet.')];
  const span = { from: first.from, to: last.to };
  const started = sum(complete, 'started');
  const completed = sum(complete, 'completed');
  const figure = (text: string, count: number, filter: CountFilter) =>
    strong(text, count === 0 ? null : filter);
  return sentence(
    ofThoseRead(survey) + textFor({ isWhole: survey.isWhole, leftOut: growth.leftOut }, started, completed),
    ...boundsInWords(span, growth, survey.now),
    figure(started === 0 ? l10n.t('no job') : formatJobs(started), started, { started: span }),
    figure(completed === 0 ? l10n.t('none') : formatNumber(completed), completed, {
      state: 'completed',
      completed: span,
      started: everyStart,
    }),
    strong(formatNumber(Math.abs(started - completed))),
  );
}

function sum(bins: readonly Bin[], which: 'started' | 'completed'): number {
  return bins.reduce((total, bin) => total + (bin[which]?.value ?? 0), 0);
}

function boundsInWords({ from, to }: { from: number; to: number }, { unit }: Growth, now: number): string[] {
  if (unit === 'hour') return [formatPeriod(unit, from, now), formatPeriod(unit, to, now)];
  return [formatDay(from, now), formatDay(to - 1, now)];
}

function textFor(
  { isWhole, leftOut }: Pick<Survey, 'isWhole'> & Pick<Growth, 'leftOut'>,
  started: number,
  completed: number,
): string {
  if (!isWhole) {
    return l10n.t('From {0} to {1}, {2} started. How many were completed is known only after Read All.');
  }
  if (started === 0 && completed === 0) return l10n.t('From {0} to {1}, no job started and none completed.');
  // The jobs that are left out may have started or completed in this time, too.
  if (leftOut > 0) return l10n.t('From {0} to {1}, {2} started and {3} completed.');
  if (started === completed) return l10n.t('From {0} to {1}, {2} started and as many completed.');
  return started > completed
    ? l10n.t('From {0} to {1}, {2} started and {3} completed: the number of active jobs grew by {4}.')
    : l10n.t('From {0} to {1}, {2} started and {3} completed: the number of active jobs fell by {4}.');
}
