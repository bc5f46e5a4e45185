import type { ReadingPlace } from '../protocol.ts';
import type { PageMemory } from './pageContext.ts';
import { readingPlace } from './readingPlace.ts';

const savedAfter = 200;

/** Saves where the reader is soon after it changed, and when the page is about to go; brings the page back to where it was. */
export function keepPlace(page: Document, memory: PageMemory, scroll: number, save: (place: ReadingPlace) => void): { restore: (isWhole: boolean) => void } {
  const view = page.defaultView;
  let wanted: number | null = scroll > 0 ? scroll : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveNow = () => {
    clearTimeout(timer);
    timer = undefined;
    save(readingPlace(memory, wanted ?? view?.scrollY ?? 0));
  };
  const saveSoon = () => {
    timer ??= setTimeout(saveNow, savedAfter);
  };
  const isMoving = () => {
    wanted = null;
  };
  view?.addEventListener('scroll', saveSoon, { passive: true });
  view?.addEventListener('pagehide', saveNow);
  for (const event of ['wheel', 'pointerdown', 'keydown'] as const) page.addEventListener(event, isMoving, { passive: true });
  for (const event of ['toggle', 'click'] as const) page.addEventListener(event, saveSoon, { capture: true });
  page.addEventListener('visibilitychange', () => {
    if (page.hidden) saveNow();
  });
  return {
    /** The page grows as its content comes. */
    restore(isWhole) {
      if (wanted === null) return;
      view?.scrollTo(0, wanted);
      if (isWhole) wanted = null;
    },
  };
}
