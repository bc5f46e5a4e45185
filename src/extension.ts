import { type ExtensionContext, ExtensionKind, env, window, workspace } from 'vscode';
import { JobBrowsing } from './model/browsing/jobBrowsing.ts';
import { createFieldList } from './model/fields/fieldList.ts';
import { Answers } from './model/following/answers.ts';
import { WatchedJobs } from './model/following/watchedJobs.ts';
import { WatchList } from './model/following/watchList.ts';
import { JobList } from './model/jobs/jobList.ts';
import { JobReader } from './model/jobs/jobReader.ts';
import { NewestJobs } from './model/jobs/newestJobs.ts';
import { SentStarts } from './model/jobs/sentStarts.ts';
import { Overview } from './model/overview/overview.ts';
import { TaskRuns } from './model/tasks/taskRuns.ts';
import { type KeyValueStore, createKeyValueStore } from './model/util/keyValueStore.ts';
import { listenForFaults } from './service/index.ts';
import { setLanguage } from './text/language.ts';
import { formatNumber } from './text/number.ts';
import { formatMoment, formatRelative } from './text/time.ts';
import { compareJobs, openLink } from './ui/actions/jobActions.ts';
import type { ExtensionServices } from './ui/actions/extensionServices.ts';
import { reportInterruptedStarts } from './ui/actions/interruptedStarts.ts';
import { registerAgentTools } from './ui/agents/tools.ts';
import { registerCommands } from './ui/commands.ts';
import { Connection, type ConnectionState } from './ui/connection/connection.ts';
import { Credentials } from './ui/connection/credentials.ts';
import { LastKnownFiles } from './ui/connection/lastKnownFiles.ts';
import { SandboxControl } from './ui/sandbox/sandboxControl.ts';
import { EnvironmentList } from './ui/environments/environments.ts';
import { windowChangeGuard } from './ui/environments/changeGuard.ts';
import { createEnvironmentStatus } from './ui/environments/statusBar.ts';
import { warnOfProblems } from './ui/environments/switchEnvironment.ts';
import { ReadOnlyDocuments, documentScheme } from './ui/documents/readOnlyDocuments.ts';
import { type Log, createLog } from './ui/feedback/log.ts';
import { createWalkthrough } from './ui/feedback/walkthrough.ts';
import { attempt } from './ui/feedback/report.ts';
import { runsInBrowser, setContext } from './ui/feedback/window.ts';
import { JobPanels, pageType } from './ui/jobPage/jobPanels.ts';
import { KeyCheck } from './ui/keys/keyCheck.ts';
import { registerKeyTexts } from './ui/keys/keyHover.ts';
import { createServiceKeys } from './ui/keys/serviceKeys.ts';
import { OverviewPanel, overviewType } from './ui/overview/overviewPanel.ts';
import { registerJobTasks } from './ui/tasks/jobTasks.ts';
import { FieldsView } from './ui/views/fieldsView.ts';
import { JobsView } from './ui/views/jobsView.ts';
import { Following } from './ui/following/following.ts';
import { ReaderTimeZone } from './ui/webview/readerTimeZone.ts';

/** Has VS Code dispose of what was made; the latest first, because it uses what was made before. */
type Own = <T extends { dispose(): unknown }>(made: T) => T;

type Models = ReturnType<typeof createModels>;

/**
 * Builds service → model → ui. Waits for nothing, and sends nothing over the network: VS Code's first
 * question to a view, page or document does, and the report of an interrupted start.
 */
