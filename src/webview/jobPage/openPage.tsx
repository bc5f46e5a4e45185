import * as l10n from '@vscode/l10n';
import type { WebviewApi } from 'vscode-webview';
import type { PageContent } from '../../model/jobPage/panelContent.ts';
import type { FromPage } from '../../protocol/jobPage.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { startPage } from '../shared/page.tsx';
import { jobChanges } from './changes.ts';
import { pageTitle, stateLabel } from './heading.tsx';
import { JobPageView } from './jobPage.tsx';

/** Starts the job page, which renders content from the extension and reports user actions. */
export function openJobPage(host: WebviewApi<unknown>): void {
  const send = (message: FromPage) => host.postMessage(message);
  startPage<PageContent>(host, {
    failure: () => l10n.t('This page could not start. Close it and open the job again.'),
    identityOf: ({ page }) => page,
    emptyOf: ({ page }) => ({
      kind: 'empty',
      page,
      name: null,
      connection: '',
      environment: null,
      notice: null,
    }),
    view: (content) => <JobPageView content={content} send={send} />,
    changesBetween: (before, after) =>
      before.kind === 'show' && after.kind === 'show'
        ? jobChanges(before.job, after.job, before.isEndNotified)
        : [],
    isWhole: (content) => content.kind === 'show' && !content.isLoading,
    titleOf: (content) => {
      const title = singleLine(pageTitle(content));
      return content.kind === 'show' ? `${title}. ${stateLabel(content.job.state)}` : title;
    },
  });
}
