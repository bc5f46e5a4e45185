import type { WebviewApi } from 'vscode-webview';
import type { OverviewContent } from '../../model/overview/report.ts';
import type { FromOverview } from '../../protocol/overview.ts';
import { type ValueChange, startPage } from '../shared/page.tsx';
import { OverviewView } from './overview.tsx';

/** Starts the overview page, which renders content from the extension and reports user actions. */
export function openOverviewPage(host: WebviewApi<unknown>): void {
  const send = (message: FromOverview) => host.postMessage(message);
  startPage<OverviewContent>(host, {
    identityOf: () => ({}),
    view: (content) => <OverviewView content={content} send={send} />,
    changesBetween: readingChanges,
    isWhole: (content) => content.kind === 'show' && content.panels !== null,
  });
}

/** Announces the end of loading. Intermediate numbers change too often for announcements. */
function readingChanges(before: OverviewContent, after: OverviewContent): ValueChange[] {
  if (before.kind === 'empty' || after.kind === 'empty') return [];
  const hasEnded = after.reading.state === 'settled' && before.reading.state !== 'settled';
  return hasEnded ? [{ id: 'reading', sentence: after.reading.line }] : [];
}
