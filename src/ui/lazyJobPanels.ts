import * as vscode from 'vscode';
import type { JobPanels, PanelParts } from './jobPanels.ts';
import { lazy } from './lazy.ts';

const viewType = 'workflowJobs.job';

/** The job pages, their code loaded with the first page that is opened or restored. */
export function registerJobPanels(parts: PanelParts): vscode.Disposable & { load: () => Promise<JobPanels> } {
  const panels = lazy(async () => new (await import('./onDemand.ts')).JobPanels(viewType, parts));
  const serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state) => (await panels.load()).restore(panel, state),
  });
  return { load: panels.load, dispose: () => void vscode.Disposable.from(serializer, panels).dispose() };
}