export function activate(context: ExtensionContext): void {
  const own: Own = (made) => {
    context.subscriptions.unshift(made);
    return made;
  };
  setLanguage(env.language);
  const log = own(createLog());
  listenForFaults(log.unexpected);
  const store = createKeyValueStore(context.globalState, log);
  const workspaceStore = createKeyValueStore(context.workspaceState, log);
  const isRemote = context.extension.extensionKind === ExtensionKind.Workspace;
  const timeZone = own(new ReaderTimeZone(store, isRemote));

  const models = createModels(workspaceStore, store, own);
  const { browsing, fields, jobs, overview, reader, watched, watches } = models;
  const sentStarts = own(new SentStarts(workspaceStore));
  const parts = createConnection({ context, log, store, workspaceStore, sentStarts }, models, own);
  const { connection, credentials, environments, lastKnown, sandbox } = parts;

  const completeWalkthroughStep = createWalkthrough(store);
  const fieldsView = own(new FieldsView({ fields, jobs, connection, store: workspaceStore }));
  const viewed = { jobs, browsing, connection, environments, watched, watches, store: workspaceStore };
  const jobsView = own(new JobsView(viewed));
  const following = own(new Following({ ...models, jobsView, fieldsView, environments }));
  const documents = own(new ReadOnlyDocuments(connection, reader));
  const pageServices = { browsing, connection, credentials, documents, environments, fields, jobs, reader };
  const panels = own(
    new JobPanels({
      extensionUri: context.extensionUri,
      store: workspaceStore,
      completeWalkthroughStep,
      timeZone,
      services: { ...pageServices, sandbox, watches, following },
      compare: (page, json) => compareJobs({ documents, jobs }, { page, json }),
    }),
  );
  const overviewPanel = own(
    new OverviewPanel({
      extensionUri: context.extensionUri,
      overview,
      browsing,
      connection,
      environments,
      completeWalkthroughStep,
      timeZone,
      openRow: (row) => panels.openRow(row),
    }),
  );
  const serviceKeys = createServiceKeys({ fields, jobs, lastKnown, store, connection });
  const keyCheck = own(new KeyCheck({ serviceKeys, fields, jobs, lastKnown, environments }));
  const services: ExtensionServices = {
    ...pageServices,
    completeWalkthroughStep,
    fieldsView,
    jobsView,
    keyCheck,
    lastKnown,
    log,
    newestJobs: models.newestJobs,
    overviewPanel,
    panels,
    sandbox,
    sentStarts,
    store,
    watched,
    watches,
    following,
  };

  register(services, own);
  own(registerKeyTexts(serviceKeys, environments));
  own(registerJobTasks(services, new TaskRuns(workspaceStore)));
  own(timeZone.onDidChange(() => showTimesAgain(services, overview)));
  const connect = (state: ConnectionState) => connectAll(models, services, state);
  connect(connection.state);
  own(connection.onDidChange(connect));
  own(prepareFirstRows(services));
  void reportInterruptedStarts(services);
}

/** What a person sees of the connected service, as data; it gets a service by {@link connectAll}. */
function createModels(store: KeyValueStore, profile: KeyValueStore, own: Own) {
  const answers = own(new Answers());
  const newestJobs = new NewestJobs(store);
  const fields = own(createFieldList());
  const jobs = own(new JobList());
  const reader = new JobReader(jobs);
  const watches = own(new WatchList(store));
  const browsing = own(new JobBrowsing(jobs, store, profile));
  const overview = own(new Overview());
  own(
    newestJobs.onDidChange((changed) => {
      jobs.update(changed);
      browsing.update(changed);
    }),
  );
  own(watches.onDidChange((keys) => newestJobs.pin(keys.filter((key) => watches.isWatched(key)))));
  const watched = own(new WatchedJobs(watches, newestJobs));
  return { answers, browsing, fields, jobs, newestJobs, overview, reader, watched, watches };
}

/** What the connection is made of, apart from the models. */
interface Base {
  readonly context: ExtensionContext;
  readonly log: Log;
  /** Shared by all windows. */
  readonly store: KeyValueStore;
  readonly workspaceStore: KeyValueStore;
  readonly sentStarts: SentStarts;
}

/** The service of this window, with what names it, holds its keys and guards its changes. */
function createConnection(
  { context, log, store, workspaceStore, sentStarts }: Base,
  { answers, fields, jobs, newestJobs, watched }: Models,
  own: Own,
) {
  const credentials = own(new Credentials({ secrets: context.secrets, store, workspaceStore }));
  const folder = context.storageUri ?? context.globalStorageUri;
  const lastKnown = own(new LastKnownFiles({ folder, store, credentials, jobs, fields, watched, log }));
  const sandbox = own(new SandboxControl(workspaceStore, log));
  const environments = own(new EnvironmentList(sandbox));
  const connection = own(
    new Connection({
      store: workspaceStore,
      environments,
      sandbox,
      credentials,
      guard: windowChangeGuard({ environments, credentials }),
      sentStarts,
      onDidRequest: log.request,
      prepareClient: (client) => answers.connect(newestJobs.connect(client)),
    }),
  );
  return { connection, credentials, environments, lastKnown, sandbox };
}

