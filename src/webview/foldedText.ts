import * as l10n from '@vscode/l10n';
import { formatNumber } from '../text/number.ts';
import { button, element, serviceText } from './elements.ts';
import type { PageContext } from './pageContext.ts';

const longest = 600;

/** Service text; past `limit` only its beginning, with a button that shows the rest. */
export function foldedText(id: string, text: string, { memory, language }: PageContext, limit = longest): HTMLElement {
  if (text.length <= limit) return serviceText(text, 'text');
  const update = (toggle: HTMLElement) => {
    const whole = memory.shownInFull.has(id);
    toggle.previousElementSibling?.replaceChildren(serviceText(whole ? text : `${beginning(text, limit)}…`, 'text'));
    toggle.textContent = whole ? l10n.t('Show less') : l10n.t('Show all {0} characters', formatNumber(text.length, language));
    toggle.setAttribute('aria-expanded', String(whole));
  };
  const toggle = button({
    id: `text:${id}`,
    label: '',
    press: (pressed) => {
      if (!memory.shownInFull.delete(id)) memory.shownInFull.add(id);
      update(pressed);
    },
  });
  toggle.className = 'link';
  const folded = element('span', {}, element('span'), ' ', toggle);
  update(toggle);
  return folded;
}

/** The first `limit` UTF-16 units, without half a character at the end. */
function beginning(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}
