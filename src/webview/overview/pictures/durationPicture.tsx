import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { DurationPicture as Picture } from '../../../protocol/overview.ts';
import { formatShare } from '../../../text/number.ts';
import { formatDuration, formatLength } from '../../../text/time.ts';
import { type DurationAxis, axisOf, pathOf, shareAt } from './durationLayout.ts';

/** Number of places on the axis at which the curve can be read. */
const places = 200;

/** The share of jobs that finished within a time, as a curve that a slider upon it reads. */
export function DurationPicture({ picture }: { picture: Picture }) {
  const { curve, until, isComplete, median, nineInTen } = picture;
  const axis = axisOf(picture);
  const [chosen, choose] = useState<number | null>(null);
  const place = chosen ?? Math.round(axis.placeOf(median ?? until) * places);
  const time = axis.timeAt(place / places);
  const text = l10n.t('Within {0}, {1} finished', formatDuration(time), formatShare(shareAt(curve, time)));
  const notes = [
    isComplete ? '' : l10n.t('the curve ends at {0}: too few jobs have run longer', formatDuration(until)),
    axis.isLogarithmic ? l10n.t('longer times are drawn closer together') : '',
  ].filter(Boolean);
  return (
    <>
      <div class="curve">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class="grid" d="M0 50H100M0 10H100" />
          <path class="line" d={pathOf(picture, axis)} />
        </svg>
        {[0.5, 0.9].map((share) => (
          <span key={share} class="share small dim" aria-hidden="true" style={{ top: percent(1 - share) }}>
            {formatShare(share)}
          </span>
        ))}
        {axis.ticks.map((tick) => (
          <span
            key={tick}
            class="time small dim"
            aria-hidden="true"
            style={{ left: percent(axis.placeOf(tick)) }}
          >
            {tick === 0 ? '0' : formatLength(tick)}
          </span>
        ))}
        <Reached axis={axis} time={median} share={0.5} text={(at) => l10n.t('half: {0}', at)} />
        <Reached axis={axis} time={nineInTen} share={0.9} text={(at) => l10n.t('9 in 10: {0}', at)} />
        <input
          type="range"
          data-id="duration/curve"
          aria-labelledby="heading-duration"
          aria-describedby="instructions-duration"
          aria-valuetext={text}
          max={places}
          value={place}
          onInput={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
      </div>
      <p class="named small" aria-hidden="true">
        {text}
        {notes.length > 0 && <span class="dim"> · {notes.join(' · ')}</span>}
      </p>
    </>
  );
}

interface ReachedProps {
  axis: DurationAxis;
  time: number | null;
  share: number;
  text: (time: string) => string;
}

/**
 * Marks the point where the curve reaches a share; the text is below right or above left, where it does not
 * cover the curve.
 */
function Reached({ axis, time, share, text }: ReachedProps) {
  if (time === null) return null;
  const place = axis.placeOf(time);
  return (
    <span
      class={place > 0.7 ? 'reached late small' : 'reached small'}
      aria-hidden="true"
      style={{ left: percent(place), top: percent(1 - share) }}
    >
      <span>{text(formatDuration(time))}</span>
    </span>
  );
}

function percent(share: number): string {
  return `${share * 100}%`;
}
