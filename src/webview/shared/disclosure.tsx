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

interface FoldedTextProps {
  id: string;
  text: string;
  limit?: number;
  hasLinks?: boolean;
}

/** Service text; past `limit` only its beginning, with a button that shows the rest. */
export function FoldedText({ id, text, limit = longestText, hasLinks = false }: FoldedTextProps) {
  const { place, language, dispatch } = usePage();
  if (text.length <= limit) return <ServiceText class="text" hasLinks={hasLinks}>{text}</ServiceText>;
  const isWhole = place.shownInFull.has(id);
  // Without half a character at the end.
  const beginning = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return (
    <span>
      <ServiceText class="text" hasLinks={hasLinks}>{isWhole ? text : `${beginning}…`}</ServiceText>{' '}
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

/** Items of a chunk, and the chunks that each press adds. */
const size = 100;
const atOnce = 5;

interface ChunksProps {
  id: string;
  count: number;
  chunk: (from: number, to: number) => ComponentChildren;
}

/** A long list, rendered chunk by chunk on demand. */
export function Chunks({ id, count, chunk }: ChunksProps) {
  const { place, language, dispatch } = usePage();
  const shown = place.chunksShown.get(id) ?? 1;
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
