import { Disposable, commands, env, l10n } from 'vscode';
import { rowsJson } from '../model/export/jobExport.ts';
import { workflowsOf } from '../model/jobs/job.ts';
import type { Job, JobRow } from '../service/index.ts';
import { filterJobs, groupJobs, loadAllJobs, refreshJobs, searchFurther } from './actions/browseJobs.ts';
import { compareFields } from './actions/compareFields.ts';
import { exportJobs } from './actions/exportJobs.ts';
import { copyFieldsAs, filterFields } from './actions/fieldActions.ts';
import { compareRows, openJob, openRow, openRowJson, watchJob } from './actions/jobActions.ts';
import type { Parts } from './actions/parts.ts';
import { setBaseUrl } from './actions/setBaseUrl.ts';
import { startJob, startJobAsGiven } from './actions/startJob.ts';
import { copyMcpConfiguration } from './agents/copyMcpConfiguration.ts';
import { checkConnection } from './connection/checkConnection.ts';
import { removeApiKey, setApiKey } from './connection/connectionCommands.ts';
import { addEnvironment } from './environments/addEnvironment.ts';
import { manageApiKeys } from './environments/manageApiKeys.ts';
import { switchEnvironment } from './environments/switchEnvironment.ts';
import type { Reporter } from './feedback/report.ts';
import { copyLink } from './jobPage/copyLink.ts';
import { startSandbox, stopSandbox } from './sandbox/sandboxCommands.ts';
import { fieldsNodeKey } from './views/fieldsView.ts';
import type { JobsNode } from './views/jobNodes.ts';
import { jobsNodeRow } from './views/jobsView.ts';

type Command = (parts: Parts, ...args: readonly unknown[]) => unknown;

/** The public commands, by id without `workflowJobs.`. */
const actions: Readonly<Record<string, Command>> = {
  startJob: startJobAsGiven,
  startAnother: (parts, node) => {
    const [job] = jobsOf(node);
    return startJob(parts, { suggested: job && workflowsOf(job)[0]?.key });
  },
  openJob,
  previousJob: ({ panels }) => panels.step(-1),
  nextJob: ({ panels }) => panels.step(1),
  keepOpen: ({ panels }, node) => rowsOf(node).forEach((row) => panels.openRow(row, 'keep')),
  openInNewTab: ({ panels }, ...nodes) => rowsOf(...nodes).forEach((row) => panels.openRow(row, 'newTab')),
  openOverview: ({ overviewPanels }) => overviewPanels.open(),
  watchJob: (parts, ...nodes) => watchJob(parts, jobsOf(...nodes), nodes[0]),
  unwatchJob: ({ watches }, ...nodes) => watches.unwatch(...keysOf(...nodes)),

  refresh: (parts) => {
    parts.connection.require();
    return Promise.all([parts.fields.refresh(), refreshJobs(parts)]);
  },
  refreshFields: ({ fields }) => fields.refresh(),
  refreshJobs: (parts) => refreshJobs(parts),
  loadMoreJobs: ({ connection, jobs }) => {
    connection.require();
    return jobs.state.hasMore ? jobs.loadMore() : jobs.ensureLoaded();
  },
  loadAllJobs,
  filterJobs,
  clearJobFilter: ({ browsing }) => browsing.clearFilter(),
  groupJobs,
  exportJobs: (parts) => exportJobs(parts),
  exportRows: (parts, ...nodes) => exportJobs(parts, rowsOf(...nodes)),

  filterFields,
  clearFieldFilter: ({ fieldsView }) => {
    fieldsView.filter = '';
  },
  sortFields: ({ fieldsView }) => fieldsView.toggleOrder(),
  copyFieldsAs,
  compareFields,

  copyKey: (_, ...nodes) => copyText(keysOf(...nodes).join('\n')),
  copyLink: (_, node) => keysOf(node).map(copyLink)[0],
  copyJson: (_, ...nodes) => copyText(rowsJson(rowsOf(...nodes))),
  openJson: (parts, node) => rowsOf(node).map((row) => openRowJson(parts, row))[0],
  compareJob: (parts, node) => compareRows(parts, rowsOf(node)),
  compareJobs: (parts, ...nodes) => compareRows(parts, rowsOf(...nodes)),

  switchEnvironment,
  addEnvironment,
  setBaseUrl,
  setApiKey: ({ connection, credentials }) => setApiKey(connection, credentials),
  manageApiKeys,
  removeApiKey: ({ connection, credentials }) => removeApiKey(connection, credentials),
  checkConnection: async ({ connection, credentials, documents, log }) => documents.show(`/${l10n.t('Connection check')}.md`, await checkConnection(connection, credentials, log)),
  copyMcpConfiguration,
  startSandbox,
  stopSandbox,
  showLog: ({ log }) => log.show(),
};

/** The internal commands of rows and notifications, by id without `_workflowJobs.`. */
const internalActions: typeof actions = {
  openJobRow: (parts, node) => openRow(parts, parts.jobsView.list, node as JobsNode | undefined),
  openFieldRow: (parts) => openRow(parts, parts.fieldsView.list),
  refreshRest: (parts) => refreshJobs(parts, Infinity),
  searchFurther,
  copyReport: (_, text) => copyText(text),
};

/** Registers all commands; the reporter shows their failures, even if `parts` could not be built. */
export function registerCommands(reporter: Reporter, parts: () => Parts): Disposable {
  const register = (prefix: string, all: typeof actions) =>
    Object.entries(all).map(([name, action]) => commands.registerCommand(prefix + name, (...args: unknown[]) => reporter.run(name, () => action(parts(), ...args))));
  return Disposable.from(...register('workflowJobs.', actions), ...register('_workflowJobs.', internalActions));
}

async function copyText(text: unknown): Promise<void> {
  if (typeof text === 'string' && text !== '') await env.clipboard.writeText(text);
}

/** The nodes for a command of a row's menu: all selected ones if VS Code passes them, else the row. */
function nodesOf(node: unknown, selected?: unknown): unknown[] {
  return Array.isArray(selected) && selected.length > 0 ? selected : [node];
}

function rowsOf(...given: readonly unknown[]): JobRow[] {
  return nodesOf(...(given as [unknown])).flatMap((node) => jobsNodeRow(node) ?? []);
}

function jobsOf(...given: readonly unknown[]): Job[] {
  return rowsOf(...given).flatMap((row) => (row.kind === 'job' ? [row.job] : []));
}

/** The keys of jobs, fields or options. */
function keysOf(...given: readonly unknown[]): string[] {
  return [...jobsOf(...given).map(({ key }) => key), ...nodesOf(...(given as [unknown])).flatMap((node) => fieldsNodeKey(node) ?? [])];
}
