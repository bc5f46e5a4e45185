import * as l10n from '@vscode/l10n';
import type { Reading } from '../../protocol/overview.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { formatMoment } from '../../text/time.ts';
import type { ReadJobs } from '../jobs/listReading.ts';

/**
 * What was read of the list, in words.
 * @param anew what a reading has read that will replace it
 */
export function describeReading(
  jobs: ReadJobs,
  anew: ReadJobs | undefined,
  state: Reading['state'],
  now: number,
): Reading {
  const { rows, first, total, isWhole, from, to } = jobs;
  const [begin, end] = [formatMoment(from, now), formatMoment(to, now)];
  // A service may count fewer jobs than it lists: what is not whole lacks at least one.
  const all = total === null ? null : Math.max(total, rows.length + 1);
  return {
    line: lineOf(jobs),
    time: begin === end ? begin : l10n.t('{0} to {1}', begin, end),
    parts: isWhole
      ? [{ from: 0, to: 1 }]
      : all === null
        ? []
        : [
            { from: 0, to: first / all },
            ...(rows.length > first ? [{ from: 1 - (rows.length - first) / all, to: 1 }] : []),
          ],
    state,
    progress: anew === undefined ? null : formatProgress(anew.rows.length, anew.total),
    isWhole,
    remarks: remarksOf(jobs, now),
  };
}

function lineOf({ rows, first, total, isWhole, isExact, order }: ReadJobs): string {
  const [read, one, other] = [
    formatNumber(rows.length),
    formatNumber(first),
    formatNumber(rows.length - first),
  ];
  if (isWhole && rows.length === 0) return l10n.t('There are no jobs.');
  if (isExact) {
    return rows.length === 1 ? l10n.t('The only job was read.') : l10n.t('All {0} jobs were read.', read);
  }
  if (isWhole) {
    return rows.length === 1
      ? l10n.t('1 job was read, to the end of the list.')
      : l10n.t('{0} jobs were read, to the end of the list.', read);
  }
  if (total === null) return l10n.t('The first {0} jobs of the list were read.', read);
  const all = formatNumber(Math.max(total, rows.length));
  const lines: Record<ReadJobs['order'], [ofFirst: string, ofBoth: string]> = {
    newestFirst: [
      l10n.t('{0} of {1} jobs read: the newest.', read, all),
      l10n.t('{0} of {1} jobs read: the newest {2} and the oldest {3}.', read, all, one, other),
    ],
    oldestFirst: [
      l10n.t('{0} of {1} jobs read: the oldest.', read, all),
      l10n.t('{0} of {1} jobs read: the oldest {2} and the newest {3}.', read, all, one, other),
    ],
    mixed: [
      l10n.t('{0} of {1} jobs read: the first of the list.', read, all),
      l10n.t('{0} of {1} jobs read: the first {2} and the last {3} of the list.', read, all, one, other),
    ],
  };
  return lines[order][first === rows.length ? 0 : 1];
}

function remarksOf(
  { rows, total, isWhole, order, went, to, note, failedPage }: ReadJobs,
  now: number,
): string[] {
  const unreadable = rows.filter(({ kind }) => kind === 'unreadable').length;
  const since = formatMoment(to, now);
  return [
    went === 1
      ? l10n.t('Since {0}, 1 job has been removed. All figures are as of then, until you refresh.', since)
      : '',
    went > 1
      ? l10n.t(
          'Since {1}, {0} jobs have been removed. All figures are as of then, until you refresh.',
          formatNumber(went),
          since,
        )
      : '',
    isWhole && total !== null && went === 0 && rows.length > total
      ? l10n.t(
          'Jobs were removed while the list was read; now it has {0}. Refresh to read it anew.',
          formatNumber(total),
        )
      : '',
    note ?? '',
    failedPage === null ? '' : l10n.t('Page {0} of the list could not be read.', formatNumber(failedPage)),
    order === 'mixed' && !isWhole
      ? l10n.t('The service’s list is not sorted by start, so a partial reading may hold jobs of any age.')
      : '',
    total === null && !isWhole ? l10n.t('The service does not say how many jobs there are.') : '',
    unreadable === 1 ? l10n.t('1 job could not be read.') : '',
    unreadable > 1 ? l10n.t('{0} jobs could not be read.', formatNumber(unreadable)) : '',
  ].filter(Boolean);
}
