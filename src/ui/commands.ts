import { Disposable, commands, env, l10n } from 'vscode';
import { jobsTable } from '../model/export/jobsTable.ts';
import { rowsJson } from '../model/export/jobExport.ts';
import { jobsIn } from '../model/jobs/jobPages.ts';
import type { Job, JobRow } from '../service/index.ts';
import { manageApiKeys, removeApiKey, setApiKey } from './actions/connect/apiKeys.ts';
import { groupJobs, loadAllJobs, loadMoreJobs, refreshJobs, searchFurther } from './actions/browseJobs.ts';
import { chooseMe } from './actions/filter/chooseMe.ts';
import { compareFields } from './actions/compareFields.ts';
import { exportJobs, shownRows } from './actions/exportJobs.ts';
import { copyFieldsAs, filterFields } from './actions/fieldActions.ts';
import { filterByJob, filterByPerson, filterJobs } from './actions/filter/filterJobs.ts';
import { insertKeys } from './actions/insertKeys.ts';
import {
  compareRows,
  openClicked,
  openJob,
  openRow,
  openRowJson,
  pickUnwatched,
  runNote,
  watchJob,
} from './actions/jobActions.ts';
import type { ExtensionServices } from './actions/extensionServices.ts';
import { saveFilter } from './actions/filter/saveFilter.ts';
import { setBaseUrl, setConnectedKey } from './actions/connect/setBaseUrl.ts';
import { startAnother, startJobAsGiven } from './actions/startJob.ts';
import { copyMcpConfiguration } from './agents/copyMcpConfiguration.ts';
import { checkConnection } from './connection/checkConnection.ts';
import { addEnvironment } from './environments/addEnvironment.ts';
import { switchEnvironment } from './environments/switchEnvironment.ts';
import { mayOpen, notify } from './feedback/notify.ts';
import { attempt } from './feedback/report.ts';
import { copyLink, openInBrowser } from './jobPage/jobLinks.ts';
import { startSandbox, stopSandbox } from './sandbox/sandboxControl.ts';
import { fieldsNodeKey } from './views/fieldsView.ts';
import type { CommandKey } from '../manifest.ts';
import type { JobsNode } from './views/jobNodes.ts';
import { jobsNodeKeys, jobsNodeRow } from './views/jobsView.ts';

type Command = (services: ExtensionServices, ...args: readonly unknown[]) => unknown;

type Commands<Name extends string = string> = Readonly<Record<Name, Command>>;

/** The commands of package.json, by id without `workflowJobs.`. */
type PublicCommand = CommandKey extends infer Id
  ? Id extends `workflowJobs.${infer Name}`
    ? Name
    : never
  : never;

/** The public commands of the palette and of views. */
const actions = {
  startJob: startJobAsGiven,
  openJob,
  previousJob: ({ panels }) => panels.step(-1),
  nextJob: ({ panels }) => panels.step(1),
  openOverview: ({ overviewPanel }) => overviewPanel.open(),
  watchJob: (services, node, selected) => watchJob(services, jobsOf(givenNodes(node, selected)), node),
  unwatchJob,

  refresh: load((services) => Promise.all([services.fields.refresh(), refreshJobs(services)])),
  refreshFields: ({ fields }) => fields.refresh(),
  refreshJobs: load((services) => refreshJobs(services)),
  loadMoreJobs: load(loadMoreJobs),
  loadAllJobs: load(loadAllJobs),
  filterJobs,
  saveFilter,
  clearJobFilter: ({ browsing }) => browsing.setFilter({}),
  groupJobs,
  exportJobs: (services) => exportJobs(services),
  copyAsTable: ({ browsing }, node, selected) =>
    copyText(jobsTable(node === undefined ? shownRows(browsing) : rowsOf(givenNodes(node, selected)))),

  filterFields,
  clearFieldFilter: ({ fieldsView }) => {
    fieldsView.filter = '';
  },
  sortFields: ({ fieldsView }) => fieldsView.toggleOrder(),
  copyFieldsAs,
  compareFields,
  checkKeys: ({ connection, keyCheck }) => {
    connection.require();
    return keyCheck.check();
  },

  switchEnvironment,
  addEnvironment: ({ connection, environments }) => addEnvironment(connection, environments),
  setBaseUrl,
  setApiKey: setConnectedKey,
  manageApiKeys,
  removeApiKey: ({ connection, credentials }) =>
    removeApiKey(credentials, connection.require().client.baseUrl.origin),
  checkConnection: async ({ connection, credentials, documents, log }) => {
    const requestedAt = performance.now();
    const report = await checkConnection(connection, credentials, log);
    const mayShow = await mayOpen(
      requestedAt,
      l10n.t('The connection check has finished.'),
      l10n.t('Show Report'),
    );
    if (mayShow) await documents.showMarkdown(`/${l10n.t('Connection check')}.md`, report);
  },
  copyMcpConfiguration,
  startSandbox: ({ connection, sandbox }) => startSandbox(connection, sandbox),
  stopSandbox: ({ connection, sandbox }) => stopSandbox(connection, sandbox),
  showLog: ({ log }) => log.show(),
} satisfies Commands;

