import * as l10n from '@vscode/l10n';
import type { JobPage } from '../../protocol.ts';
import { changingRow, element, section, word } from '../elements.ts';
import { foldedText } from '../foldedText.ts';
import type { PageContext } from '../pageContext.ts';

const longestName = 200;

export function people({ state, assignedTo, startedBy }: JobPage, context: PageContext): HTMLElement | null {
  if (state === 'unreadable' && assignedTo.length === 0 && startedBy === null) return null;
  const assigned = assignedTo.map((name, index) => element('li', {}, foldedText(`assignedTo/${index}`, name, context, longestName)));
  return section(
    'people',
    l10n.t('People'),
    'card',
    element(
      'dl',
      {},
      changingRow('assignedTo', l10n.t('Assigned to'), assigned.length === 0 ? word(l10n.t('unassigned')) : element('ul', {}, ...assigned)),
      changingRow('startedBy', l10n.t('Started by'), startedBy === null ? word(l10n.t('the service')) : foldedText('startedBy', startedBy, context, longestName)),
    ),
  );
}
