import type { FromPage } from '../protocol.ts';

/** What the reader opened: it outlives the elements, so that a new message does not close it. Keyed by `data-id`. */
export interface PageMemory {
  open: Set<string>;
  shownInFull: Set<string>;
  chunksShown: Map<string, number>;
}

export function emptyMemory(): PageMemory {
  return { open: new Set(), shownInFull: new Set(), chunksShown: new Map() };
}

/** What rendering needs beside the message. */
export interface PageContext {
  now: number;
  /** BCP 47 tag that `Intl` accepts. */
  language: string;
  memory: PageMemory;
  send: (message: FromPage) => void;
}
