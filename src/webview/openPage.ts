import * as l10n from '@vscode/l10n';
import { pageBootSchema, toPageSchema, type FromPage, type PageBoot, type PageState, type ToPage } from '../protocol.ts';
import { createCopyConfirmation } from './copyConfirmation.ts';
import { emptyMemory } from './pageContext.ts';
import { renderPage, type PageContent } from './renderPage.ts';
import { replaceSections } from './replaceSections.ts';
import { keepTicking, tick } from './ticking.ts';

/** What the page needs of VS Code's webview API. */
export interface PageHost {
  postMessage: (message: FromPage) => void;
  setState: (state: PageState) => void;
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
  host.setState(boot.state);

  const memory = emptyMemory();
  const send = (message: FromPage) => host.postMessage(message);
  const confirmCopied = createCopyConfirmation(page);
  let content: PageContent = { kind: 'empty', key: boot.state.key, connection: '', problem: null };

  const show = (next: PageContent) => {
    content = next;
    // What already shows is brought to the same moment first: else the passing of time would look like a change.
    const now = Date.now();
    tick(main, now, language);
    replaceSections(main, renderPage(content, { now, language, memory, send }));
    tickNow();
  };
  const receive = (data: unknown) => {
    const message = parseMessage(data);
    switch (message?.kind) {
      case 'show':
      case 'empty':
        return show(message);
      case 'keyCopied':
        return confirmCopied();
      case undefined:
        return show(withProblem(content, l10n.t('A message from the extension could not be read. What is shown may be out of date.')));
    }
  };

  const tickNow = keepTicking(page, () => tick(main, Date.now(), language));
  page.defaultView?.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
  show(content);
  send({ kind: 'ready' });
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
