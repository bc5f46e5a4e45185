import { Disposable, commands, env, l10n } from 'vscode';
import { jobsTable } from '../model/export/jobsTable.ts';
import { rowsJson } from '../model/export/jobExport.ts';
import { jobsIn } from '../model/jobs/listRows.ts';
import type { Session } from '../model/session/session.ts';
import type { Job, JobRow } from '../service/index.ts';
import {
  type ConnectServices,
  manageApiKeys,
  removeApiKey,
  setApiKey,
} from './actions/connect/apiKeys.ts';
import {
  groupJobs,
  loadAllJobs,
  loadMoreJobs,
  refreshJobs,
  searchOthers,
} from './actions/browseJobs.ts';
import { chooseMe } from './actions/filter/chooseMe.ts';
import { compareFields } from './actions/compareFields.ts';
import { copyJobsAsTable, exportJobs, exportRows } from './actions/exportJobs.ts';
import { copyFieldsAs, filterFields } from './actions/fieldActions.ts';
import { filterByJob, filterByPerson, filterJobs } from './actions/filter/filterJobs.ts';
import { insertKeys } from './actions/insertKeys.ts';
import { compareRows, openRowJson } from './actions/jobDocuments.ts';
import { openClicked, openJob, openRow, runNote } from './actions/openJobs.ts';
import { pickUnwatched, watchJob } from './actions/watchJobs.ts';
import { saveFilter } from './actions/filter/saveFilter.ts';
import { setBaseUrl, setConnectedKey } from './actions/connect/setBaseUrl.ts';
import { type StartServices, startAnother, startJobAsGiven } from './starting/startJob.ts';
import { copyMcpConfiguration } from '../agents/vscode/copyMcpConfiguration.ts';
import { checkConnection } from './connection/checkConnection.ts';
import { addEnvironment } from './environments/addEnvironment.ts';
import { switchEnvironment } from './environments/switchEnvironment.ts';
import { openDocumentation } from './documents/documentation.ts';
import type { ReadOnlyDocuments } from './documents/readOnlyDocuments.ts';
import type { Log } from './feedback/log.ts';
import { mayOpen, notify } from './feedback/notify.ts';
import { withErrorReporting } from './feedback/report.ts';
import { copyLink, openInBrowser } from './jobPage/jobLinks.ts';
import type { KeyCheck } from './keys/keyCheck.ts';
import type { OverviewPanel } from './overview/overviewPanel.ts';
import { type SandboxControl, startSandbox, stopSandbox } from './sandbox/sandboxControl.ts';
import { type FieldsView, fieldsNodeKey } from './views/fieldsView.ts';
import type { PublicCommand } from '../manifest.ts';
import type { JobsNode } from './views/jobNodes.ts';
import { type JobsView, jobsNodeKeys, jobsNodeRow } from './views/jobsView.ts';

/** Dependencies of all commands. */
interface CommandTargets extends StartServices, ConnectServices {
  readonly documents: ReadOnlyDocuments;
  readonly fieldsView: FieldsView;
  readonly keyCheck: KeyCheck;
  readonly log: Log;
  readonly overviewPanel: OverviewPanel;
  readonly sandbox: SandboxControl;
}

type Command = (...args: readonly unknown[]) => unknown;

type Commands<Name extends string = string> = Readonly<Record<Name, Command>>;

/** Registers all commands. If a command throws, an error message is shown. */
export function registerCommands(targets: CommandTargets): Disposable {
  const publicCommands: Commands<PublicCommand> = {
    ...paletteCommands(targets),
    ...rowCommands(targets),
  };
  const register = (prefix: string, all: Commands) =>
    Object.entries(all).map(([name, run]) =>
      commands.registerCommand(prefix + name, (...args: unknown[]) =>
        withErrorReporting(name, () => run(...args)),
      ),
    );
  return Disposable.from(
    ...register('workflowJobs.', publicCommands),
    ...register('_workflowJobs.', internalCommands(targets)),
  );
}

