import * as l10n from '@vscode/l10n';
import type { Reading } from '../../../protocol/overview.ts';
import { formatNumber, formatProgress } from '../../../text/number.ts';
import { formatMoment } from '../../../text/time.ts';
import type { Census } from './census.ts';
import { type Ranks, countOf, joined } from './coverage.ts';

const mostParts = 100;

/** The most pages that are named one by one. */
const mostNamed = 3;

/** What was read of the list, in words; undefined before the first answer. */
export function describeReading(census: Census, state: Reading['state'], now: number, language: string): Reading | undefined {
  if (census.times === undefined) return undefined;
  const read = readCount(census);
  return {
    line: lineOf(census, now, language),
    parts: sharesOf(census),
    state,
    progress: state === 'readingAll' || state === 'paused' ? formatProgress(read, census.total, language) : null,
    isWhole: census.isWhole,
    remarks: remarksOf(census, language),
  };
}

/** Jobs that went after they were read are not counted. */
function readCount({ records, total }: Census): number {
  return Math.min(records.size, total ?? Infinity);
}

function lineOf(census: Census, now: number, language: string): string {
  const { isWhole, total, parts, extent, times } = census;
  const number = (value: number) => formatNumber(value, language);
  const time = timeOf(times ?? { from: now, to: now }, now, language);
  const read = readCount(census);
  if (isWhole && read === 0) return l10n.t('There are no jobs; {0}', time);
  if (isWhole) return l10n.t('Read all {0} jobs; {1}', number(read), time);
  if (total === null) return l10n.t('Read the newest {0} jobs; {1}', number(read), time);
  const [first, ...others] = parts;
  const newest = Math.min(read, first === undefined ? 0 : countOf([first]));
  const lowest = others.at(-1);
  const oldest = lowest !== undefined && lowest.from <= extent.from ? Math.min(read - newest, countOf([lowest])) : 0;
  const between = read - newest - oldest;
  const [of, all] = [number(read), number(total)];
  if (oldest > 0 && between > 0) return l10n.t('Read {0} of {1} jobs: newest {2}, oldest {3}, {4} between; {5}', of, all, number(newest), number(oldest), number(between), time);
  if (oldest > 0) return l10n.t('Read {0} of {1} jobs: newest {2}, oldest {3}; {4}', of, all, number(newest), number(oldest), time);
  if (between > 0) return l10n.t('Read {0} of {1} jobs: newest {2}, {3} below; {4}', of, all, number(newest), number(between), time);
  return l10n.t('Read {0} of {1} jobs, the newest; {2}', of, all, time);
}

function timeOf({ from, to }: { readonly from: number; readonly to: number }, now: number, language: string): string {
  const [first, last] = [formatMoment(from, now, language), formatMoment(to, now, language)];
  return first === last ? first : l10n.t('{0} to {1}', first, last);
}

function sharesOf({ isWhole, total, parts, extent }: Census): Reading['parts'] {
  if (isWhole) return [{ from: 0, to: 1 }];
  if (total === null || total === 0) return [];
  let shown: readonly Ranks[] = parts;
  for (let apart = 1; shown.length > mostParts; apart *= 2) shown = joined(parts, apart);
  const share = (rank: number) => Math.min(1, Math.max(0, (extent.to - rank) / total));
  return shown.map(({ from, to }) => ({ from: share(to), to: share(from) }));
}

function remarksOf(census: Census, language: string): string[] {
  const { total, namesLastPage, isWhole, isNewestFirst, refusedPages, records } = census;
  const remarks: string[] = [];
  if (!isNewestFirst) remarks.push(l10n.t('The service does not send the newest jobs first, so what was read of the list in part may be of any time.'));
  if (total === null && !isWhole) remarks.push(l10n.t('The service does not say how many jobs there are.'));
  else if (!namesLastPage && !isWhole) remarks.push(l10n.t('The service does not say which page is the last.'));
  for (const { page, isOldest } of [...refusedPages].sort((one, other) => Number(other.isOldest) - Number(one.isOldest)).slice(0, mostNamed)) {
    const number = formatNumber(page, language);
    remarks.push(isOldest ? l10n.t('The service does not give page {0}; the oldest jobs are not known.', number) : l10n.t('The service does not give page {0}; its jobs are not known.', number));
  }
  if (refusedPages.length > mostNamed) remarks.push(l10n.t('The service does not give {0} further pages.', formatNumber(refusedPages.length - mostNamed, language)));
  let [unreadable, startless] = [0, 0];
  for (let index = 0; index < records.size; index++) {
    if (records.state(index) === 'unreadable') unreadable++;
    else if (records.time('started', index) === 0) startless++;
  }
  if (unreadable === 1) remarks.push(l10n.t('1 job could not be read.'));
  if (unreadable > 1) remarks.push(l10n.t('{0} jobs could not be read.', formatNumber(unreadable, language)));
  if (startless === 1) remarks.push(l10n.t('1 job has no start that can be read.'));
  if (startless > 1) remarks.push(l10n.t('{0} jobs have no start that can be read.', formatNumber(startless, language)));
  return remarks;
}
