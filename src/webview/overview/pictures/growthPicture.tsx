import * as l10n from '@vscode/l10n';
import { useRef, useState } from 'preact/hooks';
import type { GrowthPicture as Picture } from '../../../protocol/overview.ts';
import { formatNumber, formatShortNumber } from '../../../text/number.ts';
import { useMarks, useWidth } from '../../shared/pictures.ts';
import { usePage } from '../../shared/viewState.ts';
import type { Send } from '../panel.tsx';
import { layOutGrowth, type Mark } from './growthLayout.ts';
import { hatched } from './svg.tsx';

/** Indices of the bins where the choice began and where it currently ends. */
interface Choice {
  readonly from: number;
  readonly to: number;
}

/** Pixels that the pointer has to move to begin a choice. */
const dragged = 4;

export function GrowthPicture({ picture, send }: { picture: Picture; send: Send }) {
  const { dispatch } = usePage();
  const { picture: svg, width } = useWidth(600);
  const marks = useMarks<SVGGElement>();
  const [namedId, name] = useState<string>();
  const [choice, setChoice] = useState<Choice | null>(null);
  const pressedAt = useRef<number | null>(null);
  const { bins } = picture;
  const layout = layOutGrowth(picture, width);
  const named = layout.marks.find(({ id }) => id === namedId);
  const chosen =
    choice === null
      ? null
      : {
          first: Math.min(choice.from, choice.to),
          last: Math.min(bins.length - 1, Math.max(choice.from, choice.to)),
        };

  const nameOf = ({ side, first, last, count }: Mark) => {
    const label = spanText(first, last);
    if (count === null) {
      return side === 'started'
        ? l10n.t('{0}: started not read', label)
        : l10n.t('{0}: completed not read', label);
    }
    const number = formatNumber(count.value);
    const sentence =
      side === 'started'
        ? l10n.t('{0}: {1} started', label, number)
        : l10n.t('{0}: {1} completed', label, number);
    return bins[first]?.isUnderWay === true ? l10n.t('{0}, not over yet', sentence) : sentence;
  };
  const labelOf = (bin: number) => bins[bin]?.label ?? '';
  const spanText = (first: number, last: number) =>
    first === last ? labelOf(first) : l10n.t('{0} to {1}', labelOf(first), labelOf(last));
  const apply = (first: number, last: number) => {
    const [from, to] = [bins[first]?.from, bins[last]?.to];
    if (from !== undefined && to !== undefined) send({ kind: 'scope', preset: 'custom', from, to });
  };
  const filter = (mark: Mark | undefined) => {
    if (mark?.count?.filter) send({ kind: 'filter', filter: mark.count.filter });
  };

  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect();
    const [x, y] = [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)];
    const bin = layout.binAt(x);
    const side = y < layout.axisY ? 'started' : 'completed';
    return {
      x,
      bin,
      mark: layout.marks.find((each) => each.side === side && each.first <= bin && bin <= each.last),
    };
  };
  const onPointerMove = (event: PointerEvent) => {
    const { x, bin, mark } = placeOf(event);
    const start = pressedAt.current;
    if (start !== null && (choice !== null || Math.abs(x - start) >= dragged)) {
      setChoice({ from: layout.binAt(start), to: bin });
    }
    name(mark?.id);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (pressedAt.current === null) return;
    if (chosen === null) filter(placeOf(event).mark);
    else apply(chosen.first, chosen.last);
    letGo();
  };
  const letGo = () => {
    pressedAt.current = null;
    setChoice(null);
  };
  const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  const onKeyDown = (event: KeyboardEvent) => {
    if (isPress(event)) {
      // Else Space scrolls the page.
      event.preventDefault();
      if (chosen !== null) apply(chosen.first, chosen.last);
    }
    if (isPress(event) || event.key === 'Escape') letGo();
  };
  const onMarkKeyDown = (event: KeyboardEvent, mark: Mark) => {
    if (isPress(event) && chosen === null) {
      filter(mark);
    } else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      // Moves by bins, because unread bins share a mark but are chosen one by one.
      event.preventDefault();
      event.stopPropagation();
      const at = choice?.to ?? mark.first;
      const to = Math.min(bins.length - 1, Math.max(0, at + (event.key === 'ArrowRight' ? 1 : -1)));
      const from = choice?.from ?? mark.first;
      setChoice({ from, to });
      dispatch({
        kind: 'say',
        sentence: choiceText(Math.min(from, to), Math.max(from, to)),
        now: Date.now(),
      });
    }
  };
  const choiceText = (first: number, last: number) =>
    l10n.t('{0} chosen; Enter shows only the jobs started then, Escape leaves it', spanText(first, last));

  return (
    <>
      <svg
        ref={svg}
        class={`bars ${named?.count?.filter ? 'pickable' : ''}`.trimEnd()}
        height={layout.height}
        // Takes the keys while the pointer chooses.
        tabindex={-1}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          pressedAt.current = placeOf(event).x;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={letGo}
        onPointerLeave={() => name(undefined)}
      >
        <g aria-hidden="true">
          {layout.ticks.map(({ value, y }) => (
            <g key={y}>
              <line class="grid" x1={layout.left} x2={width} y1={y} y2={y} />
              <text x={layout.left - 8} y={y + 4} text-anchor="end">
                {formatShortNumber(value)}
              </text>
            </g>
          ))}
          {chosen !== null && (
            <rect
              class="choice"
              {...layout.span(chosen.first, chosen.last)}
              y={4}
              height={layout.bottom - 2}
            />
          )}
        </g>
        {/* A browser takes what listens for the focus in a picture for a stop of the keyboard. */}
        <g
          {...marks}
          tabindex={-1}
          role="listbox"
          aria-multiselectable="true"
          aria-labelledby="heading-growth"
          aria-describedby="instructions-growth"
        >
          {layout.marks.map((mark) => (
            <rect
              key={mark.id}
              class={`${classOf(mark, bins[mark.first]?.isUnderWay === true)}${mark === named ? ' named' : ''}`}
              fill={mark.count === null ? hatched : undefined}
              x={mark.x}
              y={mark.y}
              width={mark.width}
              height={mark.height}
              role="option"
              aria-label={nameOf(mark)}
              aria-selected={chosen !== null && chosen.first <= mark.first && mark.last <= chosen.last}
              data-id={`growth/${mark.id}`}
              data-at={`${mark.side === 'started' ? 0 : 1},${mark.first}`}
              tabindex={-1}
              onFocus={() => name(mark.id)}
              onBlur={() => {
                name(undefined);
                setChoice(null);
              }}
              onKeyDown={(event) => onMarkKeyDown(event, mark)}
            />
          ))}
        </g>
        <g aria-hidden="true">
          <line class="axis" x1={layout.left} x2={width} y1={layout.axisY} y2={layout.axisY} />
          {layout.marks.map(
            ({ id, count, side, x, width: gap, y, height }) =>
              count === null &&
              gap > 70 && (
                <text key={id} class="unread" x={x + gap / 2} y={y + height / 2 + 4} text-anchor="middle">
                  {side === 'started' ? l10n.t('not read') : l10n.t('completed: not read')}
                </text>
              ),
          )}
          {layout.labels.map(({ text, x, anchor }) => (
            <text key={x} x={x} y={layout.height - 4} text-anchor={anchor}>
              {text}
            </text>
          ))}
        </g>
      </svg>
      <p class="named small" aria-hidden="true">
        {chosen !== null ? (
          choiceText(chosen.first, chosen.last)
        ) : named ? (
          nameOf(named)
        ) : (
          <Legend hasCompleted={bins.some(({ completed }) => completed !== null)} />
        )}
      </p>
    </>
  );
}

function Legend({ hasCompleted }: { hasCompleted: boolean }) {
  return (
    <span class="dim">
      <span class="legend">
        <span class="swatch active" />
        {l10n.t('above the line: started')}
      </span>
      {hasCompleted && (
        <span class="legend">
          <span class="swatch completed" />
          {l10n.t('below: completed')}
        </span>
      )}
    </span>
  );
}

function classOf({ side, count }: Mark, isUnderWay: boolean): string {
  const kind = count === null ? 'not-read' : count.value === 0 ? 'zero' : isUnderWay ? 'under-way' : 'bar';
  return `${kind} ${side}`;
}
