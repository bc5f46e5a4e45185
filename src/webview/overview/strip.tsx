import * as l10n from '@vscode/l10n';
import type { OverviewContent, Reading, Scope } from '../../protocol/overview.ts';
import { formatNumber, formatShare } from '../../text/number.ts';
import { Button, phrase, ServiceText } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { AbsoluteTime } from '../shared/times.tsx';
import { hatched } from './pictures/svg.tsx';
import type { Send } from './panel.tsx';
import { ScopeControl } from './scopeControl.tsx';

/** The progress of the reading, and the scope of the panels. */
export function Strip({
  reading,
  scope,
  isFailing,
  send,
}: {
  reading: Reading;
  scope: Scope;
  isFailing: boolean;
  send: Send;
}) {
  return (
    <div data-section="reading">
      <div class="strip">
        <p>
          {reading.line} <span class="dim">{reading.time}</span>
        </p>
        {reading.parts.length > 0 && <PartsBar parts={reading.parts} />}
        <div class="actions">
          <ReadingButtons reading={reading} isFailing={isFailing} send={send} />
          <ScopeControl scope={scope} send={send} />
        </div>
      </div>
      {reading.remarks.length > 0 && (
        <ul class="remarks dim">
          {reading.remarks.map((remark) => (
            <li key={remark}>
              <Icon of={icons.warning} />
              <ServiceText>{remark}</ServiceText>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows which parts of the list were read. */
function PartsBar({ parts }: { parts: Reading['parts'] }) {
  const read = Math.min(
    1,
    parts.reduce((sum, { from, to }) => sum + to - from, 0),
  );
  const share = formatShare(read);
  const text =
    read >= 1
      ? l10n.t('The whole list was read.')
      : l10n.t('In the order of the list: {0} read, {1} not read', share, formatShare(1 - read));
  return (
    <svg class="parts" height="8" role="img" aria-label={text}>
      <rect class="not-read" width="100%" height="8" fill={hatched} />
      {parts.map(({ from, to }, index) => (
        <rect key={index} class="part" x={`${from * 100}%`} width={`${(to - from) * 100}%`} height="8" />
      ))}
    </svg>
  );
}

/** @param isFailing whether the notice of a failure offers to try again */
function ReadingButtons({
  reading: { state, progress, isWhole },
  isFailing,
  send,
}: {
  reading: Reading;
  isFailing: boolean;
  send: Send;
}) {
  const isReadingAll = state === 'readingAll';
  return (
    <>
      {isReadingAll && progress !== null && <span class="progress dim">{progress}</span>}
      {(isReadingAll || !isWhole) && (
        <Button
          id="readAll"
          label={isReadingAll ? l10n.t('Cancel') : l10n.t('Read All')}
          press={() => send({ kind: isReadingAll ? 'cancel' : 'readAll' })}
        />
      )}
      {!isFailing && (
        <Button
          id="refresh"
          label={l10n.t('Refresh')}
          isDisabled={state !== 'settled'}
          press={() => send({ kind: 'refresh' })}
        />
      )}
    </>
  );
}

/** How many numbers changed since the reader last left the page. */
export function ChangedSince({
  changes: { since, count },
}: {
  changes: NonNullable<OverviewContent['changes']>;
}) {
  const sentence =
    count === 1
      ? l10n.t('1 number changed since you last looked, {0}')
      : l10n.t('{1} numbers changed since you last looked, {0}');
  return (
    <p class="changed-since dim">
      <span class="was" aria-hidden="true">
        ▴
      </span>{' '}
      {phrase(sentence, <AbsoluteTime at={since} isBrief />, formatNumber(count))}
    </p>
  );
}
