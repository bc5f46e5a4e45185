import type * as vscode from 'vscode';
import type { JobPanels, PanelParts } from './jobPanels.ts';
import { lazy } from '../lazy.ts';

/** How long after the first rows their pages are made ready, in milliseconds: VS Code is to draw the rows first. */
const rest = 500;

/** The job pages, their code loaded when there are rows to click on, or with the first page that is opened or restored. */
export function lazyJobPanels(parts: PanelParts): vscode.Disposable & { readonly load: () => Promise<JobPanels> } {
  const panels = lazy(async () => new (await import('../actions/onDemand.ts')).JobPanels(parts));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = parts.jobs.onDidChange(() => {
    if (!parts.jobs.state.rows?.length) return;
    subscription.dispose();
    // What cannot be loaded now is told to whoever opens a page.
    timer = setTimeout(() => void panels.load().catch(() => undefined), rest);
  });
  return {
    load: panels.load,
    dispose: () => {
      subscription.dispose();
      clearTimeout(timer);
      panels.dispose();
    },
  };
}
