import * as l10n from '@vscode/l10n';
import { Fragment, type ComponentChildren } from 'preact';
import { formatNumber } from '../../text/number.ts';
import { Button, ServiceText } from './elements.tsx';
import { usePage } from './viewState.ts';

/** A `details` whose content exists only while it is open. */
export function Disclosure({ id, summary, children }: { id: string; summary: ComponentChildren; children: ComponentChildren }) {
  const { place, dispatch } = usePage();
  const isOpen = place.open.has(id);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => dispatch({ kind: 'toggle', list: 'open', id, isOn: currentTarget.open })}>
      <summary data-id={id}>{summary}</summary>
      <div class="disclosed">{isOpen && children}</div>
    </details>
  );
}

const longestText = 600;

/** Service text; past `limit` only its beginning, with a button that shows the rest. */
export function FoldedText({ id, text, limit = longestText }: { id: string; text: string; limit?: number }) {
  const { place, language, dispatch } = usePage();
  if (text.length <= limit) return <ServiceText class="text">{text}</ServiceText>;
  const isWhole = place.shownInFull.has(id);
  return (
    <span>
      <ServiceText class="text">{isWhole ? text : `${beginning(text, limit)}…`}</ServiceText>{' '}
      <Button
        id={`text:${id}`}
        class="link"
        label={isWhole ? l10n.t('Show less') : l10n.t('Show all {0} characters', formatNumber(text.length, language))}
        isExpanded={isWhole}
        press={() => dispatch({ kind: 'toggle', list: 'shownInFull', id, isOn: !isWhole })}
      />
    </span>
  );
}

/** The first `limit` UTF-16 units, without half a character at the end. */
function beginning(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

interface ChunksProps {
  id: string;
  count: number;
  /** Items of a chunk. */
  size: number;
  /** Chunks that are shown at first, and that each press adds. */
  atFirst: number;
  atOnce: number;
  chunk: (from: number, to: number) => ComponentChildren;
}

/** A long list, rendered chunk by chunk on demand. */
export function Chunks({ id, count, size, atFirst, atOnce, chunk }: ChunksProps) {
  const { place, language, dispatch } = usePage();
  const shown = place.chunksShown.get(id) ?? atFirst;
  const left = count - shown * size;
  const showMore = (button: HTMLElement) => {
    const last = button.previousElementSibling;
    dispatch({ kind: 'showChunks', id, count: shown + atOnce });
    focusOn(last?.nextElementSibling?.querySelector<HTMLElement>('li, summary, dt'));
  };
  return (
    <>
      {Array.from({ length: Math.min(shown, Math.ceil(count / size)) }, (_, index) => <Fragment key={index}>{chunk(index * size, (index + 1) * size)}</Fragment>)}
      {left > 0 && <Button id={`more:${id}`} label={l10n.t('Show {0} more of {1}', formatNumber(Math.min(left, atOnce * size), language), formatNumber(left, language))} press={showMore} />}
    </>
  );
}

/** Focuses the first element that a button added, so that reading goes on there. */
export function focusOn(added: HTMLElement | null | undefined): void {
  if (added && added.localName !== 'summary') added.tabIndex = -1;
  added?.focus();
}
