import * as l10n from '@vscode/l10n';
import { pageBootSchema, pageStateSchema, toPageSchema, type FromPage, type PageBoot, type PageState, type ToPage } from '../protocol.ts';
import { createAnnouncer } from './announcing.ts';
import { changesBetween } from './changes.ts';
import { createCopyConfirmation } from './copyConfirmation.ts';
import { fitLabels, keepLabelsFitting } from './fitLabels.ts';
import { keepPlace } from './keepPlace.ts';
import { memoryOf } from './readingPlace.ts';
import { renderPage, type PageContent } from './renderPage.ts';
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
  const boot = parseBoot(page.body.dataset['boot']);
  if (main === null || boot === null) {
    (main ?? page.body).textContent = l10n.t('This page could not start. Close it and open the job again.');
    return;
  }
  l10n.config({ contents: boot.translations });
  const language = usableLanguage(boot.language);
  page.documentElement.lang = language;
  main.tabIndex = -1;
  const kept = keptPlace(host.getState(), boot);
  const { memory, scroll } = memoryOf(kept);
  host.setState(kept === undefined ? boot.state : { ...boot.state, place: kept });
  const place = keepPlace(page, memory, scroll, (next) => host.setState({ ...boot.state, place: next }));
  const send = (message: FromPage) => host.postMessage(message);
  const confirmCopied = createCopyConfirmation(page);
  const announcer = createAnnouncer(page, main);
  let content: PageContent = { kind: 'empty', key: boot.state.key, connection: '', problem: null };

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
  send({ kind: 'ready' });
}

/** A panel may have been another job's before. */
function keptPlace(kept: unknown, { state }: PageBoot): PageState['place'] {
  const reading = pageStateSchema.safeParse(kept).data;
  return reading?.key === state.key && reading.baseUrl === state.baseUrl ? reading.place : undefined;
}

function parseBoot(json: string | undefined): PageBoot | null {
  try {
    return pageBootSchema.parse(JSON.parse(json ?? ''));
  } catch {
    return null;
  }
}

function parseMessage(data: unknown): ToPage | null {
  try {
    return toPageSchema.parse(data);
  } catch {
    // Not only what zod rejects: members nested thousands deep exhaust the stack.
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
