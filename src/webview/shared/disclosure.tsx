import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { truncate } from '../../text/untrustedText.ts';
import { formatNumber } from '../../text/number.ts';
import { Button, LinkedText } from './elements.tsx';
import { usePage } from './page.tsx';

/** A `details` element. Renders the content only while the element is open. */
export function Disclosure({
  id,
  summary,
  children,
}: {
  id: string;
  summary: ComponentChildren;
  children: ComponentChildren;
}) {
  const { values, dispatch } = usePage();
  const isOpen = values.has(id);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => dispatch({ kind: 'set', id, value: currentTarget.open })}
    >
      <summary data-id={id}>{summary}</summary>
      <div class="disclosed">{isOpen && children}</div>
    </details>
  );
}

const maxSummaryLength = 600;

/** Text from the service. Long text is truncated, with a button that shows the complete text. */
export function FoldedText({
  id,
  text,
  limit = maxSummaryLength,
}: {
  id: string;
  text: string;
  limit?: number;
}) {
  const { values, dispatch } = usePage();
  if (text.length <= limit) return <LinkedText>{text}</LinkedText>;
  const isWhole = values.has(id);
  return (
    <span>
      <LinkedText>{isWhole ? text : `${truncate(text, limit)}…`}</LinkedText>{' '}
      <Button
        id={`text:${id}`}
        class="link"
        label={
          isWhole
            ? l10n.t('Show Less')
            : l10n.t('Show All {0} Characters', formatNumber(text.length))
        }
        isExpanded={isWhole}
        press={() => dispatch({ kind: 'set', id, value: !isWhole })}
      />
    </span>
  );
}

interface PortionProps {
  id: string;
  count: number;
  /** Number of items that are initially visible. */
  atFirst: number;
  /** Number of items that the button adds with each click. */
  atOnce: number;
  /** Renders the first `shown` items. */
  children: (shown: number) => ComponentChildren;
}

/** Shows the first items of a long list, with a button that shows more items. */
export function Portion({ id, count, atFirst, atOnce, children }: PortionProps) {
  const { values, dispatch } = usePage();
  const moreId = `more:${id}`;
  const shown = Number(values.get(moreId) ?? atFirst);
  const left = count - shown;
  const showMore = (button: HTMLElement) =>
    focusAdded(button, () => dispatch({ kind: 'set', id: moreId, value: shown + atOnce }));
  return (
    <>
      {children(shown)}
      {left > 0 && (
        <Button
          id={moreId}
          label={
            left > atOnce
              ? l10n.t('Show {0} More of {1}', formatNumber(atOnce), formatNumber(left))
              : l10n.t('Show {0} More', formatNumber(left))
          }
          press={showMore}
        />
      )}
    </>
  );
}

/** Adds items to a list, and focuses the first new item. */
function focusAdded({ parentElement: list }: HTMLElement, add: () => void): void {
  const items = () => [...(list?.querySelectorAll<HTMLElement>('li, dt, summary') ?? [])];
  const before = new Set(items());
  add();
  const added = items().find((item) => !before.has(item));
  if (added && added.localName !== 'summary') added.tabIndex = -1;
  added?.focus();
}
