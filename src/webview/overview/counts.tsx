import * as l10n from '@vscode/l10n';
import type { Count } from '../../protocol/overview.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber, formatShortNumber } from '../../text/number.ts';
import { ServiceText, Word } from '../shared/elements.tsx';
import type { Send } from './panel.tsx';

/** Numbers from here on are shortened, with the full number in the tooltip. */
const longest = 10_000;

/** `12`, `≥ 12`; `·` for none, `–` for none read. */
function countText({ value, grade }: Count): string {
  if (value === 0) return grade === 'exact' ? '·' : '–';
  const number = value < longest ? formatNumber(value) : formatShortNumber(value);
  return grade === 'exact' ? number : l10n.t('≥ {0}', number);
}

/** `at least 21`, `12, was 9` */
export function countName({ value, grade, was }: Count): string {
  const number = formatNumber(value);
  if (grade === 'atLeast') return value === 0 ? l10n.t('none of those read') : l10n.t('at least {0}', number);
  return was === null ? number : l10n.t('{0}, was {1}', number, formatNumber(was));
}

/** The name of a step, workflow or person, or the words for several. */
export function GroupName({ name, isOne = true }: { name: string; isOne?: boolean }) {
  return isOne ? <ServiceText>{oneLine(name, 120)}</ServiceText> : <Word>{name}</Word>;
}

/**
 * A number, as a button if its jobs can be shown. Its spoken name begins with what is seen.
 * @param at row and column among the marks of the picture
 */
export function CountView({ id, count, at, send }: { id: string; count: Count; at: string; send: Send }) {
  const { filter, was, value } = count;
  const text = countText(count);
  const name = countName(count);
  if (filter === null && value === 0) {
    return (
      <span class="count" title={name}>
        <span aria-hidden="true">{text}</span>
        <span class="visually-hidden">{name}</span>
      </span>
    );
  }
  const shown = (
    <>
      {was !== null && (
        <span class="was" aria-hidden="true">
          {was < value ? '▴' : '▾'}
        </span>
      )}
      {text}
      {was !== null && <span class="visually-hidden">{l10n.t(', was {0}', formatNumber(was))}</span>}
    </>
  );
  if (filter === null) {
    return (
      <span class="count" title={name}>
        {shown}
      </span>
    );
  }
  return (
    <button
      type="button"
      class="count"
      data-id={id}
      data-at={at}
      tabIndex={-1}
      title={text === name ? undefined : name}
      onClick={() => send({ kind: 'filter', filter })}
    >
      {shown}
    </button>
  );
}
