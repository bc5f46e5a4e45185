import * as vscode from 'vscode';
import type { JobList } from '../model/jobList.ts';
import type { Connection } from './connection.ts';
import type { JobPanels, PageActions } from './jobPanels.ts';

const viewType = 'workflowJobs.job';

/** The job pages, their code loaded with the first page that is opened or restored. */
export function registerJobPanels(extensionUri: vscode.Uri, jobs: JobList, connection: Connection, actions: PageActions): vscode.Disposable & { load: () => Promise<JobPanels> } {
  let loading: Promise<JobPanels> | undefined;
  const load = () => (loading ??= import('./onDemand.ts').then(({ JobPanels }) => new JobPanels(viewType, extensionUri, jobs, connection, actions)));
  const serializer = vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
  });
  return {
    load,
    dispose: () => {
      serializer.dispose();
      void loading?.then((panels) => panels.dispose());
    },
  };
}
