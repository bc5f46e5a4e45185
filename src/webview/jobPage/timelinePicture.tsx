import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { oneLine } from '../../text/inert.ts';
import { useWidth } from '../shared/pictures.ts';
import { type layOut, placeLabels, weights } from './timelineLayout.ts';

/** The texts of an event. */
export interface EventText {
  readonly title: string;
  /** Times and durations in the page's language; a bar's label omits the first, its start. */
  readonly times: readonly string[];
  /** Names from the service. */
  readonly people: readonly string[];
  readonly isCurrent: boolean;
}

interface PictureProps extends Pick<ReturnType<typeof layOut>, 'bars' | 'marks'> {
  /** Indices of the events whose times lie ahead. */
  ahead: readonly number[];
  texts: readonly EventText[];
  state: string;
  /** Indices of the events that are named below the picture. */
  named: readonly number[];
  name: (indices: readonly number[]) => void;
}

export const mostLanes = 10;
const mostLabelledLanes = 3;
/** Pixels. */
const [labelledLane, bareLane, axisHeight, margin] = [60, 16, 52, 8];
const longestLabel = 32;

/**
 * Steps as bars in lanes above an axis with a mark for each moment. Labels that do not fit are hidden,
 * because pointing at a mark names it.
 */
export function TimelinePicture({ bars, marks, ahead, texts, state, named, name }: PictureProps) {
  const { picture } = useWidth(0);
  useLayoutEffect(() => fitLabels(picture.current));
  const drawn = bars.filter(({ lane }) => lane < mostLanes);
  const lanes = Math.max(0, ...drawn.map(({ lane }) => lane + 1));
  const isLabelled = lanes <= mostLabelledLanes;
  const laneHeight = isLabelled ? labelledLane : bareLane;
  const axisY = margin + lanes * laneHeight;
  const group = (kind: string, indices: readonly number[], children: ComponentChildren) => (
    <g
      key={`${kind}${indices[0]}`}
      class={`mark ${kind}${indices.some((index) => named.includes(index)) ? ' named' : ''}`}
      onPointerEnter={() => name(indices)}
    >
      {children}
    </g>
  );
  return (
    <svg
      ref={picture}
      class="picture"
      height={axisY + axisHeight}
      aria-hidden="true"
      onPointerLeave={() => name([])}
    >
      {drawn.map(({ index, from, x, to, lane, room }) => {
        const y = margin + lane * laneHeight;
        return group(
          `step${texts[index]?.isCurrent ? ' current' : ''}`,
          [index],
          <>
            <Line class="hit" from={from} to={to} y={y} />
            {from < x && <Line class="earlier" from={from} to={x} y={y} />}
            <Line class="bar" from={x} to={to} y={y} />
            <circle class={from < x ? 'dot open' : 'dot'} cx={percent(x)} cy={y} r={5} />
            {isLabelled && (
              <Label
                x={from}
                y={y}
                row={lane}
                weight={texts[index]?.isCurrent ? 2 : to - from}
                text={texts[index]}
                room={room}
              />
            )}
          </>,
        );
      })}
      <Line class={bars.length > 0 ? 'axis' : `axis bar ${state}`} from={0} to={1} y={axisY} />
      {(ahead.length > 0 || marks.at(-1)?.kind === 'now') && (
        <svg x="100%" overflow="visible">
          <line class="ahead" x1={11} x2={30} y1={axisY} y2={axisY} />
          {ahead.length > 0 &&
            group(
              'later',
              ahead,
              <>
                <circle class="hit" cx={27} cy={axisY} r={9} />
                <circle class="dot" cx={27} cy={axisY} r={4} />
              </>,
            )}
        </svg>
      )}
      {marks.map(({ x, index, kind, indices }) =>
        group(
          kind,
          indices,
          <>
            <circle class="hit" cx={percent(x)} cy={axisY} r={9} />
            <circle class="dot" cx={percent(x)} cy={axisY} r={weights[kind] > weights.log ? 6 : 4} />
            <Label x={x} y={axisY} row={mostLanes} weight={weights[kind]} text={texts[index]} />
          </>,
        ),
      )}
    </svg>
  );
}

function Line({ class: className, from, to, y }: { class: string; from: number; to: number; y: number }) {
  return <line class={className} x1={percent(from)} x2={percent(to)} y1={y} y2={y} />;
}

interface LabelProps {
  x: number;
  y: number;
  /** Labels of one row must not overlap. */
  row: number;
  weight: number;
  text: EventText | undefined;
  /** The room of a bar's label; a mark's has all of the axis. */
  room?: { readonly from: number; readonly to: number };
}

function Label({ x, y, row, weight, text, room }: LabelProps) {
  if (text === undefined) return null;
  return (
    <g
      class="label"
      data-x={x}
      data-row={row}
      data-weight={weight}
      data-from={room?.from ?? 0}
      data-to={room?.to ?? 1}
    >
      <text x={percent(x)} y={y + 26}>
        {oneLine(text.title, longestLabel)}
      </text>
      <text x={percent(x)} y={y + 42} class="detail">
        {oneLine(
          [...text.times.slice(room === undefined ? 0 : 1), ...text.people].join(' · '),
          longestLabel * 1.5,
        )}
      </text>
    </g>
  );
}

function percent(x: number): string {
  return `${Math.round(x * 10_000) / 100}%`;
}

/** Hides labels that do not fit in their row, after rendering, when their width is known. */
function fitLabels(picture: SVGElement | null): void {
  const width = picture?.getBoundingClientRect().width ?? 0;
  if (picture === null || width === 0) return;
  const rows = Map.groupBy(picture.querySelectorAll<SVGGElement>('.label'), ({ dataset }) => dataset['row']);
  for (const labels of rows.values()) {
    const boxes = labels.map((label) => ({
      at: Number(label.dataset['x']) * width,
      width: Math.max(...[...label.querySelectorAll('text')].map((text) => text.getComputedTextLength())),
      weight: Number(label.dataset['weight']),
      room: { from: Number(label.dataset['from']) * width, to: Number(label.dataset['to']) * width },
    }));
    for (const [index, place] of placeLabels(boxes).entries()) {
      labels[index]?.setAttribute('visibility', place === 'hidden' ? 'hidden' : 'visible');
      labels[index]?.setAttribute('text-anchor', place === 'end' ? 'end' : 'start');
    }
  }
}
