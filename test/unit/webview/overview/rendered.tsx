import type { OverviewContent } from '../../../../src/model/overview/report.ts';
import type { FromOverview } from '../../../../src/protocol/overview.ts';
import { OverviewView } from '../../../../src/webview/overview/overview.tsx';
import { rendered } from '../builders.tsx';

/** Renders the overview and records its messages. */
export function renderedOverview(content: OverviewContent) {
  const sent: FromOverview[] = [];
  const view = () => <OverviewView content={content} send={(message) => sent.push(message)} />;
  return { ...rendered(view), sent };
}
