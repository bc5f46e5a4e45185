import { element } from './elements.ts';

const shownFor = 2000;

/** Returns what confirms that something was copied: the copy buttons say so for a moment, and so does a live region. */
export function createCopyConfirmation(page: Document): (sentence: string) => void {
  const region = element('p', { class: 'confirmation', 'aria-live': 'polite' });
  page.body.append(region);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (sentence) => {
    clearTimeout(timer);
    page.body.classList.add('copied');
    region.textContent = sentence;
    timer = setTimeout(() => {
      page.body.classList.remove('copied');
      region.textContent = '';
    }, shownFor);
  };
}