/** Returns the public commands for the Command Palette and the view toolbars. */
function paletteCommands(targets: CommandTargets) {
  const {
    connection,
    credentials,
    documents,
    environments,
    fieldsView,
    jobsView,
    panels,
    sandbox,
  } = targets;
  const session = () => connection.require();
  const load = loading(targets);
  return {
    startJob: (given) => startJobAsGiven(targets, given),
    openJob: (given) => openJob(targets, given),
    previousJob: () => panels.step(-1),
    nextJob: () => panels.step(1),
    openOverview: () => targets.overviewPanel.open(),
    watchJob: (node, selected) => watchJob(targets, jobsOf(givenNodes(node, selected)), node),
    unwatchJob: (node, selected) => unwatchJob(session(), jobsView, node, selected),

    refresh: load((current) => Promise.all([current.fields.refresh(), refreshJobs(current)])),
    refreshFields: () => session().fields.refresh(),
    refreshJobs: load((current) => refreshJobs(current)),
    loadMoreJobs: load((current) => loadMoreJobs(current, jobsView)),
    loadAllJobs: load(loadAllJobs),
    filterJobs: (given) => filterJobs(session(), given),
    saveFilter: () => saveFilter(session().browsing),
    clearJobFilter: () => session().browsing.setFilter({}),
    groupJobs: () => groupJobs(session()),
    exportJobs: () => exportJobs(targets),
    copyAsTable: (node, selected) =>
      node === undefined
        ? copyJobsAsTable(targets)
        : copyText(jobsTable(selectedRows(givenNodes(node, selected)))),

    filterFields: () => filterFields(session(), fieldsView),
    clearFieldFilter: () => {
      fieldsView.filter = '';
    },
    sortFields: () => fieldsView.toggleOrder(),
    copyFieldsAs: () => copyFieldsAs(session(), fieldsView, environments),
    compareFields: () => compareFields(targets),
    checkKeys: () => targets.keyCheck.check(),

    switchEnvironment: () => switchEnvironment(targets),
    addEnvironment: () => addEnvironment(environments),
    setBaseUrl: () => setBaseUrl(targets),
    setApiKey: () => setConnectedKey(targets),
    manageApiKeys: () => manageApiKeys(targets),
    removeApiKey: () => removeApiKey(credentials, session().client.baseUrl.origin),
    checkConnection: async () => {
      const requestedAt = performance.now();
      const report = await checkConnection(connection, credentials);
      const text = l10n.t('The connection check has finished.');
      if (report !== undefined && (await mayOpen(requestedAt, text, l10n.t('Show Report')))) {
        await documents.showMarkdown(`/${l10n.t('Connection check')}.md`, report);
      }
    },
    copyMcpConfiguration: () => copyMcpConfiguration(session(), environments),
    startSandbox: () => startSandbox(connection, sandbox),
    stopSandbox: () => stopSandbox(connection, sandbox),
    openDocumentation,
    showLog: () => targets.log.show(),
  } satisfies Commands;
}

/** Returns the public commands that act on rows. */
function rowCommands(targets: CommandTargets) {
  const { connection, environments, panels } = targets;
  const browsing = () => connection.require().browsing;
  const onJobs = (act: RowAction<Job>) => onSelection(targets, jobsOf, act);
  const onRows = (act: RowAction<JobRow>) => onSelection(targets, selectedRows, act);
  const onKeys = (act: RowAction<string>) =>
    onSelection(targets, selectedKeys, act, { includesFields: true });
  return {
    startAnother: onJobs((job) => startAnother(targets, job)),
    keepOpen: onRows((_, rows) => rows.forEach((row) => panels.openRow(row, 'keep'))),
    openInNewTab: onRows((_, rows) => rows.forEach((row) => panels.openRow(row, 'newTab'))),
    exportRows: onRows((_, rows) => exportRows(targets, rows)),
    copyKey: onKeys((_, keys) => copyText(keys.join('\n'))),
    insertKey: onKeys((_, keys) => insertKeys(keys)),
    filterByWorkflow: onJobs((job) => filterByJob(browsing(), 'workflows', job)),
    filterByStep: onJobs((job) => filterByJob(browsing(), 'steps', job)),
    filterByPerson: onJobs((job) => filterByPerson(browsing(), job)),
    openInBrowser: onJobs(({ key }) => openInBrowser(key, environments.current)),
    copyLink: onJobs(({ key }) => copyLink(key, environments.current)),
    copyJson: onRows((_, rows) => copyText(rowsJson(rows))),
    openJson: onRows((row) => openRowJson(targets, row)),
    compareJob: onRows((row) => compareRows(targets, [row])),
    compareJobs: onRows((_, rows) => compareRows(targets, rows)),
  } satisfies Commands;
}

