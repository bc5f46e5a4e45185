import { type ExtensionContext, ExtensionKind, env } from 'vscode';
import { SentStarts } from './model/starting/sentStarts.ts';
import type { Session } from './model/session/session.ts';
import { UnfinishedStarts } from './model/tasks/unfinishedStarts.ts';
import { createKeyValueStore } from './model/util/keyValueStore.ts';
import { setBugListener } from './service/index.ts';
import { setLanguage } from './text/language.ts';
import { trackApiKey } from './ui/actions/connect/apiKeys.ts';
import { reportInterruptedStarts } from './ui/starting/startJob.ts';
import { compareJobs } from './ui/actions/jobDocuments.ts';
import { registerAgentTools } from './agents/vscode/tools.ts';
import { registerCommands } from './ui/commands.ts';
import { createConnection } from './ui/createConnection.ts';
import { ReadOnlyDocuments } from './ui/documents/readOnlyDocuments.ts';
import { prepareFirstReveal } from './ui/connection/prepareFirstReveal.ts';
import { createEnvironmentStatus } from './ui/environments/statusBar.ts';
import { createLog } from './ui/feedback/log.ts';
import { createWalkthrough } from './ui/feedback/walkthrough.ts';
import { setContext } from './ui/feedback/window.ts';
import { FinishedJobs } from './ui/following/finishedJobs.ts';
import { Following } from './ui/following/following.ts';
import { JobPanels } from './ui/jobPage/jobPanels.ts';
import { KeyCheck } from './ui/keys/keyCheck.ts';
import { registerKeyTexts } from './ui/keys/keyHover.ts';
import { serviceKeysReader } from './ui/keys/serviceKeys.ts';
import { type Register, registerOpeners, setWindowContexts } from './ui/openers.ts';
import { OverviewPanel } from './ui/overview/overviewPanel.ts';
import { registerJobTasks } from './ui/tasks/jobTasks.ts';
import { FieldsView } from './ui/views/fieldsView.ts';
import { JobsView } from './ui/views/jobsView.ts';
import { ReaderTimeZone } from './ui/webview/readerTimeZone.ts';

/**
 * Called by VS Code after startup. Creates the connection, views, and pages without reading files
 * or waiting. Until a view, page, or document is visible, requests are sent only for watched jobs and
 * for start requests that were interrupted.
 */
export function activate(context: ExtensionContext): void {
  const register: Register = (created) => {
    context.subscriptions.unshift(created);
    return created;
  };
  setLanguage(env.language);
  const log = register(createLog());
  setBugListener(log.unexpected);
  const store = createKeyValueStore(context.globalState, log);
  const workspaceStore = createKeyValueStore(context.workspaceState, log);
  const isRemote = context.extension.extensionKind === ExtensionKind.Workspace;
  const timeZone = register(new ReaderTimeZone(store, isRemote));
  const completeWalkthroughStep = createWalkthrough(store);
  const sentStarts = register(new SentStarts(workspaceStore));
  const parts = createConnection({ context, log, store, workspaceStore }, register);
  const { connection, credentials, environments } = parts;

  const fieldsView = register(new FieldsView(workspaceStore));
  const jobsView = register(
    new JobsView({ connection, environments, completeWalkthroughStep, store: workspaceStore }),
  );
  const following = register(new Following({ jobsView, fieldsView }));
  const finishedJobs = register(new FinishedJobs(environments));
  const documents = register(new ReadOnlyDocuments(connection));
  const { extensionUri } = context;
  const panels = register(
    new JobPanels({
      extensionUri,
      store: workspaceStore,
      completeWalkthroughStep,
      timeZone,
      services: { connection, documents, environments },
      compare: (page, json) => compareJobs({ connection, documents }, { page, json }),
    }),
  );
  const openRow: JobPanels['openRow'] = (row) => panels.openRow(row);
  const page = { extensionUri, connection, environments, completeWalkthroughStep, timeZone };
  const overviewPanel = register(new OverviewPanel({ ...page, openRow }));
  const readServiceKeys = serviceKeysReader(connection, store);
  register(registerKeyTexts(readServiceKeys, environments));
  const keyCheck = register(new KeyCheck({ readServiceKeys, connection, environments }));
  const records = { sentStarts, store, completeWalkthroughStep };
  const starting = { connection, environments, panels, jobsView, ...records };
  const views = { fieldsView, overviewPanel, documents, keyCheck };
  register(registerCommands({ ...parts, ...starting, ...views, log }));
  register(registerJobTasks(starting, new UnfinishedStarts(workspaceStore)));
  register(registerAgentTools(starting));
  register(createEnvironmentStatus(environments, connection));
  registerOpeners({ ...starting, documents, overviewPanel }, register);
  setWindowContexts(register);
  register(trackApiKey(parts));

  const ofSession = [
    finishedJobs,
    following,
    fieldsView,
    jobsView,
    panels,
    overviewPanel,
    keyCheck,
  ];
  const showSession = (session: Session | undefined) => {
    for (const each of ofSession) each.setSession(session);
    setContext('connection', connection.problem?.kind);
    setContext('inSandbox', connection.choice.kind === 'sandbox');
    if (session !== undefined) completeWalkthroughStep('connected');
  };
  showSession(connection.session);
  register(connection.onDidChangeSession(showSession));
  register(timeZone.onDidChange(() => connection.session?.useTimeZone()));
  if (connection.session !== undefined)
    register(prepareFirstReveal(connection.session, credentials));
  reportInterruptedStarts(starting);
}
