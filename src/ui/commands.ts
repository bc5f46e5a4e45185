import * as vscode from 'vscode';
import type { JobBrowsing } from '../model/browsing/jobBrowsing.ts';
import { jsonText } from '../model/util/json.ts';
import type { FieldList } from '../model/fields/fieldList.ts';
import type { JobReader } from '../model/jobs/jobReader.ts';
import { exportJobs } from './actions/exportJobs.ts';
import { copyFieldsAs, filterFields } from './actions/fieldActions.ts';
import { filterJobs, groupJobs } from './actions/filterJobs.ts';
import { compareRow, copyJson, copyLink, openRowJson } from './actions/jobActions.ts';
import { loadAllJobs, searchFurther } from './actions/loadJobs.ts';
import { openJob } from './actions/openJob.ts';
import { type StartJobParts, type SuggestedWorkflow, startJob } from './actions/startJob.ts';
import { checkConnection } from './connection/checkConnection.ts';
import { removeApiKey, setApiKey, setBaseUrl } from './connection/connectionCommands.ts';
import type { Credentials } from './connection/credentials.ts';
import type { SandboxControl } from './connection/sandboxControl.ts';
import type { ReadOnlyDocuments } from './documents/readOnlyDocuments.ts';
import type { Log } from './feedback/log.ts';
import type { Reporter } from './feedback/report.ts';
import { type FieldsView, fieldsNodeKey } from './views/fieldsView.ts';
import { jobsNodeKey, jobsNodeRow, jobsNodeWorkflow } from './views/jobsView.ts';
import type { JobRow } from '../service/index.ts';
import type { Watching } from './views/watchNotifier.ts';

export interface CommandParts extends StartJobParts {
  readonly credentials: Credentials;
  readonly fields: FieldList;
  readonly fieldsView: FieldsView;
  readonly browsing: JobBrowsing;
  readonly watching: Watching;
  readonly sandbox: SandboxControl;
  readonly log: Log;
  readonly reader: JobReader;
  readonly documents: ReadOnlyDocuments;
}

type Command = (parts: CommandParts, ...args: readonly unknown[]) => unknown;

/** What each command does, by its id after `workflowJobs.`. */
const commands: Readonly<Record<string, Command>> = {
  startJob: (parts, key) => startJob(parts, key),
  startAnother: (parts, node) => startJob(parts, { suggested: jobsNodeWorkflow(node) } satisfies SuggestedWorkflow),
  openJob: ({ watching, panels, jobs, connection }, key) => {
    if (typeof key === 'string') watching.markSeen(key);
    return openJob(panels, jobs, connection, key);
  },
  openUnreadableJob: ({ panels }, row) => typeof row === 'string' && panels.openUnreadable(row),
  watchJob: ({ watches }, node) => withKey(node, (key) => watches.watch(key)),
  unwatchJob: ({ watches }, node) => withKey(node, (key) => watches.unwatch(key)),

  refresh: ({ connection, fields, jobs }) => {
    connection.require();
    return Promise.all([fields.refresh(), jobs.refresh()]);
  },
  refreshFields: ({ fields }) => fields.refresh(),
  refreshJobs: ({ jobs }) => jobs.refresh(),
  loadMoreJobs: ({ connection, jobs }) => {
    connection.require();
    return jobs.state.hasMore ? jobs.loadMore() : jobs.ensureLoaded();
  },
  loadAllJobs: ({ connection, jobs }) => {
    connection.require();
    return loadAllJobs(jobs);
  },
  searchFurther: ({ jobs, browsing }) => searchFurther(jobs, browsing),
  filterJobs: ({ browsing, jobs }) => filterJobs(browsing, jobs),
  clearJobFilter: ({ browsing }) => browsing.clearFilter(),
  groupJobs: ({ browsing }) => groupJobs(browsing),
  exportJobs: (parts) => exportJobs(parts),

  filterFields: ({ fieldsView }) => filterFields(fieldsView),
  clearFieldFilter: ({ fieldsView }) => {
    fieldsView.filter = '';
  },
  sortFields: ({ fieldsView }) => fieldsView.toggleOrder(),
  copyFieldsAs: ({ connection, fields, fieldsView }) => copyFieldsAs(connection, fields, fieldsView),

  copyKey: (_, node) => {
    const key = jobsNodeKey(node) ?? fieldsNodeKey(node);
    return key === undefined ? undefined : vscode.env.clipboard.writeText(key);
  },
  copyLink: (_, node) => withKey(node, copyLink),
  copyJson: (_, node) => withRow(node, copyJson),
  openJson: (parts, node) => withRow(node, (row) => openRowJson(parts, row)),
  compareJob: (parts, node) => withRow(node, (row) => compareRow(parts, row)),
  showRaw: ({ documents }, path, raw) => typeof path === 'string' && raw !== undefined && documents.show(path, jsonText(raw, 2)),

  setBaseUrl: ({ connection }) => setBaseUrl(connection),
  setApiKey: ({ connection, credentials }) => setApiKey(connection, credentials),
  removeApiKey: ({ connection, credentials }) => removeApiKey(connection, credentials),
  checkConnection: async ({ connection, credentials, documents, log }) => documents.show(`/${vscode.l10n.t('Connection check')}.md`, await checkConnection(connection, credentials, log)),
  startSandbox: ({ sandbox }) => sandbox.start(),
  stopSandbox: ({ sandbox }) => sandbox.stop(),
  showLog: ({ log }) => log.show(),
  copyReport: (_, text) => (typeof text === 'string' ? vscode.env.clipboard.writeText(text) : undefined),
};

/** Registers every command. The reporter shows what goes wrong in one, also where its parts could not be built. */
export function registerCommands(reporter: Reporter, parts: () => CommandParts): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(`workflowJobs.${name}`, (...args: unknown[]) => reporter.run(name, () => command(parts(), ...args))),
    ),
  );
}

function withKey<T>(node: unknown, use: (key: string) => T): T | undefined {
  const key = jobsNodeKey(node);
  return key === undefined ? undefined : use(key);
}

function withRow<T>(node: unknown, use: (row: JobRow) => T): T | undefined {
  const row = jobsNodeRow(node);
  return row === undefined ? undefined : use(row);
}
