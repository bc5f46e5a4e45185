import * as l10n from '@vscode/l10n';
import { formatJobs, formatNumber, formatProgress } from '../../text/number.ts';
import { formatMoment } from '../../text/time.ts';
import { changedText } from '../jobs/pageReading.ts';
import type { ReadJobs } from './overviewReading.ts';
import type { ReportReading } from './report.ts';

/**
 * Describes which part of the job list the report includes.
 * @param next jobs from the current refresh, which will replace `jobs`
 */
export function describeReading(
  jobs: ReadJobs,
  next: ReadJobs | undefined,
  state: ReportReading['state'],
): ReportReading {
  return {
    line: lineOf(jobs),
    at: jobs.at,
    jobs: countReadable(jobs.rows),
    state,
    progress: next === undefined ? null : formatProgress(next.rows.length, next.total),
    isWhole: jobs.isWhole,
    remarks: remarksOf(jobs),
  };
}

function countReadable(rows: ReadJobs['rows']): number {
  return rows.filter(({ kind }) => kind === 'job').length;
}

function lineOf({ rows, first, total, isWhole, at }: ReadJobs): string {
  const time = formatMoment(at, at);
  const read = countReadable(rows);
  if (isWhole) return l10n.t('As of {0}: {1}.', time, formatJobs(read));
  if (total === null) {
    return l10n.t(
      'As of {0}: {1} read. The service does not report the total.',
      time,
      formatJobs(read),
    );
  }
  const atBegin = countReadable(rows.slice(0, first));
  const numbers = [
    formatProgress(read, total),
    formatNumber(atBegin),
    formatNumber(read - atBegin),
  ];
  return read === atBegin
    ? l10n.t('As of {0}: {1} jobs (the first {2} of the list).', time, ...numbers)
    : l10n.t('As of {0}: {1} jobs (the first {2} and the last {3} of the list).', time, ...numbers);
}

function remarksOf({ rows, note, isChanged }: ReadJobs): string[] {
  const unreadable = rows.length - countReadable(rows);
  return [
    note ?? (isChanged ? changedText() : ''),
    unreadable === 1 ? l10n.t('1 job could not be read and is not counted.') : '',
    unreadable > 1
      ? l10n.t('{0} jobs could not be read and are not counted.', formatNumber(unreadable))
      : '',
  ].filter(Boolean);
}
