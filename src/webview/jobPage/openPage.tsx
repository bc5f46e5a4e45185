import * as l10n from '@vscode/l10n';
import type { WebviewApi } from 'vscode-webview';
import type { FromPage, PageContent, PageIdentity, ToPage } from '../../protocol/jobPage.ts';
import { oneLine } from '../../text/inert.ts';
import { createPageRoot } from '../shared/pageRoot.tsx';
import { startPage, type StartedPage } from '../shared/startPage.ts';
import type { Change } from '../shared/viewState.ts';
import { changesBetween } from './changes.ts';
import { stateWord } from './heading.tsx';
import { JobPageView } from './jobPage.tsx';

/** Connects the page to the extension: shows content from its messages and posts the reader's actions. */
export function openPage(host: WebviewApi<unknown>, page: Document): void {
  startPage<PageIdentity, PageContent>(host, page, {
    failure: () => l10n.t('This page could not start. Close it and open the job again.'),
    isKept: isSame,
    start: (started) => start(host, started),
  });
}

function isSame({ key, baseUrl, row }: Partial<PageIdentity>, page: PageIdentity): boolean {
  return key === page.key && baseUrl === page.baseUrl && row === page.row;
}

function start(host: WebviewApi<unknown>, { main, boot, isFresh, kept, save, turnTo }: StartedPage<PageIdentity, PageContent>): void {
  let page = boot.state;
  let isPreview = boot.content.kind === 'show' && boot.content.isPreview;
  const live = createPageRoot<PageContent>({
    root: main,
    content: isFresh ? boot.content : { kind: 'empty', page, name: null, connection: '', environment: null, notice: null },
    kept,
    save,
    view: (content) => <JobPageView content={content} send={(message) => host.postMessage(message)} />,
    changesBetween: (before, after) => changesOf(before, after),
    momentsOf,
    isWhole: (content) => content.kind === 'show' && !content.enriching,
  });
  main.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link) return;
    // Left to the extension, because VS Code opens links of pages in a trusted workspace without asking.
    event.preventDefault();
    event.stopPropagation();
    host.postMessage({ kind: 'openLink', url: link.href } satisfies FromPage);
  });
  // A page that is worked with stays.
  main.addEventListener('input', () => isPreview && host.postMessage({ kind: 'keepOpen' } satisfies FromPage));
  main.ownerDocument.defaultView?.addEventListener('message', ({ data }: MessageEvent<ToPage | null | undefined>) => {
    switch (data?.kind) {
      case 'show':
      case 'empty':
        isPreview = data.kind === 'show' && data.isPreview;
        if (isSame(data.page, page)) return live.show(data);
        page = data.page;
        turnTo(page);
        return live.turnTo(data, data.kind === 'show' ? `${oneLine(data.job.title)}. ${stateWord(data.job.state)}` : l10n.t('Job'));
      case 'copied':
        return live.confirm(data.sentence);
      case undefined:
        return undefined;
    }
  });
  host.postMessage({ kind: 'ready', shown: isFresh } satisfies FromPage);
}

function changesOf(before: PageContent, after: PageContent): Change[] {
  return before.kind === 'show' && after.kind === 'show' ? changesBetween(before.job, after.job) : [];
}

function momentsOf(content: PageContent): number[] {
  if (content.kind === 'empty') return [];
  const { startedAt, updatedAt, completedAt } = content.job;
  return [startedAt?.ms, updatedAt?.ms, completedAt?.ms, content.staleSince].filter((ms) => ms != null);
}
