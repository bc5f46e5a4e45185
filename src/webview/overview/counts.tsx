import * as l10n from '@vscode/l10n';
import type { Count } from '../../protocol/overview.ts';
import { formatNumber, formatShortNumber, perLanguage } from '../../text/number.ts';
import { usePage } from '../shared/viewState.ts';
import type { Send } from './panel.tsx';

/** Numbers from here on are shortened, with the full number in the tooltip. */
const longest = 10_000;

/** `12`, `~21`, `≥12`; `·` for none, `–` for none read. */
export function countText({ value, grade }: Count, language: string, isAtLeastSaid: boolean): string {
  if (value === 0 && grade !== 'about') return grade === 'exact' ? '·' : '–';
  const number = value < longest ? formatNumber(value, language) : formatShortNumber(value, language);
  return grade === 'about' ? `~${number}` : grade === 'atLeast' && !isAtLeastSaid ? `≥${number}` : number;
}

/** `about 21, from 14 to 30, was 9` */
export function countName(count: Count, language: string): string {
  const sure = gradedName(count, language);
  return count.was === null ? sure : l10n.t('{0}, was {1}', sure, formatNumber(count.was, language));
}

function gradedName({ value, grade, range }: Count, language: string): string {
  const number = formatNumber(value, language);
  switch (grade) {
    case 'exact':
      return number;
    case 'atLeast':
      return value === 0 ? l10n.t('none of those read') : l10n.t('at least {0}', number);
    case 'about':
      return range === null ? l10n.t('about {0}', number) : l10n.t('about {0}, from {1} to {2}', number, formatNumber(range.from, language), formatNumber(range.to, language));
  }
}

/** Whether the panel's grade says `at least` for all its numbers, so that they need not repeat it. */
export function isAtLeastSaid(counts: readonly Count[], grade: string | null): boolean {
  return grade !== null && counts.every((count) => count.grade === 'atLeast');
}

interface CountViewProps {
  id: string;
  count: Count;
  /** Row and column among the marks of the picture. */
  at: string;
  isAtLeastSaid: boolean;
  send: Send;
}

/** A number, as a button if its jobs can be shown. */
export function CountView({ id, count, at, isAtLeastSaid, send }: CountViewProps) {
  const { language } = usePage();
  const { pick, was } = count;
  const text = countText(count, language, isAtLeastSaid);
  const name = countName(count, language);
  const shown = <>{was !== null && <span class="was" aria-hidden="true">{was < count.value ? '▴' : '▾'}</span>}{text}</>;
  if (pick !== null) return <button type="button" class="count" data-id={id} data-at={at} tabIndex={-1} aria-label={name} title={name} onClick={() => send({ kind: 'pick', pick })}>{shown}</button>;
  if (text === name) return <span class="count">{text}</span>;
  return <span class="count" title={name}><span aria-hidden="true">{shown}</span><span class="visually-hidden">{name}</span></span>;
}

const shareFormat = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }));

/** `41%`; `under 1%` and `over 99%` instead of a rounded 0% or 100%. */
export function formatShare(share: number, language: string): string {
  const format = shareFormat(language);
  if (share > 0 && share < 0.01) return l10n.t('under {0}', format.format(0.01));
  if (share < 1 && share > 0.99) return l10n.t('over {0}', format.format(0.99));
  return format.format(share);
}
