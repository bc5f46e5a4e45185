import * as l10n from '@vscode/l10n';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { phrase } from '../../../text/phrase.ts';
import type { JobFilter } from '../../browsing/jobFilter.ts';
import type { Column, Figure, Tone, Words } from '../report.ts';
import type { Survey } from './survey.ts';

/** Replaces the placeholders `{0}`, `{1}`, … in a translated sentence. */
export function wordsOf(text: string, ...parts: readonly (Words | Words[number])[]): Words {
  return phrase(text, ...parts)
    .flat()
    .filter((part) => part !== '');
}

/** Appends remarks to a sentence. Ignores empty remarks. */
export function withRemarks(words: Words, ...remarks: readonly string[]): Words {
  return [...words, ...remarks.filter(Boolean).flatMap((remark) => [' ', remark])];
}

/** Returns the sentence to show if no active jobs were loaded. */
export function noneActive({ isWhole }: Survey): Words {
  return [isWhole ? l10n.t('There are no active jobs.') : l10n.t('No active jobs have been read.')];
}

/**
 * Returns a remark about jobs without valid times, which a panel does not count. Returns an empty
 * string if there are no such jobs.
 */
export function notIncluded(jobs: number): string {
  if (jobs === 0) return '';
  return l10n.t('Not included: {0} without a valid start or completion time.', formatJobs(jobs));
}

export function strong(text: string, filter: JobFilter | null = null): Words[number] {
  return { strong: text, filter };
}

/** Formats a job count in a sentence. Selecting the count filters the Jobs view. */
export function countInWords(value: number, filter: JobFilter): Words[number] {
  return strong(formatNumber(value), value === 0 ? null : filter);
}

/** Formats a job count in a table cell. Selecting the count filters the Jobs view. */
export function countOf(value: number, filter: JobFilter | null): Figure {
  return { text: formatNumber(value), value, filter: value === 0 ? null : filter };
}

/** Creates a table column for durations. Exports show durations in hours. */
export function durationColumn(name: string, tone: Tone): Column {
  return { name, kind: 'bar', tone, unit: l10n.t('hours') };
}

export function durationOf(ms: number | null, format: (ms: number) => string): Figure | null {
  return ms === null
    ? null
    : { text: format(ms), value: Math.round(ms / 36_000) / 100, filter: null };
}
