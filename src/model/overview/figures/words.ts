import * as l10n from '@vscode/l10n';
import type { CountFilter, FigureCell, Words } from '../../../protocol/overview.ts';
import { formatNumber } from '../../../text/number.ts';
import { phrase } from '../../../text/phrase.ts';
import type { Survey } from './survey.ts';

type Strong = Exclude<Words[number], string>;

/** A translated sentence with words in place of `{0}`, `{1}`, … */
export function sentence(text: string, ...parts: readonly (Words | Words[number])[]): Words {
  return phrase(text, ...parts)
    .flat()
    .filter((part) => part !== '');
}

/** The words of a panel and what is to be said besides, of which empty texts are left out. */
export function withRemarks(words: Words, ...remarks: readonly string[]): Words {
  return [...words, ...remarks.filter(Boolean).flatMap((remark) => [' ', remark])];
}

/** `Of the 600 jobs read: `, if the list has more. */
export function ofThoseRead({ all, isWhole }: Survey): string {
  return isWhole ? '' : `${l10n.t('Of the {0} jobs read:', formatNumber(all.length))} `;
}

/** The sentence of a panel about active jobs where there are none. */
export function noneActive({ all, isWhole }: Survey): Words {
  return [
    isWhole
      ? l10n.t('No job is active.')
      : l10n.t('None of the {0} jobs read is active.', formatNumber(all.length)),
  ];
}

export function strong(text: string, filter: CountFilter | null = null): Strong {
  return { strong: text, filter };
}

/** Columns of durations, which are hours in an export. */
export function durationColumns(...names: string[]): { name: string; unit: string }[] {
  return names.map((name) => ({ name, unit: l10n.t('hours') }));
}

export function durationCell(ms: number | null, format: (ms: number) => string): FigureCell | null {
  return ms === null ? null : { text: format(ms), value: Math.round(ms / 36_000) / 100 };
}
