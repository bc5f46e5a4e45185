import * as l10n from '@vscode/l10n';
import type { JobPage, Moment } from '../../protocol.ts';
import { formatAbsolute, timestampOffset } from '../../text/time.ts';
import { disclosure } from '../disclosure.ts';
import { changingRow, dotted, element, row, section, serviceText, word } from '../elements.ts';
import { foldedText } from '../foldedText.ts';
import type { PageContext } from '../pageContext.ts';
import { relativeTime } from '../ticking.ts';

const longestTimestamp = 80;

export function times(job: JobPage, context: PageContext): HTMLElement | null {
  const named: [id: string, name: string, moment: Moment | null, absent: string][] = [
    ['startedAt', l10n.t('Started'), job.startedAt, l10n.t('not set')],
    ['updatedAt', l10n.t('Updated'), job.updatedAt, l10n.t('not set')],
    ['completedAt', l10n.t('Completed'), job.completedAt, job.state === 'active' ? l10n.t('still active') : l10n.t('not set')],
  ];
  const present = named.filter(([, , moment]) => moment !== null);
  if (job.state === 'unreadable' && present.length === 0) return null;
  const rows = named.map(([id, name, moment, absent]) => changingRow(id, name, moment === null ? word(absent) : momentText(name, moment, context)));
  const asSent = () =>
    element('dl', { class: 'small' }, ...present.map(([, name, moment]) => row(name, element('code', {}, foldedText(`sent/${name}`, moment?.text ?? '', context, longestTimestamp)))));
  const sent = present.length === 0 ? [] : [disclosure('timesAsSent', [element('span', { class: 'small dim' }, l10n.t('As the service sent them'))], asSent, context.memory)];
  return section('times', l10n.t('Times'), 'card', element('dl', {}, ...rows), ...sent);
}

function momentText(name: string, { text, ms }: Moment, context: PageContext): HTMLElement {
  if (ms === null) {
    return element(
      'div',
      {},
      foldedText(`moment/${name}`, text, context, longestTimestamp),
      element('div', { class: 'small dim' }, l10n.t('could not be read as a time')),
    );
  }
  const offset = timestampOffset(text);
  const secondary = [relativeTime(ms, context.now, context.language), ...(offset === null ? [] : [serviceText(l10n.t('sent as {0}', offset))])];
  return element(
    'div',
    {},
    element('time', { datetime: new Date(ms).toISOString(), title: text }, formatAbsolute(ms, context.language)),
    element('div', { class: 'small dim' }, ...dotted(secondary)),
  );
}
