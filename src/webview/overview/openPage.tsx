import * as l10n from '@vscode/l10n';
import type { WebviewApi } from 'vscode-webview';
import type { FromOverview, OverviewPageContent, ToOverview } from '../../protocol/overview.ts';
import { createPageRoot } from '../shared/pageRoot.tsx';
import { startPage, type StartedPage } from '../shared/startPage.ts';
import type { Change } from '../shared/viewState.ts';
import { OverviewView } from './overview.tsx';

/** Connects the page to the extension: shows content from its messages and posts the reader's actions. */
export function openPage(host: WebviewApi<unknown>, page: Document): void {
  startPage<null, OverviewPageContent>(host, page, {
    failure: () => l10n.t('This page could not start. Close it and open the overview again.'),
    isKept: () => true,
    start: (started) => start((message) => host.postMessage(message), started),
  });
}

function start(send: (message: FromOverview) => void, { main, boot, isFresh, kept, save }: StartedPage<null, OverviewPageContent>): void {
  const live = createPageRoot<OverviewPageContent>({
    root: main,
    content: isFresh ? boot.content : { kind: 'empty', connection: '', environment: null, notice: null },
    kept,
    save,
    view: (content) => <OverviewView content={content} send={send} />,
    changesBetween,
    momentsOf: (content) => (content.kind === 'empty' ? [] : (content.panels?.first.picture ?? []).flatMap(({ startedAt }) => startedAt ?? [])),
    isWhole: (content) => content.kind === 'overview' && content.panels !== null,
  });
  main.ownerDocument.defaultView?.addEventListener('message', ({ data }: MessageEvent<ToOverview | null | undefined>) => {
    switch (data?.kind) {
      case 'overview':
      case 'empty':
        return live.show(data);
      case 'copied':
        return live.confirm(data.sentence);
      case undefined:
        return undefined;
    }
  });
  send({ kind: 'ready', shown: isFresh });
}

/** Announces only the end of the reading, because numbers change too often to be announced. */
function changesBetween(before: OverviewPageContent, after: OverviewPageContent): Change[] {
  if (before.kind === 'empty' || after.kind === 'empty') return [];
  const hasEnded = after.reading.state === 'settled' && before.reading.state !== 'settled';
  return hasEnded ? [{ id: 'reading', sentence: after.reading.line }] : [];
}
