import type { FromOverview, OverviewPageContent } from '../../../../src/protocol/overview.ts';
import { OverviewView } from '../../../../src/webview/overview/overview.tsx';
import { rendered } from '../builders.tsx';

/** Renders the overview, and records what it sends. */
export function renderedOverview(content: OverviewPageContent, at?: number) {
  const sent: FromOverview[] = [];
  return {
    ...rendered(
      () => <OverviewView content={content} send={(message) => sent.push(message)} />,
      at === undefined ? {} : { at },
    ),
    sent,
  };
}