/** Returns the internal commands. The IDs in the result omit the `_workflowJobs.` prefix. */
function internalCommands(targets: CommandTargets): Commands {
  const { connection, fieldsView, jobsView, panels } = targets;
  const session = () => connection.require();
  const load = loading(targets);
  return {
    openJobRow: (node) => openRow(panels, jobsView, node as JobsNode | undefined),
    watchRow: (node, selected) => watchJob(targets, jobsOf(givenNodes(node, selected))),
    sortFieldsAgain: () => fieldsView.toggleOrder(),
    clickJobRow: () => openClicked(targets, jobsView.list),
    clickFieldRow: () => openClicked(targets, fieldsView.list),
    copyFocusedKey: async (view) => {
      const { list } = view === 'fields' ? fieldsView : jobsView;
      const keys = selectedKeys(await list.focused());
      if (keys.length > 0) await copyText(keys.join('\n'));
    },
    // A custom button collapses the rows, because VS Code's button also appears without groups.
    collapseAll: () =>
      commands.executeCommand('workbench.actions.treeView.workflowJobs.jobs.collapseAll'),
    searchOthers: load(searchOthers),
    clearFinished: () => session().watches.clearEnded(),
    // Ignores the arguments, because VS Code passes the focused row to commands in view toolbars.
    copyShownAsTable: () => copyJobsAsTable(targets),
    chooseMe: () => chooseMe(session()),
    setApiKeyOf: (origin) => setApiKey(targets, String(origin)),
    moreHelp: () => jobsView.unreadNote && runNote(jobsView.unreadNote),
    refineFilter: () => filterJobs(session()),
    copyReport: (text) => copyText(text),
  };
}

async function copyText(text: unknown): Promise<void> {
  if (typeof text === 'string') await env.clipboard.writeText(text);
}

/** Returns the nodes that a menu passed to a command: all selected nodes or the clicked node. */
function givenNodes(node: unknown, selected: unknown): unknown[] {
  return Array.isArray(selected) && selected.length > 0 ? selected : [node];
}

/**
 * Returns a function that creates commands for loading jobs. The commands throw load errors only if
 * the Jobs view is hidden, because a visible Jobs view already shows the error. They also do not
 * throw an error if `run` resolves to true, which means that the user has seen the error.
 */
function loading({ connection, jobsView }: Pick<CommandTargets, 'connection' | 'jobsView'>) {
  return (run: (session: Session) => Promise<unknown>): Command =>
    async () => {
      const session = connection.require();
      const isSeen = (await run(session)) === true || jobsView.list.tree.visible;
      const { failure } = session.list.state;
      if (failure !== null && !isSeen) throw failure.error;
    };
}

/**
 * Action of a command for rows. `first` is the row whose menu was used, and `all` contains all
 * selected rows.
 */
type RowAction<Item> = (first: Item, all: readonly Item[]) => unknown;

/**
 * Creates a command for rows. The command acts on the row whose menu was used, or on the selected
 * rows if the command runs from a keybinding.
 * @param options `includesFields` is true if the command also applies to rows in the Fields view
 */
function onSelection<Item>(
  { jobsView, fieldsView }: Pick<CommandTargets, 'jobsView' | 'fieldsView'>,
  itemsOf: (nodes: readonly unknown[]) => Item[],
  act: RowAction<Item>,
  { includesFields = false } = {},
): Command {
  return (node, selected) => {
    const isFieldSelected = includesFields && fieldsView.list.selectedAt > jobsView.list.selectedAt;
    const { selection } = (isFieldSelected ? fieldsView : jobsView).list.tree;
    const all = itemsOf(node === undefined ? selection : givenNodes(node, selected));
    const [first = all[0]] = itemsOf([node]);
    if (first !== undefined) return act(first, all);
    void notify.info(
      includesFields
        ? l10n.t('Select a job, a workflow, or a field first.')
        : l10n.t('Select a job first.'),
    );
    return undefined;
  };
}

/** Stops watching the given or selected jobs. If none of them is watched, asks for a job. */
function unwatchJob(
  session: Session,
  jobsView: JobsView,
  node: unknown,
  selected: unknown,
): unknown {
  const { watches } = session;
  const nodes = node === undefined ? jobsView.list.tree.selection : givenNodes(node, selected);
  const keys = jobsOf(nodes).map(({ key }) => key);
  const watched = keys.filter((key) => watches.isWatched(key));
  return watched.length === 0 ? pickUnwatched(session) : watches.unwatch(...watched);
}

/** Returns the job rows without duplicates. A watched job may be selected in two groups. */
function selectedRows(nodes: readonly unknown[]): JobRow[] {
  const rows = nodes.flatMap((node) => jobsNodeRow(node) ?? []);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function jobsOf(nodes: readonly unknown[]): Job[] {
  return jobsIn(selectedRows(nodes));
}

/** Returns the keys of the given nodes: jobs, workflow groups, fields, or options. */
function selectedKeys(nodes: readonly unknown[]): string[] {
  return [...new Set(nodes.flatMap((node) => fieldsNodeKey(node) ?? jobsNodeKeys(node)))];
}
