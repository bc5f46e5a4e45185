import * as l10n from '@vscode/l10n';
import type { Count, CountFilter, FigureCell, Words } from '../../../protocol/overview.ts';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { formatMoment } from '../../../text/time.ts';
import type { Survey } from './survey.ts';

type Strong = Exclude<Words[number], string>;

/** A translated sentence with parts in the place of `{0}`, `{1}` and so on. */
export function sentence(text: string, ...parts: readonly (Words | Words[number])[]): Words {
  return text
    .split(/\{(\d+)\}/)
    .flatMap((each, index) => (index % 2 === 1 ? (parts[Number(each)] ?? []) : each === '' ? [] : [each]));
}

/** The words of a panel and what is to be said besides, of which empty texts are left out. */
export function withRemarks(words: Words, ...remarks: readonly string[]): Words {
  return [...words, ...remarks.filter(Boolean).flatMap((remark) => [' ', remark])];
}

/** `Of the 600 jobs read: `, if the list has more. */
export function ofThoseRead({ jobs, isWhole }: Survey): string {
  return isWhole ? '' : `${l10n.t('Of the {0} jobs read:', formatNumber(jobs.length))} `;
}

/** The sentence of a panel about active jobs where there are none. */
export function noneActive({ isWhole }: Survey): Words {
  return [isWhole ? l10n.t('No job is active.') : l10n.t('None of the jobs read is active.')];
}

export function strong(text: string, filter: CountFilter | null = null): Strong {
  return { strong: text, filter };
}

/** `exact`, `at least`, `at least, as of 12:04` */
export function gradeWord({ grade, asOf, now }: Survey): string {
  if (grade === 'exact') return l10n.t('exact');
  return asOf === null ? l10n.t('at least') : l10n.t('at least, as of {0}', formatMoment(asOf, now));
}

/** `12 jobs` or `At least 12 jobs`, for the start of a sentence. */
export function jobsInWords({ value, grade, filter }: Count): Strong {
  if (grade === 'exact') return strong(formatJobs(value), filter);
  return strong(
    value === 1 ? l10n.t('At least 1 job') : l10n.t('At least {0} jobs', formatNumber(value)),
    filter,
  );
}

/** A table cell: `12`, or `≥ 12` of a list that was not read whole. */
export function countCell({ value, grade }: Count): number | FigureCell {
  return grade === 'exact' ? value : { value, text: l10n.t('≥ {0}', formatNumber(value)) };
}

/** Columns of durations, which are hours in an export. */
export function durationColumns(...names: string[]): { name: string; unit: string }[] {
  return names.map((name) => ({ name, unit: l10n.t('hours') }));
}

export function durationCell(ms: number | null, format: (ms: number) => string): FigureCell | null {
  return ms === null ? null : { text: format(ms), value: Math.round(ms / 36_000) / 100 };
}
