import { type ExtensionContext, env, window, workspace } from 'vscode';
import { createJobBrowsing } from './model/browsing/jobBrowsing.ts';
import { createFieldList } from './model/fields/fieldList.ts';
import { WatchList } from './model/following/watchList.ts';
import { createJobList } from './model/jobs/jobList.ts';
import { createJobReader } from './model/jobs/jobReader.ts';
import { NewestJobs } from './model/jobs/newestJobs.ts';
import { createOverview } from './model/overview/overview.ts';
import { createTaskRuns } from './model/tasks/taskRuns.ts';
import { createKeyValueStore } from './model/util/keyValueStore.ts';
import { listenForFaults } from './service/index.ts';
import { setLanguage } from './text/language.ts';
import { formatNumber } from './text/number.ts';
import { formatMoment, formatRelative } from './text/time.ts';
import { compareJobs, openLink } from './ui/actions/jobActions.ts';
import type { ExtensionServices } from './ui/actions/extensionServices.ts';
import { workflowOf } from './ui/actions/workflows.ts';
import { registerAgentTools } from './ui/agents/tools.ts';
import { registerCommands } from './ui/commands.ts';
import { createConnection, type ConnectionState } from './ui/connection/connection.ts';
import { createCredentials } from './ui/connection/credentials.ts';
import { createLastKnownFiles } from './ui/connection/lastKnownFiles.ts';
import { createSandboxControl } from './ui/sandbox/sandboxControl.ts';
import { createEnvironmentList } from './ui/environments/environments.ts';
import { startGuard } from './ui/environments/startGuard.ts';
import { createEnvironmentStatus } from './ui/environments/statusBar.ts';
import { warnOfProblems } from './ui/environments/switchEnvironment.ts';
import { ReadOnlyDocuments, documentScheme } from './ui/documents/readOnlyDocuments.ts';
import { createLog } from './ui/feedback/log.ts';
import { createWalkthrough } from './ui/feedback/walkthrough.ts';
import { attempt } from './ui/feedback/report.ts';
import { runsInBrowser, setContext } from './ui/feedback/window.ts';
import type { PanelServices } from './ui/jobPage/jobPanel.ts';
import { createJobPanels, pageType } from './ui/jobPage/jobPanels.ts';
import { KeyCheck } from './ui/keys/keyCheck.ts';
import { registerKeyTexts } from './ui/keys/keyHover.ts';
import { createServiceKeys } from './ui/keys/serviceKeys.ts';
import { createOverviewPanel, overviewType } from './ui/overview/overviewPanel.ts';
import { registerJobTasks } from './ui/tasks/jobTasks.ts';
import { createFieldsView } from './ui/views/fieldsView.ts';
import { createJobsView } from './ui/views/jobsView.ts';
import { createWatchNotifier } from './ui/following/watchNotifier.ts';

/**
 * Builds service → model → ui. Waits for nothing, and sends nothing over the network: VS Code's first
 * question to a view, page or document does.
 */
