import * as l10n from '@vscode/l10n';
import { formatAbsolute } from '../../text/time.ts';
import { element, phrase } from '../elements.ts';
import type { PageContext } from '../pageContext.ts';
import { relativeTime } from '../ticking.ts';

/**
 * Since when nothing is known any more; not part of the notice, which would be read out with each tick.
 * Without a full stop: in some languages a time ends in one of its own.
 */
export function stale(since: number | null, context: PageContext): HTMLElement | null {
  if (since === null) return null;
  const time = element('time', { datetime: new Date(since).toISOString() }, formatAbsolute(since, context.language));
  return element('p', { 'data-section': 'stale', class: 'up-to-date dim' }, phrase(l10n.t('Last up to date {0}, {1}'), relativeTime(since, context.now, context.language), time));
}