/** The public commands of rows. */
const rowActions = {
  startAnother: rowCommand(jobsOf, startAnother),
  keepOpen: rowCommand(rowsOf, ({ panels }, _, rows) => rows.forEach((row) => panels.openRow(row, 'keep'))),
  openInNewTab: rowCommand(rowsOf, ({ panels }, _, rows) =>
    rows.forEach((row) => panels.openRow(row, 'newTab')),
  ),
  exportRows: rowCommand(rowsOf, (services, _, rows) => exportJobs(services, rows)),
  copyKey: rowCommand(keysOf, (_, __, keys) => copyText(keys.join('\n')), { isOfFields: true }),
  insertKey: rowCommand(keysOf, (_, __, keys) => insertKeys(keys), { isOfFields: true }),
  filterByWorkflow: rowCommand(jobsOf, (services, job) => filterByJob(services, 'workflows', job)),
  filterByStep: rowCommand(jobsOf, (services, job) => filterByJob(services, 'steps', job)),
  filterByPerson: rowCommand(jobsOf, (services, job) => filterByPerson(services, job)),
  openInBrowser: rowCommand(jobsOf, ({ environments }, { key }) => openInBrowser(key, environments.current)),
  copyLink: rowCommand(jobsOf, ({ environments }, { key }) => copyLink(key, environments.current)),
  copyJson: rowCommand(rowsOf, (_, __, rows) => copyText(rowsJson(rows))),
  openJson: rowCommand(rowsOf, (services, row) => openRowJson(services, row)),
  compareJob: rowCommand(rowsOf, (services, row) => compareRows(services, [row])),
  compareJobs: rowCommand(rowsOf, (services, _, rows) => compareRows(services, rows)),
} satisfies Commands;

/** Typed by package.json, so that none is missing or misspelt. */
const publicActions: Commands<PublicCommand> = { ...actions, ...rowActions };

/** The internal commands of rows and notifications, by id without `_workflowJobs.`. */
const internalActions: Commands = {
  openJobRow: (services, node) => openRow(services, node as JobsNode | undefined),
  watchRow: (services, node, selected) => watchJob(services, jobsOf(givenNodes(node, selected))),
  sortFieldsAgain: ({ fieldsView }) => fieldsView.toggleOrder(),
  clickJobRow: (services) => openClicked(services, services.jobsView.list),
  clickFieldRow: (services) => openClicked(services, services.fieldsView.list),
  refreshRest: load((services) => refreshJobs(services, Infinity)),
  searchFurther: load(searchFurther),
  clearFinished: ({ watches }) => watches.clearEnded(),
  // Apart from that of rows, because VS Code passes the row with the focus to a command of the view's menu.
  copyShownAsTable: ({ browsing }) => copyText(jobsTable(shownRows(browsing))),
  chooseMe,
  setApiKeyOf: (services, origin) => setApiKey(services, String(origin)),
  moreHelp: ({ jobsView }) => jobsView.unreadNote && runNote(jobsView.unreadNote),
  refineFilter: (services) => filterJobs(services),
  copyReport: (_, text) => copyText(text),
};

/** Registers all commands, which show their failures. */
export function registerCommands(services: ExtensionServices): Disposable {
  const register = (prefix: string, all: Commands) =>
    Object.entries(all).map(([name, action]) =>
      commands.registerCommand(prefix + name, (...args: unknown[]) =>
        attempt(name, () => action(services, ...args)),
      ),
    );
  return Disposable.from(
    ...register('workflowJobs.', publicActions),
    ...register('_workflowJobs.', internalActions),
  );
}

async function copyText(text: unknown): Promise<void> {
  if (typeof text === 'string') await env.clipboard.writeText(text);
}

/** The nodes that a menu passes to a command: all selected ones, or else the row. */
function givenNodes(node: unknown, selected: unknown): unknown[] {
  return Array.isArray(selected) && selected.length > 0 ? selected : [node];
}

/** A command that loads jobs: throws what ended the load if no view shows it. */
function load(run: Command): Command {
  return async (services) => {
    const { connection, jobs, jobsView } = services;
    connection.require();
    await run(services);
    const { failure } = jobs.state;
    if (failure !== null && !jobsView.list.tree.visible) throw failure.error;
  };
}

/**
 * A command on items of rows: of the row whose menu was opened, or of the selected ones where a key was
 * pressed, which passes no row.
 * @param act gets the item of that row first, then those of all selected rows
 * @param isOfFields whether the rows of fields have such items, too
 */
function rowCommand<Item>(
  itemsOf: (nodes: readonly unknown[]) => Item[],
  act: (services: ExtensionServices, first: Item, all: readonly Item[]) => unknown,
  { isOfFields = false } = {},
): Command {
  return (services, node, selected) => {
    const { jobsView, fieldsView } = services;
    const isFieldSelected = isOfFields && fieldsView.list.selectedAt > jobsView.list.selectedAt;
    const { selection } = (isFieldSelected ? fieldsView : jobsView).list.tree;
    const all = itemsOf(node === undefined ? selection : givenNodes(node, selected));
    const [first = all[0]] = itemsOf([node]);
    if (first !== undefined) return act(services, first, all);
    return void notify.info(
      isOfFields ? l10n.t('Select a job, a workflow or a field first.') : l10n.t('Select a job first.'),
    );
  };
}

/** Stops watching the given or selected jobs that are watched, else one that a person picks. */
function unwatchJob(services: ExtensionServices, node: unknown, selected: unknown): unknown {
  const { jobsView, watches } = services;
  const nodes = node === undefined ? jobsView.list.tree.selection : givenNodes(node, selected);
  const keys = jobsOf(nodes).map(({ key }) => key);
  const watched = keys.filter((key) => watches.isWatched(key));
  return watched.length === 0 ? pickUnwatched(services) : watches.unwatch(...watched);
}

/** Without repeats, because a watched job has a row in its group, too. */
function rowsOf(nodes: readonly unknown[]): JobRow[] {
  const rows = nodes.flatMap((node) => jobsNodeRow(node) ?? []);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function jobsOf(nodes: readonly unknown[]): Job[] {
  return jobsIn(rowsOf(nodes));
}

/** The keys of jobs, groups of workflows, fields or options. */
function keysOf(nodes: readonly unknown[]): string[] {
  return [...new Set(nodes.flatMap((node) => fieldsNodeKey(node) ?? jobsNodeKeys(node)))];
}
