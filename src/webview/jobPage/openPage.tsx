import * as l10n from '@vscode/l10n';
import type { WebviewApi } from 'vscode-webview';
import type { FromPage, PageContent, PageIdentity, PageState, ToPage } from '../../protocol/jobPage.ts';
import type { PageBoot } from '../../protocol/page.ts';
import { createLivePage } from '../shared/livePage.tsx';
import type { Change } from '../shared/viewState.ts';
import { changesBetween } from './changes.ts';
import { JobPageView } from './jobPage.tsx';

/** Connects the page and the extension: shows its messages, and posts the reader's actions. */
export function openPage(host: WebviewApi<unknown>, page: Document): void {
  const main = page.getElementById('page') ?? page.body;
  try {
    start(host, main, JSON.parse(page.getElementById('boot')?.textContent ?? '') as PageBoot<PageIdentity, PageContent>);
  } catch {
    main.textContent = l10n.t('This page could not start. Close it and open the job again.');
  }
}

function start(host: WebviewApi<unknown>, main: HTMLElement, boot: PageBoot<PageIdentity, PageContent>): void {
  const page = main.ownerDocument;
  l10n.config({ contents: boot.translations });
  const language = usableLanguage(boot.language);
  page.documentElement.lang = language;
  main.tabIndex = -1;
  const kept = keptState(host.getState(), boot);
  // HTML that VS Code shows again holds outdated content.
  const isFresh = kept.html !== boot.id;
  const state: PageState = { ...boot.state, html: boot.id };
  host.setState(kept.place === undefined ? state : { ...state, place: kept.place });

  const live = createLivePage<PageContent>({
    root: main,
    language,
    content: isFresh ? boot.content : { kind: 'empty', key: boot.state.key, connection: '', environment: null, notice: null },
    kept: kept.place,
    save: (place) => host.setState({ ...state, place }),
    view: (content) => <JobPageView content={content} send={(message) => host.postMessage(message)} />,
    changesBetween: (before, after) => changesOf(before, after, language),
    momentsOf,
    isWhole: (content) => content.kind === 'show' && !content.enriching,
  });
  main.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link) return;
    // VS Code would open the link by itself, in a trusted workspace without its question.
    event.preventDefault();
    event.stopPropagation();
    host.postMessage({ kind: 'openLink', url: link.href } satisfies FromPage);
  });
  page.defaultView?.addEventListener('message', ({ data }: MessageEvent<ToPage | null | undefined>) => {
    switch (data?.kind) {
      case 'show':
      case 'empty':
        return live.show(data);
      case 'keyCopied':
        return live.confirm(l10n.t('Key copied'));
      case 'linkCopied':
        return live.confirm(l10n.t('Link copied'));
      case 'valueCopied':
        return live.confirm(l10n.t('Value copied'));
      case undefined:
        return undefined;
    }
  });
  host.postMessage({ kind: 'ready', shown: isFresh } satisfies FromPage);
}

/** The kept state, unless it is another job's. */
function keptState(kept: unknown, { state }: PageBoot<PageIdentity, PageContent>): Partial<PageState> {
  const { key, baseUrl, row, html, place } = (kept ?? {}) as Partial<PageState>;
  return key === state.key && baseUrl === state.baseUrl && row === state.row ? { html, place } : {};
}

function changesOf(before: PageContent, after: PageContent, language: string): Change[] {
  return before.kind === 'show' && after.kind === 'show' ? changesBetween(before.job, after.job, language) : [];
}

function momentsOf(content: PageContent): number[] {
  if (content.kind === 'empty') return [];
  const { startedAt, updatedAt, completedAt } = content.job;
  return [startedAt?.ms, updatedAt?.ms, completedAt?.ms, content.staleSince].filter((ms) => ms != null);
}

/** The language as `Intl` accepts it, else English. */
function usableLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
