import * as l10n from '@vscode/l10n';
import type { Count, Grade, JobPick, Words } from '../../../protocol/overview.ts';
import { formatNumber, perLanguage } from '../../../text/number.ts';

/** An emphasised part of a sentence. */
type Strong = Exclude<Words[number], string>;

/** Delimits slots; cannot occur in service text, which has no control characters here. */
const mark = '\u0001';

/** A placeholder for an argument of `l10n.t`, which {@link words} replaces by its part with this index. */
export function slot(index: number): string {
  return `${mark}${index}${mark}`;
}

/** A translated sentence with emphasised parts in its slots. */
export function words(sentence: string, ...parts: readonly Strong[]): Words {
  return sentence.split(mark).flatMap((text, index): Words => {
    const part = index % 2 === 1 ? parts[Number(text)] : undefined;
    return part !== undefined ? [part] : text === '' ? [] : [text];
  });
}

/** Appends a sentence. */
export function followedBy(sentence: Words, further: Words): Words {
  return [...sentence, ' ', ...further];
}

export function strong(text: string, pick: JobPick | null = null): Strong {
  return { strong: text, pick };
}

export function gradeWord(grade: Grade): string {
  switch (grade) {
    case 'exact':
      return l10n.t('exact');
    case 'atLeast':
      return l10n.t('at least');
    case 'about':
      return l10n.t('about');
  }
}

/** A number of jobs for the start of a sentence: `12 jobs`, `At least 12 jobs`, `About 480 jobs (350 to 700)`. */
export function jobsInWords({ value, grade, range }: Count, language: string): string {
  const number = formatNumber(value, language);
  switch (grade) {
    case 'exact':
      return value === 1 ? l10n.t('1 job') : l10n.t('{0} jobs', number);
    case 'atLeast':
      return value === 1 ? l10n.t('At least 1 job') : l10n.t('At least {0} jobs', number);
    case 'about':
      return l10n.t('About {0} jobs ({1} to {2})', number, formatNumber(range?.from ?? value, language), formatNumber(range?.to ?? value, language));
  }
}

/** A table cell: a number if the count is exact, else a text with its grade. */
export function countCell({ value, grade, range }: Count, language: string): string | number {
  const number = formatNumber(value, language);
  switch (grade) {
    case 'exact':
      return value;
    case 'atLeast':
      return value === 0 ? l10n.t('none read') : l10n.t('at least {0}', number);
    case 'about':
      return l10n.t('about {0} (from {1} to {2})', number, formatNumber(range?.from ?? value, language), formatNumber(range?.to ?? value, language));
  }
}

const percent = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }));

/** A share from 0 to 1 as `41%`. */
export function formatShare(share: number, language: string): string {
  return percent(language).format(share);
}

const dayOfYear = perLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }));
const day = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));

/** `26 Oct`, with its year unless that is the current one. */
export function formatDay(ms: number, now: number, language: string): string {
  return (new Date(ms).getFullYear() === new Date(now).getFullYear() ? dayOfYear : day)(language).format(ms);
}