/** Gives models and views another service, or none. */
function connectAll(
  { browsing, fields, jobs, overview, reader, watched, watches }: Models,
  { completeWalkthroughStep, connection, fieldsView, following, lastKnown }: ExtensionServices,
  state: ConnectionState,
): void {
  const client = state.kind === 'ready' ? state.client : undefined;
  const href = client?.baseUrl.href;
  reader.connect(client?.getJob);
  watches.connect(href);
  lastKnown.connect(client);
  watched.connect(lastKnown.read());
  fields.connect(client?.listFields, async () => (await lastKnown.read()).fields, connection.triedFields);
  jobs.connect(client?.listJobs, async () => (await lastKnown.read()).jobs);
  browsing.connect(href);
  overview.connect(client && { baseUrl: client.baseUrl.href, source: client.listJobs });
  fieldsView.connect(href);
  following.connect(client);
  // Nothing is set while a service is connected, so that menus are right before the extension is active.
  setContext('connection', state.kind === 'ready' ? undefined : state.kind);
  if (client !== undefined) completeWalkthroughStep('connected');
}

/** Writes and groups the times on the screen again, in another time zone. */
function showTimesAgain({ browsing, fieldsView, jobsView }: ExtensionServices, overview: Overview): void {
  browsing.regroup();
  jobsView.redraw();
  fieldsView.redraw();
  overview.redescribe();
}

/** Registers what VS Code calls, apart from the commands. */
function register(services: ExtensionServices, own: Own): void {
  const { connection, documents, environments, overviewPanel, panels } = services;
  own(registerCommands(services));
  // VS Code's own context of trust can arrive late in a busy window.
  setContext('restricted', !workspace.isTrusted);
  own(workspace.onDidGrantWorkspaceTrust(() => setContext('restricted', false)));
  setContext('inBrowser', runsInBrowser());

  own(
    workspace.registerFileSystemProvider(documentScheme, documents, {
      isCaseSensitive: true,
      isReadonly: true,
    }),
  );
  own(
    window.registerWebviewPanelSerializer(pageType, {
      deserializeWebviewPanel: (panel, state) => attempt('page', () => panels.restore(panel, state)),
    }),
  );
  own(
    window.registerWebviewPanelSerializer(overviewType, {
      deserializeWebviewPanel: (panel) => attempt('overview', () => overviewPanel.restore(panel)),
    }),
  );
  own(window.registerUriHandler({ handleUri: (uri) => attempt('link', () => openLink(uri, services)) }));
  own(createEnvironmentStatus(environments, connection));
  own(warnOfProblems(environments));
  own(registerAgentTools(services));
  own(completeBrowsed(services));
}

/** Browsing is a step of the walkthrough. */
function completeBrowsed({ completeWalkthroughStep, jobs, jobsView }: ExtensionServices) {
  return jobs.onDidChange(() => {
    const isBrowsing = jobs.state.rows !== undefined && jobsView.list.tree.visible;
    if (isBrowsing) completeWalkthroughStep('browsed');
  });
}

/**
 * Has the last known rows read before VS Code asks for rows, or else prepares the first request, and then the
 * formats of the first rows, whose 18 ms would delay the registrations.
 */
function prepareFirstRows({ connection, lastKnown }: ExtensionServices) {
  const known = lastKnown.read();
  const preparing = setTimeout(() => {
    // Known rows show before the first request, which would take their time.
    void known.then(({ jobs: rows }) => rows ?? connection.prepare());
    formatNumber(0);
    formatRelative(0, 0);
    formatMoment(0, 0);
  }, 8);
  return { dispose: () => clearTimeout(preparing) };
}
