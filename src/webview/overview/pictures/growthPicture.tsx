import * as l10n from '@vscode/l10n';
import type { GrowthPicture as Picture } from '../../../protocol/overview.ts';
import { formatNumber, formatShortNumber } from '../../../text/number.ts';
import { Legend, type Send } from '../panel.tsx';
import { type Mark, type Side, highestOf, labelledBins, marksOf, ticksUpTo } from './growthLayout.ts';
import { spanText, useTimeChoice } from './timeChoice.ts';

type Bins = Picture['bins'];

/** Columns of started jobs above a line and of completed ones below it, on the same scale. */
export function GrowthPicture({ picture: { bins }, send }: { picture: Picture; send: Send }) {
  const { bounds, text, clear, apply, extend, pointer } = useTimeChoice(bins, send);
  const [started, completed] = [highestOf(bins, 'started'), highestOf(bins, 'completed')];
  const hasCompleted = bins.some((bin) => bin.completed !== null);
  // If no completion was read, a strip says so in place of columns.
  const below = hasCompleted ? `minmax(0, ${completed}fr)` : '16px';
  const rows = `minmax(0, ${Math.max(1, started)}fr) ${below}`;
  const press = ({ count }: Mark) => {
    if (bounds !== null) apply();
    else if (count?.filter) send({ kind: 'filter', filter: count.filter });
  };
  return (
    <>
      <div class="bars" style={{ '--rows': rows, '--bins': bins.length }}>
        <Scale side="started" values={ticksUpTo(started, 3)} highest={started} />
        <Scale side="completed" values={ticksUpTo(completed, 2)} highest={completed} />
        <div
          {...pointer}
          class="plot"
          // Takes the keys while the pointer chooses.
          tabIndex={-1}
          onKeyDown={({ key }) => key === 'Escape' && clear()}
          onFocusOut={clear}
        >
          {[...marksOf(bins, 'started'), ...marksOf(bins, 'completed')].map((mark) => (
            <Column
              key={mark.side + mark.first}
              mark={mark}
              bins={bins}
              highest={mark.side === 'started' ? started : completed}
              press={() => press(mark)}
              onKeyDown={(event) => extend(event, mark.first)}
            />
          ))}
          {bounds && <span class="choice" style={{ gridColumn: `${bounds[0] + 1} / ${bounds[1] + 2}` }} />}
        </div>
        <div class="labels small dim" aria-hidden="true">
          {labelledBins(bins).map(({ index, text: label }) => (
            <span key={index} style={{ gridColumn: index + 1 }}>
              {label}
            </span>
          ))}
        </div>
      </div>
      <p class="named small" aria-hidden="true">
        {text ?? (
          <span class="dim">
            <Legend of="active">{l10n.t('above the line: started')}</Legend>
            {hasCompleted && <Legend of="completed">{l10n.t('below: completed')}</Legend>}
          </span>
        )}
      </p>
    </>
  );
}

function nameOf({ side, first, last, count }: Mark, bins: Bins): string {
  const label = spanText(bins, first, last);
  const isStarted = side === 'started';
  if (count === null) {
    return isStarted ? l10n.t('{0}: started not read', label) : l10n.t('{0}: completed not read', label);
  }
  const number = formatNumber(count.value);
  const sentence = isStarted
    ? l10n.t('{0}: {1} started', label, number)
    : l10n.t('{0}: {1} completed', label, number);
  return bins[first]?.isUnderWay === true ? l10n.t('{0}, not over yet', sentence) : sentence;
}

interface ColumnProps {
  mark: Mark;
  bins: Bins;
  highest: number;
  press: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Its name is seen below the picture while it has the focus or the pointer. */
function Column({ mark, bins, highest, press, onKeyDown }: ColumnProps) {
  const { side, first, last, count } = mark;
  const isUnderWay = bins[first]?.isUnderWay === true;
  return (
    <button
      type="button"
      class={count === null ? `${side} not-read` : side}
      style={{ gridColumn: `${first + 1} / ${last + 2}` }}
      data-id={`growth/${side}/${first}`}
      data-at={`${side === 'started' ? 0 : 1},${first}`}
      tabIndex={-1}
      onClick={press}
      onKeyDown={onKeyDown}
    >
      <span class="name small">{nameOf(mark, bins)}</span>
      {count === null && (
        <span class="unread small" aria-hidden="true">
          {l10n.t('not read')}
        </span>
      )}
      {count?.value ? (
        <i
          class={isUnderWay ? 'bar under-way' : 'bar'}
          style={{ height: `${(count.value / highest) * 100}%` }}
        />
      ) : null}
    </button>
  );
}

/** Lines at round numbers, from the line between both sides. */
function Scale({ side, values, highest }: { side: Side; values: readonly number[]; highest: number }) {
  return (
    <div class={`scale ${side} small dim`} aria-hidden="true">
      {values.map((value) => (
        <span key={value} style={{ '--at': `${(value / highest) * 100}%` }}>
          {formatShortNumber(value)}
        </span>
      ))}
    </div>
  );
}
