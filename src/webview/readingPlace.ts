import * as v from 'valibot';
import { readingPlaceSchema, type ReadingPlace } from '../protocol.ts';
import type { PageMemory } from './pageContext.ts';

const mostIds = 300;
const longestId = 300;

/** What the reader opened and where they are, small enough to be kept. */
export function readingPlace({ open, shownInFull, chunksShown }: PageMemory, scroll: number): ReadingPlace {
  const kept = (ids: Iterable<string>) => [...ids].filter((id) => id.length <= longestId).slice(-mostIds);
  return {
    open: kept(open),
    shownInFull: kept(shownInFull),
    chunksShown: [...chunksShown].filter(([id]) => id.length <= longestId).slice(-mostIds),
    scroll: Math.round(scroll),
  };
}

/** The memory of a page that shows again; an empty one where nothing was kept. */
export function memoryOf(kept: unknown): { memory: PageMemory; scroll: number } {
  const place = v.is(readingPlaceSchema, kept) ? kept : undefined;
  return {
    memory: { open: new Set(place?.open), shownInFull: new Set(place?.shownInFull), chunksShown: new Map(place?.chunksShown) },
    scroll: place?.scroll ?? 0,
  };
}