export function activate({
  extensionUri,
  globalState,
  globalStorageUri,
  secrets,
  storageUri,
  subscriptions,
  workspaceState,
}: ExtensionContext): void {
  setLanguage(env.language);
  const log = createLog();
  listenForFaults(log.unexpected);
  // Before anything that could fail: no command is ever "not found".
  subscriptions.push(registerCommands(() => services));

  const store = createKeyValueStore(globalState, log);
  const workspaceStore = createKeyValueStore(workspaceState, log);
  const completeWalkthroughStep = createWalkthrough(store);
  const credentials = createCredentials(secrets, store, workspaceStore);
  const newestJobs = new NewestJobs(workspaceStore);
  const fields = createFieldList();
  const jobs = createJobList();
  const lastKnown = createLastKnownFiles(
    storageUri ?? globalStorageUri,
    store,
    credentials,
    jobs,
    fields,
    log,
  );
  const sandbox = createSandboxControl(workspaceStore, log);
  const connection = createConnection(
    workspaceStore,
    sandbox,
    credentials,
    log.request,
    startGuard(
      () => services,
      (baseUrl, key) => workflowOf(services, baseUrl, key),
    ),
    (client) => newestJobs.connect(client),
  );
  const environments = createEnvironmentList(connection);

  const reader = createJobReader(jobs);
  const watches = new WatchList(workspaceStore);
  const browsing = createJobBrowsing(jobs, workspaceStore);
  const overview = createOverview(reader, workspaceStore);

  const fieldsView = createFieldsView(fields, connection, environments, workspaceStore);
  const jobsView = createJobsView(jobs, browsing, connection, environments, watches);
  const watchNotifier = createWatchNotifier(
    watches,
    reader,
    jobs,
    fields,
    jobsView,
    fieldsView,
    environments,
  );
  const documents = new ReadOnlyDocuments(connection, reader);
  const panelServices: PanelServices = {
    jobs,
    browsing,
    fields,
    reader,
    connection,
    credentials,
    environments,
    watches,
    watchNotifier,
    documents,
  };
  const panels = createJobPanels(
    extensionUri,
    workspaceStore,
    completeWalkthroughStep,
    panelServices,
    (page, json) => compareJobs({ documents, jobs }, { page, json }),
  );
  const overviewPanel = createOverviewPanel(
    extensionUri,
    overview,
    browsing,
    connection,
    environments,
    completeWalkthroughStep,
    (row) => panels.openRow(row),
  );
  const serviceKeys = createServiceKeys({ fields, jobs, lastKnown, store, connection });
  const keyCheck = new KeyCheck({ serviceKeys, fields, jobs, lastKnown, environments });
  const services: ExtensionServices = {
    ...panelServices,
    lastKnown,
    sandbox,
    fieldsView,
    jobsView,
    panels,
    overviewPanel,
    keyCheck,
    store,
    log,
    completeWalkthroughStep,
  };

  const connect = (state: ConnectionState) => {
    const client = state.kind === 'ready' ? state.client : undefined;
    reader.connect(client?.getJob);
    watches.connect(client?.baseUrl.href);
    lastKnown.connect(client);
    fields.connect(client?.listFields, async () => (await lastKnown.read()).fields);
    jobs.connect(client?.listJobs, async () => (await lastKnown.read()).jobs);
    browsing.connect(client?.baseUrl.href);
    overview.connect(client && { baseUrl: client.baseUrl.href, source: client.listJobs });
    fieldsView.connect(client?.baseUrl.href);
    watchNotifier.connect(client);
    setContext('connection', state.kind);
  };
  subscriptions.push(
    newestJobs.onDidChange((changed) => {
      jobs.update(changed);
      browsing.update(changed);
    }),
    watches.onDidChange((keys) => newestJobs.keep(keys.filter((key) => watches.isWatched(key)))),
  );
  connect(connection.state);
  // VS Code's own context of trust can arrive late in a busy window.
  setContext('restricted', !workspace.isTrusted);
  setContext('inBrowser', runsInBrowser());

  // Asked for with the registrations, known rows are there before VS Code asks for rows.
  const known = lastKnown.read();
  // Once the registrations are on their way, which the formats of the first rows would delay by the 18 ms
  // that they take to build.
  const preparing = setTimeout(() => {
    // Known rows show before the first request, which would take their time.
    void known.then(({ jobs: rows }) => rows ?? connection.prepare());
    formatNumber(0);
    formatRelative(0, 0);
    formatMoment(0, 0);
  }, 8);
  subscriptions.push(
    { dispose: () => clearTimeout(preparing) },
    workspace.registerFileSystemProvider(documentScheme, documents, {
      isCaseSensitive: true,
      isReadonly: true,
    }),
    window.registerWebviewPanelSerializer(pageType, {
      deserializeWebviewPanel: (panel, state) => attempt('page', () => panels.restore(panel, state)),
    }),
    window.registerWebviewPanelSerializer(overviewType, {
      deserializeWebviewPanel: (panel) => attempt('overview', () => overviewPanel.restore(panel)),
    }),
    window.registerUriHandler({ handleUri: (uri) => attempt('link', () => openLink(uri, services)) }),
    workspace.onDidGrantWorkspaceTrust(() => setContext('restricted', false)),
    connection.onDidChange(connect),
    createEnvironmentStatus(environments, connection),
    warnOfProblems(environments),
    registerKeyTexts(serviceKeys, environments),
    registerAgentTools(services),
    registerJobTasks(services, createTaskRuns(workspaceStore)),
    jobs.onDidChange(
      () => jobs.state.rows !== undefined && jobsView.list.tree.visible && completeWalkthroughStep('browsed'),
    ),
    documents,
    keyCheck,
    panels,
    overviewPanel,
    watchNotifier,
    jobsView,
    fieldsView,
    overview,
    browsing,
    watches,
    lastKnown,
    jobs,
    fields,
    environments,
    connection,
    sandbox,
    credentials,
    log,
  );
}
