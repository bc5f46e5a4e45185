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
    identityOf: ({ page }) => page,
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
