import { element } from './elements.ts';
import type { Change } from './changes.ts';

const markedFor = 4000;
const mostSentences = 6;

/** Marks what changed for a moment, and says it in a live region. */
export function createAnnouncer(page: Document, main: HTMLElement): { announce: (changes: readonly Change[]) => void; around: (render: () => void) => void } {
  const region = element('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  page.body.append(region);
  const marked = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly sentence: string | null }>();
  const elements = () => [...main.querySelectorAll<HTMLElement>('[data-value]')];
  const mark = () => {
    if (marked.size === 0) return;
    for (const each of elements()) each.classList.toggle('changed', marked.has(each.dataset['value'] ?? ''));
  };
  const unmark = (id: string) => {
    marked.delete(id);
    for (const each of elements()) if (each.dataset['value'] === id) withoutMark(each);
  };
  return {
    announce(changes) {
      if (changes.length === 0) return;
      for (const { id, sentence } of changes) {
        clearTimeout(marked.get(id)?.timer);
        marked.set(id, { timer: setTimeout(() => unmark(id), markedFor), sentence });
      }
      // What is still marked is said with it: list and single job tell of one change one after the other.
      const sentences = [...marked.values()].flatMap(({ sentence }) => (sentence === null ? [] : [sentence]));
      if (sentences.length > 0) region.textContent = sentences.slice(0, mostSentences).join('. ');
    },
    around(render) {
      // Marks are no part of what is rendered: with them, everything marked would look changed again.
      for (const each of main.querySelectorAll<HTMLElement>('.changed')) withoutMark(each);
      render();
      mark();
    },
  };
}

function withoutMark(each: HTMLElement): void {
  each.classList.remove('changed');
  if (each.className === '') each.removeAttribute('class');
}
