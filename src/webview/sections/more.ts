import * as l10n from '@vscode/l10n';
import type { JobPage } from '../../protocol.ts';
import { element, section, word } from '../elements.ts';
import { jsonTree } from '../jsonTree.ts';
import type { PageContext } from '../pageContext.ts';

/** Every member the interface document does not name. */
export function more({ more: members, fields, actions, log }: JobPage, enriching: boolean, context: PageContext): HTMLElement | null {
  if (Object.keys(members).length > 0) return section('more', l10n.t('More from the service'), 'more', jsonTree(members, 'more', context));
  // With this much from the service, that there is no more goes without saying.
  if (enriching || fields.length + actions.length + log.length > 0) return null;
  return section('more', l10n.t('More from the service'), 'more', element('p', {}, word(l10n.t('The service sent nothing more about this job.'))));
}
