import type { ReadingPlace } from '../../protocol/page.ts';

/** What the reader has opened and entered, by id; independent of the content. */
export interface Place {
  /** Disclosures that are open, and texts and lists that are shown in full. */
  readonly open: ReadonlySet<string>;
  readonly shownCounts: ReadonlyMap<string, number>;
  /** Texts and choices in controls. */
  readonly inputs: ReadonlyMap<string, string>;
}

const mostIds = 300;
const longestId = 300;

/** The place, limited in size for saving. */
export function readingPlace({ open, shownCounts, inputs }: Place, scroll: number): ReadingPlace {
  const kept = (ids: Iterable<string>) => [...ids].filter((id) => id.length <= longestId).slice(-mostIds);
  const keptPairs = <T>(pairs: Iterable<[string, T]>) => [...pairs].filter(([id]) => id.length <= longestId).slice(-mostIds);
  return { open: kept(open), shownCounts: keptPairs(shownCounts), inputs: keptPairs(inputs), scroll: Math.round(scroll) };
}

/** Reads a saved place, as another version may have written it; invalid parts count as nothing opened, entered or scrolled. */
export function placeFrom(kept: unknown): { place: Place; scroll: number } {
  const { open, shownCounts, inputs, scroll } = (kept ?? {}) as { [name in keyof ReadingPlace]?: unknown };
  const ids = (value: unknown) => new Set(itemsOf(value).filter((id) => typeof id === 'string'));
  const pairs = <T>(value: unknown, type: string) => new Map(itemsOf(value).filter((item): item is [string, T] => Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === type));
  return {
    place: { open: ids(open), shownCounts: pairs(shownCounts, 'number'), inputs: pairs(inputs, 'string') },
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const savedAfter = 200;

/**
 * Saves the scroll position soon after a change and when the page is hidden or closed, and restores it.
 * @param scroll the position to restore once the page is complete
 */
export function keepPlace(page: Document, scroll: number, save: (scroll: number) => void): { saveSoon: () => void; restore: (isWhole: boolean) => void; begin: () => void } {
  const view = page.defaultView;
  let wanted: number | null = scroll > 0 ? scroll : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveNow = () => {
    clearTimeout(timer);
    timer = undefined;
    save(wanted ?? view?.scrollY ?? 0);
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
  page.addEventListener('visibilitychange', () => {
    if (page.hidden) saveNow();
  });
  return {
    saveSoon,
    /** Forgets the position, for content of something else. */
    begin() {
      wanted = null;
      view?.scrollTo(0, 0);
    },
    restore(isWhole) {
      if (wanted === null) return;
      view?.scrollTo(0, wanted);
      if (isWhole) wanted = null;
    },
  };
}
