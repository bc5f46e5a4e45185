import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { DurationPicture as Picture } from '../../../protocol/overview.ts';
import { formatShare } from '../../../text/number.ts';
import { formatDuration, formatLength } from '../../../text/time.ts';
import { useWidth } from '../../shared/pictures.ts';
import { layOutDuration, shareAt, type DurationLayout } from './durationLayout.ts';

/** Most points of the curve at which the keyboard stops. */
const mostStops = 40;

/**
 * The share of jobs that finished within a time, as a curve that keyboard and pointer can read at each point.
 */
export function DurationPicture({ picture }: { picture: Picture }) {
  const { picture: svg, width } = useWidth(600);
  const layout = layOutDuration(picture, width);
  const { curve, until, isComplete, median, nineInTen } = picture;
  const stops = stopsOf(picture);
  const [index, setIndex] = useState(0);
  const [isRead, setRead] = useState(false);
  const stop = Math.min(index, stops.length - 1);
  const time = stops[stop] ?? 0;
  const text = l10n.t('Within {0}, {1} finished', formatDuration(time), formatShare(shareAt(curve, time)));

  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowRight: stop + 1,
      ArrowUp: stop + 1,
      ArrowLeft: stop - 1,
      ArrowDown: stop - 1,
      PageUp: stop + 5,
      PageDown: stop - 5,
      Home: 0,
      End: stops.length - 1,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setIndex(Math.min(stops.length - 1, Math.max(0, to)));
    setRead(true);
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const x = clientX - (svg.current?.getBoundingClientRect().left ?? 0);
    const distances = stops.map((each) => Math.abs(layout.xOf(each) - x));
    setIndex(distances.indexOf(Math.min(...distances)));
    setRead(true);
  };
  return (
    <>
      <svg
        ref={svg}
        class="curve"
        height={layout.height}
        role="slider"
        data-id="duration/curve"
        tabindex={0}
        aria-labelledby="heading-duration"
        aria-describedby="instructions-duration"
        aria-valuemin={0}
        aria-valuemax={stops.length - 1}
        aria-valuenow={stop}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        onFocus={() => setRead(true)}
        onBlur={() => setRead(false)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setRead(false)}
      >
        {[0, 0.5, 0.9].map((share) => (
          <g key={share}>
            <line
              class={share === 0 ? 'axis' : 'grid'}
              x1={layout.left}
              x2={layout.endX}
              y1={layout.yOf(share)}
              y2={layout.yOf(share)}
            />
            {share > 0 && (
              <text x={layout.left - 8} y={layout.yOf(share) + 4} text-anchor="end">
                {formatShare(share)}
              </text>
            )}
          </g>
        ))}
        {layout.ticks.map(({ time, x }) => (
          <text key={time} x={x} y={layout.height - 6} text-anchor={x - layout.left < 8 ? 'start' : 'middle'}>
            {time === 0 ? '0' : formatLength(time)}
          </text>
        ))}
        <path class="line" d={layout.path} />
        <Reached layout={layout} time={median} share={0.5} text={(time) => l10n.t('half: {0}', time)} />
        <Reached layout={layout} time={nineInTen} share={0.9} text={(time) => l10n.t('9 in 10: {0}', time)} />
        {isRead && (
          <g class="reader">
            <line x1={layout.xOf(time)} x2={layout.xOf(time)} y1={layout.yOf(1)} y2={layout.bottom} />
            <circle cx={layout.xOf(time)} cy={layout.yOf(shareAt(curve, time))} r={4} />
          </g>
        )}
      </svg>
      <p class="named small" aria-hidden="true">
        {isRead ? (
          text
        ) : (
          <span class="dim">
            {[
              ...(isComplete
                ? []
                : [l10n.t('the curve ends at {0}: too few jobs have run longer', formatDuration(until))]),
              ...(layout.isLogarithmic ? [l10n.t('longer times are drawn closer together')] : []),
            ].join(' · ')}
          </span>
        )}
      </p>
    </>
  );
}

/**
 * Marks the point where the curve reaches a share; the text is below right or above left, where it does not
 * cover the curve.
 */
function Reached({
  layout,
  time,
  share,
  text,
}: {
  layout: DurationLayout;
  time: number | null;
  share: number;
  text: (time: string) => string;
}) {
  if (time === null) return null;
  const [x, y] = [layout.xOf(time), layout.yOf(share)];
  const isLate = x > layout.left + (layout.endX - layout.left) * 0.7;
  return (
    <g class="reached">
      <circle cx={x} cy={y} r={4.5} />
      <text x={isLate ? x - 8 : x + 8} y={isLate ? y - 7 : y + 16} text-anchor={isLate ? 'end' : 'start'}>
        {text(formatDuration(time))}
      </text>
    </g>
  );
}

/** Times along the curve, including the two marked ones. */
function stopsOf({ curve, until, median, nineInTen }: Picture): number[] {
  const every = Math.ceil(curve.length / mostStops);
  const times = [
    ...curve.filter((_, index) => index % every === 0).map(({ time }) => time),
    until,
    median ?? until,
    nineInTen ?? until,
  ];
  return [...new Set(times.filter((time) => time <= until))].sort((one, other) => one - other);
}
