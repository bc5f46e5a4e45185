import * as l10n from '@vscode/l10n';
import type { ReportReading } from '../../model/overview/report.ts';
import type { FromOverview } from '../../protocol/overview.ts';
import { formatLength, minute } from '../../text/time.ts';
import { Button, ServiceText } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { usePage, useSend } from '../shared/page.tsx';

/** Age from which a report is marked as old, in milliseconds. */
const oldAfter = 15 * minute;

interface StripProps {
  reading: ReportReading;
  /** True if the page shows an error. A Try Again button then replaces the Refresh button. */
  isFailing: boolean | undefined;
}

/** Shows the number of jobs in the report, with buttons for loading all jobs and refreshing. */
export function Strip({ reading, isFailing }: StripProps) {
  const send = useSend<FromOverview>();
  const age = usePage().now - reading.at;
  const { state, progress, isWhole } = reading;
  const isOld = state === 'settled' && age >= oldAfter;
  const labels = {
    cancel: l10n.t('Cancel'),
    readAll: l10n.t('Read All'),
    refresh: l10n.t('Refresh'),
  };
  const kinds: (keyof typeof labels)[] = isFailing ? [] : ['refresh'];
  if (state === 'readingAll') kinds.unshift('cancel');
  else if (!isWhole) kinds.unshift('readAll');
  return (
    <div data-section="reading">
      <div class="strip">
        <p>
          {reading.line}
          {isOld && <strong> {l10n.t('This report is {0} old.', formatLength(age))}</strong>}
        </p>
        <div class="actions">
          {state === 'readingAll' && <span class="progress dim">{progress}</span>}
          {kinds.map((kind, index) => (
            // The key is the position, so that a button keeps the focus when its action changes.
            <Button
              key={index}
              id={kind}
              class={isOld && kind === 'refresh' ? 'secondary primary' : 'secondary'}
              label={labels[kind]}
              isDisabled={kind === 'refresh' && state !== 'settled'}
              press={() => send({ kind })}
            />
          ))}
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
