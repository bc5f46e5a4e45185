import type { ReadingPlace } from '../../protocol/page.ts';

/** What the reader opened and entered, by id; new content does not change it. */
export interface Place {
  readonly open: ReadonlySet<string>;
  readonly shownInFull: ReadonlySet<string>;
  readonly shownCounts: ReadonlyMap<string, number>;
  /** What was typed and chosen. */
  readonly inputs: ReadonlyMap<string, string>;
}

const mostIds = 300;
const longestId = 300;

/** The place, small enough to be kept. */
export function readingPlace({ open, shownInFull, shownCounts, inputs }: Place, scroll: number): ReadingPlace {
  const kept = (ids: Iterable<string>) => [...ids].filter((id) => id.length <= longestId).slice(-mostIds);
  const keptPairs = <T>(pairs: Iterable<[string, T]>) => [...pairs].filter(([id]) => id.length <= longestId).slice(-mostIds);
  return { open: kept(open), shownInFull: kept(shownInFull), shownCounts: keptPairs(shownCounts), inputs: keptPairs(inputs), scroll: Math.round(scroll) };
}

/** The kept place, of this build or an older one; the page's beginning where it cannot be read. */
export function placeFrom(kept: unknown): { place: Place; scroll: number } {
  const { open, shownInFull, shownCounts, inputs, scroll } = (kept ?? {}) as { [name in keyof ReadingPlace]?: unknown };
  const ids = (value: unknown) => new Set(itemsOf(value).filter((id) => typeof id === 'string'));
  const pairs = <T>(value: unknown, type: string) => new Map(itemsOf(value).filter((item): item is [string, T] => Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === type));
  return {
    place: { open: ids(open), shownInFull: ids(shownInFull), shownCounts: pairs(shownCounts, 'number'), inputs: pairs(inputs, 'string') },
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const savedAfter = 200;

/**
 * Saves the scroll position soon after a change and when the page is hidden or closed, and restores it.
 * @param scroll to be restored once the page is long enough
 */
export function keepPlace(page: Document, scroll: number, save: (scroll: number) => void): { saveSoon: () => void; restore: (isWhole: boolean) => void } {
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
    restore(isWhole) {
      if (wanted === null) return;
      view?.scrollTo(0, wanted);
      if (isWhole) wanted = null;
    },
  };
}
