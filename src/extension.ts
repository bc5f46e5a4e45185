import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { FieldList } from './model/fieldList.ts';
import { JobBrowsing } from './model/jobBrowsing.ts';
import { JobList } from './model/jobList.ts';
import { registerAutoRefresh } from './ui/autoRefresh.ts';
import { registerCommands } from './ui/commands.ts';
import { Connection, type ConnectionState } from './ui/connection.ts';
import { Credentials } from './ui/credentials.ts';
import { createFieldsView } from './ui/fieldsView.ts';
import { lazy } from './ui/lazy.ts';
import { registerJobPanels } from './ui/lazyJobPanels.ts';
import { JobsView } from './ui/jobsView.ts';
import { setContext } from './ui/listView.ts';
import { Log } from './ui/log.ts';
import { warnOfPlainHttp } from './ui/plainHttpWarning.ts';
import { Reporter } from './ui/report.ts';
import { SandboxControl } from './ui/sandboxControl.ts';
import type { SuggestedWorkflow } from './ui/startJob.ts';

/** Builds service → model → ui; asks nothing of network or disk. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });

  const log = new Log();
  const reporter = new Reporter(log);
  const credentials = new Credentials(context.secrets);
  const connection = new Connection(credentials, log.request, (origin) => void reporter.run('plain http', () => warnOfPlainHttp(origin, context.globalState)));

  const fields = new FieldList();
  const jobs = new JobList();
  const follow = (state: ConnectionState) => {
    fields.connect(state.kind === 'ready' ? state.client.listFields : undefined);
    jobs.connect(state.kind === 'ready' ? state.client.listJobs : undefined);
    setContext('connection', state.kind);
  };
  follow(connection.state);

  const fieldsView = createFieldsView(fields, connection);
  const browsing = new JobBrowsing(jobs, {
    get: (name) => context.workspaceState.get(name),
    set: (name, value) => void context.workspaceState.update(name, value),
  });
  const view = new JobsView(jobs, browsing, connection);
  const sandbox = new SandboxControl(context.globalState, log);
  const panels = registerJobPanels(context.extensionUri, jobs, connection, {
    startAnother: (job) => void vscode.commands.executeCommand('workflowJobs.startJob', { suggested: job.activeWorkflows?.[0]?.key } satisfies SuggestedWorkflow),
    showLog: () => log.show(),
    copy: async (text) => vscode.env.clipboard.writeText(text),
    fail: (where, thrown) => void reporter.run(where, () => Promise.reject(reporter.toServiceError(where, thrown))),
  });
  const documents = lazy(async () => new (await import('./ui/onDemand.ts')).VirtualDocuments());
  const commands = registerCommands({
    connection, credentials, fields, jobs, browsing, view, sandbox, reporter, log, panels: panels.load, documents: documents.load, memory: context.globalState,
  });

  context.subscriptions.push(
    commands, documents, panels, view, fieldsView, sandbox, browsing, jobs, fields, connection, credentials, log,
    connection.onDidChange(follow),
    registerAutoRefresh([
      { get visible() { return view.visible; }, refresh: () => jobs.refresh(false) },
    ]),
  );
}
