import * as l10n from '@vscode/l10n';
import type { WebviewApi } from 'vscode-webview';
import type { FromPage, PageContent, PageIdentity } from '../../protocol/jobPage.ts';
import { oneLine } from '../../text/inert.ts';
import { startPage } from '../shared/startPage.tsx';
import { changesBetween } from './changes.ts';
import { stateWord } from './heading.tsx';
import { JobPageView } from './jobPage.tsx';

/** Connects the page to the extension: shows content from its messages and posts the reader's actions. */
export function openPage(host: WebviewApi<unknown>, page: Document): void {
  const send = (message: FromPage) => host.postMessage(message);
  const { root, content } = startPage<PageIdentity, PageContent>(host, page, {
    failure: () => l10n.t('This page could not start. Close it and open the job again.'),
    stateOf: (shown) => shown.page,
    emptyOf: (shown) => ({
      kind: 'empty',
      page: shown.page,
      name: null,
      connection: '',
      environment: null,
      notice: null,
    }),
    view: (shown) => <JobPageView content={shown} send={send} />,
    changesBetween: (before, after) =>
      before.kind === 'show' && after.kind === 'show' ? changesBetween(before.job, after.job) : [],
    momentsOf,
    isWhole: (shown) => shown.kind === 'show' && !shown.enriching,
    titleOf: (shown) =>
      shown.kind === 'show' ? `${oneLine(shown.job.title)}. ${stateWord(shown.job.state)}` : l10n.t('Job'),
  });
  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link) return;
    // Left to the extension, because VS Code opens links of pages in a trusted workspace without asking.
    event.preventDefault();
    event.stopPropagation();
    send({ kind: 'openLink', url: link.href });
  });
  // Keeps a page in which the reader types.
  root.addEventListener('input', () => {
    const shown = content();
    if (shown?.kind === 'show' && shown.isPreview) send({ kind: 'keepOpen' });
  });
}

function momentsOf(content: PageContent): number[] {
  if (content.kind === 'empty') return [];
  const moments = content.job.cards.flatMap(({ members }) =>
    members.flatMap(({ value }) => (value?.kind === 'moment' ? [value.moment.ms] : [])),
  );
  return [...moments, content.staleSince].filter((ms) => ms !== null);
}
