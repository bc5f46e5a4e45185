import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { pageBootSchema, pageStateSchema, toPageSchema, type FromPage, type PageBoot, type PageContent, type PageState, type ToPage } from '../protocol.ts';
import { createAnnouncer } from './announcing.ts';
import { changesBetween } from './changes.ts';
import { createCopyConfirmation } from './copyConfirmation.ts';
import { fitLabels, keepLabelsFitting } from './fitLabels.ts';
import { keepPlace } from './keepPlace.ts';
import { memoryOf } from './readingPlace.ts';
import { renderPage } from './renderPage.ts';
import { replaceSections, updateSection } from './replaceSections.ts';
import { timeline } from './sections/timeline.ts';
import { keepTicking, tick } from './ticking.ts';

/** What the page needs of VS Code's webview API. */
export interface PageHost {
  postMessage: (message: FromPage) => void;
  setState: (state: PageState) => void;
  /** What was set before the page was hidden, or another window was closed. */
  getState: () => unknown;
}

/** Brings the page to life: from here on it shows what the extension sends and sends back what the reader does. */
export function openPage(host: PageHost, page: Document): void {
  const main = page.getElementById('page');
  const boot = readBoot(page.getElementById('boot')?.textContent);
  if (main === null || boot === null) {
    (main ?? page.body).textContent = l10n.t('This page could not start. Close it and open the job again.');
    return;
  }
  l10n.config({ contents: boot.translations });
  const language = usableLanguage(boot.language);
  page.documentElement.lang = language;
  main.tabIndex = -1;
  const kept = keptState(host.getState(), boot);
  // HTML that comes back may hold what is no longer so.
  const isFresh = kept?.html !== boot.id;
  const { memory, scroll } = memoryOf(kept?.place);
  const state = { ...boot.state, html: boot.id };
  host.setState(kept?.place === undefined ? state : { ...state, place: kept.place });
  const place = keepPlace(page, memory, scroll, (next) => host.setState({ ...state, place: next }));
  const send = (message: FromPage) => host.postMessage(message);
  const confirmCopied = createCopyConfirmation(page);
  const announcer = createAnnouncer(page, main);
  let content: PageContent = isFresh ? boot.content : { kind: 'empty', key: boot.state.key, connection: '', problem: null };

  const show = (next: PageContent) => {
    content = next;
    // What already shows is brought to the same moment first: else the passing of time would look like a change.
    const now = Date.now();
    tick(main, now, language);
    announcer.around(() => replaceSections(main, renderPage(next, { now, language, memory, send })));
    fitLabels(main);
    tickNow();
    place.restore(next.kind === 'show' && !next.enriching);
  };
  const follow = (next: PageContent) => {
    if (content.kind === 'show' && next.kind === 'show') announcer.announce(changesBetween(content.job, next.job, language));
    show(next);
  };
  /** The line of an active job grows. */
  const growTimeline = (now: number) => {
    const shown = main.querySelector<HTMLElement>('[data-section=timeline]');
    if (shown === null || content.kind !== 'show' || content.job.state !== 'active') return;
    const fresh = timeline(content.job, content.staleSince, { now, language, memory, send });
    if (fresh === null) return;
    updateSection(shown, fresh);
    fitLabels(main);
  };
  const receive = (data: unknown) => {
    const message = parseMessage(data);
    switch (message?.kind) {
      case 'show':
      case 'empty':
        return follow(message);
      case 'keyCopied':
        return confirmCopied(l10n.t('Key copied'));
      case 'linkCopied':
        return confirmCopied(l10n.t('Link copied'));
      case undefined:
        return show(withProblem(content, l10n.t('A message from the extension could not be read. What is shown may be out of date.')));
    }
  };

  const tickNow = keepTicking(page, () => {
    const now = Date.now();
    growTimeline(now);
    return tick(main, now, language);
  });
  keepLabelsFitting(main);
  page.defaultView?.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
  show(content);
  send({ kind: 'ready', shown: isFresh });
}

/** A panel may have been another job's before. */
function keptState(kept: unknown, { state }: PageBoot): PageState | undefined {
  return kept != null && v.is(pageStateSchema, kept) && kept.key === state.key && kept.baseUrl === state.baseUrl ? kept : undefined;
}

function readBoot(json: string | null | undefined): PageBoot | null {
  try {
    const boot: unknown = JSON.parse(json ?? '');
    return v.is(pageBootSchema, boot) ? boot : null;
  } catch {
    return null;
  }
}

function parseMessage(data: unknown): ToPage | null {
  try {
    return v.is(toPageSchema, data) ? data : null;
  } catch {
    // Members nested thousands deep exhaust the stack.
    return null;
  }
}

function withProblem(content: PageContent, problem: string): PageContent {
  return content.kind === 'show' ? { ...content, notice: problem } : { ...content, problem };
}

/** The language as `Intl` accepts it, else English. */
function usableLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
