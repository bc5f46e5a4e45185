import * as l10n from '@vscode/l10n';
import type { Reading, Scope } from '../../protocol/overview.ts';
import { formatLength, minute } from '../../text/time.ts';
import { Button, ServiceText } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { usePage } from '../shared/page.tsx';
import type { Send } from './panel.tsx';
import { ScopeControl } from './scopeControl.tsx';

/** From this age on a report says how old it is. */
const oldAfter = 15 * minute;

interface StripProps {
  reading: Reading;
  scope: Scope;
  isFailing: boolean | undefined;
  send: Send;
}

/** What the report is of, and the scope of the panels. */
export function Strip({ reading, scope, isFailing, send }: StripProps) {
  const age = usePage().now - reading.at;
  const isOld = reading.state === 'settled' && age >= oldAfter;
  return (
    <div data-section="reading">
      <div class="strip">
        <p>
          {reading.line}
          {isOld && <strong> {l10n.t('This report is {0} old.', formatLength(age))}</strong>}
        </p>
        {reading.parts.length > 0 && <PartsBar parts={reading.parts} />}
        <div class="actions">
          <ReadingButtons reading={reading} isOld={isOld} isFailing={isFailing} send={send} />
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

/** Shows which parts of the list were read, as the line says. */
function PartsBar({ parts }: { parts: Reading['parts'] }) {
  const percent = (share: number) => `${share * 100}%`;
  return (
    <div class="parts not-read" aria-hidden="true">
      {parts.map(({ from, to }) => (
        <span key={from} style={{ left: percent(from), width: percent(to - from) }} />
      ))}
    </div>
  );
}

interface ReadingButtonsProps {
  reading: Reading;
  isOld: boolean;
  /** Whether the notice of a failure offers to try again. */
  isFailing: boolean | undefined;
  send: Send;
}

function ReadingButtons({
  reading: { state, progress, isWhole },
  isOld,
  isFailing,
  send,
}: ReadingButtonsProps) {
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
          class={isOld ? 'secondary primary' : 'secondary'}
          label={l10n.t('Refresh')}
          isDisabled={state !== 'settled'}
          press={() => send({ kind: 'refresh' })}
        />
      )}
    </>
  );
}
