import type { StoredView } from '../../protocol/page.ts';

type Entries = StoredView['values'];

/** What the reader has opened and entered, by id; independent of the content. */
export type ViewValues = ReadonlyMap<string, Entries[number][1]>;

const mostIds = 300;
const longestId = 300;

/** Numbers repeated ids from the second on. */
export function numbered(ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  });
}

/** What is saved, limited in size. */
export function storedView(values: ViewValues, scroll: number): StoredView {
  return {
    values: [...values].filter(([id]) => id.length <= longestId).slice(-mostIds),
    scroll: Math.round(scroll),
  };
}

/**
 * Reads a saved view, as another version may have written it; invalid parts count as nothing opened, entered
 * or scrolled.
 */
export function readView(stored: unknown): { values: ViewValues; scroll: number } {
  const { values, scroll } = (stored ?? {}) as { [name in keyof StoredView]?: unknown };
  const isEntry = (item: unknown): item is Entries[number] =>
    Array.isArray(item) &&
    typeof item[0] === 'string' &&
    (item[1] === true || ['string', 'number'].includes(typeof item[1]));
  return {
    values: new Map(Array.isArray(values) ? values.filter(isEntry) : []),
    scroll: typeof scroll === 'number' ? scroll : 0,
  };
}

const savedAfter = 200;

/** The keys that move a page, itself or with the focus. */
const movingKey = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End|Tab| )$/;

/**
 * Saves the scroll position soon after a change, where scrolling ends and when the page is hidden or closed,
 * and restores it.
 * @param scroll the position to restore once the page is complete
 */
export function trackScroll(page: Document, scroll: number, save: (scroll: number) => void) {
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
  // At once where scrolling ended, because VS Code may take away the page before it has told that it is
  // hidden.
  for (const event of ['scrollend', 'pagehide']) view?.addEventListener(event, saveNow);
  for (const event of ['wheel', 'pointerdown'] as const) {
    page.addEventListener(event, isMoving, { passive: true });
  }
  page.addEventListener('keydown', ({ key }) => {
    if (movingKey.test(key)) isMoving();
  });
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
    restore(isWhole: boolean) {
      if (wanted === null) return;
      view?.scrollTo(0, wanted);
      if (isWhole) wanted = null;
    },
  };
}
