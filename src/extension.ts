import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { FieldList } from './model/fields/fieldList.ts';
import { JobBrowsing } from './model/browsing/jobBrowsing.ts';
import { JobList } from './model/jobs/jobList.ts';
import { SingleJobs } from './model/jobs/singleJobs.ts';
import { WatchList } from './model/following/watchList.ts';
import { createCommands } from './ui/commands.ts';
import { Connection, type ConnectionState } from './ui/connection/connection.ts';
import { Credentials } from './ui/connection/credentials.ts';
import { FieldsView } from './ui/views/fieldsView.ts';
import { lazy } from './ui/lazy.ts';
import { lazyDocuments } from './ui/documents/lazyDocuments.ts';
import { lazyJobPanels } from './ui/jobPage/lazyJobPanels.ts';
import { JobsView } from './ui/views/jobsView.ts';
import { setContext } from './ui/views/listView.ts';
import { Log } from './ui/feedback/log.ts';
import { memoryOf } from './ui/connection/memory.ts';
import { createPageActions } from './ui/jobPage/pageActions.ts';
import { Reporter } from './ui/feedback/report.ts';
import type { Extension, Surface } from './ui/surface.ts';
import { runsInBrowser } from './ui/connection/surroundings.ts';
import { Watching } from './ui/views/watchNotifier.ts';

/** Builds service → model → ui, for a surface that is registered; asks nothing of network or disk. */
export function createExtension(context: vscode.ExtensionContext, surface: Surface): Extension {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });

  const log = new Log(surface.log);
  const reporter = new Reporter(log);
  const memory = memoryOf(context.globalState, log);
  const workspaceMemory = memoryOf(context.workspaceState, log);
  const credentials = new Credentials(context.secrets);
  const connection = new Connection(credentials, log.request, (origin) => {
    if (origin.startsWith('http:')) void reporter.run('plain http', async () => (await import('./ui/actions/onDemand.ts')).warnOfPlainHttp(origin, memory));
  });

  const fields = new FieldList();
  const jobs = new JobList();
  const watches = new WatchList(workspaceMemory);
  const singleJobs = new SingleJobs();
  const follow = (state: ConnectionState) => {
    singleJobs.forget();
    watches.connect(state.kind === 'ready' ? state.client.baseUrl.href : undefined);
    fields.connect(state.kind === 'ready' ? state.client.listFields : undefined);
    jobs.connect(state.kind === 'ready' ? state.client.listJobs : undefined);
    setContext('connection', state.kind);
  };
  // VS Code's own context of trust may come much later, where the window is busy.
  setContext('restricted', !vscode.workspace.isTrusted);
  follow(connection.state);

  const fieldsView = new FieldsView(surface.fields, fields, connection, workspaceMemory);
  const browsing = new JobBrowsing(jobs, workspaceMemory, vscode.env.language);
  const view = new JobsView(surface.jobs, jobs, browsing, connection, watches);
  const watching = new Watching({ watches, singleJobs, jobs, fields, view, fieldsView, reporter });
  watching.connect(connection.state);
  const sandbox = lazy(async () => new (await import('./ui/actions/onDemand.ts')).SandboxControl(memory, log));
  setContext('inBrowser', runsInBrowser());
  const documents = lazyDocuments(surface.documentsChanged, connection, jobs, singleJobs);
  const actions = createPageActions({ jobs, watches, watching, documents: documents.load, log, reporter });
  const panels = lazyJobPanels({ extensionUri: context.extensionUri, jobs, fields, singleJobs, connection, follow: watching.follow, actions, memory: workspaceMemory });
  const commands = createCommands({
    connection, credentials, fields, fieldsView, jobs, browsing, view, watches, watching, sandbox: sandbox.load, reporter, log, singleJobs, panels: panels.load, documents: documents.load, memory,
  });

  const parts = vscode.Disposable.from(
    documents, panels, watching, view, fieldsView, sandbox, browsing, watches, jobs, fields, connection, credentials,
    vscode.workspace.onDidGrantWorkspaceTrust(() => setContext('restricted', false)),
    connection.onDidChange((state) => {
      follow(state);
      watching.connect(state);
    }),
  );
  return {
    run: (command, args) => reporter.run(command, () => commands[command](...args)),
    openLink: (uri) => reporter.run('link', async () => (await import('./ui/actions/onDemand.ts')).openLink(uri, connection, panels.load)),
    restorePage: (panel, state) => reporter.run('page', async () => (await panels.load()).restore(panel, state)),
    readDocument: async (uri) => (await documents.load()).read(uri),
    dispose: () => void parts.dispose(),
  };
}
