import { formatDuration, formatRelative } from '../text/time.ts';
import { element } from './elements.ts';

type Kind = 'duration' | 'relative';

/** `3 h 12 min` since `from`, kept up to date by `tick`. */
export function runningDuration(from: number, now: number, language: string): HTMLElement {
  return ticking('duration', from, now, language);
}

/** `3 hours ago`, kept up to date by `tick`. */
export function relativeTime(ms: number, now: number, language: string): HTMLElement {
  return ticking('relative', ms, now, language);
}

function ticking(kind: Kind, from: number, now: number, language: string): HTMLElement {
  return element('span', { 'data-ticks': kind, 'data-from': String(from) }, textOf(kind, from, now, language));
}

function textOf(kind: Kind, from: number, now: number, language: string): string {
  return kind === 'duration' ? formatDuration(now - from, language) : formatRelative(from, now, language);
}

/** Brings every ticking text to `now`; returns how long the texts hold in milliseconds, or null where there are none. */
export function tick(root: HTMLElement, now: number, language: string): number | null {
  let holds: number | null = null;
  for (const each of root.querySelectorAll<HTMLElement>('[data-ticks]')) {
    const kind: Kind = each.dataset['ticks'] === 'duration' ? 'duration' : 'relative';
    const from = Number(each.dataset['from']);
    const text = textOf(kind, from, now, language);
    if (each.firstChild?.nodeValue !== text) each.replaceChildren(text);
    holds = Math.min(holds ?? Infinity, Math.abs(now - from) < 60_000 ? 1000 : 30_000);
  }
  return holds;
}

/** Runs `update` now and again after as many milliseconds as it returned; stops while the page is hidden. Call the result to run it at once. */
export function keepTicking(page: Document, update: () => number | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    clearTimeout(timer);
    if (page.hidden) return;
    const holds = update();
    if (holds !== null) timer = setTimeout(run, holds);
  };
  page.addEventListener('visibilitychange', run);
  run();
  return run;
}
