import * as l10n from '@vscode/l10n';
import { oneLine } from '../../text/inert.ts';
import { element, phrase, serviceText } from '../elements.ts';

/** Which service this comes from: a page may outlive a change of the connection. */
export function service(connection: string): HTMLElement | null {
  if (connection === '') return null;
  return element('footer', { 'data-section': 'service', class: 'small dim' }, phrase(l10n.t('From {0}'), serviceText(oneLine(connection))));
}
