import * as l10n from '@vscode/l10n';
import { element } from './elements.ts';

const shownFor = 2000;

/** Returns what confirms a copied key: the copy buttons say so for a moment, and so does a live region. */
export function createCopyConfirmation(page: Document): () => void {
  const region = element('p', { class: 'confirmation', 'aria-live': 'polite' });
  page.body.append(region);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    page.body.classList.add('copied');
    region.textContent = l10n.t('Key copied');
    timer = setTimeout(() => {
      page.body.classList.remove('copied');
      region.textContent = '';
    }, shownFor);
  };
}
