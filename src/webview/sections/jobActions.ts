import * as l10n from '@vscode/l10n';
import type { JobPage } from '../../protocol.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { element, section, serviceText, word } from '../elements.ts';
import type { PageContext } from '../pageContext.ts';
import { restMembers } from '../restMembers.ts';

const most = 200;

/** What the service says can be done with the job; nothing of it can be done from here. */
export function jobActions({ actions }: JobPage, context: PageContext): HTMLElement | null {
  if (actions.length === 0) return null;
  const head = element('tr', {}, element('th', { scope: 'col' }, l10n.t('Action')), element('th', { scope: 'col' }, l10n.t('Key')));
  const rows = actions.slice(0, most).map(({ key, name, rest }, index) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, serviceText(oneLine(name)), ...restMembers(rest, `actions/${index}/rest`, context)),
      element('td', { class: 'dim' }, key === null ? word(l10n.t('none')) : element('code', {}, serviceText(oneLine(key)))),
    ),
  );
  const left = actions.length - rows.length;
  const note = left <= 0 ? [] : [element('p', { class: 'small dim' }, l10n.t('{0} more; see “Open as JSON”.', formatNumber(left, context.language)))];
  return section('jobActions', l10n.t('Actions of the service'), 'block', element('table', { 'aria-labelledby': 'heading-jobActions' }, element('thead', {}, head), element('tbody', {}, ...rows)), ...note);
}
